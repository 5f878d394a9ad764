"""Tables in memory: an actor for each that this node runs, a proxy for each that another node runs."""
