"""A match result as one self-contained HTML page, with a light and a dark theme, for phones and desktops."""

from __future__ import annotations

import math
from html import escape
from importlib import resources

import numpy as np

from niwashi.arena import charts
from niwashi.arena.results import MatchResult, Pairing, Timing, spread
from niwashi.arena.text import against, elo_text, percent, seconds_text, sprt_text, strongest_first
from niwashi.engine import catalog

PERCENT = (0.0, 100.0)


def page(result: MatchResult) -> str:
    names = [result.entrants[number].label for number in strongest_first(result)]
    title = " – ".join(entrant.label for entrant in result.entrants) if len(names) == 2 else ", ".join(names)
    style = resources.files("niwashi.arena").joinpath("report.css").read_text(encoding="utf-8")
    sections = [
        _head(result, title),
        *([_verdict(result.pairings[0], result.seats)] if len(result.entrants) == 2 else []),
        *([_crosstable(result)] if len(result.entrants) > 2 else []),
        *([_ratings(result)] if len(result.entrants) > 2 or result.seats > 2 else []),
        _margins(result),
        _timings(result),
        _lengths(result),
        _foot(result),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)} · Niwashi arena</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )


def _section(heading: str, note: str, inner: str) -> str:
    return f'<section>\n<h2>{heading}</h2>\n<p class="note">{note}</p>\n{inner}\n</section>'


def _table(kind: str, head: str, rows: str) -> str:
    inner = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody>"
    return f'<div class="wide"><table class="{kind}">{inner}</table></div>'


def _head(result: MatchResult, title: str) -> str:
    words = [f"{result.games:,} games", f"{result.seats} seats", *_options(result), f"seed {result.seed}"]
    words += ["timed" if result.timed else "reproducible", *(["stopped early"] if result.stopped else [])]
    chips = "".join(f"<li>{escape(word)}</li>" for word in words)
    name = catalog.rules(result.game).title
    return (
        f'<header>\n<p class="over">Arena · {escape(name)}</p>\n<h1>{escape(title)}</h1>\n'
        f'<ul class="chips">{chips}</ul>\n</header>'
    )


def _options(result: MatchResult) -> list[str]:
    """Options that differ from the defaults."""
    usual = catalog.rules(result.game).options({"seats": result.seats}).as_dict()
    changed = {key: value for key, value in result.options.items() if value != usual[key]}
    return [key.replace("_", " ") if value is True else f"{key} {value}" for key, value in changed.items()]


# -- strength ----------------------------------------------------------------------------------------------------------
def _verdict(pairing: Pairing, seats: int) -> str:
    one, others = escape(pairing.one), escape(pairing.others)
    table = f"a table of {others}" if seats > 2 else others
    interval = pairing.interval
    low, high, share, fair = (100 * part for part in (interval.low, interval.high, pairing.share, pairing.fair))
    picture = charts.span(low, high, share, PERCENT, fair, f"{share:.1f}% of the wins, {low:.1f}% to {high:.1f}%")
    picture += charts.scale_labels(PERCENT, lambda part: f"{part:.0f}%")
    facts = [("games", f"{pairing.won} won · {pairing.shared} shared · {pairing.lost} lost")]
    facts += [("deals", f"{pairing.deals}, each in {seats} seatings")]
    facts += [("Elo", elo_text(pairing))] if seats == 2 else []
    facts += [("SPRT", sprt_text(pairing.sprt))] if pairing.sprt else []
    listed = "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in facts)
    side = "ahead" if pairing.share >= pairing.fair else "behind"
    inner = (
        f'<p class="big {side}">{pairing.share:.1%}</p>\n<p class="under">{percent(interval)} with 95% confidence; '
        f"the line is the fair share, {pairing.fair:.1%}</p>\n{picture}\n"
        f"<dl>{listed}</dl>"
    )
    return _section("Share of wins", f"{one} against {table}. A win shared by n counts 1/n.", inner)


def _crosstable(result: MatchResult) -> str:
    order = strongest_first(result)
    head = "".join(f'<th scope="col"><span>{escape(result.entrants[one].label)}</span></th>' for one in order)
    rows = "".join(
        f'<tr><th scope="row">{escape(result.entrants[one].label)}</th>'
        + "".join(_cell(result, one, other) for other in order)
        + "</tr>"
        for one in order
    )
    table = _table("cross", f"<td></td>{head}", rows)
    who = "one of the row against a table of the column" if result.seats > 2 else "the row against the column"
    note = f"Share of wins of {who}, with its 95% interval; fair is {1 / result.seats:.0%}."
    return _section("Cross-table", note, table)


def _cell(result: MatchResult, one: int, other: int) -> str:
    found = against(result, one, other)
    if found is None:
        return '<td class="self">·</td>'
    share, interval, fair = found.share, found.interval, 1 / result.seats
    better = (share - fair) / (1 - fair) if share > fair else (share - fair) / fair
    kind = "ahead" if better > 0 else "behind"
    span = f"{interval.low * 100:.0f}–{interval.high * 100:.0f}"
    return f'<td class="{kind}" style="--by:{abs(better) * 55:.0f}%">{share:.0%}<small>{span}</small></td>'


def _ratings(result: MatchResult) -> str:
    ends = [end for rating in result.ratings for end in (rating.interval.low, rating.interval.high)]
    scale = (min(*ends, -1.0), max(*ends, 1.0))
    rows = "".join(_rating_row(result, number, scale) for number in strongest_first(result))
    axis = f'<div class="rating">{charts.scale_labels(scale)}</div>'
    note = "Plackett–Luce strengths on the Elo scale relative to the mean of all, with 95% intervals over deals."
    note = note if result.seats > 2 else "Maximum-likelihood Elo relative to the mean, with 95% intervals over deals."
    return _section("Ratings", note, rows + axis)


def _rating_row(result: MatchResult, number: int, scale: tuple[float, float]) -> str:
    rating, label = result.ratings[number], escape(result.entrants[number].label)
    low, high = rating.interval.low, rating.interval.high
    text = f"{charts.signed(rating.elo)}, {charts.signed(low)} to {charts.signed(high)}"
    picture = charts.span(low, high, rating.elo, scale, 0, f"{label}: {text}")
    value = f"{charts.signed(rating.elo)} <small>±{(high - low) / 2:.0f}</small>"
    return f'<div class="rating"><span class="who">{label}</span>{picture}<span class="value">{value}</span></div>'


# -- margins, durations, lengths ---------------------------------------------------------------------------------------
def _margins(result: MatchResult) -> str:
    every = [margin for pairing in result.pairings for margin in pairing.margins]
    scale = min(*every, 0), max(*every, 0)
    figures = "".join(_margin(pairing, scale) for pairing in result.pairings)
    note = "Final points ahead of the best opponent, for each game; the line is the mean."
    return _section("Margins", note, f'<div class="figures">{figures}</div>')


def _margin(pairing: Pairing, scale: tuple[int, int]) -> str:
    mean = float(np.mean(pairing.margins))
    title = f"<b>{escape(pairing.one)} <small>against</small> {escape(pairing.others)}</b>"
    plain = f"margins of {escape(pairing.one)} against {escape(pairing.others)}"
    picture = charts.histogram(pairing.margins, scale, plain, mean, two_sided=True)
    return f"<figure><figcaption>{title}<span>mean {charts.signed(mean)}</span></figcaption>{picture}</figure>"


def _timings(result: MatchResult) -> str:
    thinking = [timing for timing in result.timings if timing.decisions]
    low = math.floor(math.log10(max(min(float(timing.durations.min()) for timing in thinking), 1e-6)))
    high = math.ceil(math.log10(max(timing.longest for timing in thinking) or 1e-6))
    figures = "".join(_timing(timing, low, max(high, low + 1)) for timing in thinking)
    rows = "".join(_timing_row(timing) for timing in result.timings)
    head = "<td></td><th>median</th><th>99%</th><th>longest</th><th>late</th><th>decisions</th>"
    table = _table("plain", head, rows)
    note = "Only decisions with more than one legal action. Late: more than 10% over the budget. Lines: median and 99%."
    return _section("Time for a decision", note, f'{table}\n<div class="figures">{figures}</div>')


def _timing(timing: Timing, low: int, high: int) -> str:
    label = escape(timing.label)
    marks = (("", timing.median), ("far", timing.p99))
    picture = charts.duration_histogram(timing.durations, low, high, marks, f"time for a decision of {label}")
    caption = f"<b>{label}</b><span>median {seconds_text(timing.median)}</span>"
    return f"<figure><figcaption>{caption}</figcaption>{picture}</figure>"


def _timing_row(timing: Timing) -> str:
    late = "–" if timing.late is None else f"{timing.late:.1%}"
    times = "".join(f"<td>{seconds_text(time)}</td>" for time in (timing.median, timing.p99, timing.longest))
    return f'<tr><th scope="row">{escape(timing.label)}</th>{times}<td>{late}</td><td>{timing.decisions:,}</td></tr>'


def _lengths(result: MatchResult) -> str:
    length = spread(np.array(result.lengths))
    scale = min(result.lengths), max(result.lengths)
    picture = charts.histogram(result.lengths, scale, "actions in a game", length["mean"])
    note = (
        f"Actions of all seats together: {length['mean']:.1f} on average, {length['min']:.0f} to {length['max']:.0f}."
    )
    return _section("Length of a game", note, f'<div class="figures"><figure>{picture}</figure></div>')


def _foot(result: MatchResult) -> str:
    how = (
        "A budget was in seconds, so another run gives other games."
        if result.timed
        else "The same seed gives the same games."
    )
    return (
        f"<footer><p>Every deal is played in every seating and counts as one observation. {how}</p>"
        "<p>Made by niwashi arena. docs/arena.md explains it.</p></footer>"
    )
