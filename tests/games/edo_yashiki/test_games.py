"""Whole random games in every variant: the kernels against the plain reading of the rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from niwashi.core.game import Position
from niwashi.core.rng import Generator, below, seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH
from niwashi.games.edo_yashiki.explain import Picture, all_runs, card_squares, picture_of
from niwashi.games.edo_yashiki.options import EdoOptions, list_variants
from niwashi.games.edo_yashiki.picture import LOCKED, locked_rows
from niwashi.games.edo_yashiki.state import FIRST_GRAB, FIRST_SCORE, PLACE, POSITION, SEAT, SETUP
from tests.games.edo_yashiki.drawing import (
    KERNELS,
    any_action,
    fingerprint,
    legal_ids,
    open_game,
    placing,
    play_through,
    scores,
    to_act,
)

VARIANTS = list(list_variants())
SOME_FIRST = [
    pytest.param(options, marks=[pytest.mark.more] if index % 3 else []) for index, options in enumerate(VARIANTS)
]
"""Every third variant in a plain run, all with --more."""


def named(options: EdoOptions) -> str:
    return f"{options.edition}-{options.seats}-{options.grab}{'-specialists' * options.specialists}"


def greedy(p: Position, seat: int, rng: Generator) -> int:
    """Often the action that gains most, so that runs, choices and endings come up."""
    ids = legal_ids(p, seat)
    if below(rng, 4) == 0:
        return any_action(p, seat, rng)
    return max(ids, key=lambda action: (int(KERNELS.gain(p, seat, action)), -action))


# -- legal and refusal ---------------------------------------------------------------------------------
@pytest.mark.parametrize("options", SOME_FIRST, ids=named)
def test_legal_is_what_no_rule_refuses(options: EdoOptions) -> None:
    checked = 0

    def watch(p: Position, seat: int, rng: Generator) -> int:
        nonlocal checked
        ids = legal_ids(p, seat)
        assert ids == sorted(set(ids))
        assert len(ids) <= RULES.most_legal
        others = {below(rng, RULES.actions) for _ in range(5)} | set(range(FIRST_GRAB, RULES.actions))
        near = {below(rng, max(ids) + 300) % RULES.actions for _ in range(20)}
        for action in {*others, *near, *ids[:: max(1, len(ids) // 10)]}:
            assert (RULES.explain_illegal(p, seat, action) is None) == (action in ids), (seat, action)
            checked += 1
        return greedy(p, seat, rng)

    play_through(RULES.opening(options, RULES.box), seeded(options.seats), watch)
    assert checked > 1000


@pytest.mark.parametrize("cards", [1, 4, *(pytest.param(cards, marks=pytest.mark.more) for cards in (9, 14))])
def test_every_single_id_of_a_position_is_legal_or_refused(cards: int) -> None:
    p = open_game(seed=cards)
    rng = seeded(cards)
    while int(p.rounds) < cards or int(p.phase) != PLACE:
        mask = KERNELS.to_act(p)
        if mask > 0:
            seat = to_act(p)[0]
            KERNELS.play(p, seat, any_action(p, seat, rng))
        else:
            out = np.zeros(5, np.int64)
            KERNELS.reveal(p, out, KERNELS.draw(p, rng, out))
    assert [a for a in range(RULES.actions) if RULES.explain_illegal(p, 0, a) is None] == legal_ids(p, 0)


# -- what actions do -------------------------------------------------------------------------------------
@pytest.mark.parametrize("options", VARIANTS, ids=named)
def test_houses_locks_and_points_are_as_the_plain_board_has_them(options: EdoOptions) -> None:
    p = RULES.opening(options, RULES.box)
    houses: dict[int, Picture] = {}
    promised = [0] * options.seats

    def watch(p: Position, seat: int, rng: Generator) -> int:
        for each in range(options.seats):
            assert houses.setdefault(each, picture_of(p, each)) == picture_of(p, each)
            assert locked_squares(p, each) == {s for run in all_runs(houses[each]) for s in run.squares}
        action = greedy(p, seat, rng)
        points = sum(part.points for part in RULES.points(p, seat, action))
        assert points == KERNELS.gain(p, seat, action)
        if action < FIRST_GRAB:
            houses[seat] = houses[seat] | card_squares(p, seat, action)
            promised[seat] += points
        assert RULES.action_of(p, seat, RULES.action_text(p, seat, action)) == action
        return action

    play_through(p, seeded(options.seats + 10), watch)
    # greedy seats choose as the preview promised; the few random choices may bring less
    assert all(score <= most for score, most in zip(scores(p), promised))
    if not options.specialists:
        assert scores(p) == promised
    assert [sum(part.points for part in parts) for parts in RULES.sheet(p)] == scores(p)


def locked_squares(p: Position, seat: int) -> set[tuple[int, int]]:
    left, top = int(p.seat[seat].left), int(p.seat[seat].top)
    return {
        (left + x, top + y)
        for y, row in enumerate(locked_rows(p, seat))
        for x, mark in enumerate(row)
        if mark == LOCKED
    }


def test_the_bounding_box_is_tight() -> None:
    def watch(p: Position, seat: int, rng: Generator) -> int:
        for each in range(int(p.seats)):
            xs, ys = zip(*picture_of(p, each))
            assert (min(xs), min(ys)) == (int(p.seat[each].left), int(p.seat[each].top))
            assert max(xs) - min(xs) + 1 == int(p.seat[each].width) >= CARD_WIDTH
            assert max(ys) - min(ys) + 1 == int(p.seat[each].height) >= CARD_HEIGHT
        return any_action(p, seat, rng)

    play_through(open_game(seats=3), seeded(3), watch)


# -- chance and sampling -----------------------------------------------------------------------------------
@pytest.mark.parametrize("card", ["FG/FP/TT", "TP/FF/PT"])
def test_sampling_is_uniform(card: str) -> None:
    p = placing("TPGT/GGGF/TPFT/.TF./.PG.", hands=[card])
    ids, rng = legal_ids(p, 0), seeded(9)
    draws = 200 * len(ids)
    seen = Counter(any_action(p, 0, rng) for _ in range(draws))
    assert set(seen) == set(ids)
    freedom = len(ids) - 1
    assert sum((seen[a] - 200) ** 2 / 200 for a in ids) < freedom + 6 * (2 * freedom) ** 0.5


def test_sampled_grabs_are_uniform() -> None:
    p = open_game(seats=5)
    KERNELS.play(p, 3, FIRST_GRAB + 1)
    rng = seeded(2)
    seen = Counter(any_action(p, 0, rng) - FIRST_GRAB for _ in range(4000))
    assert set(seen) == {0, 2, 3, 4}
    assert all(abs(count - 1000) < 150 for count in seen.values())


def test_drawing_changes_nothing() -> None:
    p = RULES.opening(EdoOptions(seats=5), RULES.box)
    before = p.tobytes()
    KERNELS.draw(p, seeded(1), np.zeros(5, np.int64))
    assert p.tobytes() == before


def test_a_used_record_starts_as_a_fresh_one() -> None:
    setup = RULES.setup(EdoOptions(seats=3, specialists=True), RULES.box)
    p = open_game(seats=5, specialists=True)
    play_through(p, seeded(1))
    KERNELS.start(p, setup)
    assert p.tobytes() == RULES.opening(EdoOptions(seats=3, specialists=True), RULES.box).tobytes()


# -- numbers and pictures ---------------------------------------------------------------------------
@pytest.mark.parametrize("options", VARIANTS[::5], ids=named)
def test_views_boards_numbers_hold_throughout(options: EdoOptions) -> None:
    numbers = np.zeros(len(RULES.feature_names), np.float32)
    names = ["Aki", "Bo", "Chiyo of the long name and the longer house", "Dai", "Emi"]

    def watch(p: Position, seat: int, rng: Generator) -> int:
        view = RULES.view(p)
        assert json.loads(json.dumps(view)) == view
        assert view == RULES.view(p.copy())
        assert max(map(len, RULES.board(p, names).splitlines())) <= 80
        encoded = RULES.encode(p, seat)
        assert encoded.shape == (RULES.encoded_bytes,)
        assert encoded.dtype == np.uint8
        assert KERNELS.features(p, seat, numbers) == len(RULES.feature_names)
        assert np.isfinite(numbers).all()
        return any_action(p, seat, rng)

    play_through(RULES.opening(options, RULES.box), seeded(1), watch)


def test_features_of_a_drawn_house() -> None:
    p = placing("GGT./TPPP/TFTP", hands=["GT/FF/PT", "FG/FP/TT"])
    numbers = np.zeros(len(RULES.feature_names), np.float32)
    KERNELS.features(p, 0, numbers)
    found = dict(zip(RULES.feature_names, numbers.tolist()))
    assert found["own_pairs"] == 3  # gardens on top, tatami at the left, ponds at the right
    assert found["own_threes"] == 1
    assert found["own_locked"] == 3
    assert found["own_squares"] == 11
    assert found["own_places"] == len(legal_ids(p, 0)) / 2
    assert found["hand_gain"] == max(int(KERNELS.gain(p, 0, a)) for a in legal_ids(p, 0))


# -- the record ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dtype", [POSITION, SEAT, SETUP])
def test_every_field_is_aligned_and_named_like_no_method(dtype: np.dtype[np.record]) -> None:
    assert dtype.fields is not None
    for name, (kind, offset, *_) in dtype.fields.items():
        size = 8 if kind.base == SEAT else kind.base.itemsize
        assert offset % size == 0, name
        assert not hasattr(np.record, name)
    assert dtype.itemsize % 4 == 0


def test_the_sizes_are_as_documented() -> None:
    assert SEAT.itemsize == 32
    assert POSITION.itemsize == 6520
    assert POSITION.itemsize % 8 == 0
    assert RULES.actions == FIRST_SCORE + 12 == 12627


@pytest.mark.more
def test_compiled_and_interpreted_play_the_same_games() -> None:
    root = Path(__file__).parents[3]
    code = "from tests.games.edo_yashiki.drawing import fingerprint; print(fingerprint(4))"
    path = os.pathsep.join([str(root), str(root / "src")])
    env = {**os.environ, "NIWASHI_JIT": "0", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error", "-c", code]
    run = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
    assert (run.stdout.strip(), run.stderr) == (fingerprint(4), "")
