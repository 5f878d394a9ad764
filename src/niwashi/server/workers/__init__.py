"""CPU-heavy jobs: bots, hints, reviews, compiling; in a pool here or in worker processes."""
