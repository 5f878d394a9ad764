"""Laws: what holds for every garden, and at every moment of every game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.game import Position
from niwashi.core.rng import Generator, seeded
from niwashi.games.miyabi import RULES, explain
from niwashi.games.miyabi.notation import action_of, action_text
from niwashi.games.miyabi.options import MiyabiOptions
from niwashi.games.miyabi.pool import count_kinds, unpack_pool
from niwashi.games.miyabi.snapshot import read_snapshot
from niwashi.games.miyabi.state import ACTIONS, END, FROG_PLACEMENT, FROG_STEP, PASS, PLACEMENTS
from niwashi.games.miyabi.tiles import (
    CELLS,
    FOOTPRINT,
    OBJECT_LETTERS,
    SHAPE_OF,
    SIDE,
    SIZE,
    TURN_LETTERS,
    TURNINGS,
    rotate,
)
from tests.games.miyabi.drawing import (
    KERNELS,
    VARIANTS,
    any_action,
    chance_acts,
    draw,
    finished,
    garden_of,
    legal_ids,
    moments,
    often_the_best,
    rows,
    scores,
    sheet,
    to_act,
)

Cells = set[tuple[int, int]]

# -- shapes --------------------------------------------------------------------------------------------
IN_EAST: dict[str, Cells] = {
    "1": {(0, 0)},
    "2": {(0, 0), (0, 1)},
    "I": {(0, 0), (0, 1), (0, 2)},
    "H": {(0, -1), (0, 0), (0, 1)},
    "L": {(0, 0), (0, 1), (1, 0)},
    "J": {(0, 0), (0, 1), (-1, 1)},
    "K": {(0, 0), (0, 1), (1, 1)},
}
"""The table of M1, once more."""


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), max_size=6).map(tuple))
def test_four_quarter_turns_are_none(cells: tuple[tuple[int, int], ...]) -> None:
    assert rotate(cells, 4) == cells
    assert rotate(cells, 1) == tuple((column, -row) for row, column in cells)


@pytest.mark.parametrize("turning", range(len(TURNINGS)), ids=[f"{s}{TURN_LETTERS[t]}" for s, t in TURNINGS])
def test_a_footprint_is_the_turned_shape_where_it_is_inside(turning: int) -> None:
    shape, quarters = TURNINGS[turning]
    cells = IN_EAST[shape]
    for _ in range(quarters):
        cells = {(column, -row) for row, column in cells}
    for cell in range(CELLS):
        covered = {(cell // SIDE + row, cell % SIDE + column) for row, column in cells}
        inside = all(0 <= row < SIDE and 0 <= column < SIDE for row, column in covered)
        wanted = sum(1 << (row * SIDE + column) for row, column in covered) if inside else 0
        assert int(FOOTPRINT[turning * CELLS + cell]) == wanted


def test_every_action_reads_back_from_its_notation() -> None:
    texts = [action_text(action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    assert [action_of(text) for text in texts] == list(range(ACTIONS))


# -- gardens -------------------------------------------------------------------------------------------
@st.composite
def gardens(draw_: st.DrawFn, heights: int = 30) -> list[tuple[int, int]]:
    """Height and visible objects, cell by cell; covered cells are likely, so that groups grow."""
    tall = draw_(st.lists(st.sampled_from([0, *range(1, heights + 1)]), min_size=CELLS, max_size=CELLS))
    objects = draw_(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=CELLS, max_size=CELLS))
    return [(height, count if height else 0) for height, count in zip(tall, objects, strict=True)]


def text_of(garden: list[tuple[int, int]]) -> str:
    cells = []
    for cell, (height, count) in enumerate(garden):
        objects = f"{OBJECT_LETTERS[cell // SIDE]}{count}" if count else ""
        cells.append(f"{height}{objects}" if height else ".")
    return " ".join(cells)


def groups(cells: Cells) -> Iterator[Cells]:
    """Orthogonally connected groups, by plain flood fill."""
    rest = set(cells)
    while rest:
        group, edge = set(), {rest.pop()}
        while edge:
            row, column = edge.pop()
            group.add((row, column))
            beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & rest
            rest -= beside
            edge |= beside
        yield group


def cells_where(garden: list[tuple[int, int]], wanted: Callable[[int, int], bool]) -> Cells:
    return {divmod(cell, SIDE) for cell, (height, count) in enumerate(garden) if wanted(height, count)}


@given(gardens())
def test_m6_a1_the_best_group_is_that_of_a_plain_flood_fill(garden: list[tuple[int, int]]) -> None:
    objects = cells_where(garden, lambda _, count: count > 0)
    counts = [sum(garden[row * SIDE + column][1] for row, column in group) for group in groups(objects)]
    p = finished(text_of(garden), garden_of(), expansions="A")
    assert sheet(p, "colourful garden")[0] == max(counts, default=0)


@given(gardens(heights=2))
def test_m6_b1_the_largest_meadow_is_that_of_a_plain_flood_fill(garden: list[tuple[int, int]]) -> None:
    green = cells_where(garden, lambda height, count: height > 0 and count == 0)
    p = finished(text_of(garden), garden_of(), expansions="B")
    assert sheet(p, "big meadow")[0] == 2 * max(map(len, groups(green)), default=0)


@given(gardens())
def test_m6_d1_sevens_are_counted_line_by_line(garden: list[tuple[int, int]]) -> None:
    counts = [count for _, count in garden]
    lines = [counts[SIDE * line : SIDE * line + SIDE] for line in range(SIDE)]
    lines += [counts[line::SIDE] for line in range(SIDE)]
    p = finished(text_of(garden), garden_of(), expansions="D")
    assert sheet(p, "7!")[0] == 7 * sum(sum(line) == 7 for line in lines)


# -- majorities ----------------------------------------------------------------------------------------
ROW_POINTS = ((15, 7), (12, 6), (9, 4), (8, 4), (7, 3), (6, 3))
counted_gardens = st.lists(st.lists(st.integers(0, 6), min_size=6, max_size=6), min_size=2, max_size=4)


def majority(objects: list[int], most: int, second: int) -> list[int]:
    """M5.2 to M5.4, word for word."""
    ranked = sorted(set(objects), reverse=True)
    first = objects.count(ranked[0]) == 1
    pays = {ranked[0]: most, **({ranked[1]: second} if first and len(ranked) > 1 else {})}
    return [pays.get(count, 0) for count in objects]


@given(counted_gardens)
def test_m5_majorities_are_those_of_the_rulebook(counts: list[list[int]]) -> None:
    p = finished(*(garden_of(*objects) for objects in counts))
    paid = [rows(p, seat) for seat in range(len(counts))]
    for number, (most, second) in enumerate(ROW_POINTS):
        wanted = majority([objects[number] for objects in counts], most, second)
        assert [row[number] for row in paid] == wanted


@given(counted_gardens, st.data())
def test_m5_majorities_do_not_know_the_order_of_seats(counts: list[list[int]], data: st.DataObject) -> None:
    order = data.draw(st.sampled_from(list(permutations(range(len(counts))))))
    pictures = [garden_of(*objects) for objects in counts]
    before, after = finished(*pictures), finished(*(pictures[seat] for seat in order))
    assert scores(after) == tuple(scores(before)[seat] for seat in order)


# -- moments of games ------------------------------------------------------------------------------------
def moment(options: MiyabiOptions, seed: int, events: int, best: bool) -> Position:
    """A game after so many events, or at its end."""
    *_, last = islice(moments(options, seed, often_the_best if best else any_action), events + 1)
    return last


anywhere = st.builds(moment, st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1), st.integers(0, 150), st.booleans())


@given(anywhere)
def test_legal_are_in_ascending_order_those_that_no_rule_forbids(p: Position) -> None:
    for seat in to_act(p):
        # The position is read out once, not once an action.
        with patch.object(explain, "read_snapshot", return_value=read_snapshot(p)):
            assert legal_ids(p) == [
                action for action in range(ACTIONS) if RULES.explain_illegal(p, seat, action) is None
            ]


@given(anywhere)
def test_who_is_to_act_can_act(p: Position) -> None:
    for _ in to_act(p):
        assert legal_ids(p)


@given(anywhere, st.integers(0, 2**32 - 1))
def test_sampled_actions_are_legal(p: Position, seed: int) -> None:
    rng = seeded(seed)
    for seat in to_act(p):
        ids = set(legal_ids(p))
        assert {int(KERNELS.sample(p, seat, rng)) for _ in range(200)} <= ids


@given(anywhere)
def test_parts_of_points_sum_to_the_gain_and_the_gain_is_what_the_score_grows_by(p: Position) -> None:
    for seat in to_act(p):
        for action in legal_ids(p):
            after = p.copy()
            KERNELS.play(after, seat, action)
            gain = int(KERNELS.gain(p, seat, action))
            assert sum(part.points for part in RULES.points(p, seat, action)) == gain
            grow_group = [int(b.earned.sum() - a.earned.sum()) for a, b in zip(p.gardens, after.gardens, strict=True)]
            assert grow_group == [gain if number == seat else 0 for number in range(len(grow_group))]
            if to_act(after) or chance_acts(after):
                assert scores(after)[seat] == scores(p)[seat] + gain


@given(anywhere)
def test_the_sheet_adds_up_to_the_scores(p: Position) -> None:
    assert tuple(sum(part.points for part in parts) for parts in RULES.sheet(p)) == scores(p)


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1), st.booleans())
def test_the_final_sheet_adds_up_to_the_final_scores(options: MiyabiOptions, seed: int, best: bool) -> None:
    p = moment(options, seed, 1000, best)
    assert RULES.view(p)["phase"] == "over"
    assert tuple(sum(part.points for part in parts) for parts in RULES.sheet(p)) == scores(p)


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1))
def test_what_chance_brings_reads_back_from_its_notation(options: MiyabiOptions, seed: int) -> None:
    for p in filter(chance_acts, moments(options, seed)):
        outcome = draw(p, seeded(seed))
        text = RULES.outcome_text(p, outcome)
        assert RULES.outcome_of(p, text) == sorted(outcome)
        assert RULES.outcome_text(p, list(reversed(outcome))) == text


@given(anywhere)
def test_every_legal_action_reads_back_from_its_notation(p: Position) -> None:
    for seat in to_act(p):
        for action in legal_ids(p):
            assert RULES.action_of(p, seat, RULES.action_text(p, seat, action)) == action


@given(anywhere)
def test_what_is_offered_follows_from_the_display(p: Position) -> None:
    kinds = count_kinds(p.display)
    for shape in range(len(p.display)):
        offered = [row for row in range(6) for _ in range(6) if kinds[shape * 6 + row]]
        assert sorted(offered) == [cell // SIDE for cell in range(CELLS) if p.offered[shape] >> cell & 1]


@given(anywhere, st.integers(0, 2**32 - 1))
def test_looking_changes_nothing(p: Position, seed: int) -> None:
    before = p.tobytes()
    numbers = np.zeros(len(RULES.feature_names), np.float32)
    for seat in to_act(p):
        for action in legal_ids(p):
            KERNELS.gain(p, seat, action)
            RULES.points(p, seat, action)
        KERNELS.sample(p, seat, seeded(seed))
        KERNELS.features(p, seat, numbers)
        RULES.explain_illegal(p, seat, PASS)
    if chance_acts(p):
        draw(p, seeded(seed))
    RULES.view(p), RULES.sheet(p), RULES.encode(p, 0), RULES.board(p, ("a", "b", "c", "d")), scores(p)
    assert p.tobytes() == before


@given(anywhere)
def test_every_moment_can_be_shown(p: Position) -> None:
    shown = RULES.view(p)
    assert json.loads(json.dumps(shown)) == shown
    assert max(map(len, RULES.board(p, ("Akiko",) * 4).splitlines())) <= 80
    for seat in range(int(p.seats)):
        numbers = RULES.encode(p, seat)
        assert numbers.shape == (RULES.encoded_bytes,)
        assert numbers.dtype == np.uint8


@given(anywhere)
def test_features_fill_their_names(p: Position) -> None:
    for seat in range(int(p.seats)):
        numbers = np.full(len(RULES.feature_names) + 1, np.nan, np.float32)
        assert KERNELS.features(p, seat, numbers) == len(RULES.feature_names)
        assert np.isfinite(numbers[:-1]).all()
        assert np.isnan(numbers[-1])


# -- bookkeeping over whole games --------------------------------------------------------------------------
def size_of_action(action: int) -> int:
    if action < PLACEMENTS:
        return int(SIZE[SHAPE_OF[action // CELLS]])
    return 1 if action < PASS else 0


def total_height(p: Position, seat: int) -> int:
    return sum(map(sum, RULES.view(p)["gardens"][seat]["heights"]))


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1), st.booleans())
def test_a_garden_is_as_high_as_its_tiles_are_large(options: MiyabiOptions, seed: int, best: bool) -> None:
    placed = [0] * options.seats

    def watch(p: Position, seat: int, rng: Generator) -> int:
        action = often_the_best(p, seat, rng) if best else any_action(p, seat, rng)
        placed[seat] += size_of_action(action)
        return action

    *_, end = moments(options, seed, watch)
    assert [total_height(end, seat) for seat in range(options.seats)] == placed


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1))
def test_no_zen_tile_is_lost(options: MiyabiOptions, seed: int) -> None:
    tiles = 16 if "C" in options.expansions else 0
    for p in moments(options, seed):
        on_the_table = sum(unpack_pool(p.zen_box)) + sum(unpack_pool(p.zen_display))
        in_gardens = sum(int(garden.zen).bit_count() for garden in p.gardens)
        assert on_the_table + in_gardens == tiles


@given(st.sampled_from(VARIANTS), st.integers(0, 2**32 - 1))
def test_a_round_places_at_most_six_tiles_a_seat_and_a_lantern_for_each(options: MiyabiOptions, seed: int) -> None:
    placed = [0] * options.seats
    round_number = 0

    def watch(p: Position, seat: int, rng: Generator) -> int:
        nonlocal round_number
        if p.building_round > round_number:
            round_number = int(p.building_round)
            placed[:] = [0] * options.seats
        assert placed[seat] == int(p.gardens[seat].lanterns).bit_count()
        action = any_action(p, seat, rng)
        placed[seat] += action < PASS
        return action

    for _ in moments(options, seed, watch):
        assert max(placed) <= SIDE


def test_random_games_reach_every_sort_of_action() -> None:
    seen = set()

    def watch(p: Position, seat: int, rng: Generator) -> int:
        action = often_the_best(p, seat, rng)
        bounds = (PLACEMENTS, PASS, FROG_PLACEMENT, FROG_STEP, END, ACTIONS)
        seen.add(next(number for number, bound in enumerate(bounds) if action < bound))
        return action

    golden = enclosed = bonuses = False
    for seed in range(20):
        *_, end = moments(MiyabiOptions(seats=2, expansions="CE"), seed, watch)
        golden |= any(garden.golden for garden in end.gardens)
        enclosed |= any(garden.earned[3] for garden in end.gardens)
        bonuses |= bool((end.bonus_holder >= 0).any())
    assert seen == set(range(6))
    assert (golden, enclosed, bonuses) == (True, True, True)
