"""Several nodes: the message bus between them and what it carries."""
