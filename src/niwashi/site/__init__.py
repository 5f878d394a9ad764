"""The garden without a server: a static folder in which the same Python is the authority (docs/site.md)."""
