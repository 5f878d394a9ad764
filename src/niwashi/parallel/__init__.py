"""Work on several processes, and how far compiling is in all of them."""
