"""Environments for learning: many games in one compiled call, and the interfaces that learning libraries know."""
