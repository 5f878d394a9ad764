"""Where a game on the screen is played: in this process, or at a table of a server."""
