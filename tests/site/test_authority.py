"""A garden without a server: the routes that a client asks, over the same tables as a server's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any
from unittest import mock

import msgspec
import pytest

from niwashi.core.record import read_record
from niwashi.engine.factory import loads
from niwashi.engine.verification import check_record
from tests.site.bridges import FakeBridge, Page
from tests.site.hot_seats import act, hot_seat, in_a_loop, play_to_the_end


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"expansions": "CE"}), ("edo_yashiki", {"grab": "calm"})])
@in_a_loop
async def test_a_whole_game_is_kept_listed_and_its_record_holds(game: str, options: dict[str, Any]) -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await hot_seat(page, game, **options)
    assert [row["table"] for row in await page.ask("GET", "tables/mine")] == [table]
    await play_to_the_end(page, table)
    record = await page.ask("GET", f"tables/{table}/record")
    assert loads(msgspec.json.encode(record)).over
    assert check_record(read_record(msgspec.json.encode(record))).ok
    after = await Page(bridge).start()
    games = await after.ask("GET", "accounts/me/games")
    assert ([one["table"] for one in games["games"]], games["won"]) == ([table], 0)
    replay = await after.ask("POST", "study", {"record": record})
    assert replay["scores"] == record["result"]["scores"]
    assert await after.ask("GET", f"tables/{table}/record") == record


@in_a_loop
async def test_a_game_goes_on_after_the_browser_was_closed() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await hot_seat(page)
    for pick in range(5):
        await act(page, table, pick)
    before = await page.ask("GET", f"tables/{table}/record")
    later = await Page(bridge).start()
    assert (await later.ask("GET", f"tables/{table}/record"))["events"] == before["events"]
    assert (await play_to_the_end(later, table))["phase"] == "over"


async def against_a_bot(page: Page) -> str:
    seats = [{"you": True}, {"bot": "casual"}]
    wanted = {"game": "miyabi", "options": {"seats": 2}, "seats": seats, "arranged": True}
    return str((await page.ask("POST", "tables", wanted))["table"])


async def bot_has_acted(bridge: FakeBridge, line: int) -> None:
    while not any(news["event"].get("who") == 1 for one in bridge.lines[line] for news in one.get("news", [])):
        await asyncio.sleep(0.01)


@in_a_loop
async def test_bots_play_and_the_line_hears_of_it() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await against_a_bot(page)
    await (await page.host.find(table)).join(1, None)
    await act(page, table)
    await bot_has_acted(bridge, 1)
    assert "snapshot" in bridge.lines[1][0]


@in_a_loop
async def test_a_browser_that_is_full_loses_no_running_game_and_says_so_once() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await hot_seat(page)
    await (await page.host.find(table)).join(1, None)
    kept = len(bridge.kept[table])
    bridge.full = True
    for pick in range(3):
        assert (await act(page, table, pick))["answer"] == "done"
    assert [one["error"]["code"] for one in bridge.lines[1] if "error" in one] == ["site/storage"]
    assert len(bridge.kept[table]) == kept
    bridge.full = False
    await act(page, table, 3)
    events = (await page.ask("GET", f"tables/{table}/record"))["events"]
    later = await Page(bridge).start()
    assert (await later.ask("GET", f"tables/{table}/record"))["events"] == events


@in_a_loop
async def test_a_browser_that_keeps_nothing_from_the_start_says_so_when_somebody_looks() -> None:
    bridge = FakeBridge(full=True)
    page = await Page(bridge).start()
    table = await hot_seat(page)
    await (await page.host.find(table)).join(1, None)
    await act(page, table)
    assert [one["error"]["code"] for one in bridge.lines[1] if "error" in one] == ["site/storage"]


@in_a_loop
async def test_damaged_storage_is_said_and_harms_no_other_game() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    damaged, whole = await hot_seat(page), await hot_seat(page)
    bridge.kept[damaged][1] = bridge.kept[damaged][1].replace("Aki", "Oki")
    later = await Page(bridge).start()
    problem = await later.ask("GET", f"tables/{damaged}")
    assert (problem["status"], problem["code"]) == (409, "site/damaged")
    assert damaged in problem["sentence"]
    assert (await later.ask("GET", f"tables/{whole}"))["phase"] == "playing"


@in_a_loop
async def test_a_second_tab_is_told() -> None:
    bridge = FakeBridge()
    table = await hot_seat(await Page(bridge).start())
    bridge.elsewhere.add(table)
    problem = await (await Page(bridge).start()).ask("GET", f"tables/{table}")
    assert (problem["status"], problem["code"]) == (409, "site/elsewhere")


@in_a_loop
async def test_a_game_goes_on_at_another_host_by_its_record_and_back() -> None:
    here, there = await Page(FakeBridge()).start(), await Page(FakeBridge(), seed=100).start("Cleo")
    table = await hot_seat(here)
    for pick in range(4):
        await act(here, table, pick)
    record = await here.ask("GET", f"tables/{table}/record")
    settings = {"hot_seat": True}
    moved = (await there.ask("POST", "study/tables", {"record": record, "settings": settings}))["table"]
    assert (await there.ask("GET", f"tables/{moved}"))["begun"] == len(record["events"])


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "tables/t1", None, 404, "store/table"),
        ("POST", "accounts", {"name": "a", "password": "b"}, 404, "site/server"),
        ("PUT", "session", {"name": " "}, 400, "people/name"),
        ("POST", "tables", {"game": "chess"}, 400, "options/game"),
        ("POST", "study", {"record": 7}, 400, "wire/request"),
        ("GET", "nowhere", None, 404, "site/server"),
        ("GET", "accounts/me/games?after=x", None, 400, "wire/request"),
    ],
)
@in_a_loop
async def test_what_is_wrong_is_said(method: str, path: str, body: object, status: int, code: str) -> None:
    problem = await (await Page(FakeBridge()).start()).ask(method, path, body)
    assert (problem["status"], problem["code"]) == (status, code)


@in_a_loop
async def test_bots_that_cannot_think_say_so_once_try_again_ever_later_and_then_wait() -> None:
    loop, waits = asyncio.get_running_loop(), list[float]()

    def at_once(delay: float, what: Callable[[], None]) -> asyncio.Handle:
        waits.append(delay)
        return loop.call_soon(what)

    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await against_a_bot(page)
    await (await page.host.find(table)).join(1, None)
    bridge.cannot_think = "the worker has stopped"
    with mock.patch.object(loop, "call_later", at_once):
        await act(page, table)
        for _ in range(100):
            await asyncio.sleep(0)
    assert waits == [1, 2, 4, 8, 16]
    [error] = [one["error"] for one in bridge.lines[1] if "error" in one]
    assert (error["code"], bridge.cannot_think in error["sentence"]) == ("site/thinking", True)
    bridge.cannot_think = ""
    await (await page.host.find(table)).join(2, None)
    await bot_has_acted(bridge, 1)


@in_a_loop
async def test_hints_and_reviews_come_from_the_worker_that_thinks() -> None:
    page = await Page(FakeBridge()).start()
    table = await hot_seat(page)
    assert (await page.ask("POST", f"tables/{table}/hints"))["seat"] == 0
    assert (await page.ask("POST", f"tables/{table}/analysis"))["code"] == "analysis/over"
