"""Bots think in processes of their own, so that no table waits for one."""

from __future__ import annotations

import asyncio
import secrets
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache

import numpy as np

from niwashi import bots, catalog
from niwashi.core.rng import seeded
from niwashi.play import Game
from niwashi.processes import crew, interrupts_later


@dataclass(frozen=True)
class Thought:
    """A decision to be made: a position, which holds no secrets, and a seed that has nothing to do with the table's."""

    game: str
    position: bytes
    seat: int
    level: str
    seed: str


def thought_of(game: Game, seat: int, level: str) -> Thought:
    return Thought(game.rules.name, game.position.tobytes(), seat, level, secrets.token_hex(8))


def decide(thought: Thought) -> str:
    """In a worker: the action, as text."""
    rules = catalog.rules(thought.game)
    position = np.frombuffer(bytearray(thought.position), rules.position)[0]
    budget = bots.default_budget(thought.level)
    decision = _bot(thought.level, thought.game).choose(position, thought.seat, budget, seeded(thought.seed))
    return rules.action_text(position, thought.seat, decision.action)


@cache
def _bot(level: str, game: str) -> bots.Bot:
    """Kept, since loading one takes longer than most of its decisions."""
    return bots.make(level, catalog.rules(game))


class Thinkers:
    """Workers that are started when the first bot thinks, and anew should one of them die."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._open = ExitStack()
        self._workers: ProcessPoolExecutor | None = None

    async def decide(self, thought: Thought) -> str:
        if self._workers is None:
            self._workers = self._open.enter_context(crew(self._processes))
        workers = self._workers
        try:
            with interrupts_later():  # Ctrl-C is the server's to heed
                coming = workers.submit(decide, thought)
            return await asyncio.wrap_future(coming)
        except BrokenExecutor:
            if self._workers is workers:
                self.close()
            raise

    def close(self) -> None:
        """What is being thought about is let go."""
        self._workers = None
        self._open.close()
