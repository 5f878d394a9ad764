"""The cells that earn the points of expansions A, B and D, for clients that highlight them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from niwashi.games.miyabi.client_types import MiyabiGroups
from niwashi.games.miyabi.scoring import LUCKY, connected_group
from niwashi.games.miyabi.snapshot import GardenSnapshot, MiyabiSnapshot
from niwashi.games.miyabi.state import COLOURFUL, MEADOW, SEVEN
from niwashi.games.miyabi.tiles import CELLS, SIDE

LINES = [
    *(range(row * SIDE, (row + 1) * SIDE) for row in range(SIDE)),
    *(range(column, CELLS, SIDE) for column in range(SIDE)),
]


def groups(snapshot: MiyabiSnapshot) -> MiyabiGroups:
    """The groups of each seat, for the expansions in play."""
    by_expansion: MiyabiGroups = {}
    if snapshot.expansions & COLOURFUL:
        by_expansion["colourful"] = [_find_once(garden, "colourful", _colourful) for garden in snapshot.gardens]
    if snapshot.expansions & MEADOW:
        by_expansion["meadow"] = [_find_once(garden, "meadow", _meadow) for garden in snapshot.gardens]
    if snapshot.expansions & SEVEN:
        by_expansion["seven"] = [_find_once(garden, "seven", _seven) for garden in snapshot.gardens]
    return by_expansion


def _find_once(garden: GardenSnapshot, name: str, find: Callable[[GardenSnapshot], list[int]]) -> list[int]:
    """Snapshots share gardens, and most gardens do not change with an action."""
    known = garden.groups.get(name)
    if known is None:
        known = garden.groups[name] = find(garden)
    return list(known)


def _colourful(garden: GardenSnapshot) -> list[int]:
    """M6.A1: the group with the most visible objects."""
    objects = _by_cell(garden.objects)
    return _best(objects, lambda cells: sum(objects[cell] for cell in cells))


def _meadow(garden: GardenSnapshot) -> list[int]:
    """M6.B1: the largest green group."""
    objects = _by_cell(garden.objects)
    green = [height > 0 and not objects[cell] for cell, height in enumerate(_by_cell(garden.heights))]
    return _best([int(there and not garden.zen >> cell & 1) for cell, there in enumerate(green)], len)


def _seven(garden: GardenSnapshot) -> list[int]:
    """M6.D1: every row and column with exactly seven visible objects."""
    objects = _by_cell(garden.objects)
    lucky = [line for line in LINES if sum(objects[cell] for cell in line) == LUCKY]
    return sorted({cell for line in lucky for cell in line})


def _by_cell(rows: list[list[int]]) -> list[int]:
    return [number for row in rows for number in row]


def _best(there: list[int], worth: Callable[[list[int]], int]) -> list[int]:
    return max(_groups(sum(1 << cell for cell in range(CELLS) if there[cell])), key=worth, default=[])


def _groups(cells: int) -> Iterator[list[int]]:
    while cells:
        group = int(connected_group(cells))
        yield [cell for cell in range(CELLS) if group >> cell & 1]
        cells &= ~group
