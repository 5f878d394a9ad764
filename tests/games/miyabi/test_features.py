"""Features that count places, held against counting by hand."""

from __future__ import annotations

from itertools import islice, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.game import Position
from niwashi.games.miyabi import RULES
from niwashi.games.miyabi.explain import plain_garden
from niwashi.games.miyabi.snapshot import read_snapshot
from niwashi.games.miyabi.state import PLACEMENTS
from niwashi.games.miyabi.tiles import CELLS, SHAPE_OF, SIDE, SIZE, Cell
from tests.games.miyabi.drawing import KERNELS, VARIANTS, legal_ids, moments, table, to_act


def feature(p: Position, name: str, seat: int = 0) -> float:
    numbers = np.zeros(len(RULES.feature_names), np.float32)
    KERNELS.features(p, seat, numbers)
    return float(numbers[RULES.feature_names.index(name)])


def level(p: Position, shapes: list[list[Cell]]) -> int:
    """In how many places a shape of these would lie flat in seat 0's garden, objects, lanterns and display apart."""
    garden = plain_garden(read_snapshot(p).gardens[0])
    found = 0
    for row, column, shape in product(range(SIDE), range(SIDE), shapes):
        cells = [(row + down, column + right) for down, right in shape]
        if all(0 <= r < SIDE and 0 <= c < SIDE for r, c in cells) and not {*cells} & {*garden.zen, garden.frog}:
            found += len({garden.heights[r][c] for r, c in cells}) == 1
    return found


PAIRS = [[(0, 0), (0, 1)], [(0, 0), (1, 0)]]
SQUARE = [(0, 0), (0, 1), (1, 0), (1, 1)]
TRIPLES = [[(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (2, 0)]]
TRIPLES += [[cell for cell in SQUARE if cell != corner] for corner in SQUARE]


def moment(variant: int, seed: int, events: int) -> Position:
    *_, last = islice(moments(VARIANTS[variant], seed), events + 1)
    return last


anywhere = st.builds(moment, st.integers(0, len(VARIANTS) - 1), st.integers(0, 2**32 - 1), st.integers(0, 150))


def test_a_bare_garden_has_60_level_pairs_and_148_level_triples() -> None:
    p = table()
    assert (level(p, PAIRS), level(p, TRIPLES)) == (60, 148)
    assert (feature(p, "level_pairs"), feature(p, "level_triples")) == (60, 148)


@given(anywhere)
def test_level_pairs_are_the_places_of_doubles(p: Position) -> None:
    assert feature(p, "level_pairs") == level(p, PAIRS)


@given(anywhere)
def test_level_triples_are_the_places_of_tiles_of_three_cells(p: Position) -> None:
    assert feature(p, "level_triples") == level(p, TRIPLES)


@given(anywhere)
def test_the_best_tile_is_the_best_of_the_legal_ones(p: Position) -> None:
    for seat in to_act(p):
        if not p.placed:
            tiles = [action for action in legal_ids(p) if action < PLACEMENTS]
            heights = plain_garden(read_snapshot(p).gardens[seat]).heights
            points = [
                int(SIZE[SHAPE_OF[action // CELLS]]) * (heights[action % CELLS // SIDE][action % SIDE] + 1)
                for action in tiles
            ]
            assert feature(p, "best_tile", seat) == max(points, default=0)
