"""The vector environment: games that depend on nothing but their seeds and actions, in memory that is made once."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
import pytest

from niwashi.core.errors import NiwashiError
from niwashi.core.game import acting_seats
from niwashi.env import devices
from niwashi.env.vector import AUTORESETS, Batch, VectorEnvironment
from tests.conformance.variants import Variant, each_game, some_variants

COUNT = 64
LONG = 400
"""More steps than a game has."""


def arrays(batch: Batch) -> dict[str, np.ndarray]:
    return {field.name: getattr(batch, field.name).copy() for field in fields(batch)}


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


@cache
def shared(game: str) -> VectorEnvironment:
    """For tests that leave it as it was."""
    return VectorEnvironment(game, 3, seed=1)


@some_variants(24)
def test_observations_and_masks_are_those_of_the_kernels(variant: Variant) -> None:
    environment = VectorEnvironment(variant.game, 2, seed=5, **variant.options.as_dict())
    rules, batch = environment.rules, environment.batch
    for _ in range(LONG):
        for i in range(2):
            p, seat = environment.position(i), int(batch.seat[i])
            assert np.array_equal(batch.observation[i], rules.encode(p, seat))
            assert np.array_equal(batch.mask[i], rules.mask(p, seat))
            assert batch.terminated[i] == (rules.kernels.to_act(p) == 0)
            assert batch.terminated[i] or seat in acting_seats(int(rules.kernels.to_act(p)))
        bits = np.unpackbits(batch.mask_bits.view(np.uint8), axis=1, count=rules.actions, bitorder="little")
        assert np.array_equal(bits, batch.mask)
        if batch.terminated.any():
            break
        environment.step(environment.sample())
    else:
        raise AssertionError("games end")


@each_game
def test_a_game_depends_on_its_seed_and_its_actions_only(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """64 games are 64 times one game, on any number of threads."""
    monkeypatch.setattr(devices, "GAMES_PER_THREAD", 8)
    together = VectorEnvironment(game, COUNT, seed=100, threads=3)
    alone = [VectorEnvironment(game, 1, seed=100 + i, threads=1) for i in range(COUNT)]
    for _ in range(60):
        actions = together.sample()
        assert actions.tolist() == [int(one.sample()[0]) for one in alone]
        found = arrays(together.step(actions))
        rows = [arrays(one.step(actions[i : i + 1])) for i, one in enumerate(alone)]
        assert same(found, {name: np.concatenate([row[name] for row in rows]) for name in found})
    together.close()


@each_game
def test_nothing_is_copied(game: str) -> None:
    environment = VectorEnvironment(game, 3, seed=1)
    before = {field.name: getattr(environment.batch, field.name).__array_interface__ for field in fields(Batch)}
    batch = environment.step(environment.sample())
    assert {name: getattr(batch, name).__array_interface__ for name in before} == before


# -- the end of a game -----------------------------------------------------------------------------------------------
def play_to_the_end(environment: VectorEnvironment) -> Batch:
    """Until some game ends."""
    batch = environment.batch
    for _ in range(LONG):
        batch = environment.step(environment.sample())
        if (batch.terminated | batch.truncated).any():
            return batch
    raise AssertionError("games end")


@each_game
def test_by_default_a_game_begins_again_in_its_next_step(game: str) -> None:
    environment = VectorEnvironment(game, 2, seed=4)
    batch = play_to_the_end(environment)
    over = int(np.flatnonzero(batch.terminated)[0])
    assert not batch.mask[over].any()
    actions = environment.sample()
    actions[over] = -5  # ignored
    batch = environment.step(actions)
    assert not batch.terminated[over]
    assert batch.steps[over] == 0
    assert batch.mask[over].any()
    assert not batch.rewards[over].any()


@each_game
def test_in_the_same_step_the_final_observation_is_kept(game: str) -> None:
    other = VectorEnvironment(game, 2, seed=4)
    environment = VectorEnvironment(game, 2, seed=4, autoreset="same step")
    last, batch = play_to_the_end(other), play_to_the_end(environment)
    over = batch.terminated
    assert np.array_equal(over, last.terminated)
    assert np.array_equal(batch.final_observation[over], last.observation[over])
    assert np.array_equal(batch.rewards, last.rewards)
    assert batch.mask.any(axis=1).all()
    assert not batch.steps[over].any()
    assert np.array_equal(other.step(other.sample()).observation[over], batch.observation[over])


@each_game
@pytest.mark.parametrize("most", [None, 3], ids=["terminated", "truncated"])
def test_after_an_end_in_the_same_step_the_next_step_plays_its_action(game: str, most: int | None) -> None:
    """As another environment does, one step after it has begun again."""
    fresh, environment = (VectorEnvironment(game, 1, seed=4, max_steps=most, autoreset=mode) for mode in AUTORESETS[:2])
    play_to_the_end(environment)
    play_to_the_end(fresh)
    fresh.step([0])
    actions = environment.sample()
    assert environment.batch.mask[0, actions[0]]
    found, expected = arrays(environment.step(actions)), arrays(fresh.step(actions))
    assert found["steps"] == 1
    assert not found.pop("terminated")
    assert same(found, {**expected, "final_observation": found["final_observation"]})


@each_game
def test_after_an_end_in_the_same_step_a_bad_action_is_refused(game: str) -> None:
    environment = VectorEnvironment(game, 2, seed=4, max_steps=3, autoreset="same step")
    before = arrays(play_to_the_end(environment))
    for wrong in (-1, int(np.flatnonzero(~environment.batch.mask[1])[0])):
        actions = environment.batch.mask.argmax(axis=1)
        actions[1] = wrong
        with pytest.raises(NiwashiError, match=r"^game 1[:,]") as refusal:
            environment.step(actions)
        assert refusal.value.about == {"game": 1, "action": wrong}
        assert same(before, arrays(environment.batch))


@each_game
def test_without_autoreset_games_wait_for_a_reset_by_mask(game: str) -> None:
    environment = VectorEnvironment(game, 2, seed=4, autoreset="disabled")
    over = play_to_the_end(environment).terminated.copy()
    number = int(np.flatnonzero(over)[0])
    before = arrays(environment.batch)
    with pytest.raises(NiwashiError, match=f"game {number} is over") as refusal:
        environment.step(environment.sample())
    assert refusal.value.code == "env/over"
    assert same(before, arrays(environment.batch))
    batch = environment.reset(mask=over)
    assert not batch.terminated.any()
    assert np.array_equal(batch.observation[~over], before["observation"][~over])
    environment.step(environment.sample())


@each_game
def test_games_may_be_cut_short(game: str) -> None:
    environment = VectorEnvironment(game, 2, seed=4, max_steps=3)
    batch = play_to_the_end(environment)
    assert batch.truncated.all()
    assert not batch.terminated.any()
    assert batch.steps.tolist() == [3, 3]
    assert not environment.step([0, 0]).truncated.any()


# -- rewards ---------------------------------------------------------------------------------------------------------
@some_variants(24)
def test_returns_are_shares_of_the_win_or_points(variant: Variant) -> None:
    options = variant.options.as_dict()
    shares = VectorEnvironment(variant.game, 1, seed=7, **options)
    points = VectorEnvironment(variant.game, 1, seed=7, returns="points", **options)
    total = np.zeros(variant.options.seats)
    while not shares.batch.terminated[0]:
        assert not shares.batch.rewards.any()
        actions = shares.sample()
        shares.step(actions)
        total += points.step(actions).rewards[0]
    final = np.zeros(max(variant.rules.seats), np.int64)
    variant.rules.kernels.scores(shares.position(0), final)
    assert total.tolist() == final[: len(total)].tolist()
    winners = total == total.max()
    assert shares.batch.rewards[0] == pytest.approx(winners / winners.sum() - 1 / len(total))


@each_game
def test_simple_players_take_their_seats(game: str) -> None:
    environment = VectorEnvironment(game, 3, seed=4, players=["random", "learner"])
    for _ in range(20):
        batch = environment.step(environment.sample())
        assert (batch.seat[~batch.terminated] == 1).all()


# -- bad input -------------------------------------------------------------------------------------------------------
BAD_ACTIONS: list[tuple[Any, str, str]] = [
    ([0, 0], "env/actions", r"actions are 3 whole numbers, one for each game; these are an array of shape \(2,\)"),
    ([[0, 0, 0]], "env/actions", r"shape \(1, 3\)"),
    ([0.0, 0.0, 0.0], "env/actions", "type float64"),
    (["a", "b", "c"], "env/actions", "type <U1"),
    ([[1], [1, 2], 3], "env/actions", "type object"),
    (np.zeros(3, np.bool_), "env/actions", "type bool"),
]


@each_game
@pytest.mark.parametrize(("actions", "code", "sentence"), BAD_ACTIONS, ids=repr)
def test_actions_of_a_wrong_kind_are_refused(game: str, actions: Any, code: str, sentence: str) -> None:
    environment = shared(game)
    before = arrays(environment.batch)
    with pytest.raises(NiwashiError, match=sentence) as refusal:
        environment.step(actions)
    assert refusal.value.code == code
    assert same(before, arrays(environment.batch))


@each_game
def test_an_illegal_action_is_refused_with_its_game_and_nothing_has_changed(game: str) -> None:
    environment = shared(game)
    before = arrays(environment.batch)
    for wrong in (-1, environment.rules.actions, int(np.flatnonzero(~environment.batch.mask[1])[0]), 1 << 62):
        actions = environment.batch.mask.argmax(axis=1)
        actions[1] = wrong
        with pytest.raises(NiwashiError, match=r"^game 1[:,]") as refusal:
            environment.step(actions)
        assert refusal.value.about == {"game": 1, "action": wrong}
        assert same(before, arrays(environment.batch))


@each_game
def test_a_number_beyond_64_bits_with_a_sign_is_named_as_it_is(game: str) -> None:
    environment = shared(game)
    actions = environment.batch.mask.argmax(axis=1).astype(np.uint64)
    actions[2] = 2**63 + 1
    with pytest.raises(NiwashiError, match=f"game 2: {2**63 + 1} is no action") as refusal:
        environment.step(actions)
    assert refusal.value.about == {"game": 2, "action": 2**63 + 1}


@pytest.mark.parametrize("kind", ["read-only", "with gaps", "big-endian", "unaligned"])
def test_loops_see_one_kind_of_array_only(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would compile them anew for every other one."""
    one, other = (VectorEnvironment("miyabi", 3, seed=1) for _ in range(2))
    actions = one.batch.mask.argmax(axis=1)
    odd = {
        "read-only": np.frombuffer(actions.tobytes(), np.int64),
        "with gaps": np.repeat(actions, 2)[::2],
        "big-endian": actions.astype(">i8"),
        "unaligned": np.frombuffer(b" " + actions.tobytes(), np.int64, offset=1),
    }[kind]
    seen, step = [], other._stepper.step

    def watch(games: Any, taken: np.ndarray) -> int:
        seen.append(taken)
        return step(games, taken)

    monkeypatch.setattr(other._stepper, "step", watch)
    assert same(arrays(one.step(actions)), arrays(other.step(odd)))
    flags = seen[0].flags
    assert flags.c_contiguous
    assert flags.writeable
    assert flags.aligned
    assert seen[0].dtype == np.int64
    assert seen[0].dtype.isnative


def test_a_seed_may_be_an_array() -> None:
    expected = arrays(VectorEnvironment("miyabi", 3, seed=5).batch)
    seeds: list[Any] = [np.array(5), np.array([5, 6, 7])]
    for seed in seeds:
        assert same(expected, arrays(VectorEnvironment("miyabi", 3, seed=seed).batch))


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"count": 0}, "count must be a whole number from 1 to"),
    ({"autoreset": "later"}, "autoreset must be next step, same step, disabled; not “later”"),
    ({"returns": "money"}, "returns must be win share or points, not “money”"),
    ({"players": ["random", "random"]}, "at least one seat must be a learner"),
    ({"players": ["learner"]}, "players are a list of 2 names"),
    ({"players": ["learner", "expert"]}, "players must be learner, random, greedy; not “expert”"),
    ({"max_steps": 0}, "max_steps must be a whole number"),
    ({"seed": [1, 2]}, "a seed must be a whole number or a list of 3"),
    ({"seed": np.array(5.0)}, "a seed must be a whole number or a list of 3"),
    ({"seed": [1, "2", 3]}, "the seed of game 1 must be a whole number, not “2”"),
    ({"seats": 9}, "is for 2 to"),
    ({"colour": "red"}, "has no option “colour”"),
]


@pytest.mark.parametrize(("options", "sentence"), BAD_OPTIONS, ids=lambda value: str(value)[:30])
def test_options_that_cannot_be_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NiwashiError, match=sentence):
        VectorEnvironment("miyabi", **{"count": 3, **options})


@pytest.mark.parametrize("mask", [[True, False], [1, 0, 1], np.zeros((3, 1), np.bool_)], ids=repr)
def test_a_reset_mask_must_fit(mask: Any) -> None:
    environment = shared("miyabi")
    before = arrays(environment.batch)
    with pytest.raises(NiwashiError, match="has 3 truth values; this one is an array of shape"):
        environment.reset(mask=mask)
    assert same(before, arrays(environment.batch))


def test_masks_cannot_be_overwritten() -> None:
    with pytest.raises(ValueError, match="read-only"):
        shared("miyabi").batch.mask_bits[0] = 1
