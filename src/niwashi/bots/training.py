"""Learning to judge positions by self-play: `python -m niwashi.bots.training miyabi` makes a game's shipped weights.

Generation by generation, games of mixed variants are played by the policy so far, now and then at random; positions
are kept as numbers with the margin the seat ended with; small networks are fitted to these. One judges by features
after an action, one by prospects before chance. Seeds are fixed, so the command reproduces the weights on one kind of
machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.fitting import fit
from niwashi.bots.loops import Desk, Net, bound, desk
from niwashi.bots.loops.playing import CASUAL, CLUB, any_seat, pick_or_slip, playing
from niwashi.bots.weights import HIDDEN, pack, save_weights
from niwashi.core.contract import draw, features, play, prospects, reveal, start, to_act
from niwashi.core.game import Buffer, Options, Position, Rules
from niwashi.core.rng import Generator, below, seeded
from niwashi.engine import catalog

Rows = NDArray[np.float32]
MOST_ROWS = 600
CHUNKS = 32
"""Parts of a generation; fixed, since each has its own seed."""
ONE_IN = 3
"""Positions of a game are much alike, so one in so many is kept."""


# -- the games -------------------------------------------------------------------------------------------------------
def self_play(
    p: Position, setup: np.record, policy: int, noise: float, desk: Desk, rng: Generator, after: Rows, whose: Buffer,
    before: Rows,
) -> tuple[int, int]:  # fmt: skip
    """Plays a game and keeps features after each action, for the seat that acted, and prospects before chance, for
    all seats in turn; returns how many rows there are of each."""
    start(p, setup)
    seats, actions, chances = int(p.seats), 0, 0
    acting = to_act(p)
    while acting != 0:
        if acting < 0:
            if actions and chances + seats <= len(before):
                for seat in range(seats):
                    prospects(p, seat, before[chances + seat])
                chances += seats
            reveal(p, desk.buffer, draw(p, rng, desk.buffer))
        else:
            seat = any_seat(acting, rng)
            play(p, seat, pick_or_slip(p, seat, policy, noise, desk, rng))
            if to_act(p) != 0 and actions < len(after):
                features(p, seat, after[actions])
                whose[actions] = seat
                actions += 1
        acting = to_act(p)
    return actions, chances


@cache
def _self_play(game: str) -> Any:
    return bound(game, (self_play,), vars(playing(game))).self_play


@dataclass(frozen=True)
class Harvest:
    """Rows of numbers, each with the margin that its seat ended with."""

    rows: Rows
    margins: NDArray[np.float32]


def joined(parts: list[Harvest]) -> Harvest:
    return Harvest(np.concatenate([part.rows for part in parts]), np.concatenate([part.margins for part in parts]))


@dataclass(frozen=True)
class Lesson:
    """How a generation plays."""

    rules: Rules
    net: Net
    policy: int
    noise: float
    games: int
    number: int


def harvest(lesson: Lesson, tell: Callable[[str], None]) -> tuple[Harvest, Harvest]:
    """After actions, and before chance. On all cores: kernels let go of the interpreter's lock."""
    done: list[tuple[Harvest, Harvest]] = []
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        for part in pool.map(lambda chunk: play_some(lesson, chunk), range(CHUNKS)):
            done.append(part)
            tell(f"generation {lesson.number}: {len(done)}/{CHUNKS} of its games")
    return joined([part[0] for part in done]), joined([part[1] for part in done])


def play_some(lesson: Lesson, chunk: int) -> tuple[Harvest, Harvest]:
    rules, variants = lesson.rules, list(lesson.rules.variants())
    work = desk(rules, lesson.net, lesson.net)
    after, whose = np.zeros((MOST_ROWS, len(rules.feature_names)), np.float32), np.zeros(MOST_ROWS, np.int64)
    before = np.zeros((MOST_ROWS, len(rules.prospect_names)), np.float32)
    rng = seeded(f"training/{rules.name}/{CHUNKS * lesson.number + chunk}")
    kept: tuple[list[Harvest], list[Harvest]] = ([], [])
    for _ in range(lesson.games // CHUNKS):
        options = variants[below(rng, len(variants))]
        p = rules.new_position()
        setup = rules.setup(options, rules.box)
        actions, chances = _self_play(rules.name)(
            p, setup, lesson.policy, lesson.noise, work, rng, after, whose, before
        )
        margins = final_margins(rules, p, options)
        some = np.arange(below(rng, ONE_IN), actions, ONE_IN)
        kept[0].append(Harvest(after[some].copy(), margins[whose[some]]))
        kept[1].append(Harvest(before[:chances].copy(), np.tile(margins, chances // options.seats)))
    return joined(kept[0]), joined(kept[1])


def final_margins(rules: Rules, p: Position, options: Options) -> NDArray[np.float32]:
    loops, points = playing(rules.name), np.zeros(max(rules.seats), np.int64)
    return np.array([loops.margin(p, seat, points) for seat in range(options.seats)], np.float32)


# -- the command -----------------------------------------------------------------------------------------------------
def train(game: str, games: int, generations: int, tell: Callable[[str], None] = print) -> None:
    rules = catalog.rules(game)
    net = blank(len(rules.feature_names))
    history = []
    for generation in range(generations):
        policy, noise = (CASUAL, 0.3) if generation == 0 else (CLUB, 0.12)
        lesson = Lesson(rules, net, policy, noise, games, generation)
        after, before = harvest(lesson, lambda text: print(f"\r{text} ", end="", file=sys.stderr))
        net, explained = fit(after.rows, after.margins, HIDDEN, generation)
        history.append({"positions": len(after.margins), "explained": round(explained, 4)})
        tell(f"generation {generation}: {len(after.margins):,} positions, R² {explained:.3f}")
    nets = [net]
    if rules.has_prospects:
        outlook, explained = fit(before.rows, before.margins, HIDDEN, generations)
        nets.append(outlook)
        history.append({"prospects": len(before.margins), "explained": round(explained, 4)})
        tell(f"outlook: {len(before.margins):,} positions, R² {explained:.3f}")
    command = f"python -m niwashi.bots.training {game} --games {games} --generations {generations}"
    save_weights(game, nets, {"made_by": command, "games_a_generation": games, "generations": history})


def blank(inputs: int) -> Net:
    """A network that calls every position even."""
    none = np.zeros(HIDDEN)
    return pack(np.zeros(inputs), np.ones(inputs), np.zeros((inputs, HIDDEN)), none, none, 0.0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m niwashi.bots.training", description=__doc__)
    parser.add_argument("game", choices=catalog.names())
    parser.add_argument("--games", type=int, default=24000, help="self-played games a generation")
    parser.add_argument("--generations", type=int, default=4)
    given = parser.parse_args()
    train(given.game, given.games, given.generations)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nstopped; the weights are as they were")
