"""A review as one HTML page that needs nothing else: no script, font or picture from anywhere."""

from __future__ import annotations

from html import escape
from importlib import resources

from niwashi.analysis.graph import graph
from niwashi.analysis.judgement import Judgement
from niwashi.analysis.review import MARKS, Review, SeatSummary
from niwashi.analysis.text import estimate_text, loss_text, mark_text, method_text, percent, turn_text

EXPLANATION = (
    "The margin is what the seat is expected to end ahead of its best rival, ± one standard error. A loss is measured "
    "against the best alternative, both played out to the end by the same chance; in brackets it is within its noise, "
    "and then it has no name. A slip costs at least a tenth of the spread of final margins, a mistake a quarter, a "
    "blunder half of it."
)


def page(review: Review) -> str:
    title = escape(f"{review.title}: {' – '.join(review.names)}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{_file('page.css')}</style></head><body>"
        f"{_header(review)}<main>{graph(review)}{_turning_points(review)}{_seats(review)}{_table(review)}</main>"
        f"{_footer(review)}<script>{_file('page.js')}</script></body></html>\n"
    )


def _file(name: str) -> str:
    return resources.files("niwashi.analysis").joinpath(name).read_text(encoding="utf-8")


def _header(review: Review) -> str:
    scores = "".join(
        f'<li class="seat{seat}"><span class="name">{escape(name)}</span> <b>{points}</b>{_crown(review, seat)}</li>'
        for seat, (name, points) in enumerate(zip(review.names, review.scores, strict=True))
    )
    about = f"{len(review.names)} seats, {review.actions} actions"
    return f'<header><h1>{escape(review.title)}</h1><p>{about}</p><ul class="scores">{scores}</ul></header>'


def _crown(review: Review, seat: int) -> str:
    return ' <span class="won">won</span>' if seat in review.winners else ""


def _turning_points(review: Review) -> str:
    if not review.turning_points:
        return ""
    items = "".join(
        f'<li class="seat{turn.seat}"><a href="#action-{turn.number}">{turn.number}. '
        f"{escape(turn_text(review, turn))}</a></li>"
        for turn in review.turning_points
    )
    return f'<section><h2>Turning points</h2><ul class="turns">{items}</ul></section>'


def _seats(review: Review) -> str:
    cards = "".join(_card(number, seat) for number, seat in enumerate(review.seats))
    return f'<section><h2>How they played</h2><div class="cards">{cards}</div></section>'


def _card(number: int, seat: SeatSummary) -> str:
    marks = [f"{seat.marks[word]} {word}{'' if seat.marks[word] == 1 else 's'}" for _, word in reversed(MARKS)]
    return (
        f'<div class="card seat{number}"><h3>{escape(seat.name)}</h3>'
        f'<p class="accuracy"><b>{percent(seat.accuracy)}</b> of {seat.decisions} decisions without a mark</p>'
        f"<p>{seat.mean_loss:.1f} points lost a decision</p><p>{', '.join(marks)}</p></div>"
    )


def _table(review: Review) -> str:
    heads = (
        '<th scope="col" class="number">No.</th><th scope="col">Seat</th><th scope="col">Action</th>'
        '<th scope="col" class="number wide">Margin</th><th scope="col" class="number">Wins</th>'
        '<th scope="col" class="number">Loss</th><th scope="col">Best other action</th>'
    )
    rows = "".join(_row(review, number, one) for number, one in enumerate(review.judgements, 1))
    return (
        "<section><h2>Every action</h2><table><thead><tr>" + heads + f"</tr></thead><tbody>{rows}</tbody></table>"
        f'<p class="note">{escape(EXPLANATION)}</p></section>'
    )


def _row(review: Review, number: int, one: Judgement) -> str:
    drawn = ' class="drawn"' if number in review.rounds and number > 1 else ""
    return (
        f'<tr id="action-{number}" tabindex="-1"{drawn}><td class="number">{number}</td>'
        f'<td class="seat{one.seat}"><span class="name">{escape(review.names[one.seat])}</span></td>'
        f'<th scope="row" class="action">{escape(one.action)}</th>'
        f'<td class="number wide">{estimate_text(one.after.margin)}</td>'
        f'<td class="number">{percent(one.after.chance.mean)}</td>'
        f'<td class="number lost">{loss_text(one)}{_loss_bar(review, one)}</td>'
        f"<td>{_mark(review, one)}{_other(review, one)}</td></tr>"
    )


def _loss_bar(review: Review, one: Judgement) -> str:
    if not one.loss.margin.clear:
        return ""
    share = min(1.0, one.loss.margin.mean / review.spread)
    return f'<span class="bar" style="width:{100 * share:.0f}%" aria-hidden="true"></span>'


def _mark(review: Review, one: Judgement) -> str:
    mark = mark_text(review, one)
    return f'<span class="mark {mark.split()[0]}">{mark}</span> ' if mark else ""


def _other(review: Review, one: Judgement) -> str:
    """The best alternative, and how it was expected to go on; in a small space only where it was clearly better."""
    if one.best is None:
        return ""
    replies = ", ".join(f"{review.names[seat]} {action}" for seat, action in one.best.line[1:])
    then = f' <small class="wide">then {escape(replies)}</small>' if replies else ""
    space = "" if one.loss.margin.clear else ' class="wide quiet"'
    return f'<span{space}><span class="action">{escape(one.best.action)}</span>{then}</span>'


def _footer(review: Review) -> str:
    stopped = len(review.judgements) < review.actions
    note = f"Stopped after {len(review.judgements)} of {review.actions} actions. " if stopped else ""
    return f"<footer>{note}{escape(method_text(review.method))}; the spread is {review.spread:.1f} points.</footer>"
