"""Open sockets, and what is sent over them."""
