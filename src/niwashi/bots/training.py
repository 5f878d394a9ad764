"""Trains the evaluation networks by self-play: `python -m niwashi.bots.training miyabi` makes a game's shipped weights.

In each generation the current policy, with some random actions, plays games of mixed variants. Positions are stored as
features with the margin that the seat ended with, and small networks are fitted to them: one for features after an
action, one for prospects before chance. Seeds are fixed, so the command reproduces the weights on one kind of machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.loops import Net, Scratch, bind_loops, make_scratch
from niwashi.bots.loops.rollout import CASUAL, CLUB, pick_noisy_action, rollout_loops
from niwashi.bots.regression import fit
from niwashi.bots.weights import HIDDEN, pack, save_weights
from niwashi.core.errors import NiwashiError
from niwashi.core.game import Buffer, Options, Position, Rules
from niwashi.core.kernel_stubs import draw, features, play, prospects, reveal, start, to_act
from niwashi.core.rng import Generator, below, random_bit, seeded
from niwashi.engine import catalog
from niwashi.parallel.processes import cores, map_in_order

Rows = NDArray[np.float32]
MAX_ROWS = 600
CHUNKS = 32
"""Parts of a generation. A fixed number, since each part has its own seed."""
KEEP_ONE_IN = 3
"""Positions of one game are similar, so only one in three is kept."""


# -- the games -------------------------------------------------------------------------------------------------------
def self_play(
    p: Position, setup: np.record, policy: int, noise: float, scratch: Scratch, rng: Generator, after: Rows,
    whose: Buffer, before: Rows,
) -> tuple[int, int]:  # fmt: skip
    """Plays a game. Writes features after each action, for the seat that acted, and prospects before chance, for all
    seats; returns the number of rows of each."""
    start(p, setup)
    seats, actions, chances = int(p.seats), 0, 0
    acting = to_act(p)
    while acting != 0:
        if acting < 0:
            if actions and chances + seats <= len(before):
                for seat in range(seats):
                    prospects(p, seat, before[chances + seat])
                chances += seats
            reveal(p, scratch.buffer, draw(p, rng, scratch.buffer))
        else:
            seat = random_bit(acting, rng)
            play(p, seat, pick_noisy_action(p, seat, policy, noise, scratch, rng))
            if to_act(p) != 0 and actions < len(after):
                features(p, seat, after[actions])
                whose[actions] = seat
                actions += 1
        acting = to_act(p)
    return actions, chances


@cache
def _self_play(game: str) -> Any:
    return bind_loops(game, (self_play,), vars(rollout_loops(game))).self_play


@dataclass(frozen=True)
class Samples:
    """Rows of features, each with the margin that its seat ended with."""

    rows: Rows
    margins: NDArray[np.float32]


def join_samples(parts: list[Samples]) -> Samples:
    return Samples(np.concatenate([part.rows for part in parts]), np.concatenate([part.margins for part in parts]))


@dataclass(frozen=True)
class Generation:
    """The settings of one generation."""

    game: str
    net: Net
    policy: int
    noise: float
    games: int
    number: int


def collect_samples(
    generation: Generation, tell: Callable[[str], None], ray: str | None = None
) -> tuple[Samples, Samples]:
    """Samples after actions, and samples before chance."""
    done: list[tuple[Samples, Samples]] = []
    for part in _play_chunks(generation, ray):
        done.append(part)
        tell(f"generation {generation.number}: {len(done)}/{CHUNKS} of its games")
    return join_samples([part[0] for part in done]), join_samples([part[1] for part in done])


def _play_chunks(generation: Generation, ray: str | None) -> Iterator[tuple[Samples, Samples]]:
    """In threads on all cores, since kernels release the GIL; or on a Ray cluster."""
    work = partial(play_chunk, generation)
    if ray is None:
        with ThreadPoolExecutor(cores()) as pool:
            yield from pool.map(work, range(CHUNKS))
    else:
        with closing(
            map_in_order(work, range(CHUNKS), cores(), prepare=partial(warm_up, generation), ray=ray)
        ) as parts:
            yield from parts


def warm_up(generation: Generation) -> None:
    """Compile and load the kernels."""
    play_chunk(replace(generation, games=CHUNKS), 0)


def play_chunk(generation: Generation, chunk: int) -> tuple[Samples, Samples]:
    rules = catalog.rules(generation.game)
    variants = list(rules.variants())
    scratch = make_scratch(rules, generation.net, generation.net)
    after, whose = np.zeros((MAX_ROWS, len(rules.feature_names)), np.float32), np.zeros(MAX_ROWS, np.int64)
    before = np.zeros((MAX_ROWS, len(rules.prospect_names)), np.float32)
    rng = seeded(f"training/{rules.name}/{CHUNKS * generation.number + chunk}")
    samples: tuple[list[Samples], list[Samples]] = ([], [])
    for _ in range(generation.games // CHUNKS):
        options = variants[below(rng, len(variants))]
        p = rules.new_position()
        setup = rules.setup(options, rules.box)
        actions, chances = _self_play(rules.name)(
            p, setup, generation.policy, generation.noise, scratch, rng, after, whose, before
        )
        margins = final_margins(rules, p, options)
        some = np.arange(below(rng, KEEP_ONE_IN), actions, KEEP_ONE_IN)
        samples[0].append(Samples(after[some].copy(), margins[whose[some]]))
        samples[1].append(Samples(before[:chances].copy(), np.tile(margins, chances // options.seats)))
    return join_samples(samples[0]), join_samples(samples[1])


def final_margins(rules: Rules, p: Position, options: Options) -> NDArray[np.float32]:
    loops, points = rollout_loops(rules.name), np.zeros(max(rules.seats), np.int64)
    return np.array([loops.margin(p, seat, points) for seat in range(options.seats)], np.float32)


# -- the command -----------------------------------------------------------------------------------------------------
def train(
    game: str,
    games: int,
    generations: int,
    tell: Callable[[str], None] = print,
    folder: Path | None = None,
    ray: str | None = None,
) -> None:
    """Trains a game's networks and writes them to its folder, or to another one. The games are played on all cores, or
    on the Ray cluster of this address."""
    rules = catalog.rules(game)
    net = blank_network(len(rules.feature_names))
    history = []
    for number in range(generations):
        policy, noise = (CASUAL, 0.3) if number == 0 else (CLUB, 0.12)
        generation = Generation(rules.name, net, policy, noise, games, number)
        after, before = collect_samples(generation, lambda text: print(f"\r{text} ", end="", file=sys.stderr), ray)
        net, explained = fit(after.rows, after.margins, HIDDEN, number)
        history.append({"positions": len(after.margins), "explained": round(explained, 4)})
        tell(f"generation {number}: {len(after.margins):,} positions, R² {explained:.3f}")
    nets = [net]
    if rules.has_prospects:
        prospects_net, explained = fit(before.rows, before.margins, HIDDEN, generations)
        nets.append(prospects_net)
        history.append({"prospects": len(before.margins), "explained": round(explained, 4)})
        tell(f"prospects: {len(before.margins):,} positions, R² {explained:.3f}")
    command = f"python -m niwashi.bots.training {game} --games {games} --generations {generations}"
    save_weights(
        folder or rules.folder, nets, {"made_by": command, "games_a_generation": games, "generations": history}
    )


def blank_network(inputs: int) -> Net:
    """A network that evaluates every position as even."""
    none = np.zeros(HIDDEN)
    return pack(np.zeros(inputs), np.ones(inputs), np.zeros((inputs, HIDDEN)), none, none, 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m niwashi.bots.training", description=__doc__)
    parser.add_argument("game", choices=catalog.names())
    parser.add_argument("--games", type=int, default=24000, help="self-played games per generation")
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--ray", metavar="ADDRESS", help="play on this Ray cluster (docs/clusters.md)")
    given = parser.parse_args()
    train(given.game, given.games, given.generations, ray=given.ray)


if __name__ == "__main__":
    try:
        main()
    except NiwashiError as error:
        sys.exit(f"training: {error.sentence}")
    except KeyboardInterrupt:
        sys.exit("\nstopped; the weights are unchanged")
