"""A match result as text for a terminal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from niwashi.arena.columns import table_lines
from niwashi.arena.results import MatchResult, Pairing, SprtState, Timing, spread
from niwashi.arena.statistics import Interval, Rating

RATING_WIDTH, CELL_WIDTH = 22, 8


def as_text(result: MatchResult, width: int | None = None) -> str:
    """Tables have at most `width` columns, 80 if it is None; sentences are not wrapped."""
    parts = [headline(result), ""]
    parts += _rating_lines(result, width) if len(result.entrants) > 2 else _pairing_lines(result)
    parts += ["", *_timing_lines(result.timings, width)]
    length = spread(np.array(result.lengths))
    parts += ["", f"actions per game: {length['mean']:.1f} on average, {length['min']:.0f} to {length['max']:.0f}"]
    return "\n".join(parts)


def headline(result: MatchResult) -> str:
    how = "timed, so not reproducible" if result.timed else "reproducible from the seed"
    stopped = "; stopped early" if result.stopped else ""
    return f"{result.games} games of {result.game}, {result.seats} seats, seed {result.seed}; {how}{stopped}"


def _pairing_lines(result: MatchResult) -> list[str]:
    pairing = result.pairings[0]
    table = pairing.others if result.seats == 2 else f"a table of {pairing.others}"
    share = f"{pairing.share:.1%} of the wins ({percent(pairing.interval)}); fair is {pairing.fair:.1%}"
    return [
        f"{pairing.one} against {table}: {share}",
        f"{pairing.won} won, {pairing.shared} shared, {pairing.lost} lost, in {pairing.deals} deals",
        f"Elo {elo_text(pairing)}" if result.seats == 2 else f"Plackett–Luce {_difference(result.ratings[0])}",
        *([f"SPRT: {sprt_text(pairing.sprt)}"] if pairing.sprt else []),
    ]


def _difference(first: Rating) -> str:
    """Of two entrants, whose ratings are symmetric around zero."""
    low, high = (2 * end for end in (first.interval.low, first.interval.high))
    return f"{2 * first.elo:+.0f} ({low:+.0f} – {high:+.0f}) on the Elo scale"


def percent(interval: Interval) -> str:
    return f"{interval.low:.1%} – {interval.high:.1%}"


def elo_text(pairing: Pairing) -> str:
    """After winning everything there is only a bound, and after very few deals not even that."""
    if pairing.elo_low is None and pairing.elo_high is None:
        return "unknown after so few deals"
    if pairing.elo is None:
        return f"above {pairing.elo_low:+.0f}" if pairing.elo_low is not None else f"below {pairing.elo_high:+.0f}"
    ends = (pairing.elo_low, "−∞"), (pairing.elo_high, "+∞")
    low, high = (open_end if end is None else f"{end:+.0f}" for end, open_end in ends)
    return f"{pairing.elo:+.0f} ({low} – {high})"


def sprt_text(test: SprtState) -> str:
    at = f"log-likelihood ratio {test.ratio:+.2f} in {test.bounds.low:.2f} … {test.bounds.high:.2f}"
    if test.verdict is None:
        return f"undecided between {test.low:.1%} and {test.high:.1%} of the wins ({at})"
    chosen, other = (test.high, test.low) if test.verdict == "high" else (test.low, test.high)
    return f"{chosen:.1%} of the wins is accepted against {other:.1%} ({at})"


def _rating_lines(result: MatchResult, width: int | None) -> list[str]:
    """Ratings, strongest first, and each row's share of the wins against each column."""
    order = strongest_first(result)
    label_width = max(16, *(len(entrant.label) + 5 for entrant in result.entrants))
    names = [f"{place:>2}  {result.entrants[number].label}" for place, number in enumerate(order, 1)]
    ratings = [f"{'rating (95%)':>{RATING_WIDTH}}", *(_rating_text(result.ratings[number]) for number in order)]
    shares = [_share_column(result, order, place) for place in range(len(order))]
    return table_lines([label.ljust(label_width) for label in ("", *names)], [ratings, *shares], width)


def _share_column(result: MatchResult, order: list[int], place: int) -> list[str]:
    cells = [str(place + 1), *(_cell(result, one, order[place]) for one in order)]
    return [f"{cell:>{CELL_WIDTH}}" for cell in cells]


def _rating_text(rating: Rating) -> str:
    span = f"({rating.interval.low:+.0f} – {rating.interval.high:+.0f})"
    return f"{rating.elo:>+7.0f} {span:>14}"


def strongest_first(result: MatchResult) -> list[int]:
    return sorted(range(len(result.entrants)), key=lambda number: -result.ratings[number].elo)


def _cell(result: MatchResult, number: int, other: int) -> str:
    found = against(result, number, other)
    return "–" if number == other else "" if found is None else f"{found.share:.1%}"


@dataclass(frozen=True)
class Share:
    share: float
    interval: Interval


def against(result: MatchResult, number: int, other: int) -> Share | None:
    """A row's share against a column. At two seats, also from the match in the other direction."""
    mine, theirs = result.entrants[number].label, result.entrants[other].label
    if found := result.pairing(mine, theirs):
        return Share(found.share, found.interval)
    back = result.pairing(theirs, mine)
    if back is None or result.seats > 2:
        return None
    return Share(1 - back.share, Interval(1 - back.interval.high, 1 - back.interval.low))


def _timing_lines(timings: tuple[Timing, ...], width: int | None) -> list[str]:
    label_width = max(16, *(len(timing.label) + 1 for timing in timings))
    labels = [label.ljust(label_width) for label in ("decision time", *(timing.label for timing in timings))]
    columns = [
        [f"{'median':>11}", *(f"{seconds_text(timing.median):>11}" for timing in timings)],
        [f"{'99%':>11}", *(f"{seconds_text(timing.p99):>11}" for timing in timings)],
        [f"{'longest':>11}", *(f"{seconds_text(timing.longest):>11}" for timing in timings)],
        [f"{'late':>8}", *(f"{_late_text(timing):>8}" for timing in timings)],
        [f"{'decisions':>11}", *(f"{timing.decisions:>11,}" for timing in timings)],
    ]
    return table_lines(labels, columns, width)


def _late_text(timing: Timing) -> str:
    return "–" if timing.late is None else f"{timing.late:.1%}"


def seconds_text(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"
