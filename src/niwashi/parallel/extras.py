"""The words for a package that an extra brings and that is not installed."""

from __future__ import annotations


def install(extras: str) -> str:
    """How to install Niwashi with extras. It is on no package index, where another project could have its name."""
    return f"pip install '.[{extras}]' in a clone, or pip install 'WHEEL[{extras}]'"


def missing(name: str | None, extras: str) -> str:
    return f"this needs {name}, which comes with the extra [{extras}]: {install(extras)}"
