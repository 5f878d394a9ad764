"""Chance: what is drawn is drawn fairly, and drawing changes nothing but the generator.

Seeds are fixed, so a test here says the same every time; fair chance would fail it once in ten thousand seeds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import TypeVar

import pytest

from niwashi.core.components import Components
from niwashi.core.game import Position
from niwashi.core.rng import seeded
from niwashi.games.miyabi import RULES
from niwashi.games.miyabi.options import MiyabiOptions
from niwashi.games.miyabi.tiles import BACK_NAMES, DEALT_PER_SEAT, KIND_TEXTS, OBJECT_LETTERS, back_of
from tests.games.miyabi.drawing import (
    KERNELS,
    chance_acts,
    draw,
    legal,
    legal_ids,
    opening,
    play,
    table,
)

T = TypeVar("T")
DRAWS = 12_000
ONE_IN_TEN_THOUSAND = 3.719
"""The normal deviate that is exceeded so seldom."""

LOPSIDED_TILES = (
    {"m1": 1, "p1": 29, "s1": 2}
    | {"f2": 20, "a2": 11, "s2": 1}
    | {"mJ": 1, "pL": 2, "sL": 1, "fK": 11, "sK": 1}
    | {"bI": 1, "sI": 3, "mH": 12}
)
LOPSIDED = RULES.components(
    {
        "game": "miyabi",
        "name": "lopsided",
        "tiles": LOPSIDED_TILES,
        "bonuses": RULES.box.content["bonuses"],
        "zen": {"maple": 1, "fish": 13, "stone": 2},
    }
)
BOXES = {"shipped": RULES.box, "lopsided": LOPSIDED}


def unlikely(freedom: int) -> float:
    """The chi-square that fair chance exceeds once in ten thousand times, after Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + ONE_IN_TEN_THOUSAND * math.sqrt(spread)) ** 3)


def fair(found: Mapping[T, int], weights: Mapping[T, float]) -> bool:
    """Did these come up about as often as their weights say, and nothing else at all?"""
    draws, whole = sum(found.values()), sum(weights.values())
    wanted = {thing: draws * weight / whole for thing, weight in weights.items() if weight}
    assert min(wanted.values()) >= 5, "too few draws to judge"
    if not set(found) <= set(wanted):
        return False
    square = sum((found.get(thing, 0) - mean) ** 2 / mean for thing, mean in wanted.items())
    return square < unlikely(len(wanted) - 1)


def dealing(box: Components, seats: int = 2) -> Position:
    return RULES.opening(MiyabiOptions(seats=seats), box)


def tiles_of(box: Components, back: str) -> dict[int, float]:
    """How many tiles of each kind the box has with this back."""
    kinds = {kind: box.content["tiles"].get(text, 0) for kind, text in enumerate(KIND_TEXTS)}
    return {kind: count for kind, count in kinds.items() if count and BACK_NAMES[back_of(kind)] == back}


# -- deals -------------------------------------------------------------------------------------------
def test_the_judge_of_fairness_would_notice_kinds_that_are_equally_likely() -> None:
    weights = tiles_of(RULES.box, "single")
    by_kind = dict.fromkeys(weights, DRAWS // len(weights))
    assert fair(by_kind, dict.fromkeys(weights, 1.0))
    assert not fair(by_kind, weights)


@pytest.mark.parametrize("name", BOXES)
def test_m2_2_tiles_and_not_kinds_are_equally_likely(name: str) -> None:
    p, rng = dealing(BOXES[name]), seeded(1)
    deals = [draw(p, rng) for _ in range(DRAWS)]
    first = 0
    for back, per_seat in zip(BACK_NAMES, DEALT_PER_SEAT, strict=True):
        after = first + 2 * int(per_seat)
        for place in (first, after - 1):
            found = Counter(deal[place] for deal in deals)
            assert fair(found, tiles_of(BOXES[name], back)), (back, place)
        first = after


@pytest.mark.parametrize("name", BOXES)
def test_m2_2_the_second_tile_is_one_of_those_left(name: str) -> None:
    p, rng = dealing(BOXES[name]), seeded(2)
    corners = tiles_of(BOXES[name], "corner")
    found = Counter((deal[8], deal[9]) for deal in (draw(p, rng) for _ in range(DRAWS)))
    pairs = {(a, b): corners[a] * (corners[b] - (a == b)) for a in corners for b in corners}
    assert fair(found, {pair: weight for pair, weight in pairs.items() if weight})


def test_m2_2_a_deal_never_has_more_of_a_kind_than_the_box() -> None:
    p, rng = dealing(LOPSIDED, seats=4), seeded(3)
    for _ in range(2000):
        for kind, count in Counter(draw(p, rng)).items():
            assert count <= LOPSIDED.content["tiles"][KIND_TEXTS[kind]]


def test_m2_2_the_last_deal_of_four_players_is_what_is_left() -> None:
    p, rng = dealing(LOPSIDED, seats=4), seeded(4)
    dealt = Counter[str]()
    for _ in range(4):
        outcome = draw(p, rng)
        dealt.update(KIND_TEXTS[kind] for kind in outcome)
        p = play(p, RULES.outcome_text(p, outcome))
        p.phase = 2
    assert dealt == {kind: count for kind, count in LOPSIDED.content["tiles"].items() if count}


# -- Zen tiles ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("place", range(5))
def test_m6_c1_zen_tiles_and_not_objects_are_equally_likely(place: int) -> None:
    p, rng = opening(expansions="C"), seeded(5)
    found = Counter(draw(p, rng)[place] for _ in range(4000))
    assert fair(found, {0: 3, 1: 3, 2: 3, 3: 3, 4: 2, 5: 2})


def test_m6_c1_a_replacement_is_one_of_those_face_down() -> None:
    p = play(table(expansions="C", zen="mpfab", zen_box="mssssssffa"), "zmc")
    rng = seeded(6)
    outcomes = [draw(p, rng) for _ in range(4000)]
    assert {len(outcome) for outcome in outcomes} == {1}
    found = Counter(OBJECT_LETTERS[outcome[0]] for outcome in outcomes)
    assert fair(found, {"m": 1, "s": 6, "f": 2, "a": 1})


# -- drawing and sampling leave the position alone -------------------------------------------------------
@pytest.mark.parametrize(
    "p",
    [opening(4), opening(2, "C"), play(table(expansions="C", zen="mpfab"), "zmc")],
    ids=["deal", "zen-setup", "zen-refill"],
)
def test_a_draw_changes_only_the_generator(p: Position) -> None:
    assert chance_acts(p)
    before, rng = p.tobytes(), seeded(7)
    outcomes = {tuple(draw(p, rng)) for _ in range(50)}
    assert p.tobytes() == before
    assert len(outcomes) > 1


def test_the_same_generator_draws_the_same() -> None:
    assert draw(opening(3), seeded(8)) == draw(opening(3), seeded(8))


# -- sampling ----------------------------------------------------------------------------------------
RICH = table(
    """
    1   1 2   2 . .
    1p1 1 2   . . .
    .   3 (.) 1 1 .
    .   . 1   1 z .
    2   2 2   . . .
    2   . .   4 4 4
    """,
    display="m1 p2 fL fJ aK aK bI sH s1 s2",
    expansions="CE",
    zen="mfbss",
    lanterns="c",
    free_pass=True,
)


@pytest.mark.parametrize(
    ("p", "has"),
    [
        (RICH, {"m1a", "p2bN", "fLdE", "fJeW", "aKdN", "bIfN", "sHeE", "zmf", "pass", "frogS"}),
        (play(RICH, "m1a"), {"frogE", "frogS", "end"}),
        (play(RICH, "frogE"), {"m1a", "zmf", "pass"}),
        (table(display="m1"), {"m1a", "m1f"}),
        (table(display="m2 s2", free_pass=True), {"m2aE", "pass"}),
        (opening(expansions="E"), {"frog@a1", "frog@f6"}),
        (table(), {"pass"}),
    ],
    ids=["before placing", "after placing", "after stepping", "singles", "doubles", "frog's place", "nothing"],
)
def test_sampled_actions_are_equally_likely(p: Position, has: set[str]) -> None:
    ids = legal_ids(p)
    assert has <= legal(p)
    rng = seeded(9)
    found = Counter(int(KERNELS.sample(p, 0, rng)) for _ in range(200 * len(ids)))
    if len(ids) > 1:
        assert fair(found, dict.fromkeys(ids, 1.0))
    assert set(found) == set(ids)
