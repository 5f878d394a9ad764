"""The result of a match: shares of wins, ratings and decision times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.arena.entrants import Entrant
from niwashi.arena.match_game import GameResult, MatchConfig
from niwashi.arena.statistics import (
    Interval,
    Rankings,
    Rating,
    Sprt,
    elo,
    log_ratio,
    rank_game,
    rate,
    share_interval,
    sum_rankings,
    win_shares,
)

LATE_FACTOR = 1.1
"""A decision is late if it took more than its budget times this."""


@dataclass(frozen=True)
class Deal:
    """One deal of a pairing in every seating: one observation."""

    number: int
    games: tuple[GameResult, ...]

    @cached_property
    def share(self) -> float:
        """The one entrant's share of the wins."""
        return float(np.mean([win_shares(game.scores)[game.spec.seat] for game in self.games]))

    @property
    def margins(self) -> tuple[int, ...]:
        """For each game, the one entrant's points ahead of the best opponent."""
        return tuple(_margin(game.scores, game.spec.seat) for game in self.games)


def _margin(scores: Sequence[int], seat: int) -> int:
    return scores[seat] - max(points for other, points in enumerate(scores) if other != seat)


@dataclass(frozen=True)
class SprtState:
    """The sequential test; the verdict is “low” or “high” once a hypothesis is accepted."""

    low: float
    high: float
    ratio: float
    bounds: Interval
    verdict: str | None


@dataclass(frozen=True)
class Pairing:
    """One entrant against a table of another."""

    one: str
    others: str
    deals: int
    games: int
    won: int
    shared: int
    lost: int
    share: float
    interval: Interval
    fair: float
    elo: float | None
    """At two seats only; None if infinite, after winning everything or nothing. So are the interval's ends."""
    elo_low: float | None
    elo_high: float | None
    margins: tuple[int, ...]
    sprt: SprtState | None

    def as_dict(self) -> dict[str, Any]:
        """For JSON, with quantiles in place of all margins."""
        return {**asdict(self), "margins": spread(np.array(self.margins))}


@dataclass(frozen=True)
class Timing:
    """How long an entrant's decisions took, in seconds, without forced actions."""

    label: str
    decisions: int
    median: float
    p99: float
    longest: float
    late: float | None
    """The share of decisions that were late; None if the budget is not in seconds."""
    durations: NDArray[np.float32]

    def as_dict(self) -> dict[str, Any]:
        """For JSON, without the single durations."""
        return {key: getattr(self, key) for key in ("label", "decisions", "median", "p99", "longest", "late")}


@dataclass(frozen=True)
class MatchResult:
    """The result of a match; reproducible from the seed unless it is timed."""

    game: str
    options: dict[str, Any]
    seed: str
    timed: bool
    stopped: bool
    """By Ctrl-C; the result covers the finished deals."""
    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...]
    ratings: tuple[Rating, ...]
    """One for each entrant, in their order."""
    timings: tuple[Timing, ...]
    lengths: tuple[int, ...]
    """Actions of each game."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.lengths)

    @property
    def seats(self) -> int:
        """How many seats each game had."""
        return int(self.options["seats"])

    def pairing(self, one: str, others: str) -> Pairing | None:
        """How one entrant did against a table of another, by their labels; None if they have not met."""
        return next((pair for pair in self.pairings if (pair.one, pair.others) == (one, others)), None)

    def as_dict(self) -> dict[str, Any]:
        """For JSON. Everything but “pace” is reproducible from the seed, unless the match is timed."""
        return {
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "timed": self.timed,
            "stopped": self.stopped,
            "games": self.games,
            "entrants": [entrant.as_dict() for entrant in self.entrants],
            "pairings": [pairing.as_dict() for pairing in self.pairings],
            "ratings": [
                {"label": entrant.label, **asdict(rating)}
                for entrant, rating in zip(self.entrants, self.ratings, strict=True)
            ],
            "length": spread(np.array(self.lengths)),
            "pace": [timing.as_dict() for timing in self.timings],
        }


def spread(values: NDArray[Any]) -> dict[str, float]:
    low, quarter, median, three_quarters, high = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
    quantiles = {"min": low, "25%": quarter, "median": median, "75%": three_quarters, "max": high}
    return {"mean": float(values.mean()), "sd": float(values.std()), **quantiles}


# -- from deals to the result ------------------------------------------------------------------------------------------
def sum_up(
    config: MatchConfig,
    pairs: Sequence[tuple[int, int]],
    deals: Sequence[Sequence[Deal]],
    sprt: Sprt | None,
    stopped: bool,
) -> MatchResult:
    """Pairs without a finished deal are left out."""
    met = [(pair, found) for pair, found in zip(pairs, deals, strict=True) if found]
    games = [game for _, found in met for deal in found for game in deal.games]
    return MatchResult(
        game=config.game,
        options=config.options.as_dict(),
        seed=config.seed,
        timed=any(entrant.timed for entrant in config.entrants),
        stopped=stopped,
        entrants=config.entrants,
        pairings=tuple(_pairing(config, pair, found, sprt) for pair, found in met),
        ratings=_ratings(config, [found for _, found in met]),
        timings=tuple(_timing(config, number, games) for number in range(len(config.entrants))),
        lengths=tuple(game.actions for game in games),
    )


def _pairing(config: MatchConfig, pair: tuple[int, int], deals: Sequence[Deal], sprt: Sprt | None) -> Pairing:
    shares, fair = [deal.share for deal in deals], 1 / config.seats
    margins = tuple(margin for deal in deals for margin in deal.margins)
    interval = share_interval(shares, fair)
    measured = [_elo(config, share) for share in (float(np.mean(shares)), interval.low, interval.high)]
    return Pairing(
        one=config.entrants[pair[0]].label,
        others=config.entrants[pair[1]].label,
        deals=len(deals),
        games=len(margins),
        won=sum(margin > 0 for margin in margins),
        shared=sum(margin == 0 for margin in margins),
        lost=sum(margin < 0 for margin in margins),
        share=float(np.mean(shares)),
        interval=interval,
        fair=fair,
        elo=measured[0],
        elo_low=measured[1],
        elo_high=measured[2],
        margins=margins,
        sprt=None if sprt is None else run_test(sprt, shares, fair),
    )


def _elo(config: MatchConfig, share: float) -> float | None:
    found = elo(share)
    return found if config.seats == 2 and math.isfinite(found) else None


def run_test(sprt: Sprt, shares: Sequence[float], fair: float) -> SprtState:
    ratio = log_ratio(shares, fair, sprt)
    return SprtState(sprt.low, sprt.high, ratio, sprt.bounds, sprt.verdict(ratio))


def _ratings(config: MatchConfig, pairs: Sequence[Sequence[Deal]]) -> tuple[Rating, ...]:
    """All pairs play the same deals, so the games of all pairs on one deal are one observation."""
    by_number: dict[int, list[Rankings]] = {}
    for deal in (deal for deals in pairs for deal in deals):
        games = [rank_game(game.scores, game.spec.entrants(config.seats)) for game in deal.games]
        by_number.setdefault(deal.number, []).extend(games)
    return tuple(rate(len(config.entrants), [sum_rankings(games) for games in by_number.values()]))


def _timing(config: MatchConfig, number: int, games: Sequence[GameResult]) -> Timing:
    entrant = config.entrants[number]
    seats = [
        game.durations[seat]
        for game in games
        for seat, other in enumerate(game.spec.entrants(config.seats))
        if other == number
    ]
    durations = np.concatenate([np.zeros(0, np.float32), *seats])
    median, p99, longest = np.percentile(durations, [50, 99, 100]).tolist() if len(durations) else (0.0, 0.0, 0.0)
    seconds = entrant.budget.seconds
    late = None if seconds is None or not len(durations) else float((durations > LATE_FACTOR * seconds).mean())
    return Timing(entrant.label, len(durations), median, p99, longest, late, durations)
