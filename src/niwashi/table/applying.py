"""What each entry of the log does to a table. Playing and rebuilding go through here, so they cannot differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from niwashi import catalog
from niwashi.loading import read_components
from niwashi.play import TABLE, Game
from niwashi.sealed import key_of
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
from niwashi.table.grab import Press
from niwashi.table.standing import NEVER, Question, Race, Seat, Standing, is_race, leaves_open

BACK, RESIGN, BOT, PERSON = "back", "resign", "bot", "person"


def opened(entry: Opened) -> Standing:
    """A table with all seats open."""
    seats = catalog.rules(entry.game).options(entry.options).seats
    ready = entry.settings.auto_ready
    return Standing(
        opening=entry,
        host=entry.host,
        seats=[Seat(auto_ready=ready) for _ in range(seats)],
        clocks=clocks.new_clocks(entry.settings.clock, seats, entry.at),
    )


def apply(standing: Standing, entry: Entry) -> None:
    clocks.charge(standing, entry.since if isinstance(entry, Rested) else entry.at)
    CHANGES[type(entry)](standing, entry)
    standing.length += 1
    clocks.wind(standing)


# -- before the start ------------------------------------------------------------------------------------------------
def _sat(standing: Standing, entry: Sat) -> None:
    seat = Seat(entry.person, entry.name, entry.bot, auto_ready=standing.opening.settings.auto_ready)
    standing.seats[entry.seat] = seat
    standing.host = standing.host or entry.person or ""


def _emptied(standing: Standing, entry: Emptied) -> None:
    """A host who leaves hands the table on to whoever sits there."""
    gone = standing.seats[entry.seat].person
    standing.seats[entry.seat] = Seat(auto_ready=standing.opening.settings.auto_ready)
    if gone == standing.host and not standing.seats_of(gone):
        standing.host = next((seat.person for seat in standing.seats if seat.person), "")


def _arranged(standing: Standing, entry: Arranged) -> None:
    standing.seats = [standing.seats[n] for n in entry.order]
    standing.arranged = True


def _mixed(standing: Standing, entry: Mixed) -> None:
    standing.seats[entry.seat].nonce = entry.nonce


def _started(standing: Standing, entry: Started) -> None:
    opening = standing.opening
    standing.key = key_of(opening.seed, [seat.nonce for seat in standing.seats])
    standing.seats = [standing.seats[n] for n in entry.order]
    standing.order = entry.order
    standing.priority = list(range(len(standing.seats)))
    rules = catalog.rules(opening.game)
    names = [seat.name for seat in standing.seats]
    components = read_components(rules, opening.components or None)
    standing.game = Game(rules, rules.options(opening.options), components, None, names)
    standing.open = dict.fromkeys(standing.game.to_act, standing.length)  # where seats act before chance does (M6.E1)
    _count_absence_from(standing, entry.at)
    _rest(standing)


# -- the game --------------------------------------------------------------------------------------------------------
def _happened(standing: Standing, entry: Happened) -> None:
    game, before = _game(standing), _game(standing).copy(chance="same")
    events = game.length
    game.apply((entry.who, entry.what))
    standing.notes[str(events)] = {"at": entry.at, **entry.note}
    standing.newest = standing.length
    _open_decisions(standing, entry, before)
    if entry.who == TABLE:
        _table_event(standing, entry.what.split(), events)
    else:
        standing.question = None
        _rest(standing)
    if isinstance(entry.who, int) and events >= len(standing.opening.begun):
        clocks.add_increment(standing, entry.who)
    _follow_race(standing, entry)


def _game(standing: Standing) -> Game:
    assert standing.game is not None, "nothing happens before the start"
    return standing.game


def _open_decisions(standing: Standing, entry: Happened, before: Game) -> None:
    """Whoever may act has a new decision, but for those whom this left theirs; going back leaves nobody theirs."""
    game = _game(standing)
    back = entry.who == TABLE and entry.what.startswith(BACK)
    others = [] if back else [seat for seat in game.to_act if seat in standing.open and seat != entry.who]
    left = {seat: standing.open[seat] for seat in others if leaves_open(before, game, seat)}
    standing.open = {seat: left.get(seat, standing.length) for seat in game.to_act}
    standing.called = None


def _rest(standing: Standing) -> None:
    """Ready is said anew for every live grab."""
    for seat in standing.seats:
        seat.ready = seat.auto_ready


def _table_event(standing: Standing, words: list[str], number: int) -> None:
    match words:
        case [str() as word, str() as seat, *level] if word in (BOT, PERSON):
            _hand_over(standing, int(seat), level[0] if level else None)
        case ["resign", seat]:
            standing.seats[int(seat)].resigned_at = number
        case ["back", to]:
            for seat_back in _actors(standing, int(to), number):
                clocks.add_increment(standing, seat_back, -1)
            clocks.keep_time(standing)
            standing.question = None
            _rest(standing)


def _hand_over(standing: Standing, seat: int, level: str | None) -> None:
    standing.seats[seat].bot = level
    if level is None:
        clocks.top_up(standing, seat)


def line(game: Game, upto: int, to: int) -> Iterator[tuple[int, int | str, str]]:
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


def _actors(standing: Standing, to: int, upto: int) -> list[int]:
    return [who for _, who, _ in line(_game(standing), upto, to) if isinstance(who, int)]


# -- people ----------------------------------------------------------------------------------------------------------
def _came(standing: Standing, entry: Came) -> None:
    """Whoever comes first waits for the others from now on."""
    if not standing.attended:
        _count_absence_from(standing, entry.at)
    standing.seats[entry.seat].here = True
    standing.seats[entry.seat].gone_at = NEVER


def _count_absence_from(standing: Standing, at: int) -> None:
    for seat in standing.seats:
        seat.gone_at = NEVER if seat.here else at


def _went(standing: Standing, entry: Went) -> None:
    """Whoever leaves takes along what they asked."""
    standing.seats[entry.seat].here = False
    standing.seats[entry.seat].gone_at = entry.at
    if standing.question and standing.question.seat == entry.seat:
        standing.question = None


def _asked(standing: Standing, entry: Asked) -> None:
    standing.question = Question(standing.length, entry.seat, entry.what, entry.to, {entry.seat})


def _agreed(standing: Standing, entry: Agreed) -> None:
    assert standing.question is not None, "nobody agrees to nothing"
    standing.question.agreed.add(entry.seat)


def _declined(standing: Standing, _: Declined) -> None:
    standing.question = None


def _paused(standing: Standing, _: Paused) -> None:
    standing.paused, standing.question = True, None


def _resumed(standing: Standing, entry: Resumed) -> None:
    """Absence counts anew after a pause."""
    standing.paused = False
    _count_absence_from(standing, entry.at)


def _ended(standing: Standing, entry: Ended) -> None:
    standing.ended, standing.question, standing.open = entry, None, {}


def _rematched(standing: Standing, _: Rematched) -> None:
    """Who comes and goes later, or while a server is down, changes nothing about it."""
    assert standing.question is not None, "somebody has asked for it"
    agreed = standing.people_at(standing.question.agreed)
    going = [n for n, seat in enumerate(standing.seats) if seat.person is None or seat.person in agreed]
    standing.rematch, standing.question = frozenset(going), None


def _rested(standing: Standing, entry: Rested) -> None:
    """Absence, too, counts only while the table is run."""
    standing.clocks.at = entry.at
    standing.term = entry.term or standing.term
    for seat in standing.seats:
        if seat.gone_at != NEVER:
            seat.gone_at += entry.at - entry.since


# -- the live grab ---------------------------------------------------------------------------------------------------
def _follow_race(standing: Standing, entry: Happened) -> None:
    """A race begins with its cards and is over when somebody has something else to do than to grab."""
    racing = is_race(_game(standing))
    if racing and standing.race is None:
        standing.race = Race(standing.races, standing.length, entry.at)
        standing.races += 1
        standing.raced = standing.length
    elif not racing:
        standing.race = None
    elif isinstance(entry.who, int) and standing.race:
        standing.race.presses.pop(entry.who, None)


def _called(standing: Standing, _: Called) -> None:
    """Until everybody is ready, that is the decision which is open to them."""
    standing.called = standing.length
    standing.open = dict.fromkeys(standing.unready(), standing.length)


def _readied(standing: Standing, entry: Readied) -> None:
    seat = standing.seats[entry.seat]
    seat.ready = True
    seat.auto_ready = entry.auto
    if standing.called is not None:
        standing.open.pop(entry.seat, None)


def _race(standing: Standing) -> Race:
    assert standing.race is not None, "there is no race"
    return standing.race


def _saw(standing: Standing, entry: Saw) -> None:
    _race(standing).seen.add(entry.seat)


def _announced(standing: Standing, entry: Announced) -> None:
    _race(standing).signal = entry.signal


def _early(standing: Standing, entry: Early) -> None:
    _race(standing).locked[entry.seat] = entry.until


def _pressed(standing: Standing, entry: Pressed) -> None:
    race = _race(standing)
    race.presses[entry.seat] = Press(
        entry.seat, entry.action, entry.arrival, entry.claimed, entry.effective, entry.lag, entry.closes
    )
    race.attempts[entry.seat] = race.attempts.get(entry.seat, 0) + 1


def _beaten(standing: Standing, entry: Beaten) -> None:
    race = _race(standing)
    race.presses.pop(entry.seat, None)
    race.free_from[entry.seat] = entry.at


def _judged(standing: Standing, entry: Judged) -> None:
    standing.priority = entry.priority


Change: TypeAlias = Callable[[Standing, Any], None]
CHANGES: dict[type[Entry], Change] = {
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
