"""Several processes of one server: the front, which has the port, and the table processes that it starts."""
