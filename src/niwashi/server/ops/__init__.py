"""Metrics, logging and rate limits."""
