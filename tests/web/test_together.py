"""Several windows at one table: two people, somebody who looks on, lines that break, pages that are loaded anew."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import Hands, Keys, clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.visiting import Visitor, Visitors

KEEP_SOCKETS = """
  window.sockets = []
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given)
      window.sockets.push(this)
    }
  }
"""
CUT = "window.sockets.forEach((socket) => socket.close())"


def two_at_a_table(visitors: Visitors, game: str, **options: Any) -> list[Table]:
    host = Table.open(visitors.come(), game, "Aki", options={"seats": 2, **options})
    friend = Table.open(visitors.come(), game, "Bo", options={"seats": 2})  # a session of their own
    friend.id = host.id
    friend.ask("sit", name="Bo")
    host.ask("start")
    return [host, friend]


def gardens(page: Page) -> list[str]:
    """What every cell says of every garden or house, as they are enlarged one after the other."""
    found = []
    for seat in page.get_by_role("list", name="Seats").get_by_role("button").all():
        seat.click()
        cells = page.get_by_role("grid").get_by_role("gridcell")
        found.append(
            "\n".join(str(cell).split(";")[0] for cell in cells.evaluate_all("all => all.map(one => one.ariaLabel)"))
        )
    return found


def test_two_people_play_and_see_the_same(visitors: Visitors) -> None:
    tables = two_at_a_table(visitors, "miyabi")
    pages = [table.show() for table in tables]
    hands: list[Hands] = [clicks(), Keys()]
    for _ in range(4):
        who = 0 if tables[0].now().get("choices") else 1
        next(play_on(tables[who], hands[who], any_action(who)))
        tables[who].settle()
    for page in pages:
        laid = page.get_by_role("list", name="Log").get_by_role("listitem").filter(has_text="layer")
        expect(laid).to_have_count(4)
    assert gardens(pages[0]) == gardens(pages[1])


@pytest.mark.more
def test_somebody_looks_on_and_can_do_nothing(visitors: Visitors) -> None:
    tables = two_at_a_table(visitors, "miyabi")
    spectator = visitors.come()
    page = spectator.page
    page.goto(f"{spectator.address}#/t/{tables[0].id}")
    expect(page.get_by_text("You are watching")).to_be_visible()
    acting = next(table for table in tables if table.now().get("choices"))
    acting.act()
    expect(page.get_by_role("list", name="Log").get_by_text("layer 1").first).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.locator(".tile").first.click(force=True)
    expect(page.locator(".confirm")).to_have_count(0)


@pytest.mark.more
@pytest.mark.parametrize("game", ["miyabi", pytest.param("edo_yashiki", marks=pytest.mark.full)])
def test_a_killed_socket_loses_and_doubles_nothing(visitor: Visitor, game: str) -> None:
    """Cut as soon as something was confirmed, and again while the answer may be on its way."""
    visitor.context.add_init_script(KEEP_SOCKETS)
    options = {"seats": 2} if game == "miyabi" else {"seats": 2, "grab": "calm"}
    table = Table.with_bots(visitor, game, options=options)
    page = table.show()
    done = []
    for action, _ in play_on(table, clicks(), any_action(5), most=4):
        page.evaluate(CUT)
        done.append(action)
    you = table.settle()["you"]
    made = [what for who, what in table.record().events if who == you]
    assert made[: len(done)] == done
    assert len(made) == len(done)
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()


@pytest.mark.more
def test_whoever_loads_the_page_anew_goes_on(visitor: Visitor) -> None:
    table = Table.with_bots(visitor, "miyabi", options={"seats": 2, "expansions": "C"})
    page = table.show()
    for _ in play_on(table, clicks(), any_action(7), most=2):
        pass
    table.decision(table.made)
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    before = gardens(page)
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    assert gardens(page) == before
    page.get_by_role("list", name="Seats").get_by_role("button", name="You").click()
    next(play_on(table, Keys(), any_action(8)))


# -- focus and ears ----------------------------------------------------------------------------------------------------
WATCH = """() => {
  window.heard = []
  window.lost = 0
  for (const region of document.querySelectorAll('[aria-live]'))
    new MutationObserver((all) => {
      const added = all.flatMap(({ addedNodes }) => [...addedNodes])
      for (const node of added) if (node.nodeName === 'P') window.heard.push(node.textContent)
    }).observe(region, { childList: true })
  const look = () => {
    if (document.activeElement === document.body) window.lost += 1
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


@pytest.mark.parametrize("game", [pytest.param("miyabi", marks=pytest.mark.full), "edo_yashiki"])
def test_focus_survives_every_update_and_each_event_is_said_once(visitor: Visitor, game: str) -> None:
    options = {"seats": 3} if game == "miyabi" else {"seats": 3, "grab": "calm"}
    table = Table.with_bots(visitor, game, options=options)
    page = table.show()
    table.decision()
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    log = page.get_by_role("list", name="Log").get_by_role("listitem")
    known = log.count()
    page.get_by_role("grid").locator("[tabindex='0']").focus()
    page.evaluate(WATCH)
    for _ in play_on(table, Keys(), any_action(9) if game == "miyabi" else outermost, most=6):
        pass
    table.decision(table.made, alone=True)
    page.wait_for_timeout(300)
    assert page.evaluate("window.lost") == 0
    check_said(page.evaluate("window.heard"), log.evaluate_all(LINES)[known:])


def outermost(choices: dict[str, Any]) -> int:
    """Where the house grows, so that squares come and go all around it."""
    rows = choices["cover"].get("y") or [0]
    return max(range(len(rows)), key=lambda place: abs(rows[place]))


# A line of the log as it is said: “Hana: one stone on c6, layer 1, +1.”
LINES = """all => all.map((line) => {
  const text = line.querySelector('.text'), who = text.querySelector('b')?.textContent
  const points = line.querySelector('.points')?.textContent.split(' ') ?? []
  const words = text.textContent.slice(who?.length ?? 0).trim()
  return `${who ? `${who}: ` : ''}${[words, ...points].join(', ')}.`
})"""


def check_said(heard: list[str], lines: list[str]) -> None:
    """Every line of the log as often as it is there, and in its order."""
    said = " ".join(heard)
    assert len(lines) > 6
    for line in set(lines):
        assert said.count(line) == lines.count(line), (line, heard)
    places = [said.find(line) for line in lines if lines.count(line) == 1]
    assert places == sorted(places)
