"""The tables of this node, and proxies for those of other nodes."""
