"""Batches on the CPU. test_batches.py runs this file with NIWASHI_JIT=0."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import niwashi
from niwashi.batch.batch import POLICIES, Batch, make_generators
from niwashi.batch.devices import Cuda
from niwashi.engine import catalog

GAMES = (("miyabi", {"seats": 3, "expansions": "BD"}), ("edo_yashiki", {"seats": 2, "grab": "live"}))
each_game = pytest.mark.parametrize(("game", "options"), GAMES)
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


def play_on(batch: Batch, steps: int) -> None:
    for _ in range(steps):
        batch.play(*batch.random_actions())


@each_game
def test_a_game_does_not_depend_on_the_others(game: str, options: dict[str, Any]) -> None:
    many, few = (Batch(game, games=games, seed=5, **options) for games in (5, 2))
    for batch in (many, few):
        play_on(batch, 6)
    assert many.positions()[:2].tobytes() == few.positions().tobytes()
    assert np.array_equal(many.finish().scores[:2], few.finish().scores)


@each_game
def test_games_are_played_to_their_end_and_stay_there(game: str, options: dict[str, Any]) -> None:
    batch = Batch(game, games=2, seed=2, **options)
    expected = batch.finish()
    while batch.acting.any():
        seats, actions = batch.random_actions()
        assert ((seats >= 0) == (batch.acting != 0)).all()
        batch.play(seats, actions)
    over = batch.positions().tobytes()
    play_on(batch, 1)
    assert batch.positions().tobytes() == over
    assert expected.scores.shape == (2, options["seats"])
    assert (batch.finish().actions == 0).all()


@each_game
def test_masks_encodings_and_features_are_those_of_the_game(game: str, options: dict[str, Any]) -> None:
    batch, rules = Batch(game, games=3, seed=8, **options), catalog.rules(game)
    play_on(batch, 9)
    observations, masks = batch.observe()
    for i, p in enumerate(batch.positions()):
        seat = int(batch.acting[i] & -batch.acting[i]).bit_length() - 1
        bits = np.unpackbits(masks[i], bitorder="little")[: rules.actions]
        assert bits.tolist() == rules.mask(p, seat).tolist()
        assert observations[i].tolist() == rules.encode(p, seat).tolist()
        row = np.zeros(len(rules.feature_names), np.float32)
        rules.kernels.features(p, seat, row)
        assert batch.features()[i].tolist() == row.tolist()
    assert np.array_equal(batch.masks(), masks)


@pytest.mark.parametrize("policy", POLICIES)
def test_playouts_leave_the_positions_as_they_are(policy: str) -> None:
    batch = Batch("miyabi", games=1, seed=3, seats=2)
    play_on(batch, 60)
    before = batch.positions().tobytes()
    played = batch.finish(policy)
    assert (played.scores > 0).all()
    assert batch.positions().tobytes() == before


def test_the_club_policy_scores_more_than_random_play() -> None:
    batch = Batch("miyabi", games=2, seed=4, seats=2)
    play_on(batch, 52)
    assert batch.finish("club").scores.sum() > batch.finish("random").scores.sum()


def test_random_games_add_up_their_rounds() -> None:
    once, twice = (Batch("miyabi", games=1, seed=6, seats=2).random_games(rounds) for rounds in (1, 2))
    assert twice.actions[0] > once.actions[0]
    assert (twice.scores > once.scores).all()


def test_generators_differ_and_are_never_all_zero() -> None:
    words = make_generators(1, 1000).view(np.int64).reshape(-1, 4)
    assert len({tuple(row) for row in words.tolist()}) == 1000
    assert ((words >= 0) & (words < 1 << 32)).all()
    assert words.any(axis=1).all()
    assert not np.array_equal(words, make_generators(2, 1000).view(np.int64).reshape(-1, 4))


# -- bad input -------------------------------------------------------------------------------------------------------
def test_one_action_that_cannot_be_played_changes_no_game() -> None:
    batch = Batch("miyabi", games=3, seed=1, seats=2)
    seats, actions = batch.random_actions()
    actions[1] = 10**6
    before = batch.positions().tobytes()
    with pytest.raises(niwashi.IllegalAction, match="game 1: 1000000 is no action of Miyabi; its actions are 0 to 905"):
        batch.play(seats, actions)
    assert batch.positions().tobytes() == before
    actions[1] = int(np.unpackbits(batch.masks()[1], bitorder="little").argmin())
    with pytest.raises(niwashi.IllegalAction, match=r"game 1, seat 0, action \d+: .* \(M\d") as refusal:
        batch.play(seats, actions)
    assert refusal.value.about == {"game": 1, "action": actions[1]}
    assert batch.positions().tobytes() == before
    actions[1], seats[2] = batch.random_actions()[1][1], 1
    with pytest.raises(niwashi.IllegalAction, match="seat 1 is not to act in game 2 of the batch, but 0"):
        batch.play(seats, actions)
    assert batch.positions().tobytes() == before


@each_game
def test_seats_that_a_game_does_not_have_are_refused_with_its_number(game: str, options: dict[str, Any]) -> None:
    """Compiled code would read and write beyond the position; 33 and 64 would pass for seats 1 and 0."""
    batch = Batch(game, games=3, seed=1, **options)
    before, (_, actions) = batch.positions().tobytes(), batch.random_actions()
    most = options["seats"] - 1
    for wrong in (most + 1, 33, 64, 127, -2, -128):
        seats = np.array([0, wrong, 0], np.int8)
        said = f"game 1 of the batch has no seat {wrong}; its seats are 0 to {most}, or -1 for none"
        for ask in (lambda s: batch.play(s, actions), batch.masks, batch.observe, batch.features):
            with pytest.raises(niwashi.BadSeat, match=said) as refusal:
                ask(seats)
            assert refusal.value.about == {"game": 1}
    assert batch.positions().tobytes() == before


@each_game
def test_arrays_with_gaps_and_read_only_ones_are_as_good(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A GPU's loops take arrays by their addresses."""
    one, other = (Batch(game, games=3, seed=1, **options) for _ in range(2))
    seats, actions = one.random_actions()
    other.random_actions()
    gaps = np.repeat(actions, 2)[::2]
    gaps.flags.writeable = False
    one.play(seats, actions)
    other.play(np.repeat(seats, 3)[::3], gaps)
    assert one.positions().tobytes() == other.positions().tobytes()
    handed: list[Any] = []
    monkeypatch.setattr(other, "_run", lambda loop, *arguments: handed.extend(arguments))
    other.masks(np.repeat(seats, 3)[::3])
    assert all(array.flags.c_contiguous for array in handed)
    assert np.array_equal(one.features(np.full(3, -1, np.int8)), one.features(np.zeros(3, np.int8)))


def test_an_action_after_the_end_is_refused() -> None:
    batch = Batch("edo_yashiki", games=1, seed=1, seats=2, grab="calm")
    while batch.acting.any():
        play_on(batch, 1)
    with pytest.raises(niwashi.IllegalAction, match="game 0 of the batch is over; its seat must be -1, not 0"):
        batch.play(np.zeros(1, np.int8), np.zeros(1, np.int64))


@pytest.mark.parametrize(
    ("seats", "actions", "said"),
    [
        (np.zeros(2, np.int8), np.zeros(3, np.int64), "seats must be an array of 3 numbers of type int8"),
        (np.zeros(3, np.int64), np.zeros(3, np.int64), "not int64 of shape"),
        (np.zeros(3, np.int8), np.zeros((3, 1), np.int64), "actions must be an array of 3 numbers of type int64"),
        (np.zeros(3, np.int8), [0, 0, 0], "on this device, not “list”"),
    ],
)
def test_arrays_of_another_shape_or_type_are_refused(seats: Any, actions: Any, said: str) -> None:
    with pytest.raises(niwashi.NiwashiError, match=said):
        Batch("miyabi", games=3, seed=1).play(seats, actions)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"device": "tpu"}, "there is no device “tpu”; the devices are cpu and cuda"),
        ({"games": 0}, "games must be a number from 1 to 16,777,216, not 0"),
        ({"games": 2.5}, "games must be a number from 1 to 16,777,216, not 2.5"),
        ({"games": "3"}, "games must be a number from 1 to 16,777,216, not “3”"),
        ({"seats": 9}, "9"),
    ],
)
def test_what_a_batch_cannot_be_is_said(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(niwashi.NiwashiError, match=said):
        Batch("miyabi", **{"games": 1, **wrong})


@pytest.mark.parametrize("rounds", [0, 2.5, "2"], ids=repr)
def test_random_games_have_a_whole_number_of_rounds(rounds: Any) -> None:
    with pytest.raises(niwashi.NiwashiError, match="rounds must be a number from 1 to"):
        Batch("miyabi", games=1).random_games(rounds)


@pytest.mark.parametrize("noise", [-0.1, 2, "1", None, float("nan")], ids=repr)
def test_noise_is_a_probability(noise: Any) -> None:
    with pytest.raises(niwashi.NiwashiError, match="noise must be a number from 0 to 1, not"):
        Batch("miyabi", games=1).finish("club", noise)


def test_an_unknown_policy_is_refused() -> None:
    with pytest.raises(
        niwashi.NiwashiError, match="there is no policy “expert”; the policies are random, casual, club"
    ):
        Batch("miyabi", games=1).finish("expert")


def test_without_cupy_a_gpu_is_refused_with_the_way_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cupy", None)
    with pytest.raises(niwashi.NiwashiError, match=r"the device cuda needs CuPy; install it with: pip install"):
        Cuda(catalog.rules("miyabi"))
