"""The arithmetic of the live grab: whose press counts, and when. All times are milliseconds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from niwashi.table.entries import Pressed

JITTER_MS = 30
"""How much longer than the lag a press may travel and still arrive before its window closes."""
TIE_MS = 16
"""Presses closer together than this, one frame of a screen, count as simultaneous."""
LOCK_MS = 250
"""How long a press before the signal locks the seat."""
LEAD_MS = 1500
"""The least time between the announcement of the signal and the signal."""
MAX_WAIT_MS = 3000
"""How long the announcement waits for clients to show the cards."""


def effective_time(arrival: int, lag: int, cap: int, signal: int) -> int:
    """When a press counts: by its arrival and the time that messages of this line take on average.

    What the client claims counts for nothing. Whoever believes claims within limits must set these so wide that forgers
    gain, or so narrow that people on uneven lines lose (decision 0071).
    """
    return max(arrival - min(lag, cap), signal)


def is_early(arrival: int, claimed: int, signal: int) -> bool:
    return min(arrival, claimed) < signal


def window_end(arrival: int, lags: Iterable[int], cap: int) -> int:
    """When a press's window closes: by then a simultaneous press of the slowest seat has arrived."""
    return arrival + max((min(lag + JITTER_MS, cap) for lag in lags), default=0)


def decide_winners(presses: Iterable[Pressed], priority: Sequence[int]) -> tuple[list[Pressed], list[int]]:
    """The winning press for each card, earliest first, and the new priority: the winner of a tie moves to the end."""
    queue = list(priority)
    wins = []
    for card in _group_by_card(presses):
        first = min(press.effective for press in card)
        tied = [press for press in card if press.effective - first <= TIE_MS]
        winner = min(tied, key=lambda press: queue.index(press.seat))
        wins.append(winner)
        if len(tied) > 1:
            queue.append(queue.pop(queue.index(winner.seat)))
    return wins, queue


def _group_by_card(presses: Iterable[Pressed]) -> list[list[Pressed]]:
    """The card that was pressed first comes first."""
    cards: dict[str, list[Pressed]] = {}
    for press in sorted(presses, key=lambda press: (press.effective, press.seat)):
        cards.setdefault(press.action, []).append(press)
    return list(cards.values())
