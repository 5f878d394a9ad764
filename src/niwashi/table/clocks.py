"""The clocks: charged with every entry for the time since the last, wound where a decision opens."""

from __future__ import annotations

from niwashi.table.standing import Clocks, Standing
from niwashi.wire.settings import DAY, SECOND, BankClock, Clock, DaysClock, NoClock, TurnClock

ON_RETURN = 60 * SECOND
"""What an empty bank without increment holds when its owner takes the seat back from a bot."""


def full(clock: Clock) -> int:
    """What a clock shows at first."""
    match clock:
        case TurnClock() | BankClock():
            return clock.seconds * SECOND
        case DaysClock():
            return clock.days * DAY
        case NoClock():
            return 0


def new_clocks(clock: Clock, seats: int, at: int) -> Clocks:
    return Clocks(at, [full(clock)] * seats)


def charge(standing: Standing, at: int) -> None:
    """Take the time since the last entry off the clocks that ran; before a signal none does."""
    clocks = standing.clocks
    if not isinstance(standing.opening.settings.clock, NoClock):
        for seat in standing.awaited():
            clocks.left[seat] -= max(at - _since(standing), 0)
    clocks.at = at


def _since(standing: Standing) -> int:
    signal = standing.race.signal if standing.race else None
    return max(standing.clocks.at, signal or 0)


def wind(standing: Standing) -> None:
    """A clock for each decision is full again when the next one opens."""
    clock, clocks = standing.opening.settings.clock, standing.clocks
    for seat, opened in standing.open.items():
        if clocks.decision.get(seat) != opened and isinstance(clock, TurnClock | DaysClock):
            clocks.left[seat] = full(clock)
        clocks.decision[seat] = opened


def add_increment(standing: Standing, seat: int, times: int = 1) -> None:
    """With every action; what is taken back gives it back, but leaves a second."""
    clock, left = standing.opening.settings.clock, standing.clocks.left
    if isinstance(clock, BankClock):
        added = clock.increment * SECOND * times
        left[seat] += added if added > 0 else max(added, min(0, SECOND - left[seat]))


def keep_time(standing: Standing) -> None:
    """After a take-back decisions open anew, but nobody gains time by it."""
    standing.clocks.decision.update(standing.open)


def top_up(standing: Standing, seat: int) -> None:
    """Somebody who returns to their seat has time for at least one action."""
    clock, left = standing.opening.settings.clock, standing.clocks.left
    if isinstance(clock, BankClock):
        left[seat] = max(left[seat], clock.increment * SECOND or ON_RETURN)
    else:
        left[seat] = full(clock)


def left_at(standing: Standing, seat: int, now: int) -> int | None:
    """What a seat's clock shows; None where the table has no clocks."""
    if isinstance(standing.opening.settings.clock, NoClock):
        return None
    ran = max(now - _since(standing), 0) if seat in standing.awaited() else 0
    return max(standing.clocks.left[seat] - ran, 0)


def runs_out_at(standing: Standing) -> dict[int, int]:
    """When time runs out for each seat whose clock runs."""
    if isinstance(standing.opening.settings.clock, NoClock):
        return {}
    return {seat: _since(standing) + max(standing.clocks.left[seat], 0) for seat in standing.awaited()}
