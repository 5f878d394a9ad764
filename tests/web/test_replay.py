"""Games looked at again: step by step, as they were at the table, with what was better, and played on from there."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from niwashi.engine import factory
from tests.web.replays import PlayedTable, as_file, careless_game, come_in, drawn, open_file
from tests.web.thinking import leave_to_server
from tests.web.visiting import PATIENCE, Visitor, Visitors, table_in


def place(page: Page) -> int:
    return int(page.get_by_role("slider", name="Step").input_value())


# -- as it was ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "options", "turns"),
    [
        ("miyabi", {"seats": 2, "expansions": "CE"}, (1, 4)),
        pytest.param("edo_yashiki", {"seats": 3, "grab": "calm", "specialists": True}, (2, 3), marks=pytest.mark.more),
    ],
)
def test_a_replay_at_an_event_is_the_live_table_at_that_event(
    visitors: Visitors, game: str, options: dict[str, Any], turns: tuple[int, ...]
) -> None:
    """Somebody watches the table, and in a second window its replay."""
    table = PlayedTable(visitors.come(name="Aki"), game, **options)
    watcher = visitors.come(name="Mei")
    come_in(watcher, "Mei")
    live, replay = watcher.page, watcher.context.new_page()
    live.goto(f"{watcher.address}#/t/{table.id}")
    seen: list[list[str]] = []
    for more in turns:
        table.act(more)
        events = table.awaited()["events"]
        replay.goto("about:blank")
        replay.goto(f"{watcher.address}#/r/{table.id}/{events}")
        expect(replay.get_by_role("slider", name="Step")).to_have_value(str(events))
        first = replay.get_by_role("list", name="Seats").get_by_role("button").first
        if first.get_attribute("aria-pressed") == "false":  # a table shows the first seat, a replay whoever acted
            first.click()
        seen.append(same(live, replay))
    assert len({str(one) for one in seen}) == len(turns), "and it was not always the same picture"
    replay.keyboard.press("Home")
    assert drawn(replay) not in seen


def same(live: Page, replay: Page) -> list[str]:
    """What both show; the live window may need a moment to hear of it."""
    end = time.monotonic() + PATIENCE / 1000
    while (shown := drawn(live)) != (told := drawn(replay)):
        differences = [(one, other) for one, other in zip(shown, told, strict=False) if one != other][:5]
        assert time.monotonic() < end, (len(shown), len(told), differences)
        live.wait_for_timeout(100)
    assert len(shown) > 100
    return shown


# -- stepping ----------------------------------------------------------------------------------------------------------
def test_every_step_is_taken_by_keys_or_buttons_and_said(visitor: Visitor) -> None:
    game = careless_game()
    page = open_file(visitor, as_file(game))
    last = len(game.events)
    assert place(page) == 1, "once chance has laid the table"
    page.locator("h1").focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == 2
    expect(page.get_by_role("status").filter(has_text=f"2 of {last}: Hana:")).to_be_attached()
    page.keyboard.press("End")
    expect(page.get_by_role("status").filter(has_text=f"{last} of {last}: Bo: resigns")).to_be_attached()
    page.keyboard.press("ArrowLeft")
    assert place(page) == last - 1
    page.keyboard.press("Home")
    assert place(page) == 1
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="To the end").click()
    assert place(page) == last
    page.get_by_role("list", name="Log").get_by_role("button").nth(2).click()
    assert place(page) == 3
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == 4
    expect(page).to_have_url(re.compile("#/replay/4$"))


@pytest.mark.more
def test_it_plays_by_itself_and_stops_at_the_end(visitor: Visitor) -> None:
    game = careless_game(3)
    page = open_file(visitor, as_file(game))
    page.get_by_label("Speed").select_option("4×")
    page.locator("h1").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("slider", name="Step")).to_have_value(str(len(game.events)))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press(" ")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert place(page) < len(game.events), "from the beginning again; and whoever steps stops it"


# How fast every piece flies, noted the moment it lifts: at four times the speed it has landed before one can look.
WATCH = """() => {
  window.rates = []
  const look = (node) => {
    if (node.className === 'motion-layer') node.childNodes.forEach(look)
    if (node.className === 'motion-piece') window.rates.push(...node.getAnimations().map((one) => one.playbackRate))
  }
  const hear = (all) => all.forEach(({ addedNodes }) => addedNodes.forEach(look))
  new MutationObserver(hear).observe(document.body, { childList: true, subtree: true })
}"""


def test_what_is_played_flies_at_its_speed_and_a_jump_does_not(visitors: Visitors) -> None:
    game = careless_game(3)
    page = open_file(visitors.come(motion="full"), as_file(game))
    page.evaluate(WATCH)
    page.get_by_label("Speed").select_option("4×")
    page.locator("h1").focus()
    page.keyboard.press(" ")
    expect(page.get_by_role("slider", name="Step")).to_have_value(str(len(game.events)))
    flown = page.evaluate("window.rates")
    assert len(flown) >= 3, "every tile that was placed"
    assert set(flown) == {4}
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider", name="Step")).to_have_value("2")
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name="Step")).to_have_value(str(len(game.events)))
    assert page.evaluate("window.rates") == flown


@pytest.mark.more
def test_the_times_of_a_live_grab_are_shown(visitor: Visitor) -> None:
    game = factory.new("edo_yashiki", seats=2, grab="live", seed=1, names=["Hana", "Bo"])
    game.play("grab 1", seat=1)
    times = {"seat": 1, "arrival": 412, "claimed": 377, "effective": 382, "lag": 23}
    beaten = {"seat": 0, "arrival": 433, "claimed": 399, "effective": 401, "lag": 11}
    noted = {"2": {"at": 5, "grab": {"signal": 1, **times, "beaten": [beaten]}}}
    page = open_file(visitor, as_file(game, notes=noted))
    expect(page.get_by_role("table")).to_have_count(0)
    page.get_by_role("button", name="One step on").click()
    grab = page.get_by_role("region", name="The grab")
    expect(grab.get_by_role("row").nth(1)).to_have_text(re.compile(r"Bo.*377\s*412\s*23\s*382"))
    expect(grab.get_by_role("row").nth(2)).to_have_text(re.compile(r"Hana\s*399\s*433\s*11\s*401"))


# -- files and links ---------------------------------------------------------------------------------------------------
def test_a_record_file_stays_in_the_window_until_it_is_put_away(visitor: Visitor) -> None:
    game = careless_game()
    page = open_file(visitor, as_file(game))
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(f"#/replay/{len(game.events)}$"))
    page.reload()
    expect(page.get_by_role("slider", name="Step")).to_have_value(str(len(game.events)))
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record").click()
    assert json.loads(download.value.path().read_bytes())["events"] == game.events
    page.get_by_role("button", name="Close this file").click()
    expect(page.get_by_role("heading", name="Open a record")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Open a record")).to_be_visible()


@pytest.mark.more
def test_a_file_may_be_dropped_and_what_is_no_record_is_said(visitor: Visitor) -> None:
    page = visitor.open("#/replay")
    drop(page, "notes.json", "my notes")
    expect(page.locator(".wrong")).to_have_text("notes.json is not a record: it cannot be read as JSON.")
    expect(page.get_by_role("status").filter(has_text="notes.json is not a record")).to_be_attached()
    drop(page, "list.json", "[]")
    expect(page.locator(".wrong")).to_contain_text("list.json is JSON but not a game record")
    game = careless_game(2)
    record = json.loads(game.record().to_json())
    drop(page, "two.jsonl", json.dumps(record) + "\n" + json.dumps(record))
    expect(page.locator(".wrong")).to_contain_text("two.jsonl holds several records")
    drop(page, "broken.json", json.dumps({**record, "events": [[0, "mLaN"]], "result": None}))
    expect(page.locator(".wrong")).to_contain_text("event 0")
    visitor.may_note("400")
    drop(page, "game.json", json.dumps(record))
    expect(page.get_by_role("slider", name="Step")).to_be_visible()


def drop(page: Page, name: str, text: str) -> None:
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer()
          dataTransfer.items.add(new File([text], name))
          const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
          document.querySelector('main').dispatchEvent(event)
        }""",
        [name, text],
    )


@pytest.mark.more
def test_a_link_leads_to_a_step_of_a_tables_game(visitors: Visitors) -> None:
    table = PlayedTable(visitors.come(), "miyabi", seats=2)
    table.act(2)
    stranger = visitors.come()
    page = stranger.open(f"#/r/{table.id}/3")
    expect(page.get_by_role("slider", name="Step")).to_have_value("3")
    page.evaluate(f"location.hash = '#/r/{table.id}/2'")
    expect(page.get_by_role("slider", name="Step")).to_have_value("2")
    assert stranger.context.cookies() == [], "nobody needs a name to look"
    page.get_by_role("tab", name="Analysis").click()
    expect(page.get_by_text("That is for after the game.")).to_be_visible()
    page.goto(f"{stranger.address}#/r/no-such-table")
    expect(page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
    stranger.may_note("404")


# -- what was better ---------------------------------------------------------------------------------------------------
@pytest.mark.more
def test_a_record_is_analysed_and_the_better_action_is_shown_and_played(visitor: Visitor) -> None:
    leave_to_server(visitor)
    page = open_file(visitor, as_file(careless_game()))
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("progressbar", name="Analysis")).to_be_visible()
    while not page.evaluate("sessionStorage['niwashi.reviews']"):  # the server has not begun yet
        page.wait_for_timeout(50)
    page.reload()  # one may leave and come back
    graph = page.get_by_role("slider", name="Chances of winning")
    expect(graph).to_be_visible(timeout=3 * PATIENCE)
    page.get_by_role("button", name="Next turning point").click()
    assert place(page) == 3
    action = page.get_by_role("region", name="This action")
    expect(action).to_contain_text("Bo:")
    expect(action).to_contain_text(re.compile("Mistake|Blunder"))
    expect(action.get_by_role("row", name=re.compile(r"^Lost \d+%"))).to_be_visible()
    expect(action.get_by_role("listitem").first).not_to_contain_text("reason-")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"3 of \d+: Hana \d+%, Bo \d+%"))
    before = drawn(page)
    page.get_by_role("button", name="Show it on the board").click()
    confirm = page.get_by_role("button", name=re.compile("^Confirm"))
    expect(confirm).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert drawn(page) == before, "stepping goes back to the game"
    page.get_by_role("button", name="Show it on the board").click()
    confirm.click()
    expect(page.get_by_role("dialog")).to_contain_text("after 3 steps")
    expect(page.get_by_role("radio", name=re.compile("Bo"))).to_be_checked()
    graph_click(page)


def graph_click(page: Page) -> None:
    page.keyboard.press("Escape")
    graph = page.get_by_role("slider", name="Chances of winning")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 31, "y": 40})
    assert place(page) == int(page.get_by_role("slider", name="Step").get_attribute("max") or 0)
    graph.focus()
    page.keyboard.press("ArrowLeft")
    assert place(page) == int(page.get_by_role("slider", name="Step").get_attribute("max") or 0) - 1


@pytest.mark.more
def test_after_a_game_one_click_leads_to_its_replay_and_to_its_analysis(visitor: Visitor) -> None:
    leave_to_server(visitor)
    table = PlayedTable(visitor, "miyabi", seats=2)
    table.act(2)
    table.ask("resign")
    visitor.context.add_init_script("localStorage['niwashi.came-in'] = '1'")
    page = visitor.open(f"#/t/{table.id}")
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider", name="Step")).to_have_value("1")
    page.go_back()
    page.get_by_role("link", name="Analyse").click()
    expect(page.get_by_role("slider", name="Chances of winning")).to_be_visible(timeout=3 * PATIENCE)
    kept = visitor.page.request.get(f"{table.address}/api/tables/{table.id}/analysis").json()
    assert kept["state"] == "done", "for a game of one's own it is kept with the table"
    page.locator("header a").first.click()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Replay")).to_be_visible()


# -- playing on --------------------------------------------------------------------------------------------------------
def test_one_plays_on_from_any_step(visitor: Visitor) -> None:
    game = careless_game()
    page = open_file(visitor, as_file(game))
    page.locator("h1").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("radio", name="Beginner").check()
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page).to_have_url(re.compile("#/t/"))
    expect(page.get_by_role("list", name="Seats").get_by_text("Your turn")).to_be_visible()
    shown = visitor.page.request.get(f"{visitor.address}api/tables/{table_in(page.url)}").json()
    assert shown["view"] == game.view(4)
    assert (shown["begun"], shown["you"]) == (4, 1)
    expect(page.get_by_role("list", name="Log").get_by_role("listitem")).not_to_have_count(1)
