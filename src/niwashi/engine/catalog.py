"""Finds the games by scanning their folder: a third game is one more folder and no edit elsewhere."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from niwashi.core.errors import BadOptions, quote

if TYPE_CHECKING:
    from niwashi.core.game import Rules


DEFAULT = "miyabi"
"""The game of commands and programs that name none."""


@cache
def names() -> tuple[str, ...]:
    """Every game's name, in order; no game is imported for it."""
    folder = Path(__file__).parent.parent / "games"
    return tuple(sorted(path.parent.name for path in folder.glob("*/__init__.py")))


@cache
def rules(name: str) -> Rules:
    """The game of that name; underscores and hyphens, capitals and small letters are all one."""
    folder = str(name).lower().replace("-", "_")
    if folder not in names():
        raise BadOptions("options/game", f"there is no game {quote(name)}; there are {', '.join(names())}")
    found: Rules = importlib.import_module(f"niwashi.games.{folder}").RULES
    return found
