"""What each seat and spectator is told. Only what `wire.news` has a field for leaves the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from niwashi.core.record import Record, Result
from niwashi.engine.commitment import commitment, nonces_in
from niwashi.engine.events import make_record
from niwashi.table import clocks, entries
from niwashi.table.effects_cache import EffectsCache, public_event
from niwashi.table.entries import Entry
from niwashi.table.latency import Latencies
from niwashi.table.state import Refusal, TableState
from niwashi.wire import Choices, News, SeatNews, Snapshot, news

PUBLIC: dict[type[Entry], type[Any]] = {
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


def news_since(log: Sequence[Entry], state: TableState, story: EffectsCache, since: int, until: int) -> list[News]:
    """What happened after entry `since`, with what each event of the game did and the view that it led to."""
    return [_news(log[seq], seq, state, story) for seq in range(since + 1, until + 1)]


def _news(entry: Entry, seq: int, state: TableState, story: EffectsCache) -> News:
    if not isinstance(entry, entries.Happened) or state.game is None:
        return News(seq=seq, at=entry.at, event=_public_event(entry, state))
    number = story.number(seq)
    view = state.game.view(number + 1)
    return News(seq=seq, at=entry.at, event=public_event(entry, number), effects=story.effects(number), view=view)


def _public_event(entry: Entry, state: TableState) -> Any:
    """One of `news.Event`, or None."""
    if kind := PUBLIC.get(type(entry)):
        return _copy_fields(kind, entry)
    match entry:
        case entries.Opened():
            return _copy_fields(news.Opened, entry, commitment=commitment(entry.seed))
        case entries.Started():
            return _copy_fields(news.Started, entry, nonces=nonces_in(state.key))
        case entries.Ended():
            return _copy_fields(news.Ended, entry, seed=state.opening.seed)
    return None


def _copy_fields(kind: type[Any], entry: Entry, **more: Any) -> Any:
    fields = {name: getattr(entry, name) for name in kind.__struct_fields__ if name not in more}
    return kind(**fields, **more)


# -- the whole table ---------------------------------------------------------------------------------------------------
def snapshot(
    state: TableState, story: EffectsCache, offers: ChoicesCache, lags: Latencies, person: str | None, now: int
) -> Snapshot:
    opening, game, proposal = state.opening, state.game, state.proposal
    seat, own = state.seat_of(person), state.seats_of(person)
    return Snapshot(
        table=opening.table,
        seq=state.length - 1,
        at=now,
        phase=state.phase,
        game=opening.game,
        options=opening.options,
        settings=opening.settings,
        commitment=commitment(opening.seed),
        seats=seat_news(state, lags, now),
        you=seat,
        yours=own if len(own) > 1 else [],
        host=bool(person) and person == state.host,
        events=state.events,
        begun=len(opening.begun),
        newest=state.newest,
        view=game.view() if game else None,
        story=story.told,
        asked=news.Asked(seat=proposal.seat, what=proposal.what, to=proposal.to) if proposal else None,
        asked_seq=proposal.number if proposal else None,
        agreed=sorted(proposal.agreed) if proposal else [],
        called=state.called,
        signal=state.race.signal if state.race else None,
        choices=offers.choices(state, seat) if seat is not None else None,
        seed=opening.seed if state.ended else None,
        ended=_copy_fields(news.Ended, state.ended, seed=opening.seed) if state.ended else None,
    )


def seat_news(state: TableState, lags: Latencies, now: int) -> list[SeatNews]:
    return [_seat_news(state, lags, n, now) for n in range(len(state.seats))]


def _seat_news(state: TableState, lags: Latencies, number: int, now: int) -> SeatNews:
    seat = state.seats[number]
    return SeatNews(
        name=seat.name,
        held="open" if seat.open else "person" if seat.person else "bot",
        bot=seat.bot,
        here=seat.present,
        ready=seat.ready,
        resigned=seat.resigned,
        lag=lags.of(seat.person),
        clock=clocks.remaining_ms(state, number, now),
        runs=number in state.awaited(),
    )


# -- what a seat may do ------------------------------------------------------------------------------------------------
class ChoicesCache:
    """What each seat may do. None is kept: those of hundreds of tables are most of what Python's collector of cycles
    would go through, again and again, and a seat that asks twice is rare."""

    def __init__(self) -> None:
        self._told: dict[int, tuple[int, bytes]] = {}
        """By seat: the decision whose choices were given out last, and what they depended on."""

    def choices(self, state: TableState, seat: int) -> Choices | None:
        """Every legal action; None where it is not for this seat to act, or not yet, or a bot acts for it."""
        return _choices(state, seat) if _may_choose(state, seat) else None

    def new_choices(self, state: TableState, seat: int) -> Choices | None:
        """The same, if it is not what was given out here last."""
        if not _may_choose(state, seat):
            return None
        decision = state.decisions[seat], state.running_game().choices_key(seat)
        if self._told.get(seat) == decision:
            return None
        self._told[seat] = decision
        return _choices(state, seat)


def _may_choose(state: TableState, seat: int) -> bool:
    game = state.game
    if not game or not state.active or seat not in game.to_act or not state.seats[seat].plays:
        return False
    return not state.waits_for_device(seat)


def _choices(state: TableState, seat: int) -> Choices:
    return Choices.of(state.running_game().choices(seat), seat, state.decisions[seat])


# -- the record --------------------------------------------------------------------------------------------------------
def build_record(state: TableState) -> Record:
    game = state.game
    if game is None:
        raise Refusal("table/start", "the game has not started yet")
    result = Result(list(game.scores), list(game.winners)) if game.over else None
    seed = state.key if state.ended else None
    events = [(who, str(what)) for who, what in game.events]
    made = make_record(game.rules, game.options, game.components, game.names, seed, events, result)
    made.notes = {"table": _table_notes(state), **state.notes}
    return made


def _table_notes(state: TableState) -> dict[str, Any]:
    """What `niwashi check` holds the seed against, and how the seats came about."""
    noted = {"commitment": commitment(state.opening.seed), "order": state.order, "drawn": not state.arranged}
    begun = len(state.opening.begun)
    return {**noted, "begun": begun} if begun else noted
