"""Solved ends of last rounds, and what each level of search gives away in them.

python -m benchmarks.endgames make       plays games, solves their ends, writes endgames.jsonl.gz (about ten minutes)
python -m benchmarks.endgames            every level's regret: points less than the best action's exact value
python -m benchmarks.endgames expert --seconds 1 --left 9
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from niwashi import bots
from niwashi.bots import Budget
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.endgame import Solver
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops.rollout import CLUB, rollout_loops, uniform
from niwashi.core.files import atomic_write
from niwashi.core.game import Position, Rules
from niwashi.core.record import Record, read_record
from niwashi.core.rng import Generator, below, seeded
from niwashi.engine import catalog, factory
from niwashi.engine.game import Game

FILE = Path(__file__).parent / "endgames.jsonl.gz"
MOST_NODES = 300_000_000
SLIPS = 0.1


@dataclass(frozen=True)
class Kind:
    """Which ends to look for: in how many games, with how many actions left, and how often seats act at random."""

    game: str
    options: dict[str, Any]
    games: int
    left: tuple[int, ...]
    slips: float = SLIPS


SHORT, LONG = (4, 6, 7, 8, 9), (4, 6, 8, 9, 10)
KINDS = (
    Kind("miyabi", {"seats": 2}, 16, LONG),
    Kind("miyabi", {"seats": 2}, 3, (12,)),  # whole last rounds, which take most of the time
    *(Kind("miyabi", {"seats": 2, "expansions": letter}, 5, LONG) for letter in "ABCDE"),
    Kind("miyabi", {"seats": 2, "expansions": "ABDE"}, 6, SHORT),
    Kind("miyabi", {"seats": 2, "expansions": "ABCDE"}, 6, SHORT),
    Kind("miyabi", {"seats": 3}, 8, (4, 6, 7, 8)),
    Kind("miyabi", {"seats": 4}, 8, (4, 6, 7, 8)),
    Kind("edo_yashiki", {"seats": 2, "grab": "calm"}, 10, (1, 2, 3), 1.0),
    Kind("edo_yashiki", {"seats": 2, "grab": "live", "specialists": True}, 10, (1, 2, 3), 1.0),
    Kind("edo_yashiki", {"seats": 4, "grab": "calm"}, 10, (1, 3, 5, 7), 1.0),
    Kind("edo_yashiki", {"seats": 5, "grab": "calm"}, 10, (1, 3, 5, 7, 9), 1.0),
)
"""Edo's are of games played at random, since only those last until the cards run out (E5.1)."""


@dataclass(frozen=True)
class Endgame:
    """A position (the record's last), whose turn it is, and every legal action's exact final margin for that seat."""

    record: Record
    seat: int
    left: int
    values: dict[str, float]

    @property
    def best(self) -> float:
        return max(self.values.values())


# -- making ------------------------------------------------------------------------------------------------------------
class Maker:
    def __init__(self, kind: Kind) -> None:
        self.kind, self.rules = kind, catalog.rules(kind.game)
        self.evaluator, self.loops = Evaluator(self.rules), rollout_loops(kind.game)
        self.solver = Solver(self.rules, self.evaluator)

    def games(self) -> Iterator[list[Endgame]]:
        for number in range(self.kind.games):
            yield list(self.ends_of(f"endgames/{number}"))

    def ends_of(self, seed: str) -> Iterator[Endgame]:
        game = factory.new(self.kind.game, seed=seed, **self.kind.options)
        rng = seeded(f"{self.kind}/{seed}")
        last: list[tuple[Record, int]] = []
        while not game.over:
            seat = game.to_act[0]
            if last and self._chance_since(last[-1][0], game):
                last = []
            last.append((game.record(), seat))
            action = self._chosen(game.position, seat, rng)
            game.play(self.rules.action_text(game.position, seat, action), seat)
        for left, (record, seat) in enumerate(reversed(last), 1):
            if left in self.kind.left and (values := self.solved(record, seat)):
                yield Endgame(record, seat, left, values)

    def _chance_since(self, record: Record, game: Game) -> bool:
        return any(who == "chance" for who, _ in game.events[len(record.events) :])

    def _chosen(self, p: Position, seat: int, rng: Generator) -> int:
        if uniform(rng) >= self.kind.slips:
            return int(self.loops.pick_action(p, seat, CLUB, self.evaluator.scratch, rng))
        actions = self.evaluator.legal(p, seat)
        return actions[below(rng, len(actions))]

    def solved(self, record: Record, seat: int) -> dict[str, float] | None:
        """Every action's exact value; None where chance may still act, or where there is no choice to make."""
        p = factory.replay(record).position
        actions = self.evaluator.legal(p, seat)
        if len(actions) < 2 or not self.solver.actions_left(p):
            return None
        values = {}
        for action in actions:
            value = self._after(p, seat, action)
            if value is None:
                return None
            values[self.rules.action_text(p, seat, action)] = value
        return values if len(set(values.values())) > 1 else None

    def _after(self, p: Position, seat: int, action: int) -> float | None:
        then = p.copy()
        self.rules.kernels.play(then, seat, action)
        acting = int(self.rules.kernels.to_act(then))
        if acting == 0:
            return float(self.loops.margin(then, seat, self.evaluator.scratch.points))
        mover = (acting & -acting).bit_length() - 1
        solution = self.solver.solve(then, mover, BudgetMeter(Budget(nodes=MOST_NODES), 1.0))
        return None if solution is None else solution.margins[seat]


def make() -> None:
    lines = []
    for kind in KINDS:
        found = 0
        for ends in Maker(kind).games():
            found += len(ends)
            lines += [line_of(end) for end in ends]
            print(f"\r{kind.game} {kind.options}: {found} ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    atomic_write(FILE, gzip.compress(b"".join(lines), mtime=0))
    print(f"{len(lines)} solved positions")


def line_of(end: Endgame) -> bytes:
    told = {"seat": end.seat, "left": end.left, "values": end.values, "record": json.loads(end.record.to_json())}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def endgames() -> Iterator[Endgame]:
    for line in gzip.decompress(FILE.read_bytes()).splitlines():
        told = json.loads(line)
        yield Endgame(read_record(json.dumps(told["record"]).encode()), told["seat"], told["left"], told["values"])


# -- measuring ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Regret:
    """What a bot's answer in one position gave away."""

    game: str
    left: int
    points: float


def regrets(name: str, budget: Budget, ends: Iterable[Endgame]) -> Iterator[Regret]:
    made: dict[str, bots.Bot] = {}
    for number, end in enumerate(ends):
        game = factory.replay(end.record)
        rules: Rules = game.rules
        bot = made.setdefault(rules.name, bots.make(name, rules))
        decision = bot.choose(game.position, end.seat, budget, seeded(number))
        answer = rules.action_text(game.position, end.seat, decision.action)
        yield Regret(rules.name, end.left, end.best - end.values[answer])


def table_row(name: str, budget: Budget, found: list[Regret]) -> dict[str, Any]:
    points = np.array([one.points for one in found])
    few = np.array([one.points for one in found if one.left <= FEW])
    return {
        "bot": name,
        "budget": {key: value for key, value in asdict(budget).items() if value is not None},
        "positions": len(points),
        "mean": round(float(points.mean()), 3),
        "best": round(float((points == 0).mean()), 3),
        "worst": float(points.max()),
        f"mean, {FEW} or fewer left": round(float(few.mean()), 3),
    }


FEW = 9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.endgames", description=__doc__)
    parser.add_argument("bots", nargs="*", help="make, or whose regret; all levels if none is named")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--left", type=int, default=99, help="only where so many actions are left, or fewer")
    given = parser.parse_args()
    if given.bots == ["make"]:
        make()
        return
    ends = [end for end in endgames() if end.left <= given.left]
    for name in given.bots or [rung.name for rung in bots.LADDER]:
        budget = Budget(seconds=given.seconds) if given.seconds else bots.default_budget(name)
        print(json.dumps(table_row(name, budget, list(regrets(name, budget, ends)))), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nstopped; nothing was written")
