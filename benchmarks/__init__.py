"""Benchmarks. `scripts/bench` runs them all."""
