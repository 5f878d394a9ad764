"""One environment of another library, in that library's own virtual environment: slices of steps on request.

python env_peer.py LIBRARY GAME GAMES CORES: for each number of seconds on standard input, prints the number of steps,
their processor time and their time. Choosing actions is not counted. Niwashi need not be installed there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time
from typing import Any

Steps = Iterator[int]
"""Yields by turns 0, when actions are chosen, and the number of steps, when they are taken."""


def pettingzoo(game: str, count: int) -> Steps:
    from importlib import import_module

    import numpy as np

    environment, rng = import_module(f"pettingzoo.classic.{game}").env(), Random(1)
    while True:
        environment.reset(seed=1)
        seen = environment.last()
        while not (seen[2] or seen[3]):
            action = rng.choice(np.flatnonzero(seen[0]["action_mask"]).tolist())
            yield 0
            environment.step(action)
            seen = environment.last()
            yield 1


def openspiel(game: str, count: int) -> Steps:
    """As many states as asked for, one after the other."""
    import pyspiel

    made, rng = pyspiel.load_game(game), Random(1)
    states = [made.new_initial_state() for _ in range(count)]
    while True:
        chosen = [rng.choice(state.legal_actions()) for state in states]
        yield 0
        for i, action in enumerate(chosen):
            states[i].apply_action(action)
            if states[i].is_terminal():
                states[i] = made.new_initial_state()
            while states[i].is_chance_node():
                states[i].apply_action(rng.choice(states[i].legal_actions()))
            states[i].observation_tensor(states[i].current_player())
            states[i].legal_actions_mask()
        yield count


def envpool(game: str, count: int) -> Steps:
    import envpool as library
    import numpy as np

    many = library.make(game, env_type="gymnasium", num_envs=count, num_threads=len(os.sched_getaffinity(0)))
    rng = np.random.default_rng(1)
    infos = many.reset()[1]
    while True:
        chosen = pick(infos["legal_action_mask"], rng)
        yield 0
        infos = many.step(chosen)[4]
        yield count


def pick(mask: Any, rng: Any) -> Any:
    """A random legal action of each row; 0 where there is none."""
    import numpy as np

    return np.where(mask, rng.random(mask.shape), -1).argmax(axis=1).astype(np.int32)


def pgx(game: str, count: int) -> Steps:
    import jax
    import numpy as np
    import pgx as library
    from pgx.experimental import auto_reset

    environment, rng, key = library.make(game), np.random.default_rng(1), jax.random.PRNGKey(1)
    step = jax.jit(jax.vmap(auto_reset(environment.step, environment.init)))
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, count))
    while True:
        key, now = jax.random.split(key)
        keys = jax.random.split(now, count)
        chosen = pick(np.asarray(state.legal_action_mask), rng)
        keys.block_until_ready()
        yield 0
        state = step(state, chosen, keys)
        jax.block_until_ready((state.observation, state.legal_action_mask))
        yield count


def measure(steps: Steps, seconds: float) -> tuple[int, float, float]:
    taken, spent, waited = 0, 0.0, 0.0
    while waited < seconds or not taken:
        next(steps)
        before, clock = process_time(), perf_counter()
        taken += next(steps)
        spent, waited = spent + process_time() - before, waited + perf_counter() - clock
    return taken, spent, waited


def main() -> None:
    library, game, count, cores = sys.argv[1:]
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(cores)])
    steps = {"pettingzoo": pettingzoo, "openspiel": openspiel, "envpool": envpool, "pgx": pgx}[library](
        game, int(count)
    )
    measure(steps, 0)  # the first step compiles, and allocates
    for line in sys.stdin:
        print(*measure(steps, float(line)), flush=True)


if __name__ == "__main__":
    main()
