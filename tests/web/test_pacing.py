"""What others do is seen: one event after another, as pieces that travel, and as a mark that stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.hands import clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.test_together import two_at_a_table
from tests.web.visiting import Visitor, Visitors

BETWEEN_ACTIONS = 700
"""Milliseconds from one rival's action to the next, at least."""
EARLY = 30
"""A timer may be so much too early, by the clock of another."""

# What the server says can be held back, and be let in all at once; what is sent can be spoilt.
GATE = """
  window.held = null
  window.spoil = false
  window.WebSocket = class extends WebSocket {
    set onmessage(hear) {
      super.onmessage = hear && ((event) => (window.held ? window.held.push({ event, hear }) : hear(event)))
    }
    send(text) {
      super.send(window.spoil ? text.replace(/"action":"[^"]*"/, '"action":"nonsense"') : text)
    }
  }
"""
HOLD = "window.held = []"
LET_IN = "() => { const all = window.held; window.held = null; for (const { event, hear } of all) hear(event) }"
IS_HELD = "(seq) => window.held.some(({ event }) => JSON.parse(event.data).choices?.seq === seq)"

# Every piece that flies: whose it is, and when it lifts. Who `skips` presses a key at that moment.
WATCH = """() => {
  window.flights = []
  const seen = new Set()
  const look = (node) => {
    if (node.className === 'motion-layer') node.childNodes.forEach(look)
    if (node.className !== 'motion-piece' || seen.has(node)) return
    seen.add(node)
    window.flights.push([Number(node.dataset.seat), performance.now()])
    if (window.skips) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }))
  }
  const hear = (all) => all.forEach(({ addedNodes }) => addedNodes.forEach(look))
  new MutationObserver(hear).observe(document.body, { childList: true, subtree: true })
}"""

# All that a position looks like, without what is only pointed at for a moment.
PICTURE = """() => {
  const passing = ['id', 'style', 'tabindex']
  const attributes = (one) =>
    [...one.attributes].filter(({ name }) => !passing.includes(name)).map(({ name, value }) => `${name}=${value}`)
  const told = (one) => [one.tagName, attributes(one).sort().join(' '), ...[...one.children].map(told), ownText(one)]
  const ownText = (one) => [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('')
  const parts = '.seats, .display, svg.garden, svg[data-house], .cards, ol[aria-label="Log"], .track'
  return [...document.querySelectorAll(parts)].map(told)
}"""


class Watched:
    """Somebody at a table with three bots, who sees motion; the bots' answers come when they are let in."""

    def __init__(self, visitor: Visitor, game: str = "miyabi", **options: Any) -> None:
        visitor.context.add_init_script(GATE)
        self.table = Table.with_bots(visitor, game, options={"seats": 4, **options})
        self.page = self.table.show()
        self.table.decision()
        expect(your_turn(self.page)).to_be_visible()
        self.page.evaluate(WATCH)

    def act(self) -> None:
        """Confirms something, and waits until all that follows has come to the window; nothing of it is let in."""
        self.page.evaluate(HOLD)
        next(self._actions())
        choices = self.table.decision(self.table.made, alone=True)
        assert choices is not None
        self.page.wait_for_function(IS_HELD, arg=choices["seq"])

    def _actions(self) -> Iterator[tuple[str, int]]:
        return play_on(self.table, clicks(), any_action(4), most=1)

    def let_in(self) -> None:
        self.page.evaluate(LET_IN)

    @property
    def flights(self) -> list[tuple[int, float]]:
        return [(seat, at) for seat, at in self.page.evaluate("window.flights")]

    @property
    def rivals(self) -> list[int]:
        """In the order in which they act after this seat."""
        you = self.table.now()["you"]
        return [(you + step) % 4 for step in (1, 2, 3)]


def your_turn(page: Page) -> Locator:
    return page.get_by_role("list", name="Seats").get_by_text("Your turn")


def last_cells(table: Table) -> dict[int, list[int]]:
    """The cells that each seat placed its last tile on, as the server tells it."""
    answer = table.visitor.context.request.get(f"{table.visitor.address}api/tables/{table.id}/news?since=-1")
    effects = [effect for news in answer.json() for effect in news.get("effects") or []]
    return {effect["seat"]: effect["cells"] for effect in effects if effect["key"] == "miyabi-placed"}


def marks(page: Page) -> dict[int, list[int]]:
    found = page.evaluate(
        "[...document.querySelectorAll('svg[data-garden]')].map((one) =>"
        " [Number(one.dataset.garden), one.querySelector('[data-last]')?.dataset.last ?? ''])"
    )
    return {seat: [int(cell) for cell in cells.split()] for seat, cells in found if cells}


def test_what_three_bots_do_at_once_is_seen_one_after_another(visitors: Visitors) -> None:
    """Six pieces fly, one after another; then it is our turn, and the last tiles are marked."""
    watched = Watched(visitors.come(motion="full"))
    for turn in (1, 2):
        watched.act()
        watched.let_in()
        expect(your_turn(watched.page)).to_be_visible()
        flights = watched.flights
        assert [seat for seat, _ in flights] == watched.rivals * turn
        starts = [at for _, at in flights[-3:]]
        assert all(later - earlier >= BETWEEN_ACTIONS - EARLY for earlier, later in pairwise(starts)), starts
    placed = last_cells(watched.table)
    assert marks(watched.page) == {seat: placed[seat] for seat in watched.rivals}


def test_what_we_did_is_shown_while_motion_is_still_being_loaded(visitors: Visitors) -> None:
    watched = Watched(visitors.come(motion="full"))
    loading: list[Route] = []
    watched.page.route("**/director-*.js", lambda route: loading.append(route))
    watched.act()
    watched.let_in()
    expect(your_turn(watched.page)).to_have_count(0)
    for route in loading:
        route.continue_()
    expect(your_turn(watched.page)).to_be_visible()
    assert [seat for seat, _ in watched.flights] == watched.rivals


def test_our_turn_waits_for_what_others_did_and_a_key_skips_it(visitors: Visitors) -> None:
    watched = Watched(visitors.come(motion="full"))
    watched.act()
    watched.page.evaluate("window.skips = true")
    watched.let_in()
    assert not your_turn(watched.page).is_visible()
    expect(your_turn(watched.page)).to_be_visible()
    assert watched.page.locator(".motion-layer > *").count() == 0
    assert len(watched.flights) == 1, "the others never fly"


@pytest.mark.parametrize("game", ["miyabi", "edo_yashiki"])
def test_skipped_motion_leads_to_the_picture_without_any(visitors: Visitors, game: str) -> None:
    """Two windows of the same person: one that sees motion and skips it, one that never had any."""
    visitor = visitors.come()
    calm = {"grab": "calm"} if game == "edo_yashiki" else {}
    still = Watched(visitor, game, **calm)
    while still.table.now()["choices"]["cover"]["does"] == "place":  # until all take cards, and then lay them
        still.act()
        still.let_in()
    moving = visitor.context.new_page()
    moving.emulate_media(reduced_motion="no-preference")
    moving.goto(still.page.url)
    expect(your_turn(moving)).to_be_visible()
    moving.evaluate(WATCH)
    moving.evaluate(HOLD)
    moving.evaluate("window.skips = true")
    still.act()
    still.let_in()
    moving.evaluate(LET_IN)
    moving.wait_for_function("() => window.flights.length > 0")
    for page in (still.page, moving):
        expect(page.locator(".spotted")).to_have_count(0)
        page.bring_to_front()
        page.mouse.move(1, 1)
    expect(your_turn(still.page)).to_have_count(your_turn(moving).count())
    assert moving.evaluate(PICTURE) == still.page.evaluate(PICTURE)


def test_without_motion_everything_is_there_at_once_and_pointed_at(visitors: Visitors) -> None:
    watched = Watched(visitors.come())
    watched.act()
    watched.let_in()
    shown = watched.page.evaluate("() => document.querySelectorAll('[data-last]').length")
    assert shown == 3
    expect(watched.page.locator(".last.spotted")).to_have_count(1)
    assert watched.flights == []


def test_what_was_confirmed_lies_there_until_the_server_has_answered(visitors: Visitors) -> None:
    watched = Watched(visitors.come(motion="full"))
    page = watched.page
    watched.act()
    sent = page.locator("g.ghost.sent")
    expect(sent).to_be_visible()
    expect(page.locator(".confirm")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(sent).to_be_visible()
    watched.let_in()
    expect(sent).to_have_count(0)


LANTERN_MOTIONS = """() => document.getAnimations()
  .filter(({ effect }) => effect.target.closest('svg.lanterns')).map(({ animationName }) => animationName)"""


def test_a_lantern_comes_down_where_a_tile_was_placed(visitors: Visitors) -> None:
    """It swings as it comes down; without motion it has a ring until somebody acts again."""
    moving, still = Watched(visitors.come(motion="full")), Watched(visitors.come())
    moving.page.evaluate(
        "() => addEventListener('animationstart', ({ animationName, target }) =>"
        " target.closest('svg.lanterns') && (window.hung = (window.hung ?? 0) + 1), true)"
    )
    for watched in (moving, still):
        watched.act()
        watched.let_in()
    moving.page.wait_for_function("() => window.hung === 2")  # the lantern and its light
    expect(still.page.locator("svg.lanterns .ring")).to_have_count(1)
    assert still.page.evaluate(LANTERN_MOTIONS) == []
    expect(moving.page.locator("svg.lanterns .ring")).to_have_count(0)


def test_a_refusal_gives_the_tile_back(visitors: Visitors) -> None:
    watched = Watched(visitors.come(motion="full"))
    page = watched.page
    page.evaluate("window.spoil = true")
    next(watched._actions())
    expect(page.locator(".toasts li")).to_be_visible()
    expect(page.locator("g.ghost:not(.sent)")).to_be_visible()
    page.evaluate("window.spoil = false")
    page.locator(".confirm").click()
    expect(page.locator("g.ghost")).to_have_count(0)


def test_l_points_at_what_was_placed_last(visitors: Visitors) -> None:
    watched = Watched(visitors.come())
    watched.act()
    watched.let_in()
    expect(watched.page.locator(".last.spotted")).to_have_count(0)
    watched.page.keyboard.press("l")
    garden = watched.page.locator(f'svg[data-garden="{watched.rivals[-1]}"]')
    expect(garden.locator(".last.spotted")).to_be_visible()


def test_a_new_round_is_said_with_who_starts(visitors: Visitors) -> None:
    watched = Watched(visitors.come(motion="full"))
    page = watched.page
    page.evaluate(
        "() => { window.words = []; const look = () => { for (const one of document.querySelectorAll('.motion-word'))"
        " if (!window.words.includes(one.textContent)) window.words.push(one.textContent);"
        " requestAnimationFrame(look) }; look() }"
    )
    while watched.table.now()["view"]["round"] == 1:
        next(play_on(watched.table, clicks(), any_action(6), most=1))
        watched.table.settle()
        watched.table.decision(watched.table.made)
    page.wait_for_function("() => window.words.length > 0")
    now = watched.table.now()
    starter = now["view"]["bonsai"]
    who = "you start" if starter == now["you"] else f"{now['seats'][starter]['name']} starts"
    assert page.evaluate("window.words")[0].startswith("Round 2 · ")
    assert who.split()[-1] in page.evaluate("window.words")[0]


def test_who_asked_hears_that_somebody_would_rather_not(visitors: Visitors) -> None:
    tables = two_at_a_table(visitors, "miyabi")
    acting, other = tables if tables[0].now().get("choices") else reversed(tables)
    page = acting.show()
    acting.act()
    other.act()
    now = acting.now()
    acting.ask("back", seq=now["newest"])
    expect(page.get_by_text("would like to take back")).to_be_visible()
    asked = other.now()
    other.ask("decline", seq=asked["asked_seq"])
    name = asked["seats"][asked["you"]]["name"]
    expect(page.locator(".toasts").get_by_text(f"{name} would rather not.")).to_be_visible()
