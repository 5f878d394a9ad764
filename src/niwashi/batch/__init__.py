"""Many games at once: playouts, simulations, counts of positions."""
