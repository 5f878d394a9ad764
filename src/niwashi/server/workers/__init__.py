"""CPU-heavy jobs: bots, hints, reviews and compilation, in a process pool or in separate workers."""
