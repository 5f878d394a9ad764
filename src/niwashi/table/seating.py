"""Seating before the start: sitting down, leaving, arranging, nonces, starting."""

from __future__ import annotations

from niwashi import bots
from niwashi.core.errors import quote
from niwashi.engine.commitment import draw_seats, mix_key
from niwashi.table.bot_names import pick_bot_name
from niwashi.table.draft import Draft
from niwashi.table.entries import Arranged, Emptied, Happened, Mixed, Renamed, Sat, Started
from niwashi.table.seats import require_seat
from niwashi.table.state import Refusal, SeatState, TableState
from niwashi.wire import requests
from niwashi.wire.requests import MAX_ACCOUNT_NAME_LENGTH, MAX_NEW_NAME_LENGTH


def check_not_started(state: TableState) -> None:
    if state.game is not None:
        raise Refusal("table/started", "the game has started; seats can no longer change")


def check_host(state: TableState, person: str | None) -> None:
    if not person or person != state.host:
        raise Refusal("table/host", "only the host of the table may do that")


def sit(draft: Draft, person: str, request: requests.Sit) -> None:
    state = draft.state
    check_not_started(state)
    shares = state.opening.settings.hot_seat and person == state.host
    if state.seats_of(person) and not shares:
        raise Refusal("table/seated", f"you already sit at seat {state.seat_of(person)}")
    if request.called is not None and not shares:
        raise Refusal("table/hot-seat", "only the host of a hot seat may name seats")
    name = _check_name(state, request)
    draft.add(Sat(at=draft.now, seat=_pick_seat(state, request.seat), name=name, person=person))


def _check_name(state: TableState, request: requests.Sit) -> str:
    """At a hot seat every name at the table must be different. An account's name may be older than today's limit."""
    name = request.name if request.called is None else request.called.strip()
    longest = MAX_ACCOUNT_NAME_LENGTH if request.called is None else MAX_NEW_NAME_LENGTH
    if not 0 < len(name) <= longest or not name.isprintable():
        sentence = f"a name must have 1 to {longest} printable characters; got {quote(name)}"
        raise Refusal("table/name", sentence)
    if request.called is not None and name.casefold() in (seat.name.casefold() for seat in state.seats):
        raise Refusal("table/name", f"the name {quote(name)} is already taken at this table; choose another")
    return name


def _pick_seat(state: TableState, wanted: int | None) -> int:
    free = [n for n, seat in enumerate(state.seats) if seat.open]
    if not free:
        raise Refusal("table/full", "all seats are taken")
    if wanted is not None and wanted not in free:
        raise Refusal("table/taken", f"seat {wanted} is not open; open: {', '.join(map(str, free))}")
    return free[0] if wanted is None else wanted


def rename(draft: Draft, person: str, request: requests.Rename) -> None:
    state = draft.state
    check_not_started(state)
    seat = require_seat(state, person)
    if state.opening.settings.hot_seat:
        raise Refusal("table/hot-seat", "at a hot seat names belong to seats; leave and sit down under another name")
    draft.add(Renamed(at=draft.now, seat=seat, name=request.name, person=person))


def leave(draft: Draft, person: str) -> None:
    check_not_started(draft.state)
    require_seat(draft.state, person)
    for seat in draft.state.seats_of(person):
        draft.add(Emptied(at=draft.now, seat=seat))


def remove(draft: Draft, person: str, request: requests.Remove) -> None:
    check_not_started(draft.state)
    check_host(draft.state, person)
    if _find_seat(draft.state, request.seat).open:
        raise Refusal("table/empty", f"seat {request.seat} is empty already")
    draft.add(Emptied(at=draft.now, seat=request.seat, removed=True))


def _find_seat(state: TableState, seat: int) -> SeatState:
    if seat >= len(state.seats):
        sentence = f"there is no seat {seat}; seats are counted from 0 to {len(state.seats) - 1}"
        raise Refusal("table/seat", sentence)
    return state.seats[seat]


def seat_bot(draft: Draft, person: str, request: requests.Bot) -> None:
    check_not_started(draft.state)
    check_host(draft.state, person)
    check_level(request.level)
    _find_seat(draft.state, request.seat)
    seat = _pick_seat(draft.state, request.seat)
    name = pick_bot_name(request.level, [other.name for other in draft.state.seats])
    draft.add(Sat(at=draft.now, seat=seat, name=name, bot=request.level))


def check_level(level: str) -> None:
    if level not in bots.names():
        raise Refusal("table/bot", f"unknown bot {quote(level)}; known: {', '.join(bots.names())}")


def arrange(draft: Draft, person: str, request: requests.Arrange) -> None:
    check_not_started(draft.state)
    check_host(draft.state, person)
    seats = list(range(len(draft.state.seats)))
    if sorted(request.order) != seats:
        raise Refusal("table/order", f"an order must name each of {seats} once; got {quote(request.order)}")
    draft.add(Arranged(at=draft.now, order=request.order))


def add_nonce(draft: Draft, person: str, request: requests.Nonce) -> None:
    check_not_started(draft.state)
    draft.add(Mixed(at=draft.now, seat=require_seat(draft.state, person), nonce=request.text))


def start(draft: Draft, person: str) -> None:
    state = draft.state
    check_not_started(state)
    check_host(state, person)
    missing = [n for n, seat in enumerate(state.seats) if seat.open]
    if missing:
        raise Refusal("table/missing", f"seats {', '.join(map(str, missing))} are still open; a bot can take one")
    start_full_table(draft)


def start_full_table(draft: Draft) -> None:
    """Seats, and with them the starting player, are drawn from the key, unless they are arranged."""
    state = draft.state
    count = len(state.seats)
    key = mix_key(state.opening.seed, [seat.nonce for seat in state.seats])
    order = list(range(count)) if state.arranged else draw_seats(key, state.opening.game, count)
    draft.add(Started(at=draft.now, order=order, drawn=not state.arranged))
    for who, what in state.opening.begun:
        draft.add(Happened(at=draft.now, who=who, what=what))
