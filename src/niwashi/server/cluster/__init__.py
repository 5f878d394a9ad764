"""Several nodes: the message bus between them, and its messages."""
