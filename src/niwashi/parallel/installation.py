"""What is installed here, in one line, so that machines that work together can compare it."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

SUFFIXES = frozenset((".py", ".toml", ".f32"))
"""Code, components and weights: all that results follow from."""


@cache
def installation() -> str:
    """The version of Niwashi, and a hash of its files: a clone may have changed since its version was given."""
    package = import_module("niwashi")
    return f"{package.__version__} ({_hash(Path(str(package.__file__)).parent)})"


def _hash(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
