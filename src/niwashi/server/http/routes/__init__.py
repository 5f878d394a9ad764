"""The routes of the HTTP API, a module for each part of it (docs/http-api.md)."""
