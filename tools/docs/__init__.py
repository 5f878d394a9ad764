"""Builds the documentation site from docs/, the pages at the root, the rulebooks and the docstrings."""
