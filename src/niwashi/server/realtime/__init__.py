"""Open connections and what is sent over them."""
