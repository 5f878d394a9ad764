"""Learning to judge positions by self-play: `python -m niwashi.bots.training miyabi` makes a game's shipped weights.

Generation by generation, games of mixed variants are played by the policy so far, now and then at random; positions
after an action are kept as features with the margin the seat ended with; a small network is fitted to these. Seeds are
fixed, so the command reproduces the weights on one kind of machine.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi import catalog
from niwashi.bots.policies import CASUAL, CLUB, Floats, Net, Stack, any_seat, policies, uniform
from niwashi.bots.weights import HIDDEN, pack, save_weights
from niwashi.core.contract import draw, features, legal, play, reveal, start, to_act
from niwashi.core.game import Buffer, Options, Position, Rules
from niwashi.core.kernel import bind
from niwashi.core.rng import Generator, below, seeded


# -- the games -------------------------------------------------------------------------------------------------------
def self_play(
    p: Position,
    setup: np.record,
    seats: int,
    policy: int,
    noise: float,
    net: Net,
    x: Floats,
    after: Stack,
    buffer: Buffer,
    points: Buffer,
    rng: Generator,
    rows: NDArray[np.float32],
    whose: Buffer,
) -> int:
    """Plays a game and keeps the features of every position after an action, seen by the seat that acted."""
    start(p, setup)
    n = 0
    acting = to_act(p)
    while acting != 0:
        if acting < 0:
            reveal(p, buffer, draw(p, rng, buffer))
        else:
            seat = any_seat(acting, rng)
            if uniform(rng) < noise:
                action = int(buffer[below(rng, legal(p, seat, buffer))])
            else:
                action = pick(p, seat, seats, policy, net, x, after, buffer, points, rng)
            play(p, seat, action)
            if to_act(p) != 0 and n < len(rows):
                features(p, seat, rows[n])
                whose[n] = seat
                n += 1
        acting = to_act(p)
    return n


def pick(*_given: Any) -> int:
    """Bound to the game's."""
    raise AssertionError


@cache
def _self_play(game: str) -> Any:
    bound = policies(game)
    return bind(self_play, vars(bound), game, inline=False)


@dataclass
class Harvest:
    features: NDArray[np.float32]
    margins: NDArray[np.float32]


MOST_ROWS = 600


def play_some(
    rules: Rules, variants: list[Options], net: Net, policy: int, noise: float, games: int, seed: int
) -> Harvest:
    loop, bound = _self_play(rules.name), policies(rules.name)
    width, most = len(rules.feature_names), max(rules.seats)
    x, after = np.zeros(width + HIDDEN, np.float32), np.zeros(1, rules.position)
    buffer, points = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64), np.zeros(most, np.int64)
    rows, whose = np.zeros((MOST_ROWS, width), np.float32), np.zeros(MOST_ROWS, np.int64)
    rng, kept, ends = seeded(f"training/{rules.name}/{seed}"), [], []
    for _ in range(games):
        options = variants[below(rng, len(variants))]
        p = rules.new_position()
        n = loop(
            p,
            rules.setup(options, rules.box),
            options.seats,
            policy,
            noise,
            net,
            x,
            after,
            buffer,
            points,
            rng,
            rows,
            whose,
        )
        margins = np.array([bound.margin(p, seat, points, options.seats) for seat in range(options.seats)], np.float32)
        some = np.arange(below(rng, 3), n, 3)
        kept.append(rows[some].copy())
        ends.append(margins[whose[some]])
    return Harvest(np.concatenate(kept), np.concatenate(ends))


def harvest(
    rules: Rules, variants: list[Options], net: Net, policy: int, noise: float, games: int, seed: int
) -> Harvest:
    """On all cores: kernels let go of the interpreter's lock."""
    cores = cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        jobs = [
            pool.submit(play_some, rules, variants, net, policy, noise, games // CHUNKS, CHUNKS * seed + chunk)
            for chunk in range(CHUNKS)
        ]
        parts = [job.result() for job in jobs]
    return Harvest(np.concatenate([part.features for part in parts]), np.concatenate([part.margins for part in parts]))


CHUNKS = 32


# -- the fit ---------------------------------------------------------------------------------------------------------
def fit(data: Harvest, seed: int, epochs: int = 12) -> tuple[Net, float]:
    """A network with one hidden layer, by Adam on squared error; returns it packed, and how much it explains (R²)."""
    generator = np.random.default_rng(seed)
    mean, scale = data.features.mean(axis=0), 1 / np.maximum(data.features.std(axis=0), 0.05)
    x = ((data.features - mean) * scale).astype(np.float32)
    spread = float(data.margins.std())
    y = data.margins / spread
    order = generator.permutation(len(x))
    held, used = order[: len(x) // 10], order[len(x) // 10 :]
    inputs = x.shape[1]
    weights = [
        generator.normal(0, inputs**-0.5, (inputs, HIDDEN)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        generator.normal(0, HIDDEN**-0.5, HIDDEN).astype(np.float32),
        np.zeros(1, np.float32),
    ]
    first = [np.zeros_like(w) for w in weights]
    second = [np.zeros_like(w) for w in weights]
    step = 0
    for epoch in range(epochs):
        rate = 2e-3 * (1 - epoch / epochs) + 1e-4
        for batch in np.array_split(generator.permutation(used), max(len(used) // 512, 1)):
            step += 1
            for i, slope in enumerate(_slopes(weights, x[batch], y[batch])):
                first[i] = 0.9 * first[i] + 0.1 * slope
                second[i] = 0.999 * second[i] + 0.001 * slope**2
                corrected = first[i] / (1 - 0.9**step), second[i] / (1 - 0.999**step)
                weights[i] -= (rate * corrected[0] / (np.sqrt(corrected[1]) + 1e-8)).astype(np.float32)
    error = _answers(weights, x[held]) - y[held]
    explained = 1 - float((error**2).mean() / y[held].var())
    return pack(mean, scale, weights[0], weights[1], weights[2] * spread, float(weights[3][0]) * spread), explained


def _answers(weights: list[NDArray[np.float32]], x: NDArray[np.float32]) -> NDArray[np.float32]:
    answers: NDArray[np.float32] = np.maximum(x @ weights[0] + weights[1], 0) @ weights[2] + weights[3]
    return answers


def _slopes(
    weights: list[NDArray[np.float32]], x: NDArray[np.float32], y: NDArray[np.float32]
) -> list[NDArray[np.float32]]:
    hidden = np.maximum(x @ weights[0] + weights[1], 0)
    error = 2 * (hidden @ weights[2] + weights[3] - y) / len(y)
    back = np.outer(error, weights[2]) * (hidden > 0)
    return [x.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)]


# -- the command -----------------------------------------------------------------------------------------------------
def train(game: str, games: int, generations: int) -> None:
    rules = catalog.rules(game)
    variants = list(rules.variants())
    net: Net = pack(*_blank(len(rules.feature_names)))
    history = []
    for generation in range(generations):
        policy, noise = (CASUAL, 0.3) if generation == 0 else (CLUB, 0.12)
        data = harvest(rules, variants, net, policy, noise, games, generation)
        net, explained = fit(data, generation)
        history.append({"positions": len(data.margins), "explained": round(explained, 4)})
        print(f"generation {generation}: {len(data.margins):,} positions, R² {explained:.3f}", flush=True)
    digest = hashlib.sha256(net.tobytes()).hexdigest()
    save_weights(game, net, {"games": games, "generations": history, "sha256": digest})


def _blank(inputs: int) -> tuple[Any, ...]:
    return np.zeros(inputs), np.ones(inputs), np.zeros((inputs, HIDDEN)), np.zeros(HIDDEN), np.zeros(HIDDEN), 0.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m niwashi.bots.training", description=__doc__)
    parser.add_argument("game", choices=catalog.names())
    parser.add_argument("--games", type=int, default=8000, help="self-played games a generation")
    parser.add_argument("--generations", type=int, default=4)
    given = parser.parse_args()
    train(given.game, given.games, given.generations)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stopped; the weights are as they were")
