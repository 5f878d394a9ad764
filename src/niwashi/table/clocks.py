"""The clocks. Every entry charges them for the time since the last one; an opened decision restarts some of them."""

from __future__ import annotations

from collections.abc import Iterable

from niwashi.table.state import Clocks, TableState
from niwashi.wire.settings import DAY_MS, SECOND_MS, BankClock, Clock, DaysClock, NoClock, TurnClock

RETURN_MS = 60 * SECOND_MS
"""The least time in a bank without increment when its owner takes the seat back from a bot."""


def initial_ms(clock: Clock) -> int:
    match clock:
        case TurnClock() | BankClock():
            return clock.seconds * SECOND_MS
        case DaysClock():
            return clock.days * DAY_MS
        case NoClock():
            return 0


def make_clocks(clock: Clock, seats: int, at: int) -> Clocks:
    return Clocks(at, [initial_ms(clock)] * seats)


def charge(state: TableState, at: int) -> None:
    """Subtract the time since the last entry from every running clock. Before a signal none runs."""
    clocks = state.clocks
    if not isinstance(state.opening.settings.clock, NoClock):
        for seat in state.awaited():
            clocks.left[seat] -= max(at - _running_since(state), 0)
    clocks.at = at


def _running_since(state: TableState) -> int:
    signal = state.race.signal if state.race else None
    return max(state.clocks.at, signal or 0)


def start_decisions(state: TableState) -> None:
    """Refill a clock that counts per decision when the seat's next decision opens."""
    decision = state.clocks.decision
    refill(state, [seat for seat, opened in state.decisions.items() if decision.get(seat) != opened])
    decision.update(state.decisions)


def refill(state: TableState, seats: Iterable[int]) -> None:
    """Give these seats the whole time of a decision, where a clock counts per decision."""
    clock = state.opening.settings.clock
    if isinstance(clock, TurnClock | DaysClock):
        for seat in seats:
            state.clocks.left[seat] = initial_ms(clock)


def add_increment(state: TableState, seat: int, times: int = 1) -> None:
    """After an action. A take-back subtracts it again (`times` = -1), but leaves at least a second."""
    clock, left = state.opening.settings.clock, state.clocks.left
    if isinstance(clock, BankClock):
        added = clock.increment * SECOND_MS * times
        left[seat] += added if added > 0 else max(added, min(0, SECOND_MS - left[seat]))


def keep_remaining(state: TableState) -> None:
    """After a take-back decisions open again; no seat gains time by that."""
    state.clocks.decision.update(state.decisions)


def top_up(state: TableState, seat: int) -> None:
    """Give a person who returns to their seat time for at least one action."""
    clock, left = state.opening.settings.clock, state.clocks.left
    if isinstance(clock, BankClock):
        left[seat] = max(left[seat], clock.increment * SECOND_MS or RETURN_MS)
    else:
        left[seat] = initial_ms(clock)


def remaining_ms(state: TableState, seat: int, now: int) -> int | None:
    """None where the table has no clocks."""
    if isinstance(state.opening.settings.clock, NoClock):
        return None
    ran = max(now - _running_since(state), 0) if seat in state.awaited() else 0
    return max(state.clocks.left[seat] - ran, 0)


def deadlines(state: TableState) -> dict[int, int]:
    """When time runs out, for each seat whose clock runs."""
    if isinstance(state.opening.settings.clock, NoClock):
        return {}
    return {seat: _running_since(state) + max(state.clocks.left[seat], 0) for seat in state.awaited()}
