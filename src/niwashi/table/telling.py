"""What each seat and spectator is told. Only what `wire.news` has a field for leaves the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from niwashi.sealed import commitment, nonces_in
from niwashi.table import clocks, entries
from niwashi.table.entries import Entry
from niwashi.table.lag import Lags
from niwashi.table.standing import Standing
from niwashi.wire import Choices, News, SeatNews, Snapshot, news

PLAIN: dict[type[Entry], type[Any]] = {
    kind: getattr(news, kind.__name__)
    for kind in (
        entries.Sat,
        entries.Emptied,
        entries.Arranged,
        entries.Mixed,
        entries.Came,
        entries.Went,
        entries.Called,
        entries.Readied,
        entries.Announced,
        entries.Early,
        entries.Beaten,
        entries.Asked,
        entries.Agreed,
        entries.Declined,
        entries.Paused,
        entries.Resumed,
        entries.Rematched,
    )
}
"""Told field by field. What is missing here and below is nobody's business: a press before its window has closed."""


def told(log: Sequence[Entry], standing: Standing, since: int) -> list[News]:
    """What happened after entry `since`, with what each event of the game did and the view that it led to."""
    number = sum(isinstance(entry, entries.Happened) for entry in log[: since + 1])
    found = []
    for seq in range(since + 1, len(log)):
        happened = isinstance(log[seq], entries.Happened)
        found.append(_news(log[seq], seq, standing, number, views=True))
        number += happened
    return found


def _news(entry: Entry, seq: int, standing: Standing, number: int, views: bool) -> News:
    """An entry; `number` is that of the game's next event."""
    event, game = _event(entry, standing, number), standing.game
    if not isinstance(entry, entries.Happened) or game is None:
        return News(seq=seq, at=entry.at, event=event)
    view = game.view(number + 1) if views else None
    return News(seq=seq, at=entry.at, event=event, effects=game.effects(number), view=view)


def story(log: Sequence[Entry], standing: Standing) -> list[News]:
    """All events of the game, without views."""
    happened = [(seq, entry) for seq, entry in enumerate(log) if isinstance(entry, entries.Happened)]
    return [_news(entry, seq, standing, number, views=False) for number, (seq, entry) in enumerate(happened)]


def _event(entry: Entry, standing: Standing, number: int) -> Any:
    """One of `news.Event`, or None."""
    if kind := PLAIN.get(type(entry)):
        return _copied(kind, entry)
    match entry:
        case entries.Opened():
            return _copied(news.Opened, entry, commitment=commitment(entry.seed))
        case entries.Started():
            return _copied(news.Started, entry, nonces=nonces_in(standing.key))
        case entries.Happened():
            return _copied(news.Happened, entry, number=number)
        case entries.Ended():
            return _copied(news.Ended, entry, seed=standing.opening.seed)
    return None


def _copied(kind: type[Any], entry: Entry, **more: Any) -> Any:
    fields = {name: getattr(entry, name) for name in kind.__struct_fields__ if name not in more}
    return kind(**fields, **more)


# -- the whole table ---------------------------------------------------------------------------------------------------
def snapshot(log: Sequence[Entry], standing: Standing, lags: Lags, person: str | None, now: int) -> Snapshot:
    opening, game, question = standing.opening, standing.game, standing.question
    seat = standing.seat_of(person)
    return Snapshot(
        table=opening.table,
        seq=standing.length - 1,
        at=now,
        phase=standing.phase,
        game=opening.game,
        options=opening.options,
        settings=opening.settings,
        commitment=commitment(opening.seed),
        seats=[_seat(standing, lags, n, now) for n in range(len(standing.seats))],
        you=seat,
        host=bool(person) and person == standing.host,
        events=standing.events,
        newest=standing.newest,
        view=game.view() if game else None,
        story=story(log, standing),
        asked=news.Asked(seat=question.seat, what=question.what, to=question.to) if question else None,
        asked_seq=question.number if question else None,
        agreed=sorted(question.agreed) if question else [],
        signal=standing.race.signal if standing.race else None,
        choices=choices(standing, seat) if seat is not None else None,
        seed=opening.seed if standing.ended else None,
    )


def _seat(standing: Standing, lags: Lags, number: int, now: int) -> SeatNews:
    seat = standing.seats[number]
    return SeatNews(
        name=seat.name,
        held="open" if seat.open else "person" if seat.person else "bot",
        bot=seat.bot,
        here=seat.here,
        ready=seat.ready,
        resigned=seat.resigned,
        lag=lags.of(seat.person),
        clock=clocks.left_at(standing, number, now),
        runs=number in standing.awaited(),
    )


# -- what a seat may do ------------------------------------------------------------------------------------------------
def choices(standing: Standing, seat: int) -> Choices | None:
    """Every legal action with its points; None where it is not for this seat to act, or a bot acts for it."""
    game = standing.game
    if not game or not standing.active or seat not in game.to_act or not standing.seats[seat].plays:
        return None
    offer = game.rules.offer(game.position, seat)
    return Choices(
        seat=seat,
        seq=standing.open[seat],
        actions=offer.actions,
        points=offer.points,
        sums=offer.sums,
        parts=offer.parts,
        cover=offer.cover,
        blocked=offer.blocked,
    )
