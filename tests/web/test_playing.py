"""Games in real windows, by every way of playing; and what every confirmed action promised is what it brought."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import Drags, Hands, Keys, clicks, taps, ways_to_turn
from tests.web.playing import Played, Sent, Table, any_action, awarded, play_on, played
from tests.web.visiting import DESKTOP, PHONE, Visitor, Visitors

MIYABI: dict[str, Any] = {"game": "miyabi", "options": {"seats": 4}}
EDO: dict[str, Any] = {"game": "edo_yashiki", "options": {"seats": 5, "grab": "calm"}}
SPECIALISTS: dict[str, Any] = {"game": "edo_yashiki", "options": {"seats": 4, "grab": "calm", "specialists": True}}
TITLES = {"miyabi": MIYABI, "edo yashiki": EDO}
WAYS: dict[str, tuple[tuple[int, int], Hands]] = {
    "keys": (DESKTOP, Keys()),
    "clicks": (DESKTOP, clicks()),
    "taps on a phone": (PHONE, taps()),
    "drags": (DESKTOP, Drags()),
}


def miyabi_with(letters: str, seats: int = 3) -> dict[str, Any]:
    return {"game": "miyabi", "options": {"seats": seats, "expansions": letters}}


def check_points(table: Table, done: Played) -> None:
    """Points come with the action, or in Edo Yashiki once everybody has placed and chosen."""
    now = table.now()
    brought = awarded(table.record(), now["you"])[: len(done.actions)]
    assert [action for action, _ in brought] == done.actions
    if now["game"] == "miyabi":
        assert [points for _, points in brought] == done.promised
    else:
        wanted, found = _placings(done.actions, done.promised), _by_placing([more for _, more in brought], done.actions)
        assert (found if now["phase"] == "over" else found[:-1]) == wanted[: len(found) - (now["phase"] != "over")]


def _by_placing(points: list[int], actions: list[str]) -> list[int]:
    """What came in from each placing to the next."""
    found: list[int] = []
    for action, more in zip(actions, points, strict=True):
        if action.startswith("place"):
            found.append(0)
        if found:
            found[-1] += more
    return found


def _placings(actions: list[str], points: list[int]) -> list[int]:
    return [more for action, more in zip(actions, points, strict=True) if action.startswith("place")]


def play(
    visitor: Visitor, hands: Hands, table: dict[str, Any], most: int = 1000, seed: int = 1
) -> tuple[Table, Played]:
    opened = Table.with_bots(visitor, **table)
    opened.show()
    done = played(opened, hands, any_action(seed), most)
    check_points(opened, done)
    return opened, done


by_way = pytest.mark.parametrize("way", WAYS)
by_title = pytest.mark.parametrize("title", TITLES)


# -- whole games -------------------------------------------------------------------------------------------------------
@pytest.mark.full
@by_title
@by_way
def test_a_whole_game_is_played(visitors: Visitors, title: str, way: str) -> None:
    size, hands = WAYS[way]
    visitor = visitors.come(size)
    table, done = play(visitor, hands, TITLES[title])
    expect(visitor.page.locator("#result")).to_be_visible()
    check_whole(table, done)
    check_sheet(visitor.page, table)


@pytest.mark.more
def test_a_whole_game_is_played_by_keys_and_ends_with_its_sheet(visitor: Visitor) -> None:
    table, done = play(visitor, Keys(), EDO)
    page = visitor.page
    expect(page.locator("#result")).to_be_visible()
    check_whole(table, done)
    check_sheet(page, table)


def check_whole(table: Table, done: Played) -> None:
    """Everything that this seat did from the first event to the last was done in the window, and nothing twice."""
    now = table.now()
    assert now["phase"] == "over"
    assert done.actions == [action for who, action in table.record().events if who == now["you"]]


def check_sheet(page: Page, table: Table) -> None:
    """Line by line what the server's sheet has, and it adds up to the scores."""
    now = table.now()
    rows = page.locator(".final table tbody tr, .final table tfoot tr").all()
    shown = [[int(cell.inner_text() or 0) for cell in row.locator("td").all()] for row in rows]
    assert shown[-1] == now["view"]["scores"]
    assert [sum(column) for column in zip(*shown[:-1], strict=True)] == shown[-1]


@pytest.mark.parametrize(
    ("title", "way"),
    [
        ("miyabi", "keys"),
        pytest.param("miyabi", "taps on a phone", marks=pytest.mark.more),
        pytest.param("miyabi", "drags", marks=pytest.mark.more),
        pytest.param("edo yashiki", "clicks", marks=pytest.mark.more),
        ("edo yashiki", "drags"),
    ],
)
def test_a_game_is_begun(visitors: Visitors, title: str, way: str) -> None:
    """The quick run's share of the whole games above."""
    size, hands = WAYS[way]
    play(visitors.come(size), hands, TITLES[title], most=4)


@pytest.mark.parametrize(
    "letters", [pytest.param("ABCDE"), *(pytest.param(one, marks=pytest.mark.full) for one in "ABCDE")]
)
def test_expansions_are_played(visitor: Visitor, letters: str) -> None:
    play(visitor, clicks(), miyabi_with(letters), most=6 if len(letters) > 1 else 16, seed=3)


OFFERED = ".tile[aria-disabled=false], .cards button[aria-disabled=false], [aria-label*='the card can lie']"


# -- before confirming -------------------------------------------------------------------------------------------------
@by_title
def test_undo_restores_the_view_and_sends_nothing(visitor: Visitor, title: str) -> None:
    sent = Sent(visitor.page)
    table = Table.with_bots(visitor, **TITLES[title])
    page = table.show()
    choices = table.decision()
    assert choices is not None
    expect(page.locator(OFFERED).first).to_be_attached()
    before, sent.frames[:] = stage(page), []
    for place in (0, len(choices["actions"]) - 1):
        clicks().prepare(page, choices, place)
        assert stage(page) != before
        page.keyboard.press("Escape")
        assert stage(page) == before
        clicks().prepare(page, choices, place)
        page.get_by_role("button", name="Undo").click()
        assert stage(page) == before
    assert sent.frames == []
    assert table.decision() == choices


def stage(page: Page) -> str:
    """All that is drawn and offered. Where the focus is does not count, nor where a house was panned to."""
    drawn = page.locator(".table > .stage").inner_html()
    return re.sub(r' (tabindex|style)="[^"]*"', "", drawn)


@pytest.mark.more
def test_without_confirmation_turn_after_turn_goes_out_at_once(visitors: Visitors) -> None:
    """A card is taken by one press; a tile that can be turned still waits for the person."""
    visitor = visitors.come(confirm=False)
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2})
    page = table.show()
    made = -1
    for _ in range(4):
        choices = table.decision(made)
        assert choices is not None
        only = [n for n in range(len(choices["actions"])) if ways_to_turn(choices, n) == 1]
        if not only and made >= 0:  # the bot has taken the last tile that lies in one way only
            break
        place = only[0]
        page.locator(f'.tile[data-kind="{choices["cover"]["tile"][place]}"][aria-disabled="false"]').first.click()
        page.locator(".columns button").nth(choices["cover"]["column"][place]).click()
        made = choices["seq"]
    assert table.decision(made) is not None, "the last one went out, too"


def test_without_confirmation_cards_are_taken_and_runs_chosen_at_once(visitors: Visitors) -> None:
    visitor = visitors.come(confirm=False)
    table = Table.with_bots(visitor, **EDO)
    page = table.show()
    made = -1
    for _ in range(2):
        place = table.decision(made)
        assert place is not None
        if place["cover"]["does"] == "grab":  # E2.2: whoever is last is given the last card
            page.locator(".cards button").nth(place["cover"]["card"][0]).click()
            place = table.decision(place["seq"])
        assert place is not None
        assert place["cover"]["does"] == "place"
        clicks().prepare(page, place, 0)
        if len(place["cover"]["faces"]) > 1:
            clicks().confirm(page)
        made = place["seq"]
    assert table.decision(made) is not None


@pytest.mark.more
def test_targets_are_large_enough_in_every_step_of_a_game(visitors: Visitors) -> None:
    visitor = visitors.come(PHONE)
    table = Table.with_bots(visitor, **SPECIALISTS)
    table.show()
    for _ in play_on(table, taps(), any_action(2), most=4):
        assert visitor.small_targets() == []
        assert visitor.sticking_out() == []
