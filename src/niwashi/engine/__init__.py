"""The engine behind the API: games, actions, events and records, the same for every game folder."""
