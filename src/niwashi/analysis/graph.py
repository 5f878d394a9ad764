"""The graph of a review: every seat's chance of winning after each action, as SVG under a row of links.

The lines are stretched to whatever width there is; texts, dots and links are placed over them by percent, so that they
keep their size on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import sqrt

from niwashi.analysis.judgement import Judgement
from niwashi.analysis.review import Review
from niwashi.analysis.text import estimate_text, loss_text, mark_text, percent, turn_text

WIDTH, HEIGHT = 1000, 400
LEVELS = (1.0, 0.75, 0.5, 0.25, 0.0)
TICK = 10
DASHES = ("none", "9 4", "3 3", "12 3 3 3", "1 4")
"""A line is told by its dashes as well as by its colour."""

CAPTION = (
    "Chance of winning after each action. The shade is one standard error; upright lines are where chance acted. "
    "A ring is a turning point, a lozenge where the lead changed for good."
)


def graph(review: Review) -> str:
    return (
        '<figure class="graph" aria-labelledby="graph-caption">'
        f'<div class="levels" aria-hidden="true">{_levels()}</div>'
        f'<div class="plot">{_lines(review)}{_turns(review)}{_links(review)}</div>'
        f'<div class="ticks" aria-hidden="true">{_ticks(len(review.judgements))}</div>'
        f'<figcaption><span class="keys">{_keys(review)}</span><span id="graph-caption">{CAPTION}</span></figcaption>'
        "</figure>"
    )


def _x(number: int, actions: int) -> float:
    """The middle of an action's column, as a share of the width."""
    return (number - 0.5) / actions


def _levels() -> str:
    return "".join(f'<span style="top:{_percent(1 - level)}">{percent(level)}</span>' for level in LEVELS)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def _ticks(actions: int) -> str:
    step = TICK if actions > 2 * TICK else max(1, TICK // 2)
    shown = [1, *range(step, actions + 1, step)]
    return "".join(f'<span style="left:{_percent(_x(number, actions))}">{number}</span>' for number in shown)


# -- lines -------------------------------------------------------------------------------------------------------------
def _lines(review: Review) -> str:
    actions = len(review.judgements)
    levels = "".join(f'<path class="level" d="M0 {HEIGHT * (1 - level):.0f}H{WIDTH}"/>' for level in LEVELS)
    rounds = "".join(
        f'<path class="round" d="M{WIDTH * (number - 1) / actions:.1f} 0V{HEIGHT}"/>'
        for number in review.rounds
        if 1 < number <= actions
    )
    seats = range(len(review.names))
    drawn = "".join(_doubt(review, seat) for seat in seats) + "".join(_line(review, seat) for seat in seats)
    label = escape(_summary(review), quote=True)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f"{levels}{rounds}{drawn}</svg>"
    )


def _summary(review: Review) -> str:
    last = review.judgements[-1].chances
    told = ", ".join(f"{name} {percent(chance)}" for name, chance in zip(review.names, last, strict=True))
    return f"Chances of winning over {len(review.judgements)} actions; after the last: {told}"


def _points(review: Review, values: Sequence[float]) -> str:
    actions = len(review.judgements)
    return " ".join(
        f"{WIDTH * _x(number, actions):.1f},{HEIGHT * (1 - value):.1f}" for number, value in enumerate(values, 1)
    )


def _line(review: Review, seat: int) -> str:
    values = [one.chances[seat] for one in review.judgements]
    dashes = f' stroke-dasharray="{DASHES[seat]}"' if seat else ""
    return f'<polyline class="line seat{seat}"{dashes} points="{_points(review, values)}"/>'


def _doubt(review: Review, seat: int) -> str:
    """A standard error to both sides of the line."""
    values = [one.chances[seat] for one in review.judgements]
    errors = [0.0 if one.exact else _error(one.chances[seat], review.method.trials) for one in review.judgements]
    upper = [min(1.0, value + error) for value, error in zip(values, errors, strict=True)]
    lower = [max(0.0, value - error) for value, error in zip(values, errors, strict=True)]
    there, back = _points(review, upper), " ".join(reversed(_points(review, lower).split(" ")))
    return f'<polygon class="doubt seat{seat}" points="{there} {back}"/>'


def _error(chance: float, trials: int) -> float:
    return sqrt(max(0.0, chance * (1 - chance)) / trials)


# -- what lies over them -----------------------------------------------------------------------------------------------
def _turns(review: Review) -> str:
    actions = len(review.judgements)
    dots = []
    for turn in review.turning_points:
        chance = review.judgements[turn.number - 1].chances[turn.seat]
        place = f"left:{_percent(_x(turn.number, actions))};top:{_percent(1 - chance)}"
        dots.append(f'<span class="turn {turn.kind} seat{turn.seat}" style="{place}" aria-hidden="true"></span>')
    return "".join(dots)


def _links(review: Review) -> str:
    links = "".join(_link(review, number, one) for number, one in enumerate(review.judgements, 1))
    return f'<div class="links" role="group" aria-label="Actions; the arrow keys go from one to the next">{links}</div>'


def _link(review: Review, number: int, one: Judgement) -> str:
    side = "left" if number <= len(review.judgements) / 2 else "right"
    tip = "".join(f"<span>{escape(line)}</span>" for line in details(review, number, one))
    reachable = "0" if number == 1 else "-1"
    return f'<a href="#action-{number}" tabindex="{reachable}" class="{side}"><span class="tip">{tip}</span></a>'


def details(review: Review, number: int, one: Judgement) -> list[str]:
    """What is said of an action when it is pointed at."""
    lines = [f"{number}. {review.names[one.seat]}: {one.action}"]
    lines.append(" · ".join(f"{name} {percent(c)}" for name, c in zip(review.names, one.chances, strict=True)))
    lines.append(f"margin {estimate_text(one.after.margin)}")
    if mark_text(review, one):
        lost = f", {loss_text(one)} points lost" if loss_text(one) else ""
        lines.append(mark_text(review, one) + lost)
    return lines + [turn_text(review, turn) for turn in review.turning_points if turn.number == number]


def _keys(review: Review) -> str:
    keys = []
    for seat, name in enumerate(review.names):
        dashes = f' stroke-dasharray="{DASHES[seat]}"' if seat else ""
        sample = f'<svg viewBox="0 0 34 6" aria-hidden="true"><path class="line seat{seat}"{dashes} d="M0 3H34"/></svg>'
        keys.append(f'<span class="key">{sample}{escape(name)}</span>')
    return "".join(keys)
