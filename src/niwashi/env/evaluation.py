"""How well a policy plays: a function over arrays, against simple players, in many games at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import NormalDist
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from niwashi.core.components import read_toml
from niwashi.core.errors import BadOptions, quote
from niwashi.engine.factory import Box, rules_of
from niwashi.env.reading import read_at_least
from niwashi.env.vector import LEARNER_NAME, VectorEnvironment
from niwashi.parallel.processes import map_in_order

Policy: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.bool_]], ArrayLike]
"""From observations (games × bytes) and masks (games × actions) to an action for each game."""
GAMES_AT_ONCE = 1024
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Evaluation:
    """The mean return of a policy, with its interval."""

    mean: float
    low: float
    high: float
    """The ends of the 95 % interval."""
    returns: NDArray[np.float64]
    """Of each game. In game i the policy had seat i % seats."""

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.returns)

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f}) in {self.games:,} games"


def evaluate(
    policy: Policy,
    game: str,
    *,
    games: int = 1000,
    opponents: str | Sequence[str] = "random",
    returns: str = "win share",
    seed: int = 0,
    at_once: int = GAMES_AT_ONCE,
    components: Box = None,
    progress: Callable[[int], None] = lambda games: None,
    ray: str | None = None,
    **options: Any,
) -> Evaluation:
    """Play a policy in all seats by turns. `opponents` is a simple player, or a list with one for each other seat,
    clockwise from the policy's. Other options are the game's.

    The games follow from the seed and the policy's actions, so the same call has the same result. `ray` is the address
    of a Ray cluster, which then plays; each task there begins with its own copy of the policy.
    """
    games, at_once = read_at_least("env/games", games, 2), read_at_least("env/at_once", at_once, 1)
    seed, seats = read_at_least("env/seed", seed, 0), rules_of(game).options(options).seats
    players = [LEARNER_NAME, *_read_opponents(opponents, seats)]
    content = (
        read_toml(components) if isinstance(components, str | Path) else components
    )  # other machines lack the file
    options |= {"game": game, "returns": returns, "components": content}
    everybody = [range(seat, games, seats) for seat in range(seats)]
    parts = [numbers[first : first + at_once] for numbers in everybody for first in range(0, len(numbers), at_once)]
    found, play = np.zeros(games), partial(_play, policy, players, seed, options)
    with closing(map_in_order(play, parts, 1, prepare=partial(play, range(1)), ray=ray)) as played:
        for part, returned in zip(parts, played):
            found[part] = returned
            progress(len(part))
    return _evaluation(found)


def _play(
    policy: Policy, players: list[str], seed: int, options: dict[str, Any], numbers: range
) -> NDArray[np.float64]:
    """The return of each game, in all of which the policy has the same seat. Games that begin again while others go on
    count once.
    """
    seats, seat = len(players), numbers[0] % len(players)
    seating = [players[(place - seat) % seats] for place in range(seats)]
    seeds = [seed + number for number in numbers]
    environment = VectorEnvironment(count=len(numbers), seed=seeds, players=seating, **options)
    batch = environment.batch
    total, going_on = np.zeros(environment.count), np.ones(environment.count, np.bool_)
    while going_on.any():
        environment.step(policy(batch.observation, batch.mask))
        total[going_on] += batch.rewards[going_on, seat]
        going_on &= ~batch.terminated
    environment.close()
    return total


def _evaluation(returns: NDArray[np.float64]) -> Evaluation:
    mean = float(returns.mean())
    error = float(returns.std(ddof=1)) / len(returns) ** 0.5
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * error
    return Evaluation(mean, mean - reach, mean + reach, returns)


def _read_opponents(given: Any, seats: int) -> list[str]:
    names = [given] * (seats - 1) if isinstance(given, str) else given
    if not isinstance(names, Sequence) or len(names) != seats - 1:
        raise BadOptions("env/opponents", f"opponents are a player or a list of {seats - 1}, not {quote(given)}")
    return list(names)
