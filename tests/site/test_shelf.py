"""What a browser keeps of games: what is damaged harms nothing else, and files of records go out and come back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from niwashi.site.browser.bridge import Batch
from niwashi.site.browser.storage import hash_of_batch
from tests.site.bridges import FakeBridge, Page
from tests.site.hot_seats import act, hot_seat, in_a_loop, play_to_the_end


async def mine(page: Page) -> set[str]:
    found = await page.ask("GET", "tables/mine")
    return {row["table"] for row in found}


@pytest.mark.parametrize("row", ["{", '{"row": {"table": "t"}}', ""])
@in_a_loop
async def test_an_unreadable_description_is_made_again_from_the_log(row: str) -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    one, other = await hot_seat(page), await hot_seat(page)
    before = await page.ask("GET", "tables/mine")
    whole, bridge.described[one] = bridge.described[one], row
    later = await Page(bridge).start()
    assert await mine(later) == {one, other}
    assert [named(row) for row in await later.ask("GET", "tables/mine")] == [named(row) for row in before]
    assert msgspec.json.decode(bridge.described[one])["row"]["seats"] == msgspec.json.decode(whole)["row"]["seats"]


def named(row: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    return row["table"], row["seats"]


@in_a_loop
async def test_the_description_of_a_record_is_made_again_too() -> None:
    bridge = FakeBridge()
    text = await finished(await Page(FakeBridge(), seed=9).start())
    assert await (await Page(bridge).start()).ask("POST", "records", text) == {"added": 1, "unfinished": 0}
    [table] = bridge.described
    bridge.described[table], bridge.full = "{", True
    games = await (await Page(bridge).start()).ask("GET", "accounts/me/games")
    assert [one["table"] for one in games["games"]] == [table]


@in_a_loop
async def test_a_game_of_which_nothing_can_be_read_is_named_by_the_export() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    lost, damaged, whole = await hot_seat(page), await hot_seat(page), await hot_seat(page)
    bridge.described[lost] = bridge.kept[lost][0] = "{"
    bridge.kept[damaged][0] = "{"
    later = await Page(bridge).start()
    exported = await later.ask("GET", "records")
    assert exported["left_out"] == [
        {"table": lost, "game": None, "names": []},
        {"table": damaged, "game": "miyabi", "names": ["Aki", "Bo"]},
    ]
    assert exported["text"] == msgspec.json.encode(await later.ask("GET", f"tables/{whole}/record")).decode()
    problem = await later.ask("GET", f"tables/{lost}")
    assert (problem["status"], problem["code"]) == (409, "site/damaged")


@in_a_loop
async def test_what_another_tab_has_begun_is_known_here() -> None:
    bridge = FakeBridge()
    here, there = await Page(bridge).start(), await Page(bridge, seed=9).start()
    table = await hot_seat(there)
    bridge.elsewhere.add(table)
    problem = await here.ask("GET", f"tables/{table}")
    assert (problem["status"], problem["code"]) == (409, "site/elsewhere")
    await act(there, table)
    record = await there.ask("GET", f"tables/{table}/record")
    assert await here.ask("GET", f"tables/{table}/record") == record
    over = await finished(there)
    assert await mine(here) == {table}
    assert await here.ask("POST", "records", over) == {"added": 0, "unfinished": 1}


@pytest.mark.parametrize("number", [0, 1, 2])
@in_a_loop
async def test_a_part_of_a_log_that_is_missing_is_damage(number: int) -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await hot_seat(page)
    for pick in range(3):
        await act(page, table, pick)
    del bridge.kept[table][number]
    problem = await (await Page(bridge).start()).ask("GET", f"tables/{table}")
    assert (problem["status"], problem["code"]) == (409, "site/damaged")


@pytest.mark.parametrize("kept", [None, "{", '{"record": 7}', '{"record": "{}", "sha256": "0"}'])
@in_a_loop
async def test_a_record_that_is_damaged_is_said(kept: str | None) -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    await page.ask("POST", "records", await finished(await Page(FakeBridge(), seed=9).start()))
    [table] = bridge.kept
    bridge.kept[table] = {} if kept is None else {0: kept}
    problem = await page.ask("GET", f"tables/{table}/record")
    assert (problem["status"], problem["code"]) == (409, "site/damaged")


@in_a_loop
async def test_a_log_of_another_version_is_said() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await hot_seat(page)
    batch = msgspec.json.decode(bridge.kept[table][1], type=Batch)
    bridge.kept[table][1] = sealed(msgspec.structs.replace(batch, bodies=['{"entry":"unheard"}' for _ in batch.bodies]))
    problem = await (await Page(bridge).start()).ask("GET", f"tables/{table}")
    assert (problem["status"], problem["code"]) == (409, "site/damaged")
    assert "this version cannot read" in problem["sentence"]


def sealed(batch: Batch) -> str:
    return msgspec.json.encode(msgspec.structs.replace(batch, sha256=hash_of_batch(batch))).decode()


async def finished(page: Page) -> str:
    """The export of somebody who has played one game, which is over."""
    await play_to_the_end(page, await hot_seat(page))
    return str((await page.ask("GET", "records"))["text"])


@in_a_loop
async def test_games_are_exported_and_added_elsewhere_each_once() -> None:
    here, there = await Page(FakeBridge()).start(), await Page(FakeBridge(), seed=50).start()
    running, over = await hot_seat(here), await hot_seat(here)
    await play_to_the_end(here, over)
    await act(here, running)
    exported = await here.ask("GET", "records")
    assert exported["left_out"] == []
    text = exported["text"]
    assert await there.ask("POST", "records", text) == {"added": 1, "unfinished": 1}
    assert await there.ask("POST", "records", text) == {"added": 0, "unfinished": 1}
    assert await here.ask("POST", "records", text) == {"added": 0, "unfinished": 1}, "it was played here"
    [game] = (await there.ask("GET", "accounts/me/games"))["games"]
    assert await there.ask("GET", f"tables/{game['table']}/record") == await here.ask("GET", f"tables/{over}/record")


@in_a_loop
async def test_games_of_other_tabs_are_exported_and_run_by_nobody() -> None:
    bridge = FakeBridge()
    page = await Page(bridge).start()
    table = await hot_seat(page)
    bridge.elsewhere.add(table)
    later = await Page(bridge).start()
    kept = dict(bridge.kept[table])
    assert (await later.ask("GET", "records"))["left_out"] == []
    assert (await later.ask("GET", f"tables/{table}/record"))["game"] == "miyabi"
    assert bridge.kept[table] == kept


@in_a_loop
async def test_a_file_that_cannot_be_read_adds_nothing_and_its_line_is_said() -> None:
    page = await Page(FakeBridge()).start()
    text = await finished(await Page(FakeBridge(), seed=9).start())
    problem = await page.ask("POST", "records", f"{text}\n\nnothing")
    assert (problem["status"], problem["sentence"].startswith("line 3: ")) == (400, True)
    assert (await page.ask("GET", "accounts/me/games"))["count"] == 0


@in_a_loop
async def test_a_browser_that_becomes_full_says_how_many_games_were_added() -> None:
    bridge = FakeBridge(full=True)
    page = await Page(bridge).start()
    text = await finished(await Page(FakeBridge(), seed=9).start())
    problem = await page.ask("POST", "records", text)
    assert (problem["status"], problem["code"], problem["about"]) == (507, "site/full", {"added": 0, "count": 1})
    assert (await page.ask("GET", "accounts/me/games"))["count"] == 0
