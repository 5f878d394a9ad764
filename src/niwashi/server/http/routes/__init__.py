"""The routes of the HTTP API (docs/http-api.md)."""
