"""The clocks: charged with every entry for the time since the last, wound where a decision opens."""

from __future__ import annotations

from niwashi.table.state import Clocks, TableState
from niwashi.wire.settings import DAY_MS, SECOND_MS, BankClock, Clock, DaysClock, NoClock, TurnClock

RETURN_MS = 60 * SECOND_MS
"""What an empty bank without increment holds when its owner takes the seat back from a bot."""


def initial_ms(clock: Clock) -> int:
    """What a clock shows at first."""
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
    """Take the time since the last entry off the clocks that ran; before a signal none does."""
    clocks = state.clocks
    if not isinstance(state.opening.settings.clock, NoClock):
        for seat in state.awaited():
            clocks.left[seat] -= max(at - _running_since(state), 0)
    clocks.at = at


def _running_since(state: TableState) -> int:
    signal = state.race.signal if state.race else None
    return max(state.clocks.at, signal or 0)


def start_decisions(state: TableState) -> None:
    """A clock for each decision is full again when the next one opens."""
    clock, clocks = state.opening.settings.clock, state.clocks
    for seat, opened in state.decisions.items():
        if clocks.decision.get(seat) != opened and isinstance(clock, TurnClock | DaysClock):
            clocks.left[seat] = initial_ms(clock)
        clocks.decision[seat] = opened


def add_increment(state: TableState, seat: int, times: int = 1) -> None:
    """With every action; what is taken back gives it back, but leaves a second."""
    clock, left = state.opening.settings.clock, state.clocks.left
    if isinstance(clock, BankClock):
        added = clock.increment * SECOND_MS * times
        left[seat] += added if added > 0 else max(added, min(0, SECOND_MS - left[seat]))


def keep_remaining(state: TableState) -> None:
    """After a take-back decisions open anew, but nobody gains time by it."""
    state.clocks.decision.update(state.decisions)


def top_up(state: TableState, seat: int) -> None:
    """Somebody who returns to their seat has time for at least one action."""
    clock, left = state.opening.settings.clock, state.clocks.left
    if isinstance(clock, BankClock):
        left[seat] = max(left[seat], clock.increment * SECOND_MS or RETURN_MS)
    else:
        left[seat] = initial_ms(clock)


def remaining_ms(state: TableState, seat: int, now: int) -> int | None:
    """What a seat's clock shows; None where the table has no clocks."""
    if isinstance(state.opening.settings.clock, NoClock):
        return None
    ran = max(now - _running_since(state), 0) if seat in state.awaited() else 0
    return max(state.clocks.left[seat] - ran, 0)


def deadlines(state: TableState) -> dict[int, int]:
    """When time runs out for each seat whose clock runs."""
    if isinstance(state.opening.settings.clock, NoClock):
        return {}
    return {seat: _running_since(state) + max(state.clocks.left[seat], 0) for seat in state.awaited()}
