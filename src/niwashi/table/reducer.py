"""What each entry of the log does to a table. Playing and rebuilding go through here, so they cannot differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from niwashi.engine import catalog
from niwashi.engine.commitment import mix_key
from niwashi.engine.events import TABLE
from niwashi.engine.factory import read_components
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
    Judged,
    Mixed,
    Opened,
    Paused,
    Pressed,
    Readied,
    Rematched,
    Rested,
    Resumed,
    Sat,
    Saw,
    Started,
    Went,
)
from niwashi.table.grab_timing import Press
from niwashi.table.state import NEVER, Proposal, Race, SeatState, TableState, is_race, leaves_open

BACK, RESIGN, BOT, PERSON = "back", "resign", "bot", "person"


def initial_state(entry: Opened) -> TableState:
    """A table with all seats open."""
    seats = catalog.rules(entry.game).options(entry.options).seats
    ready = entry.settings.auto_ready
    return TableState(
        opening=entry,
        host=entry.host,
        seats=[SeatState(auto_ready=ready) for _ in range(seats)],
        clocks=clocks.make_clocks(entry.settings.clock, seats, entry.at),
    )


def apply(state: TableState, entry: Entry) -> None:
    clocks.charge(state, entry.since if isinstance(entry, Rested) else entry.at)
    REDUCERS[type(entry)](state, entry)
    state.length += 1
    clocks.start_decisions(state)


# -- before the start ------------------------------------------------------------------------------------------------
def _sat(state: TableState, entry: Sat) -> None:
    seat = SeatState(entry.person, entry.name, entry.bot, auto_ready=state.opening.settings.auto_ready)
    state.seats[entry.seat] = seat
    state.host = state.host or entry.person or ""


def _emptied(state: TableState, entry: Emptied) -> None:
    """A host who leaves hands the table on to whoever sits there."""
    gone = state.seats[entry.seat].person
    state.seats[entry.seat] = SeatState(auto_ready=state.opening.settings.auto_ready)
    if gone == state.host and not state.seats_of(gone):
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
    components = read_components(rules, opening.components or None)
    state.game = Game(rules, rules.options(opening.options), components, None, names)
    state.decisions = dict.fromkeys(state.game.to_act, state.length)  # where seats act before chance does (M6.E1)
    _count_absence_from(state, entry.at)
    _reset_ready(state)


# -- the game --------------------------------------------------------------------------------------------------------
def _happened(state: TableState, entry: Happened) -> None:
    game, before = _game(state), _game(state).copy(chance="same")
    events = game.length
    game.apply((entry.who, entry.what))
    state.notes[str(events)] = {"at": entry.at, **entry.note}
    state.newest = state.length
    _open_decisions(state, entry, before)
    if entry.who == TABLE:
        _table_event(state, entry.what.split(), events)
    else:
        state.proposal = None
        _reset_ready(state)
    if isinstance(entry.who, int) and events >= len(state.opening.begun):
        clocks.add_increment(state, entry.who)
    _follow_race(state, entry)


def _game(state: TableState) -> Game:
    assert state.game is not None, "nothing happens before the start"
    return state.game


def _open_decisions(state: TableState, entry: Happened, before: Game) -> None:
    """Whoever may act has a new decision, but for those whom this left theirs; going back leaves nobody theirs."""
    game = _game(state)
    back = entry.who == TABLE and entry.what.startswith(BACK)
    others = [] if back else [seat for seat in game.to_act if seat in state.decisions and seat != entry.who]
    left = {seat: state.decisions[seat] for seat in others if leaves_open(before, game, seat)}
    state.decisions = {seat: left.get(seat, state.length) for seat in game.to_act}
    state.called = None


def _reset_ready(state: TableState) -> None:
    """Ready is said anew for every live grab."""
    for seat in state.seats:
        seat.ready = seat.auto_ready


def _table_event(state: TableState, words: list[str], number: int) -> None:
    match words:
        case [str() as word, str() as seat, *level] if word in (BOT, PERSON):
            _hand_over(state, int(seat), level[0] if level else None)
        case ["resign", seat]:
            state.seats[int(seat)].resigned_at = number
        case ["back", to]:
            for seat_back in _actors(state, int(to), number):
                clocks.add_increment(state, seat_back, -1)
            clocks.keep_remaining(state)
            state.proposal = None
            _reset_ready(state)


def _hand_over(state: TableState, seat: int, level: str | None) -> None:
    state.seats[seat].bot = level
    if level is None:
        clocks.top_up(state, seat)


def history(game: Game, upto: int, to: int) -> Iterator[tuple[int, int | str, str]]:
    """The events that led from `to` events to `upto`, newest first, without what was taken back in between."""
    events = game.events
    at = upto
    while at > to:
        who, what = events[at - 1]
        if who == TABLE and str(what).startswith(BACK):
            at = int(str(what).split()[1])
        else:
            yield at - 1, who, str(what)
            at -= 1


def _actors(state: TableState, to: int, upto: int) -> list[int]:
    return [who for _, who, _ in history(_game(state), upto, to) if isinstance(who, int)]


# -- people ----------------------------------------------------------------------------------------------------------
def _came(state: TableState, entry: Came) -> None:
    """Whoever comes first waits for the others from now on."""
    if not state.attended:
        _count_absence_from(state, entry.at)
    state.seats[entry.seat].present = True
    state.seats[entry.seat].absent_since = NEVER


def _count_absence_from(state: TableState, at: int) -> None:
    for seat in state.seats:
        seat.absent_since = NEVER if seat.present else at


def _went(state: TableState, entry: Went) -> None:
    """Whoever leaves takes along what they asked."""
    state.seats[entry.seat].present = False
    state.seats[entry.seat].absent_since = entry.at
    if state.proposal and state.proposal.seat == entry.seat:
        state.proposal = None


def _asked(state: TableState, entry: Asked) -> None:
    state.proposal = Proposal(state.length, entry.seat, entry.what, entry.to, {entry.seat})


def _agreed(state: TableState, entry: Agreed) -> None:
    assert state.proposal is not None, "nobody agrees to nothing"
    state.proposal.agreed.add(entry.seat)


def _declined(state: TableState, _: Declined) -> None:
    state.proposal = None


def _paused(state: TableState, _: Paused) -> None:
    state.paused, state.proposal = True, None


def _resumed(state: TableState, entry: Resumed) -> None:
    """Absence counts anew after a pause."""
    state.paused = False
    _count_absence_from(state, entry.at)


def _ended(state: TableState, entry: Ended) -> None:
    state.ended, state.proposal, state.decisions = entry, None, {}


def _rematched(state: TableState, _: Rematched) -> None:
    """Who comes and goes later, or while a server is down, changes nothing about it."""
    assert state.proposal is not None, "somebody has asked for it"
    agreed = state.people_at(state.proposal.agreed)
    going = [n for n, seat in enumerate(state.seats) if seat.person is None or seat.person in agreed]
    state.rematch, state.proposal = frozenset(going), None


def _rested(state: TableState, entry: Rested) -> None:
    """Absence, too, counts only while the table is run."""
    state.clocks.at = entry.at
    state.lease_epoch = entry.term or state.lease_epoch
    for seat in state.seats:
        if seat.absent_since != NEVER:
            seat.absent_since += entry.at - entry.since


# -- the live grab ---------------------------------------------------------------------------------------------------
def _follow_race(state: TableState, entry: Happened) -> None:
    """A race begins with its cards and is over when somebody has something else to do than to grab."""
    racing = is_race(_game(state))
    if racing and state.race is None:
        state.race = Race(state.races, state.length, entry.at)
        state.races += 1
        state.latest_race = state.length
    elif not racing:
        state.race = None
    elif isinstance(entry.who, int) and state.race:
        state.race.presses.pop(entry.who, None)


def _called(state: TableState, _: Called) -> None:
    """Until everybody is ready, that is the decision which is open to them."""
    state.called = state.length
    state.decisions = dict.fromkeys(state.unready(), state.length)


def _readied(state: TableState, entry: Readied) -> None:
    seat = state.seats[entry.seat]
    seat.ready = True
    seat.auto_ready = entry.auto
    if state.called is not None:
        state.decisions.pop(entry.seat, None)


def _race(state: TableState) -> Race:
    assert state.race is not None, "there is no race"
    return state.race


def _saw(state: TableState, entry: Saw) -> None:
    _race(state).seen.add(entry.seat)


def _announced(state: TableState, entry: Announced) -> None:
    _race(state).signal = entry.signal


def _early(state: TableState, entry: Early) -> None:
    _race(state).locked[entry.seat] = entry.until


def _pressed(state: TableState, entry: Pressed) -> None:
    race = _race(state)
    race.presses[entry.seat] = Press(
        entry.seat, entry.action, entry.arrival, entry.claimed, entry.effective, entry.lag, entry.closes
    )
    race.attempts[entry.seat] = race.attempts.get(entry.seat, 0) + 1


def _beaten(state: TableState, entry: Beaten) -> None:
    race = _race(state)
    race.presses.pop(entry.seat, None)
    race.free_from[entry.seat] = entry.at


def _judged(state: TableState, entry: Judged) -> None:
    state.priority = entry.priority


Reducer: TypeAlias = Callable[[TableState, Any], None]
REDUCERS: dict[type[Entry], Reducer] = {
    Sat: _sat,
    Emptied: _emptied,
    Arranged: _arranged,
    Mixed: _mixed,
    Started: _started,
    Happened: _happened,
    Came: _came,
    Went: _went,
    Called: _called,
    Readied: _readied,
    Saw: _saw,
    Announced: _announced,
    Early: _early,
    Pressed: _pressed,
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
