"""One game for the interfaces that step one: a vector environment of one, with words for what is asked of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.core.errors import BadOptions, IllegalAction, quote
from niwashi.core.rng import Generator, seeded
from niwashi.engine.factory import read_seed
from niwashi.env.reading import is_whole, scalar
from niwashi.env.vector import VectorEnvironment

ILLEGAL = ("error", "replace")
"""What to do with an illegal action: raise the error that cites the rule, or play a random legal one instead, for
programs that know no masks."""


class OneGame:
    """A game with all seats played from outside, and nothing after its end."""

    def __init__(self, game: str, illegal: str, max_steps: int | None, **options: Any) -> None:
        if illegal not in ILLEGAL:
            raise BadOptions("env/illegal", f"illegal must be {' or '.join(ILLEGAL)}, not {quote(illegal)}")
        self._illegal = illegal
        self.games = VectorEnvironment(
            game, 1, autoreset="disabled", max_steps=max_steps, threads=1, mask_bytes=True, **options
        )
        self.rules, self.options = self.games.rules, self.games.options
        given = options.get("seed")
        self.rng: Generator = seeded(f"env/bots/{read_seed(None) if given is None else given}")
        """For bots that choose in Python."""
        self.is_going_on = False
        """From a reset to the end."""

    @property
    def seat(self) -> int:
        return int(self.games.batch.seat[0])

    @property
    def terminated(self) -> bool:
        return bool(self.games.batch.terminated[0])

    @property
    def truncated(self) -> bool:
        return bool(self.games.batch.truncated[0])

    @property
    def rewards(self) -> list[float]:
        return [float(reward) for reward in self.games.batch.rewards[0]]

    def reset(self, seed: int | None) -> None:
        self.games.reset(seed)
        if seed is not None:
            self.rng = seeded(f"env/bots/{seed}")
        self.is_going_on = True

    def check_going_on(self) -> None:
        if not self.is_going_on:
            raise BadOptions("env/over", "no game is going on; reset the environment before its next step")

    def play(self, action: Any) -> None:
        self.check_going_on()
        action = scalar(action)
        if self._illegal == "replace" and not self._is_legal(action):
            action = self.games.sample()[0]
        if not is_whole(action):
            most = self.rules.actions - 1
            sentence = f"{quote(action)} is no action of {self.rules.title}; its actions are 0 to {most}"
            raise IllegalAction("env/action", sentence)
        self.games.step([int(action)])
        self.is_going_on = not (self.terminated or self.truncated)

    def _is_legal(self, action: Any) -> bool:
        return bool(is_whole(action) and 0 <= action < self.rules.actions and self.games.batch.mask[0, action])

    def observe(self, seat: int) -> NDArray[np.uint8]:
        return self.rules.encode(self.games.position(0), seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """As Gymnasium samples by it. Empty for all seats but the one to act, and at the end."""
        if seat != self.seat or self.truncated:
            return np.zeros(self.rules.actions, np.int8)
        flags: NDArray[np.int8] = self.games.batch.mask[0].astype(np.int8)
        return flags

    def board(self, names: tuple[str, ...]) -> str:
        return self.rules.board(self.games.position(0), names)


def agent_names(seats: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(seats)]
