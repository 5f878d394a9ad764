"""Every item of a score in Miyabi: in English, and as a key and what its words are about. Each is made once."""

from __future__ import annotations

from functools import cache

from niwashi.core.game import Part
from niwashi.games.miyabi.tiles import OBJECT_NAMES, cell_name


# -- what an action scores ---------------------------------------------------------------------------------------------
@cache
def tile(count: int, row: int, layer: int) -> Part:
    name = OBJECT_NAMES[row]
    args: dict[str, int | str] = {"count": count, "object": name, "layer": layer}
    return Part("tile", f"{count} {name} × layer {layer}", count * layer, "M4.2", "miyabi-part-tile", args)


@cache
def bonus(row: int, points: int) -> Part:
    name = OBJECT_NAMES[row]
    return Part("bonus", f"first {name} on layer 5", points, "M4.3", "miyabi-part-bonus", {"object": name})


@cache
def zen() -> Part:
    return Part("zen", "a Zen tile placed", 1, "M6.C4", "miyabi-part-zen")


@cache
def enclosure(cell: int, points: int) -> Part:
    name, beside = cell_name(cell), points - 1
    detail = f"Zen tile at {name} enclosed, {beside} objects beside it and its own"
    return Part("enclosure", detail, points, "M6.C5", "miyabi-part-enclosure", {"cell": name, "objects": beside})


@cache
def climb(layer: int) -> Part:
    return Part("frog", f"the frog reaches layer {layer}", layer, "M6.E3", "miyabi-part-climb", {"layer": layer})


# -- what a score sheet has --------------------------------------------------------------------------------------------
@cache
def tiles(points: int) -> Part:
    return Part("tiles", "tiles placed", points, "M4.2", "miyabi-part-tiles")


@cache
def bonus_held(row: int, points: int) -> Part:
    name = OBJECT_NAMES[row]
    return Part(f"bonus {name}", f"first {name} on layer 5", points, "M4.3", "miyabi-part-bonus", {"object": name})


@cache
def zen_placed(points: int) -> Part:
    return Part("zen placed", "Zen tiles placed", points, "M6.C4", "miyabi-part-zen-placed")


@cache
def zen_enclosed(points: int) -> Part:
    return Part("zen enclosed", "Zen tiles enclosed", points, "M6.C5", "miyabi-part-zen-enclosed")


@cache
def climbing(points: int) -> Part:
    return Part("frog", "the frog's climbing", points, "M6.E3", "miyabi-part-climbing")


@cache
def row_of(row: int, count: int, points: int) -> Part:
    name = OBJECT_NAMES[row]
    args: dict[str, int | str] = {"object": name, "count": count}
    return Part(f"row {name}", f"{name}, {count} visible", points, "M5.2", "miyabi-part-row", args)


@cache
def colourful(points: int) -> Part:
    return Part("colourful garden", "objects in the best group", points, "M6.A1", "miyabi-part-colourful")


@cache
def meadow(cells: int) -> Part:
    detail = f"2 × {cells} green cells"
    return Part("big meadow", detail, 2 * cells, "M6.B1", "miyabi-part-meadow", {"cells": cells})


@cache
def seven(lines: int) -> Part:
    detail = f"7 × {lines} rows and columns of seven"
    return Part("7!", detail, 7 * lines, "M6.D1", "miyabi-part-seven", {"lines": lines})


def score_track(points: int) -> Part:
    """Of a real table, whose sheet begins there."""
    return Part("score track", "points before the final scoring", points, "M4.4", "miyabi-part-track")
