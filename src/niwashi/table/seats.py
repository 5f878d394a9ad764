"""The seat that a person's request is for."""

from __future__ import annotations

from niwashi.table.state import Refusal, TableState


def require_seat(state: TableState, person: str | None) -> int:
    """A person's seat; of several the one that they speak for now. Refuses spectators."""
    seat = state.seat_of(person)
    if seat is None:
        raise Refusal("table/spectator", "you have no seat at this table")
    return seat


def sole_player(state: TableState) -> str | None:
    """The person at a table where everybody else is a bot. Who shares a device with others plays with people."""
    people = [seat.person for seat in state.seats if seat.person]
    return people[0] if len(people) == 1 else None


def resolve_seat(state: TableState, person: str | None, named: int | None) -> int:
    """The seat that a request is for. With several seats it must be named, or a repeated request could hit another."""
    seat, own = require_seat(state, person), state.seats_of(person)
    if named is None and len(own) > 1:
        raise Refusal("table/which", f"seats {', '.join(map(str, own))} are yours; name one with “seat”")
    if named is not None and named not in own:
        raise Refusal("table/not-yours", f"seat {named} is not yours; yours: {', '.join(map(str, own))}")
    return seat if named is None else named
