"""The engine that programs use: games, their actions, events and records, for any game folder."""
