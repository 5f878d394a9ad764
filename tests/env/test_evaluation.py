"""Evaluating a policy: its own seat, each game once, and the same figures for the same seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from niwashi.core.errors import NiwashiError
from niwashi.env.evaluation import Evaluation, evaluate
from niwashi.env.vector import VectorEnvironment
from tests.conformance.variants import each_game


def first_legal(observation: Any, mask: Any) -> Any:
    return mask.argmax(axis=1)


def lonely(game: str, number: int, seats: int, seed: int, returns: str) -> float:
    """The same game, played alone."""
    seat = number % seats
    players = ["greedy"] * seats
    players[seat] = "learner"
    table = VectorEnvironment(game, 1, seed=seed + number, players=players, returns=returns, seats=seats)
    total = 0.0
    while not table.batch.terminated[0]:
        total += float(table.step(first_legal(None, table.batch.mask)).rewards[0, seat])
    return total


@each_game
@pytest.mark.parametrize("returns", ["win share", "points"])
def test_every_game_counts_once_with_the_policy_in_its_seat(game: str, returns: str) -> None:
    found = evaluate(first_legal, game, games=7, opponents="greedy", seed=5, returns=returns, at_once=2, seats=3)
    assert found.returns == pytest.approx([lonely(game, number, 3, 5, returns) for number in range(7)])


@each_game
def test_the_same_seed_has_the_same_games_in_parts_of_any_size(game: str) -> None:
    def returns(seed: int, at_once: int) -> list[float]:
        found = evaluate(first_legal, game, games=21, seed=seed, at_once=at_once, returns="points")
        return [float(points) for points in found.returns]

    assert returns(1, 1000) == returns(1, 4) != returns(2, 4)


def test_the_interval_is_that_of_the_mean() -> None:
    found = evaluate(first_legal, "miyabi", games=50, opponents=["random"], returns="points")
    error = np.std(found.returns, ddof=1) / 50**0.5
    assert found.games == 50
    assert found.mean == pytest.approx(np.mean(found.returns))
    assert (found.low, found.high) == pytest.approx((found.mean - 1.96 * error, found.mean + 1.96 * error), rel=1e-3)
    assert str(found) == f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f}) in 50 games"


@each_game
def test_random_play_among_random_players_wins_its_share(game: str) -> None:
    rng = np.random.default_rng(1)

    def play_randomly(observation: Any, mask: Any) -> Any:
        return np.where(mask, rng.random(mask.shape, np.float32), -1).argmax(axis=1)

    found: Evaluation = evaluate(play_randomly, game, games=400, at_once=200)
    assert abs(found.mean) < 4 * (found.high - found.mean)
    assert evaluate(play_randomly, game, games=200, opponents="greedy").high < 0


def test_numpys_whole_numbers_are_counts_and_seeds() -> None:
    numbers: dict[str, Any] = {"games": np.int64(4), "at_once": np.int8(2), "seed": np.uint8(3)}
    found = evaluate(first_legal, "miyabi", **numbers)
    assert found.returns.tolist() == evaluate(first_legal, "miyabi", games=4, at_once=2, seed=3).returns.tolist()


def test_progress_counts_all_games() -> None:
    done: list[int] = []
    evaluate(first_legal, "miyabi", games=5, at_once=2, progress=done.append)
    assert (sum(done), max(done)) == (5, 2)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"games": 1}, "games must be a whole number of at least 2, not 1"),
    ({"at_once": 0}, "at_once must be a whole number of at least 1, not 0"),
    ({"seed": "a"}, "seed must be a whole number of at least 0, not “a”"),
    ({"opponents": ["random", "random"]}, "opponents are a player or a list of 1"),
    ({"opponents": 5}, "opponents are a player or a list of 1, not 5"),
    ({"opponents": [5]}, "players must be learner, random, greedy; not 5"),
    ({"games": True}, "games must be a whole number of at least 2, not True"),
    ({"opponents": "expert"}, "players must be learner, random, greedy; not “expert”"),
    ({"returns": "money"}, "returns must be"),
    ({"colour": 1}, "no option “colour”"),
]


@pytest.mark.parametrize(("options", "sentence"), WRONG, ids=lambda value: str(value)[:30])
def test_what_cannot_be_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NiwashiError, match=sentence):
        evaluate(first_legal, "miyabi", **options)


def test_an_illegal_action_of_a_policy_cites_its_rule() -> None:
    with pytest.raises(NiwashiError, match=r"^game 0, seat 0, action .*M\d"):
        evaluate(lambda observation, mask: (~mask).argmax(axis=1), "miyabi", games=2)
