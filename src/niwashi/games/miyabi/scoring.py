"""The end of the game (M5) and what expansions add to it (M6.A, B, D)."""

from __future__ import annotations

from niwashi.core.bits import popcount
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.garden import Garden, covered
from niwashi.games.miyabi.state import COLOURFUL, FINISHED, MEADOW, SEVEN
from niwashi.games.miyabi.tiles import COLUMNS, LAST_COLUMN, MOST, ROWS, SECOND, SIDE

FIRST_COLUMN = int(COLUMNS[1])
LUCKY = 7


@kernel
def objects_in(garden: Garden, cells: int) -> int:
    """How many visible objects lie on these cells."""
    return popcount(garden.objects[0] & cells) + 2 * popcount(garden.objects[1] & cells)


@kernel
def row_objects(garden: Garden, row: int) -> int:
    """M5.1, M6.C7."""
    return objects_in(garden, ROWS[1 << row])


@kernel
def row_points(p: Position, seat: int, row: int) -> int:
    """M5.2, M5.3, M5.4: the most get the higher points; the second most the lower, unless several share the most."""
    own = row_objects(p.gardens[seat], row)
    ahead = 0
    for rival in range(p.seats):
        if row_objects(p.gardens[rival], row) > own:
            ahead += 1
    if ahead == 0:
        return MOST[row]
    # With one seat ahead it alone has the most, and this one is second, alone or tied. With more ahead, either they
    # share the most and nobody is second, or somebody between has the second place.
    return SECOND[row] if ahead == 1 else 0


@kernel
def grow_group(group: int, cells: int) -> int:
    """A group and those of the cells that are orthogonally beside it."""
    wider = group | (group & ~LAST_COLUMN) << 1 | (group & ~FIRST_COLUMN) >> 1 | group << SIDE | group >> SIDE
    return wider & cells


@kernel
def connected_group(cells: int) -> int:
    """The orthogonally connected group of the lowest of these cells."""
    group = cells & -cells
    wider = grow_group(group, cells)
    while wider != group:
        group = wider
        wider = grow_group(group, cells)
    return group


@kernel
def colourful_points(garden: Garden) -> int:
    """M6.A1: the group of cells with visible objects that holds the most objects; layers do not matter."""
    best = 0
    cells = garden.objects[0] | garden.objects[1]
    while cells:
        group = connected_group(cells)
        best = max(best, objects_in(garden, group))
        cells &= ~group
    return best


@kernel
def meadow_points(garden: Garden) -> int:
    """M6.B1: two points a cell of the largest green group; bare board is no meadow, nor is a Zen tile (M6.C7)."""
    best = 0
    cells = covered(garden) & ~(garden.objects[0] | garden.objects[1])
    while cells:
        group = connected_group(cells)
        best = max(best, popcount(group))
        cells &= ~group
    return 2 * best


@kernel
def seven_points(garden: Garden) -> int:
    """M6.D1: seven for each row and each column with exactly seven visible objects."""
    points = 0
    for line in range(SIDE):
        if objects_in(garden, ROWS[1 << line]) == LUCKY:
            points += LUCKY
        if objects_in(garden, COLUMNS[1 << line]) == LUCKY:
            points += LUCKY
    return points


@kernel
def earned_points(garden: Garden) -> int:
    """The score track: everything scored while playing (M4.4 only says where the stones stand)."""
    points = 0
    for source in range(5):
        points += garden.earned[source]
    return points


@kernel
def final_points(p: Position, seat: int) -> int:
    """M5, then A, B and D for those in play."""
    garden = p.gardens[seat]
    points = 0
    for row in range(SIDE):
        points += row_points(p, seat, row)
    if p.expansions & COLOURFUL:
        points += colourful_points(garden)
    if p.expansions & MEADOW:
        points += meadow_points(garden)
    if p.expansions & SEVEN:
        points += seven_points(garden)
    return points


@kernel
def scores(p: Position, out: Buffer) -> None:
    """Points so far; with the final scoring when the game is over."""
    for seat in range(p.seats):
        out[seat] = earned_points(p.gardens[seat])
        if p.phase == FINISHED:
            out[seat] += final_points(p, seat)
