"""Loops that call one kernel many times, bound to a game, for timing it without Python's share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.timing import Job
from niwashi.batch.perft import random_walk
from niwashi.core.game import Buffer, Rules
from niwashi.core.kernel import bind
from niwashi.core.kernel_stubs import gain, legal, sample, to_act
from niwashi.core.rng import Generator, seeded
from niwashi.engine import factory

MOMENTS = 16
CALLS = 20_000
Loop = Callable[..., int]


def call_legal(positions: NDArray[np.void], seats: Buffer, rng: Generator, buffer: Buffer, calls: int) -> int:
    total = 0
    for i in range(calls):
        total += legal(positions[i % MOMENTS], seats[i % MOMENTS], buffer)
    return total


def call_sample(positions: NDArray[np.void], seats: Buffer, rng: Generator, buffer: Buffer, calls: int) -> int:
    total = 0
    for i in range(calls):
        total += sample(positions[i % MOMENTS], seats[i % MOMENTS], rng)
    return total


def call_gain(positions: NDArray[np.void], seats: Buffer, rng: Generator, buffer: Buffer, calls: int) -> int:
    """Of an action that `buffer` holds for each moment."""
    total = 0
    for i in range(calls):
        total += gain(positions[i % MOMENTS], seats[i % MOMENTS], buffer[i % MOMENTS])
    return total


def call_copy(positions: NDArray[np.void], seats: Buffer, rng: Generator, buffer: Buffer, calls: int) -> int:
    total = 0
    for i in range(calls):
        positions[MOMENTS] = positions[i % MOMENTS]
        total += to_act(positions[MOMENTS])
    return total


def kernel_jobs(rules: Rules) -> dict[str, Job]:
    positions = np.zeros(MOMENTS + 1, rules.position)
    seats, chosen = np.zeros(MOMENTS, np.int64), np.zeros(MOMENTS, np.int64)
    counts = 0
    for moment in range(MOMENTS):
        game = random_walk(factory.new(rules.name, seed=moment), 4 * moment)
        actions = game.legal(game.to_act[0])
        positions[moment], seats[moment], chosen[moment] = game.position, game.to_act[0], actions[len(actions) // 2].id
        counts += len(actions)
    buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
    names: dict[str, tuple[Any, Buffer]] = {
        f"legal (list of {counts / MOMENTS:.0f})": (call_legal, buffer),
        "sample": (call_sample, buffer),
        "gain": (call_gain, chosen),
        "copy a position": (call_copy, buffer),
    }
    return {name: _job(loop, rules, positions, seats, given) for name, (loop, given) in names.items()}


def _job(loop: Any, rules: Rules, positions: NDArray[np.void], seats: Buffer, buffer: Buffer) -> Job:
    bound, rng = bind(loop, rules.kernels.by_name(), rules.name), seeded(1)

    def job() -> int:
        bound(positions, seats, rng, buffer, CALLS)
        return CALLS

    return job
