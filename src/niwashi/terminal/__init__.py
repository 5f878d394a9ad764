"""Niwashi in a terminal: play against bots, step through records, fill in a score sheet."""
