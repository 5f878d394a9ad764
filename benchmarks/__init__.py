"""Measuring: `scripts/bench` prints everything in one run."""
