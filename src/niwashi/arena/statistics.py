"""Statistics of matches: shares of wins with intervals, a sequential test, Elo and Plackett–Luce ratings.

One deal, played in every rotation of the seats, is one observation: its games share the same luck and are not
independent. All functions are pure functions of such observations; docs/arena.md has the formulas.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.engine.sheet import winning_seats

Floats: TypeAlias = NDArray[np.float64]
Ranking: TypeAlias = tuple[int, ...]
"""Entrants from first to last place; an entrant with several seats appears several times."""
Rankings: TypeAlias = dict[Ranking, float]
"""The weight of each ranking; ties contribute fractions of a game."""

CONFIDENCE = 0.95
PRIOR_DEALS = 2.0
"""Pseudo-observations, all won or all lost in the fair proportion, so that no interval has zero width."""
ELO = 400 / math.log(10)
"""Elo points for each e-fold of strength."""


@dataclass(frozen=True)
class Interval:
    low: float
    high: float


# -- shares of wins --------------------------------------------------------------------------------------------------
def win_shares(scores: Sequence[int]) -> tuple[float, ...]:
    """Each seat's share of the win; a win shared by n counts 1/n."""
    winners = winning_seats(scores)
    return tuple((seat in winners) / len(winners) for seat in range(len(scores)))


def share_interval(deals: Sequence[float], fair: float) -> Interval:
    """Student's interval of the share, from the share in each deal and the prior deals.

    A fraction `fair` of the prior deals is won and the rest lost, so the width is positive even if all deals are alike.
    """
    values, weights = _with_prior(deals, fair)
    mean = float(values @ weights) / float(weights.sum())
    spread = float((values - mean) ** 2 @ weights) / (float(weights.sum()) - 1)
    reach = student(len(deals) + PRIOR_DEALS - 1) * math.sqrt(spread / float(weights.sum()))
    return Interval(max(mean - reach, 0.0), min(mean + reach, 1.0))


def _with_prior(deals: Sequence[float], fair: float) -> tuple[Floats, Floats]:
    """Values and weights of the played and the prior deals."""
    prior = [PRIOR_DEALS * fair, PRIOR_DEALS * (1 - fair)]
    return np.array([*deals, 1.0, 0.0]), np.array([1.0] * len(deals) + prior)


def student(degrees: float) -> float:
    """The two-sided quantile of Student's t at CONFIDENCE, by its expansion around the normal quantile."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / degrees + second / degrees**2 + third / degrees**3 + fourth / degrees**4


# -- Elo -------------------------------------------------------------------------------------------------------------
def elo(share: float, seats: int = 2) -> float:
    """The maximum-likelihood Elo difference for a share of wins against equal opponents; infinite at 0 and 1."""
    if share <= 0 or share >= 1:
        return -math.inf if share <= 0 else math.inf
    return ELO * math.log(share * (seats - 1) / (1 - share))


def expected_share(difference: float, seats: int = 2) -> float:
    """The share of wins of a player who is `difference` Elo stronger than each opponent."""
    strength = math.exp(difference / ELO)
    return strength / (strength + seats - 1)


# -- the sequential test -----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Sprt:
    """Two hypotheses about a share of wins, and the error probabilities."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> Interval:
        """Wald's bounds: the lower hypothesis is accepted below the first, the higher above the second."""
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def verdict(self, ratio: float) -> str | None:
        """“low” or “high”; None while undecided."""
        if ratio <= self.bounds.low:
            return "low"
        return "high" if ratio >= self.bounds.high else None


def log_ratio(deals: Sequence[float], fair: float, test: Sprt) -> float:
    """The generalised log-likelihood ratio of the higher hypothesis to the lower one.

    The distribution of the deals' shares is unknown. Under each hypothesis it is the maximum-likelihood distribution on
    the observed values with the hypothesis' mean.
    """
    every, counted = _with_prior(deals, fair)
    values, places = np.unique(every, return_inverse=True)
    weights = np.bincount(places, counted).astype(np.float64)
    high, low = (np.log1p(_tilt(values, weights, mean) * (values - mean)) for mean in (test.high, test.low))
    return float(weights @ (low - high))


def _tilt(values: Floats, weights: Floats, mean: float) -> float:
    """The θ for which the weights, each divided by 1 + θ·(value - mean), have that mean. Found by bisection."""
    offsets = values - mean
    low, high = -1 / float(offsets.max()), -1 / float(offsets.min())
    for _ in range(60):
        middle = (low + high) / 2
        if weights @ (offsets / (1 + middle * offsets)) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


# -- ratings ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Rating:
    """In Elo points relative to the mean of all."""

    elo: float
    interval: Interval


def rank_game(scores: Sequence[int], who: Sequence[int]) -> Rankings:
    """A game's ranking. A tie counts as every order it could be broken in, in equal parts."""
    places = sorted(set(scores), reverse=True)
    groups = [[one for one, mine in zip(who, scores, strict=True) if mine == points] for points in places]
    orders = [tuple(chain(*broken)) for broken in product(*map(permutations, groups))]
    return sum_rankings({order: 1 / len(orders)} for order in orders)


def sum_rankings(parts: Iterable[Rankings]) -> Rankings:
    total: Rankings = {}
    for part in parts:
        for ranking, weight in part.items():
            total[ranking] = total.get(ranking, 0.0) + weight
    return total


def rate(count: int, deals: Sequence[Rankings]) -> list[Rating]:
    """Plackett–Luce ratings of `count` players; with two seats these are Elo ratings.

    Each pair is given one drawn game, so that all ratings are finite. The intervals count a deal, with all its games,
    as one observation (a sandwich estimate).
    """
    prior: Rankings = dict.fromkeys(permutations(range(count), 2), 0.5)
    total = sum_rankings([*deals, prior])
    logs = np.log(strengths(count, total))
    bread = np.linalg.pinv(_information(logs, total), rcond=1e-10, hermitian=True)  # ratings are relative
    gradients = {ranking: _gradient(logs, ranking) for ranking in total}
    slopes = np.array([sum(weight * gradients[ranking] for ranking, weight in deal.items()) for deal in deals])
    filling = slopes.T @ slopes + _information(logs, prior)
    reach = student(len(deals) + 1) * ELO * np.sqrt(np.diag(bread @ filling @ bread))
    points = ELO * (logs - logs.mean())
    return [Rating(float(p), Interval(float(p - r), float(p + r))) for p, r in zip(points, reach, strict=True)]


def strengths(count: int, rankings: Rankings, turns: int = 10_000) -> Floats:
    """Maximum-likelihood strengths with geometric mean 1, by Hunter's MM algorithm (Annals of Statistics 32, 2004)."""
    wins = np.zeros(count)
    stages: dict[Ranking, float] = {}
    for ranking, weight in rankings.items():
        for first, left in _stages(ranking):
            wins[first] += weight
            stages[left] = stages.get(left, 0.0) + weight
    seated = np.array([np.bincount(left, minlength=count) for left in stages], float)
    weights = np.array(list(stages.values()))
    found = np.ones(count)
    for _ in range(turns):
        before = found
        found = wins / ((weights / (seated @ before)) @ seated)
        found = found / np.exp(np.log(found).mean())
        if np.abs(np.log(found / before)).max() < 1e-9:
            break
    return found


def _stages(ranking: Ranking) -> list[tuple[int, Ranking]]:
    """For each place but the last: the entrant in it, and those still competing for it."""
    return [(ranking[place], tuple(sorted(ranking[place:]))) for place in range(len(ranking) - 1)]


def _chances(logs: Floats, left: Ranking) -> Floats:
    """Each entrant's probability of taking the next place."""
    strong = np.bincount(left, minlength=len(logs)) * np.exp(logs)
    chances: Floats = strong / strong.sum()
    return chances


def _gradient(logs: Floats, ranking: Ranking) -> Floats:
    """Of a ranking's log-likelihood, by the logarithms of the strengths."""
    gradient = np.zeros(len(logs))
    for first, left in _stages(ranking):
        gradient[first] += 1
        gradient -= _chances(logs, left)
    return gradient


def _information(logs: Floats, rankings: Rankings) -> Floats:
    information = np.zeros((len(logs), len(logs)))
    for ranking, weight in rankings.items():
        for _, left in _stages(ranking):
            chances = _chances(logs, left)
            information += weight * (np.diag(chances) - np.outer(chances, chances))
    return information
