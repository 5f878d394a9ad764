"""HTTP and WebSocket endpoints: routes, sessions, error responses, static files."""
