"""Decodes a position into plain Python numbers in one call, for views, score sheets and explanations.

Outside kernels each access to a field of a record takes microseconds, and a view needs hundreds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.garden import height, objects_at
from niwashi.games.miyabi.pool import count_of
from niwashi.games.miyabi.scoring import (
    colourful_points,
    final_points,
    meadow_points,
    row_objects,
    row_points,
    seven_points,
)
from niwashi.games.miyabi.state import FINISHED, POSITION_TYPE, SEATS
from niwashi.games.miyabi.tiles import CELLS, KINDS, OBJECTS, SHAPES, SIDE

# -- flat layout --------------------------------------------------------------------------------------------------
HEAD = 9
COUNTS = 2 * KINDS + 4 * OBJECTS
EARNED = 5
GARDEN_NUMBERS = 2 * CELLS + 6 + EARNED + 2 * OBJECTS + 4
NUMBERS = HEAD + COUNTS + SEATS * GARDEN_NUMBERS


@kernel
def flatten_garden(p: Position, seat: int, out: Buffer, n: int) -> int:
    garden = p.gardens[seat]
    for cell in range(CELLS):
        out[n + cell] = height(garden, cell)
        out[n + CELLS + cell] = objects_at(garden, cell)
    n += 2 * CELLS
    out[n] = garden.zen
    out[n + 1] = garden.lanterns
    out[n + 2] = garden.passed
    out[n + 3] = garden.frog
    out[n + 4] = garden.golden
    out[n + 5] = garden.open_zen
    n += 6
    for source in range(EARNED):
        out[n + source] = garden.earned[source]
    n += EARNED
    for row in range(OBJECTS):
        out[n + row] = row_objects(garden, row)
        out[n + OBJECTS + row] = row_points(p, seat, row)
    n += 2 * OBJECTS
    out[n] = colourful_points(garden)
    out[n + 1] = meadow_points(garden)
    out[n + 2] = seven_points(garden)
    out[n + 3] = final_points(p, seat) if p.phase == FINISHED else 0
    return n + 4


@kernel
def flatten_table(p: Position, out: Buffer) -> None:
    out[0] = p.seats
    out[1] = p.expansions
    out[2] = p.free_pass
    out[3] = p.phase
    out[4] = p.turn
    out[5] = p.placed
    out[6] = p.stepped
    out[7] = p.building_round
    out[8] = p.bonsai
    n = HEAD
    for shape in range(SHAPES):
        for tile_object in range(OBJECTS):
            out[n + shape * OBJECTS + tile_object] = count_of(p.display[shape], tile_object)
            out[n + KINDS + shape * OBJECTS + tile_object] = count_of(p.box[shape], tile_object)
    n += 2 * KINDS
    for tile_object in range(OBJECTS):
        out[n + tile_object] = p.bonus[tile_object]
        out[n + OBJECTS + tile_object] = p.bonus_holder[tile_object]
        out[n + 2 * OBJECTS + tile_object] = count_of(p.zen_display, tile_object)
        out[n + 3 * OBJECTS + tile_object] = count_of(p.zen_box, tile_object)
    n += 4 * OBJECTS
    for seat in range(p.seats):
        n = flatten_garden(p, seat, out, n)


# -- Python objects ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GardenSnapshot:
    heights: list[list[int]]
    objects: list[list[int]]
    zen: int
    lanterns: int
    passed: bool
    frog: int
    golden: bool
    open_zen: int
    earned: list[int]
    rows: list[int]
    row_points: list[int]
    colourful: int
    meadow: int
    seven: int
    final: int
    """The points of the final scoring, once the game is over."""
    groups: dict[str, list[int]] = field(default_factory=dict, compare=False, repr=False)
    """What `scoring_groups` has found in this garden, by expansion."""

    @property
    def points(self) -> int:
        """The points on the score track (M4.4)."""
        return sum(self.earned)


@dataclass(frozen=True, slots=True)
class MiyabiSnapshot:
    seats: int
    expansions: int
    free_pass: bool
    phase: int
    turn: int
    placed: bool
    stepped: bool
    building_round: int
    bonsai: int
    display: list[int]
    """Counts by kind, as in `box`."""
    box: list[int]
    bonus: list[int]
    bonus_holder: list[int]
    zen_display: list[int]
    zen_box: list[int]
    gardens: list[GardenSnapshot]


def read_snapshot(p: Position) -> MiyabiSnapshot:
    """The decoded position. It is cached and shared: callers must not change it."""
    return _read_bytes(p.tobytes())


@lru_cache(maxsize=1024)
def _read_bytes(raw: bytes) -> MiyabiSnapshot:
    numbers = np.empty(NUMBERS, np.int64)
    flatten_table(np.frombuffer(raw, POSITION_TYPE)[0], numbers)
    head: list[int] = numbers[: HEAD + COUNTS].tolist()
    seats, expansions, free_pass, phase, turn, placed, stepped, building_round, bonsai = head[:HEAD]
    pools = head[HEAD + 2 * KINDS : HEAD + COUNTS]
    first = HEAD + COUNTS
    return MiyabiSnapshot(
        seats=seats,
        expansions=expansions,
        free_pass=free_pass == 1,
        phase=phase,
        turn=turn,
        placed=placed == 1,
        stepped=stepped == 1,
        building_round=building_round,
        bonsai=bonsai,
        display=head[HEAD : HEAD + KINDS],
        box=head[HEAD + KINDS : HEAD + 2 * KINDS],
        bonus=pools[:OBJECTS],
        bonus_holder=pools[OBJECTS : 2 * OBJECTS],
        zen_display=pools[2 * OBJECTS : 3 * OBJECTS],
        zen_box=pools[3 * OBJECTS :],
        gardens=[_garden(numbers[at : at + GARDEN_NUMBERS].tobytes()) for at in _garden_offsets(first, seats)],
    )


def _garden_offsets(first: int, seats: int) -> range:
    return range(first, first + seats * GARDEN_NUMBERS, GARDEN_NUMBERS)


@lru_cache(maxsize=4096)
def _garden(raw: bytes) -> GardenSnapshot:
    """Cached by bytes: most gardens do not change with an action."""
    numbers: list[int] = np.frombuffer(raw, np.int64).tolist()
    zen, lanterns, passed, frog, golden, open_zen = numbers[2 * CELLS : 2 * CELLS + 6]
    earned = 2 * CELLS + 6
    rows = earned + EARNED
    colourful, meadow, seven, final = numbers[rows + 2 * OBJECTS :]
    return GardenSnapshot(
        heights=[numbers[at : at + SIDE] for at in range(0, CELLS, SIDE)],
        objects=[numbers[at : at + SIDE] for at in range(CELLS, 2 * CELLS, SIDE)],
        zen=zen,
        lanterns=lanterns,
        passed=passed == 1,
        frog=frog,
        golden=golden == 1,
        open_zen=open_zen,
        earned=numbers[earned:rows],
        rows=numbers[rows : rows + OBJECTS],
        row_points=numbers[rows + OBJECTS : rows + 2 * OBJECTS],
        colourful=colourful,
        meadow=meadow,
        seven=seven,
        final=final,
    )
