"""How fast a GPU plays, and whether it plays as the CPU does; needs CuPy:

python -m niwashi.build ptx FOLDER
NIWASHI_CUDA=FOLDER python -m benchmarks.gpu
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from niwashi.batch.batch import POLICIES, Batch
from niwashi.env.vector import VectorEnvironment

VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {"seats": 2}),
    ("miyabi", {"seats": 4, "expansions": "ABCDE"}),
    ("edo_yashiki", {"seats": 2, "grab": "calm"}),
    ("edo_yashiki", {"seats": 5, "grab": "calm", "specialists": True}),
)
GAMES = (65_536, 262_144)
POLICY_GAMES = 8_192
ROUNDS = 20
COMPARED = 1
STEPS = 8
ENVIRONMENTS = ((4_096, False), (65_536, False), (262_144, False), (65_536, True))
"""How many games, and whether masks are written as bytes as well as bits."""
SPREAD_STEPS = 130
"""Steps before steps are timed: by then games are at different moments."""
TIMED_STEPS = 24


def seconds(cupy: Any, do: Callable[[], object]) -> float:
    """The shortest of three, after one that warms up."""
    taken = []
    for _ in range(4):
        cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        do()
        cupy.cuda.Device().synchronize()
        taken.append(time.perf_counter() - began)
    return min(taken[1:])


def measure(game: str, options: dict[str, Any], games: int) -> dict[str, float]:
    """Millions of actions, or of rows, a second."""
    import cupy

    batch = Batch(game, games=games, seed=1, device="cuda", **options)
    figures: dict[str, float] = {}
    played = batch.random_games(ROUNDS)
    figures["random games"] = float(played.actions.sum()) / seconds(cupy, lambda: batch.random_games(ROUNDS))
    figures["playouts, random"] = float(batch.finish().actions.sum()) / seconds(cupy, batch.finish)
    figures["masks"] = games / seconds(cupy, batch.masks)
    figures["observations and masks"] = games / seconds(cupy, batch.observe)
    figures["features"] = games / seconds(cupy, batch.features)
    figures["random steps, checked"] = games / seconds(cupy, lambda: batch.play(*batch.random_actions()))
    return {name: figure / 1e6 for name, figure in figures.items()}


def measure_policies(game: str, options: dict[str, Any]) -> dict[str, float]:
    """Millions of actions a second in playouts by the bots' policies, each of which weighs many actions."""
    import cupy

    batch = Batch(game, games=POLICY_GAMES, seed=1, device="cuda", **options)
    figures = {}
    for policy in POLICIES:
        batch.finish(policy)  # the first run loads the code
        cupy.cuda.Device().synchronize()
        began = time.perf_counter()
        actions = float(batch.finish(policy).actions.sum())
        figures[f"playouts, {policy}"] = actions / (time.perf_counter() - began) / 1e6
    return figures


def measure_steps(game: str, options: dict[str, Any], count: int, mask_bytes: bool) -> dict[str, float]:
    """Millions of steps a second of a vector environment, with observations, masks and rewards; and the time of one.

    A step returns when it is done. Random actions are drawn outside the time, and counted again with it.
    """
    import cupy

    environment = VectorEnvironment(game, count, seed=1, device="cuda", mask_bytes=mask_bytes, **options)
    for _ in range(SPREAD_STEPS):
        environment.step(environment.sample())
    inside, began = [], time.perf_counter()
    for _ in range(TIMED_STEPS):
        actions = environment.sample()
        cupy.cuda.Device().synchronize()
        before = time.perf_counter()
        environment.step(actions)
        inside.append(time.perf_counter() - before)
    both = (time.perf_counter() - began) / TIMED_STEPS
    step = statistics.median(inside)
    return {"steps": count / step / 1e6, "steps and random actions": count / both / 1e6, "one step in ms": step * 1e3}


def measure_environments(game: str, options: dict[str, Any]) -> dict[str, dict[str, float]]:
    """By the number of games, and by the masks that are written."""
    figures = {}
    for count, mask_bytes in ENVIRONMENTS:
        name = f"{count:,} environments, masks as {'bytes and bits' if mask_bytes else 'bits'}"
        figures[name] = measure_steps(game, options, count, mask_bytes)
        print(f"  {name}: {figures[name]['steps']:,.1f} M steps/s", file=sys.stderr, flush=True)
    return figures


def first_difference(game: str, options: dict[str, Any]) -> str:
    """Plays the same few games on both devices; empty if they agree."""
    cpu, gpu = (Batch(game, games=COMPARED, seed=7, device=device, **options) for device in ("cpu", "cuda"))
    for step in range(STEPS):
        if cpu.positions().tobytes() != gpu.positions().tobytes():
            return f"positions after {step} steps"
        seen = (*cpu.observe(), cpu.features()), (*gpu.observe(), gpu.features())
        if not all(np.array_equal(here, there.get()) for here, there in zip(*seen)):
            return f"what a seat sees after {step} steps"
        for batch in (cpu, gpu):
            batch.play(*batch.random_actions())
    for policy in POLICIES:
        played = cpu.finish(policy), gpu.finish(policy)
        if not all(np.array_equal(here, there.get()) for here, there in zip(*played)):
            return f"playouts, {policy}"
    return ""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__.split(";")[0] + ".")
    parser.add_argument("--json", action="store_true", help="for programs: a line for each variant")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--only", choices=("batches", "environments"), help="only batches, or vector environments")
    given = parser.parse_args(words)
    wrong = False
    for game, options in [variant for variant in VARIANTS if given.game in (None, variant[0])]:
        name = " ".join([game, *(f"{key}={value}" for key, value in options.items())])
        difference = ""
        figures: dict[str, dict[str, float]] = {}
        if given.only != "batches":
            figures |= measure_environments(game, options)
        if given.only != "environments":
            figures |= {f"{games:,} games": measure(game, options, games) for games in GAMES}
            figures[f"{POLICY_GAMES:,} games"] = measure_policies(game, options)
            difference = first_difference(game, options)
        wrong |= bool(difference)
        compared = difference or ("not compared" if given.only == "environments" else "yes")
        if given.json:
            print(json.dumps({"variant": name, "identical": compared, **figures}), flush=True)
        else:
            print(f"{name}, in millions a second: identical to the CPU: {compared}")
            for games, row in figures.items():
                print(f"  {games}: " + ", ".join(f"{what} {figure:,.1f}" for what, figure in row.items()), flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
