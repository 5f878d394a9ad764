"""The games, a folder each. They do not know each other; catalog.py finds them."""
