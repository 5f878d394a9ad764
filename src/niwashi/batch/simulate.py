"""Simulates many games between simple players: fast, reproducible from one seed, each a verifiable record."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.batch.loops import ACTION, BRANCHING, PLAYERS, SEAT, loops
from niwashi.core.components import Components
from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import Options, Rules
from niwashi.core.record import Record, Result
from niwashi.core.rng import GENERATOR, keyed, seeded
from niwashi.engine import catalog
from niwashi.engine.events import CHANCE, make_record
from niwashi.engine.game import DEFAULT_NAMES
from niwashi.engine.sheet import winning_seats
from niwashi.parallel.processes import cores, map_in_order

CHUNK_GAMES = 250
MIN_PARALLEL_GAMES = 500
"""Fewer games run in this process: starting workers would take longer."""
CHANCES_AT_ONCE = 8
MAX_GAME_EVENTS = 4096


@dataclass(frozen=True)
class SimulationPlan:
    """What to simulate."""

    game: str
    options: Options
    components: Components
    players: tuple[str, ...]
    games: int
    seed: str
    records: bool = False


@dataclass
class SimulatedGames:
    """Some games: a row of final scores for each, the number of its actions, and records if the plan wants them."""

    scores: NDArray[np.int64]
    lengths: NDArray[np.int64]
    branching: NDArray[np.int64]
    """A histogram: index n counts the decisions with n legal actions."""
    records: list[bytes]


def read_players(given: str, seats: int) -> tuple[str, ...]:
    """One player for all seats, `random`, or one for each: `greedy,random`."""
    names = tuple(given.split(","))
    for name in names:
        if name not in PLAYERS:
            raise BadOptions(
                "options/players", f"there is no simple player {quote(name)}; there are {', '.join(PLAYERS)}"
            )
    if len(names) not in (1, seats):
        sentence = f"name one player for all or one for each of the {seats} seats, not {len(names)}: {quote(given)}"
        raise BadOptions("options/players", sentence)
    return names * seats if len(names) == 1 else names


def simulate(
    plan: SimulationPlan,
    progress: Callable[[int], None],
    write: Callable[[bytes], None],
    parts: list[SimulatedGames],
    ray: str | None = None,
) -> None:
    """Play all games on all cores, or on the Ray cluster of this address. Finished parts are appended in order; an
    interruption loses none of them."""
    with closing(_play_chunks(plan, ray)) as chunks:
        for played in chunks:
            for line in played.records:
                write(line)
            parts.append(replace(played, records=[]))
            progress(len(played.lengths))


def _play_chunks(plan: SimulationPlan, ray: str | None) -> Generator[SimulatedGames, None, None]:
    chunks = [range(first, min(first + CHUNK_GAMES, plan.games)) for first in range(0, plan.games, CHUNK_GAMES)]
    processes = 1 if plan.games < MIN_PARALLEL_GAMES else cores()
    return map_in_order(
        partial(play_games, plan), chunks, processes, prepare=partial(play_games, plan, range(1)), ray=ray
    )


def join_results(parts: Sequence[SimulatedGames]) -> SimulatedGames:
    scores = np.concatenate([part.scores for part in parts])
    lengths = np.concatenate([part.lengths for part in parts])
    return SimulatedGames(scores, lengths, np.sum([part.branching for part in parts], axis=0), [])


# -- one game --------------------------------------------------------------------------------------------------------
def play_games(plan: SimulationPlan, numbers: range) -> SimulatedGames:
    rules = catalog.rules(plan.game)
    runner = _GameRunner(rules, plan)
    scores = np.zeros((len(numbers), plan.options.seats), np.int64)
    lengths = np.zeros(len(numbers), np.int64)
    branching = np.zeros(rules.most_legal + 1, np.int64)
    records = []
    for row, number in enumerate(numbers):
        seed = f"{plan.seed}-{number}"
        trace, scores[row] = runner.play(seed)
        actions = trace[trace[:, SEAT] >= 0]
        lengths[row] = len(actions)
        branching += np.bincount(actions[:, BRANCHING], minlength=len(branching))
        if plan.records:
            records.append(make_game_record(rules, plan, seed, trace, scores[row].tolist()).to_json() + b"\n")
    return SimulatedGames(scores, lengths, branching, records)


class _GameRunner:
    """Plays games one after the other, with reused buffers."""

    def __init__(self, rules: Rules, plan: SimulationPlan) -> None:
        self.rules = rules
        self.seats = plan.options.seats
        self.setup = rules.setup(plan.options, plan.components)
        self.players = np.array([PLAYERS.index(name) for name in plan.players])
        self.buffer = np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64)
        self.trace = np.zeros((MAX_GAME_EVENTS, 3), np.int64)

    def play(self, seed: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The trace and the final scores of the game with this seed."""
        p = self.rules.new_position()
        self.rules.kernels.start(p, self.setup)
        rng = seeded(f"players/{seed}")
        drawn = length = 0
        while self.rules.kernels.to_act(p):
            chances = self._chances(seed, drawn)
            more, length = loops(self.rules.name).play_traced(
                p, chances, 0, self.players, rng, self.buffer, self.trace, length
            )
            drawn += more
        scores = np.zeros(max(self.rules.seats), np.int64)
        self.rules.kernels.scores(p, scores)
        return self.trace[:length].copy(), scores[: self.seats]

    def _chances(self, seed: str, drawn: int) -> NDArray[np.void]:
        numbers = range(drawn + 1, drawn + CHANCES_AT_ONCE + 1)
        return np.array([keyed(seed, self.rules.name, n) for n in numbers], GENERATOR)


def make_game_record(
    rules: Rules, plan: SimulationPlan, seed: str, trace: NDArray[np.int64], scores: Sequence[int]
) -> Record:
    """The record of a traced game, made by replaying the trace."""
    p = rules.opening(plan.options, plan.components)
    out = np.zeros(rules.longest_outcome, np.int64)
    events: list[tuple[int | str, str]] = []
    drawn = 0
    for seat, action in trace[:, [SEAT, ACTION]].tolist():
        if seat >= 0:
            events.append((seat, rules.action_text(p, seat, action)))
            rules.kernels.play(p, seat, action)
            continue
        drawn += 1
        length = rules.kernels.draw(p, keyed(seed, rules.name, drawn), out)
        events.append((CHANCE, rules.outcome_text(p, out[:length].tolist())))
        rules.kernels.reveal(p, out, length)
    names = DEFAULT_NAMES[: plan.options.seats]
    result = Result(list(scores), list(winning_seats(scores)))
    return make_record(rules, plan.options, plan.components, names, seed, events, result)


# -- statistics ------------------------------------------------------------------------------------------------------
def summarise(played: SimulatedGames) -> dict[str, Any]:
    """Score distribution, seat advantage, length and branching, as plain numbers."""
    scores, games = played.scores, len(played.lengths)
    best = scores == scores.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    return {
        "games": games,
        "seats": [_seat(scores[:, seat], shares[:, seat]) for seat in range(scores.shape[1])],
        "margin": _spread(np.sort(scores, axis=1)[:, -1] - np.sort(scores, axis=1)[:, -2]),
        "shared_wins": float((best.sum(axis=1) > 1).mean()),
        "length": _spread(played.lengths),
        "branching": _branching(played.branching),
    }


def _seat(scores: NDArray[np.int64], shares: NDArray[np.float64]) -> dict[str, Any]:
    """A win shared by n counts 1/n; the interval is 95%."""
    margin = 1.96 * float(shares.std()) / max(len(shares), 1) ** 0.5
    wins = float(shares.mean())
    return {
        "score": _spread(scores),
        "wins": wins,
        "wins_low": max(wins - margin, 0.0),
        "wins_high": min(wins + margin, 1.0),
    }


def _spread(values: NDArray[np.int64]) -> dict[str, float]:
    low, quarter, median, three_quarters, high = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
    spread = {"min": low, "25%": quarter, "median": median, "75%": three_quarters, "max": high}
    return {"mean": float(values.mean()), "sd": float(values.std()), **spread}


def _branching(counts: NDArray[np.int64]) -> dict[str, float]:
    numbers, total = np.arange(len(counts)), max(int(counts.sum()), 1)
    return {"mean": float((counts * numbers).sum() / total), "max": int(numbers[counts > 0].max(initial=0))}
