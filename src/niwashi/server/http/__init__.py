"""HTTP and WebSocket endpoints: routes, sockets, sessions, error responses, static files."""
