"""Niwashi in a terminal: playing against a simple opponent, stepping through records, filling in a score sheet."""
