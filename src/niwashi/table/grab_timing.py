"""Who was first: the arithmetic of the live grab, in milliseconds. It knows no table and no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MARGIN_MS = 30
"""How much faster than ever measured a message is believed to have been."""
TIE_MS = 16
"""Presses this close, one frame of a screen, are the same moment."""
LOCK_MS = 250
"""How long a press before the signal locks a seat."""
LEAD_MS = 1500
"""The signal is announced at least so long ahead."""
MAX_WAIT_MS = 3000
"""So long the announcement waits for clients to show the cards."""


@dataclass(frozen=True)
class Press:
    seat: int
    action: str
    arrival: int
    claimed: int
    effective: int
    lag: int
    closes: int
    """When its window closes: until then a press of the same moment may still come in."""


def allowance(lag: int, cap: int) -> int:
    """How long before its arrival a press may have been made."""
    return min(lag + MARGIN_MS, cap)


def effective_time(arrival: int, claimed: int, lag: int, cap: int, signal: int) -> int:
    """When a press counts: as claimed, but no earlier than the measured lag allows, nor than the signal."""
    believed = max(claimed, arrival - allowance(lag, cap))
    return max(min(believed, arrival), signal)


def is_early(arrival: int, claimed: int, signal: int) -> bool:
    return min(arrival, claimed) < signal


def window_end(arrival: int, lags: Iterable[int], cap: int) -> int:
    """When the window of a press closes: the slowest seat's press of the same moment is in by then."""
    return arrival + max((allowance(lag, cap) for lag in lags), default=0)


def decide_winners(presses: Iterable[Press], priority: Sequence[int]) -> tuple[list[Press], list[int]]:
    """The winning press for each card, earliest first, and the priority afterwards: who won a tie goes to its end."""
    queue = list(priority)
    wins = []
    for card in _by_card(presses):
        first = min(press.effective for press in card)
        tied = [press for press in card if press.effective - first <= TIE_MS]
        winner = min(tied, key=lambda press: queue.index(press.seat))
        wins.append(winner)
        if len(tied) > 1:
            queue.append(queue.pop(queue.index(winner.seat)))
    return wins, queue


def _by_card(presses: Iterable[Press]) -> list[list[Press]]:
    """Presses for the same card together, the card that was pressed first in front."""
    cards: dict[str, list[Press]] = {}
    for press in sorted(presses, key=lambda press: (press.effective, press.seat)):
        cards.setdefault(press.action, []).append(press)
    return list(cards.values())
