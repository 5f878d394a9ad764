"""Environments that were sent to another process go on as the ones that stayed."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import niwashi
from niwashi.env.vector import VectorEnvironment
from tests.conformance.variants import each_game

STEPS = 60


def send(thing: Any) -> Any:
    """As Ray does it: arrays lie in memory that receivers share, so they are read-only."""
    buffers: list[pickle.PickleBuffer] = []
    content = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(content, buffers=[bytes(buffer.raw()) for buffer in buffers])


def assert_equal(one: Iterable[Any], other: Iterable[Any]) -> None:
    for left, right in zip(one, other, strict=True):
        np.testing.assert_equal(left, right)


def of_batch(games: VectorEnvironment) -> list[Any]:
    return [np.copy(value) for value in vars(games.batch).values()]


@each_game
@pytest.mark.parametrize("autoreset", ["next step", "same step"])
def test_a_vector_environment_goes_on_with_all_its_threads(game: str, autoreset: str) -> None:
    games = VectorEnvironment(game, 300, autoreset=autoreset, threads=2, seed=5, max_steps=40)
    for _ in range(STEPS):
        games.step(games.sample())
    before, twin = of_batch(games), send(games)
    for _ in range(STEPS):
        games.step(games.sample())
        twin.step(twin.sample())
        assert_equal(of_batch(twin), of_batch(games))
    assert any((left != right).any() for left, right in zip(before, of_batch(twin))), "the twin's batch is alive"
    games.close()
    twin.close()


@each_game
def test_a_game_goes_on(game: str) -> None:
    one = niwashi.new(game, seed=3)
    for _ in range(10):
        one.play(one.legal()[0])
    other = send(one)
    while not one.over:
        one.play(one.legal()[-1])
        other.play(other.legal()[-1])
    assert other.record().to_json() == one.record().to_json()


@each_game
@pytest.mark.usefixtures("env_packages")
@pytest.mark.filterwarnings("ignore")  # theirs: see test_interfaces
def test_environments_of_gymnasium_go_on(game: str) -> None:
    from niwashi.env.gymnasium_env import GamesEnv, SeatEnv

    seat, games = SeatEnv(game), GamesEnv(game, 3)
    _, told = seat.reset(seed=1)
    games.reset(seed=1)
    other_seat, other_games = send(seat), send(games)
    for _ in range(10):
        action = int(np.flatnonzero(told["action_mask"])[-1])
        *results, told = seat.step(action)
        assert_equal(other_seat.step(action)[:-1], results)
        actions = games.games.sample()
        assert_equal(other_games.step(actions), games.step(actions))


@each_game
@pytest.mark.usefixtures("env_packages")
@pytest.mark.filterwarnings("ignore")
def test_environments_of_pettingzoo_go_on(game: str) -> None:
    from niwashi.env.pettingzoo_env import env, parallel_env

    turns, rounds = env(game), parallel_env(game)
    turns.reset(seed=1)
    observations, _ = rounds.reset(seed=1)
    other_turns, other_rounds = send(turns), send(rounds)
    for _ in range(10):
        action = int(np.flatnonzero(turns.last()[0]["action_mask"])[-1])
        for one in (turns, other_turns):
            one.step(action)
        assert_equal(turns.last(), other_turns.last())
        actions = {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in observations.items()}
        observations, *results = rounds.step(actions)
        assert_equal(other_rounds.step(actions), (observations, *results))
