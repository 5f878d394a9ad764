"""Positions as SVG, drawn from views. `Game.svg` is the way in.

The drawing of a game is the module of its name in this folder, with a function `paint`. A game without one is drawn as
its board in text. Nothing here is a kernel, so a new stroke of the brush compiles nothing anew.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from niwashi.pictures.scene import Scene


def draw(game: str, scene: Scene, size: int | None = None) -> str:
    """The SVG of a position: standalone, without scripts, and equal for equal scenes. `size` is its width in pixels."""
    from niwashi.pictures.elements import document

    name = f"{__name__}.{game}"
    painter = import_module(name if find_spec(name) else f"{__name__}.plain")
    return document(painter.paint(scene), size)
