"""Publishes a table: news, snapshots, choices, records. Only fields of `wire.news` leave the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from niwashi.core.record import Record, Result
from niwashi.engine.commitment import commitment, nonces_in
from niwashi.engine.events import make_record
from niwashi.engine.factory import rules_of, stored_components
from niwashi.table import clocks, entries
from niwashi.table.effects_cache import EffectsCache, publish_happened
from niwashi.table.entries import Entry
from niwashi.table.latency import Latencies
from niwashi.table.state import Refusal, TableState
from niwashi.wire import Choices, News, SeatNews, Snapshot, news
from niwashi.wire.news import ComponentSet, EntrySeq

PUBLIC: dict[type[Entry], type[Any]] = {
    entries.Sat: news.Sat,
    entries.Renamed: news.Renamed,
    entries.Emptied: news.Emptied,
    entries.Arranged: news.Arranged,
    entries.Mixed: news.Mixed,
    entries.Came: news.Came,
    entries.Went: news.Went,
    entries.Called: news.Called,
    entries.Readied: news.Readied,
    entries.Announced: news.Announced,
    entries.Early: news.Early,
    entries.Beaten: news.Beaten,
    entries.Asked: news.Asked,
    entries.Agreed: news.Agreed,
    entries.Declined: news.Declined,
    entries.Paused: news.Paused,
    entries.Resumed: news.Resumed,
    entries.Rematched: news.Rematched,
}
"""Entries whose public fields are copied as they are. `_public_event` makes some others; the rest stay private."""


def news_since(log: Sequence[Entry], state: TableState, effects: EffectsCache, since: int, until: int) -> list[News]:
    """The entries after `since`, game events with their effects and the view that they led to."""
    return [_make_news(log[seq], EntrySeq(seq), state, effects) for seq in range(since + 1, until + 1)]


def _make_news(entry: Entry, seq: EntrySeq, state: TableState, effects: EffectsCache) -> News:
    if not isinstance(entry, entries.Happened) or state.game is None:
        return News(seq=seq, at=entry.at, event=_public_event(entry, state))
    number = effects.number(seq)
    return News(
        seq=seq,
        at=entry.at,
        event=publish_happened(entry, number),
        effects=effects.effects(number),
        view=state.game.view(number + 1),
        racing=state.game.is_race(number + 1),
    )


def _public_event(entry: Entry, state: TableState) -> Any:
    """One of `news.Event`; None for a private entry, such as a press before its window has closed."""
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


# -- snapshots ---------------------------------------------------------------------------------------------------------
def snapshot(
    state: TableState, effects: EffectsCache, choices: ChoicesCache, latencies: Latencies, person: str | None, now: int
) -> Snapshot:
    opening, game, proposal = state.opening, state.game, state.proposal
    seat, own = state.seat_of(person), state.seats_of(person)
    return Snapshot(
        table=opening.table,
        seq=EntrySeq(state.length - 1),
        at=now,
        phase=state.phase,
        game=opening.game,
        options=opening.options,
        settings=opening.settings,
        components=component_set(opening),
        commitment=commitment(opening.seed),
        seats=seat_news(state, latencies, now),
        you=seat,
        yours=own if len(own) > 1 else [],
        host=bool(person) and person == state.host,
        host_seat=next(iter(state.seats_of(state.host)), None),
        events=state.events,
        begun=len(opening.begun),
        newest=state.newest,
        view=game.view() if game else None,
        races=rules_of(opening.game).has_races(opening.options),
        racing=game.is_race() if game else False,
        story=effects.news[: state.events],
        asked=news.Asked(seat=proposal.seat, what=proposal.what, to=proposal.to) if proposal else None,
        asked_seq=proposal.number if proposal else None,
        agreed=sorted(proposal.agreed) if proposal else [],
        called=state.called,
        called_until=state.race.look_ends if state.race and state.called is not None else None,
        signal=state.race.signal if state.race else None,
        choices=choices.choices(state, seat) if seat is not None else None,
        seed=opening.seed if state.ended else None,
        ended=_copy_fields(news.Ended, state.ended, seed=opening.seed) if state.ended else None,
    )


def component_set(opening: entries.Opened) -> ComponentSet:
    rules = rules_of(opening.game)
    components = stored_components(rules, opening.components)
    return ComponentSet(name=components.name, own=components not in rules.shipped)


def seat_news(state: TableState, latencies: Latencies, now: int) -> list[SeatNews]:
    return [_make_seat_news(state, latencies, n, now) for n in range(len(state.seats))]


def _make_seat_news(state: TableState, latencies: Latencies, number: int, now: int) -> SeatNews:
    seat = state.seats[number]
    return SeatNews(
        name=seat.name,
        held="open" if seat.open else "person" if seat.person else "bot",
        bot=seat.bot,
        here=seat.present,
        ready=seat.ready,
        auto=seat.auto_ready and state.looks_first,
        resigned=seat.resigned,
        lag=latencies.lag(seat.person),
        clock=clocks.remaining_ms(state, number, now),
        runs=number in state.awaited(),
    )


# -- choices -----------------------------------------------------------------------------------------------------------
class ChoicesCache:
    """Remembers by seat which choices were sent last, so that unchanged ones are not sent again.

    The choices themselves are not kept. Those of hundreds of tables would be most of the garbage collector's work, and
    a seat rarely asks twice.
    """

    def __init__(self) -> None:
        self._sent: dict[int, tuple[EntrySeq, bytes]] = {}
        """By seat: the decision whose choices were sent last, and the key that they depend on."""

    def choices(self, state: TableState, seat: int) -> Choices | None:
        """Every legal action; None if the seat cannot act, cannot act yet, or is played by a bot.

        Whoever asks has none before, so those that were sent last do not count.
        """
        self._sent.pop(seat, None)
        return _make_choices(state, seat) if _may_choose(state, seat) else None

    def new_choices(self, state: TableState, seat: int) -> Choices | None:
        """The same; None also if they were the last to be sent."""
        if not _may_choose(state, seat):
            self._sent.pop(seat, None)
            return None
        decision = state.decisions[seat], state.running_game().choices_key(seat)
        if self._sent.get(seat) == decision:
            return None
        self._sent[seat] = decision
        return _make_choices(state, seat)


def _may_choose(state: TableState, seat: int) -> bool:
    game = state.game
    if not game or not state.active or seat not in game.to_act or not state.seats[seat].plays:
        return False
    return not state.waits_for_device(seat)


def _make_choices(state: TableState, seat: int) -> Choices:
    return Choices.of(state.running_game().choices(seat), seat, state.decisions[seat])


# -- records -----------------------------------------------------------------------------------------------------------
def build_record(state: TableState) -> Record:
    """The game as a record: times and grabs are in its notes, the key of chance once the game is over."""
    game = state.game
    if game is None:
        raise Refusal("table/start", "the game has not started yet")
    result = Result(list(game.scores), list(game.winners)) if game.over else None
    seed = state.key if state.ended else None
    events = [(who, str(what)) for who, what in game.events]
    record = make_record(game.rules, game.options, game.components, game.names, seed, events, result)
    record.notes = {"table": _table_notes(state), **state.notes}
    return record


def _table_notes(state: TableState) -> dict[str, Any]:
    """The commitment that `niwashi check` compares the seed with, and how the seats were assigned."""
    notes = {"commitment": commitment(state.opening.seed), "order": state.order, "drawn": not state.arranged}
    begun = len(state.opening.begun)
    return {**notes, "begun": begun} if begun else notes
