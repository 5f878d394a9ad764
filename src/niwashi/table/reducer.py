"""The reducer: what each entry of the log does to a table's state. Playing and rebuilding both use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from msgspec import structs

from niwashi.engine import catalog
from niwashi.engine.actions import Action
from niwashi.engine.commitment import mix_key
from niwashi.engine.events import BACK, RESIGN, EventNumber, TableEvent, read_table_event
from niwashi.engine.factory import stored_components
from niwashi.engine.game import Game
from niwashi.table import clocks
from niwashi.table.entries import (
    Agreed,
    Announced,
    Arranged,
    Asked,
    Beaten,
    Called,
    Came,
    Declined,
    Early,
    Emptied,
    Ended,
    Entry,
    Happened,
    Hurried,
    Judged,
    Mixed,
    Opened,
    Paused,
    Pressed,
    Readied,
    Rematched,
    Renamed,
    Rested,
    Resumed,
    Sat,
    Saw,
    Started,
    Went,
)
from niwashi.table.state import NEVER, Proposal, Race, SeatState, TableState, is_race, leaves_open
from niwashi.wire.news import EntrySeq

UNPACKED_POSITIONS = 18
"""As many as are told to somebody who has missed some, and the one before them."""


def initial_state(entry: Opened) -> TableState:
    """The state of a table with all seats open."""
    seats = catalog.rules(entry.game).options(entry.options).seats
    ready = entry.settings.auto_ready
    return TableState(
        opening=entry,
        host=entry.host,
        seats=[SeatState(auto_ready=ready) for _ in range(seats)],
        clocks=clocks.make_clocks(entry.settings.clock, seats, entry.at),
    )


def apply(state: TableState, entry: Entry, action: Action | None = None) -> None:
    """`action` is the entry's action if the game has just checked it. Without one, the event is parsed and judged."""
    clocks.charge(state, entry.since if isinstance(entry, Rested) else entry.at)
    if isinstance(entry, Happened):
        _happened(state, entry, action)
    else:
        REDUCERS[type(entry)](state, entry)
    state.length = EntrySeq(state.length + 1)
    clocks.start_decisions(state)


# -- before the start ------------------------------------------------------------------------------------------------
def _sat(state: TableState, entry: Sat) -> None:
    seat = SeatState(entry.person, entry.name, entry.bot, auto_ready=state.opening.settings.auto_ready)
    state.seats[entry.seat] = seat
    state.host = state.host or entry.person or ""


def _renamed(state: TableState, entry: Renamed) -> None:
    state.seats[entry.seat].name = entry.name


def _emptied(state: TableState, entry: Emptied) -> None:
    """If the host leaves, the first person at the table becomes host."""
    former = state.seats[entry.seat].person
    state.seats[entry.seat] = SeatState(auto_ready=state.opening.settings.auto_ready)
    if former == state.host and not state.seats_of(former):
        state.host = next((seat.person for seat in state.seats if seat.person), "")


def _arranged(state: TableState, entry: Arranged) -> None:
    state.seats = [state.seats[n] for n in entry.order]
    state.arranged = True


def _mixed(state: TableState, entry: Mixed) -> None:
    state.seats[entry.seat].nonce = entry.nonce


def _started(state: TableState, entry: Started) -> None:
    opening = state.opening
    state.key = mix_key(opening.seed, [seat.nonce for seat in state.seats])
    state.seats = [state.seats[n] for n in entry.order]
    state.order = entry.order
    state.priority = list(range(len(state.seats)))
    rules = catalog.rules(opening.game)
    names = [seat.name for seat in state.seats]
    components = stored_components(rules, opening.components)
    state.game = Game(rules, rules.options(opening.options), components, None, names)
    state.game.pack_history(UNPACKED_POSITIONS)
    state.decisions = dict.fromkeys(state.game.to_act, state.length)  # where seats act before chance does (M6.E1)
    _count_absence_from(state, entry.at)
    _reset_ready(state)


# -- the game --------------------------------------------------------------------------------------------------------
def _happened(state: TableState, entry: Happened, action: Action | None) -> None:
    game, before = _game(state), _game(state).copy(chance="same")
    number = state.events
    if action is None:
        game.apply((entry.who, entry.what))
    else:
        game.play(action)
    state.notes[str(number)] = {"at": entry.at, **entry.note}
    state.newest = state.length
    event = read_table_event(entry.who, entry.what)
    _open_decisions(state, entry, event, before)
    if event:
        _apply_table_event(state, event, number)
    else:
        state.proposal = None
        _reset_ready(state)
    if isinstance(entry.who, int) and number >= len(state.opening.begun):
        clocks.add_increment(state, entry.who)
    _follow_race(state, entry)


def _game(state: TableState) -> Game:
    assert state.game is not None, "no event happens before the start"
    return state.game


def _open_decisions(state: TableState, entry: Happened, event: TableEvent | None, before: Game) -> None:
    """Every seat that may act has a new decision, unless the event left its old one open. A take-back leaves none."""
    game = _game(state)
    back = event is not None and event.kind == BACK
    others = [] if back else [seat for seat in game.to_act if seat in state.decisions and seat != entry.who]
    left = {seat: state.decisions[seat] for seat in others if leaves_open(before, game, seat)}
    state.decisions = {seat: left.get(seat, state.length) for seat in game.to_act}


def _reset_ready(state: TableState) -> None:
    """Players say that they are ready for every live grab anew."""
    for seat in state.seats:
        seat.ready = seat.auto_ready and not state.looks_first


def _apply_table_event(state: TableState, event: TableEvent, number: EventNumber) -> None:
    if event.kind == RESIGN:
        state.seats[event.number].resigned_at = number
    elif event.kind == BACK:
        _take_back(state, EventNumber(event.number), number)
    else:
        _hand_over(state, event.number, event.level)


def _take_back(state: TableState, to: EventNumber, number: EventNumber) -> None:
    for _, who, _ in history(_game(state), number, to):
        if isinstance(who, int):
            clocks.add_increment(state, who, -1)
    clocks.keep_remaining(state)
    state.proposal = None
    _reset_ready(state)


def _hand_over(state: TableState, seat: int, level: str | None) -> None:
    """To a bot of this level, or back to the seat's person."""
    state.seats[seat].bot = level
    if level is None:
        clocks.top_up(state, seat)


def history(game: Game, upto: EventNumber, to: EventNumber) -> Iterator[tuple[EventNumber, int | str, str]]:
    """The events that led from the first `to` to the first `upto`, newest first, without those taken back."""
    events = game.events
    at: int = upto
    while at > to:
        who, what = events[at - 1]
        event = read_table_event(who, what)
        if event and event.kind == BACK:
            at = event.number
        else:
            yield EventNumber(at - 1), who, str(what)
            at -= 1


# -- people ----------------------------------------------------------------------------------------------------------
def _came(state: TableState, entry: Came) -> None:
    """The first person to arrive waits for the others from now on."""
    if not state.attended:
        _count_absence_from(state, entry.at)
    state.seats[entry.seat].present = True
    state.seats[entry.seat].absent_since = NEVER


def _count_absence_from(state: TableState, at: int) -> None:
    for seat in state.seats:
        seat.absent_since = NEVER if seat.present else at


def _went(state: TableState, entry: Went) -> None:
    """A person who leaves withdraws their proposal."""
    state.seats[entry.seat].present = False
    state.seats[entry.seat].absent_since = entry.at
    if state.proposal and state.proposal.seat == entry.seat:
        state.proposal = None


def _asked(state: TableState, entry: Asked) -> None:
    to = None if entry.to is None else EventNumber(entry.to)
    state.proposal = Proposal(state.length, entry.seat, entry.what, to, {entry.seat})


def _agreed(state: TableState, entry: Agreed) -> None:
    assert state.proposal is not None, "there is a proposal to agree to"
    state.proposal.agreed.add(entry.seat)


def _declined(state: TableState, _: Declined) -> None:
    state.proposal = None


def _paused(state: TableState, _: Paused) -> None:
    state.paused, state.proposal = True, None


def _resumed(state: TableState, entry: Resumed) -> None:
    """Absence is counted again from the end of a pause. Cards that lie open are looked at anew."""
    state.paused = False
    if state.race:
        state.called = None
        _reset_ready(state)
    _count_absence_from(state, entry.at)


def _ended(state: TableState, entry: Ended) -> None:
    state.ended, state.proposal, state.decisions = entry, None, {}


def _rematched(state: TableState, _: Rematched) -> None:
    """The seats that move on are fixed here: later arrivals and departures do not change them."""
    assert state.proposal is not None, "a rematch was proposed"
    agreed = state.people_at(state.proposal.agreed)
    going = [n for n, seat in enumerate(state.seats) if seat.person is None or seat.person in agreed]
    state.rematch, state.proposal = frozenset(going), None


def _rested(state: TableState, entry: Rested) -> None:
    """Absence and the time to look count only while a server runs the table."""
    state.clocks.at = entry.at
    state.lease_epoch = entry.term or state.lease_epoch
    for seat in state.seats:
        if seat.absent_since != NEVER:
            seat.absent_since += entry.at - entry.since
    if state.race:
        state.race.look_ends += entry.at - entry.since


# -- the live grab ---------------------------------------------------------------------------------------------------
def _follow_race(state: TableState, entry: Happened) -> None:
    """A race begins with its cards and ends when a seat may do something other than grab."""
    racing = is_race(_game(state))
    if state.race is None or not racing:
        state.called = None
    if racing and state.race is None:
        state.race = Race(state.races, state.length, entry.at)
        state.races += 1
        state.latest_race = state.length
    elif not racing:
        state.race = None
    elif isinstance(entry.who, int) and state.race:
        state.race.presses.pop(entry.who, None)


def _called(state: TableState, entry: Called) -> None:
    """Before the deal, at a table of an older version, saying “ready” is the only open decision."""
    state.called = state.length
    if state.race is None:
        state.decisions = dict.fromkeys(state.unready(), state.length)
    elif entry.until is not None:
        state.race.look_ends = entry.until


def _readied(state: TableState, entry: Readied) -> None:
    seat = state.seats[entry.seat]
    seat.ready = seat.ready or entry.now
    seat.auto_ready = entry.auto
    if state.called is not None and state.race is None:
        state.decisions.pop(entry.seat, None)


def _race(state: TableState) -> Race:
    assert state.race is not None, "a race is under way"
    return state.race


def _saw(state: TableState, entry: Saw) -> None:
    _race(state).seen.add(entry.seat)


def _announced(state: TableState, entry: Announced) -> None:
    """Now the grab is the open decision, with its whole time. A pause that not all have agreed to comes too late."""
    _race(state).signal = entry.signal
    state.called = state.proposal = None
    clocks.refill(state, state.decisions)


def _early(state: TableState, entry: Early) -> None:
    _race(state).locked[entry.seat] = entry.until


def _pressed(state: TableState, entry: Pressed) -> None:
    race = _race(state)
    race.presses[entry.seat] = entry
    race.attempts[entry.seat] = race.attempts.get(entry.seat, 0) + 1


def _hurried(state: TableState, entry: Hurried) -> None:
    """It counts when it arrives, as every press of a bot does."""
    presses, when = _race(state).presses, entry.arrival
    presses[entry.seat] = structs.replace(
        presses[entry.seat], arrival=when, claimed=when, effective=when, closes=entry.closes
    )


def _beaten(state: TableState, entry: Beaten) -> None:
    race = _race(state)
    race.presses.pop(entry.seat, None)
    race.free_from[entry.seat] = entry.at


def _judged(state: TableState, entry: Judged) -> None:
    state.priority = entry.priority


Reducer: TypeAlias = Callable[[TableState, Any], None]
REDUCERS: dict[type[Entry], Reducer] = {
    Sat: _sat,
    Renamed: _renamed,
    Emptied: _emptied,
    Arranged: _arranged,
    Mixed: _mixed,
    Started: _started,
    Came: _came,
    Went: _went,
    Called: _called,
    Readied: _readied,
    Saw: _saw,
    Announced: _announced,
    Early: _early,
    Pressed: _pressed,
    Hurried: _hurried,
    Beaten: _beaten,
    Judged: _judged,
    Asked: _asked,
    Agreed: _agreed,
    Declined: _declined,
    Paused: _paused,
    Resumed: _resumed,
    Ended: _ended,
    Rematched: _rematched,
    Rested: _rested,
}
