"""A host for tables: HTTP and WebSocket around `niwashi.table` and `niwashi.store` (docs/hosting.md)."""
