"""Compiles the kernels ahead of time, for any target, from the one source: docs/targets.md.

python -m niwashi.build TARGET DIR
"""
