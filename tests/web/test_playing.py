"""Whole games in real windows, by every way of playing; and what every confirmed action promised is what it brought."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.playing import Hands, Keys, Played, Sent, Table, any_action, awarded, clicks, played, taps
from tests.web.visiting import DESKTOP, PHONE, Visitor, Visitors

MIYABI: dict[str, Any] = {"game": "miyabi", "options": {"seats": 4}}
EDO: dict[str, Any] = {"game": "edo_yashiki", "options": {"seats": 5, "grab": "calm"}}
SPECIALISTS: dict[str, Any] = {"game": "edo_yashiki", "options": {"seats": 4, "grab": "calm", "specialists": True}}


def check_points(table: Table, done: Played) -> None:
    """Points come with the action, or in Edo Yashiki once everybody has placed and chosen."""
    table_now = table.now()
    brought = awarded(table.record(), table_now["you"])
    assert [action for action, _ in brought] == done.actions
    if table_now["game"] == "miyabi":
        assert [points for _, points in brought] == done.promised
    else:
        assert _by_placing([points for _, points in brought], done.actions) == _placings(done)


def _by_placing(points: list[int], actions: list[str]) -> list[int]:
    """What came in from each placing to the next grab."""
    found: list[int] = []
    for action, more in zip(actions, points, strict=True):
        if action.startswith("place"):
            found.append(0)
        if found:
            found[-1] += more
    return found


def _placings(done: Played) -> list[int]:
    return [points for action, points in zip(done.actions, done.promised, strict=True) if action.startswith("place")]


def is_over(visitor: Visitor) -> None:
    expect(visitor.page.locator("#result")).to_be_visible()


def whole_game(visitor: Visitor, hands: Hands, seed: int, **table: Any) -> Played:
    opened = Table.with_bots(visitor, **table)
    opened.show()
    done = played(opened, hands, any_action(seed))
    is_over(visitor)
    check_points(opened, done)
    return done


@pytest.mark.parametrize("title", [MIYABI, EDO], ids=["miyabi", "edo yashiki"])
@pytest.mark.parametrize("way", ["keys", "clicks", "taps on a phone"])
def test_a_whole_game_is_played(visitors: Visitors, title: dict[str, Any], way: str) -> None:
    hands: dict[str, Hands] = {"keys": Keys(), "clicks": clicks(), "taps on a phone": taps()}
    visitor = visitors.come(PHONE if "phone" in way else DESKTOP)
    done = whole_game(visitor, hands[way], seed=1, **title)
    assert len(done.actions) > 15
