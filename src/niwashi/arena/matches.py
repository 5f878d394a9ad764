"""Matches between bots: every pair over the same deals, in every seating, on all cores or a Ray cluster, until the
test is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from niwashi import bots
from niwashi.arena.entrants import Entrant, common_budget, read_entrants
from niwashi.arena.hypotheses import read_sprt
from niwashi.arena.match_game import GameResult, GameSpec, MatchConfig, play, warm_up
from niwashi.arena.results import Deal, MatchResult, run_test, sum_up
from niwashi.arena.statistics import Sprt
from niwashi.core.components import Components
from niwashi.core.errors import BadOptions, quote
from niwashi.core.game import Options
from niwashi.engine import catalog
from niwashi.engine.factory import read_components, read_seed
from niwashi.parallel.processes import cores, map_in_order

MAX_GAMES = 1_000_000
MIN_PARALLEL_GAMES = 100
"""With fewer games between bots that do not search, starting processes takes longer than playing."""


@dataclass(frozen=True)
class MatchPlan:
    """The pairs, and the maximum number of deals for each."""

    config: MatchConfig
    pairs: tuple[tuple[int, int], ...]
    deals: int
    sprt: Sprt | None
    processes: int
    ray: str | None = None
    """The address of the Ray cluster that plays instead of processes."""

    @property
    def games(self) -> int:
        return self.deals * len(self.pairs) * self.config.seats


def make_plan(
    game: str,
    options: Options,
    components: Components,
    entrants: Sequence[Entrant],
    games: int,
    seed: str,
    sprt: Sprt | None = None,
    records: bool = False,
    processes: int | None = None,
    ray: str | None = None,
) -> MatchPlan:
    """`games` for each pair, rounded up to whole deals."""
    _check_bots_travel(entrants, ray)
    if not 1 <= games <= MAX_GAMES:
        raise BadOptions("arena/games", f"a pair plays 1 to {MAX_GAMES:,} games, not {quote(games)}")
    if processes is not None and processes < 1:
        raise BadOptions("arena/processes", f"the number of processes must be at least 1, not {quote(processes)}")
    deals = -(-games // options.seats)
    read_seed(f"{seed}-{deals}")  # every deal derives its own seed
    config = MatchConfig(game, options, components, tuple(entrants), seed, records)
    plan = MatchPlan(config, tuple(_pairs(len(entrants), options.seats)), deals, sprt, 1, ray)
    return replace(plan, processes=_processes(plan, processes))


def _check_bots_travel(entrants: Sequence[Entrant], ray: str | None) -> None:
    for entrant in entrants:
        if ray is not None and bots.is_known_here_only(entrant.bot):
            sentence = (
                f"the bot {quote(entrant.bot)} is registered in this program only, so a Ray cluster cannot play it"
            )
            raise BadOptions("arena/ray", f"{sentence}; name its factory instead, as module:function")


def _pairs(entrants: int, seats: int) -> Iterator[tuple[int, int]]:
    """At more than two seats, one against a table of the other is a different match in each direction."""
    return combinations(range(entrants), 2) if seats == 2 or entrants == 2 else permutations(range(entrants), 2)


def _processes(plan: MatchPlan, wanted: int | None) -> int:
    entrants = plan.config.entrants
    if any(bots.is_known_here_only(entrant.bot) for entrant in entrants):
        return 1
    if wanted is None and plan.games < MIN_PARALLEL_GAMES and all(entrant.looks_once for entrant in entrants):
        return 1
    return min(wanted or cores(), plan.games)


@dataclass
class Tally:
    """The finished deals, by pair. A deal counts only if all its games are finished."""

    plan: MatchPlan
    deals: list[list[Deal]] = field(init=False)
    decided: set[int] = field(init=False, default_factory=set)
    """Pairs whose test has ended."""
    _begun: dict[int, list[GameResult]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.deals = [[] for _ in self.plan.pairs]

    @property
    def all_decided(self) -> bool:
        return len(self.decided) == len(self.plan.pairs)

    @property
    def finished(self) -> int:
        return sum(map(len, self.deals))

    def add(self, played: GameResult) -> list[bytes]:
        """Count a game; returns the records of the deal if this game completes it."""
        number = played.spec.pairing
        if number in self.decided:
            return []
        begun = self._begun.setdefault(number, [])
        begun.append(played)
        if len(begun) < self.plan.config.seats:
            return []
        del self._begun[number]
        self._finish(number, Deal(played.spec.deal, tuple(replace(game, record=b"") for game in begun)))
        return [game.record for game in begun if game.record]

    def _finish(self, number: int, deal: Deal) -> None:
        self.deals[number].append(deal)
        if self.plan.sprt is not None:
            shares = [one.share for one in self.deals[number]]
            if run_test(self.plan.sprt, shares, 1 / self.plan.config.seats).verdict:
                self.decided.add(number)

    def result(self, stopped: bool = False) -> MatchResult:
        return sum_up(self.plan.config, self.plan.pairs, self.deals, self.plan.sprt, stopped)


def play_all(plan: MatchPlan, tally: Tally, progress: Callable[[int], None], write: Callable[[bytes], None]) -> None:
    """Play until all games are played or all tests decided. Counting games in order makes the result reproducible."""
    work, prepare = partial(play, plan.config), partial(warm_up, plan.config)
    with closing(map_in_order(work, _game_specs(plan, tally), plan.processes, prepare=prepare, ray=plan.ray)) as games:
        for played in games:
            for line in tally.add(played):
                write(line)
            progress(1)
            if tally.all_decided:
                return


def _game_specs(plan: MatchPlan, tally: Tally) -> Iterator[GameSpec]:
    """Deal by deal, so that all pairs have played about equally many games when the match stops."""
    for deal in range(plan.deals):
        for number, (one, others) in enumerate(plan.pairs):
            if number not in tally.decided:
                yield from (GameSpec(number, one, others, deal, seat) for seat in range(plan.config.seats))


def match(
    names: Sequence[str],
    game: str = catalog.DEFAULT,
    *,
    games: int = 400,
    seed: int | str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    sprt: bool = False,
    h0: str | None = None,
    h1: str | None = None,
    processes: int | None = None,
    ray: str | None = None,
    components: str | Path | None = None,
    **options: Any,
) -> MatchResult:
    """Let bots play each other: `match(["club", "casual"], "miyabi", games=200, seed=1, expansions="CE")`.

    Every pair plays the same deals in every seating, at most `games` games. `seconds` or `nodes` are the budget of bots
    without one of their own (“expert:0.2s”). With `sprt`, pairs stop as soon as the sequential test decides between
    `h0` and `h1`. Other options are those of the game.

    With several processes, the calling program needs `if __name__ == "__main__"`, as always with multiprocessing.
    `ray` is the address of a Ray cluster to play on instead, or “auto” (docs/clusters.md).
    """
    rules = catalog.rules(game)
    chosen = rules.options(options)
    entrants = read_entrants(names, common_budget(seconds, nodes), rules)
    test = read_sprt(h0, h1, chosen.seats) if sprt else None
    box = read_components(rules, components)
    plan = make_plan(rules.name, chosen, box, entrants, games, read_seed(seed), test, processes=processes, ray=ray)
    tally = Tally(plan)
    play_all(plan, tally, lambda _: None, lambda _: None)
    return tally.result()
