"""A table of a real server on the full screen: sitting down, playing, losing the connection, the live grab."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

from niwashi.core.errors import NiwashiError
from niwashi.terminal.screens.play_screen import PlayScreen
from niwashi.terminal.tables.link import EXAMPLE, read_link
from niwashi.terminal.tables.server import ServerTable, find_table
from tests.server.process import Guest, ServerProcess
from tests.server.test_admin import admin
from tests.terminal.driving import Person, at_screen


def link_of(server: ServerProcess, table: str) -> str:
    return f"{server.address}/#/t/{table}"


@asynccontextmanager
async def at_link(server: ServerProcess, table: str) -> AsyncIterator[tuple[Person, ServerTable]]:
    found = await find_table(link_of(server, table), "Hana")
    async with at_screen(PlayScreen(found)) as person:
        await person.until(lambda: found.state == "open")
        yield person, found


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"expansions": "E"}), ("edo_yashiki", {"grab": "calm"})])
async def test_a_whole_game_is_played_at_a_table_of_a_server(
    server: ServerProcess, game: str, options: dict[str, str]
) -> None:
    host = await Guest.arrive(server, "Aki")
    table = await host.open(game, options={"seats": 2, **options})
    await host.done(table, "bot", seat=1, level="beginner")
    async with at_link(server, table) as (person, found):
        assert "j sit down" in person.text("#status")
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await host.done(table, "start")
        assert await person.play_to_the_end(Random(1)) > 3
        assert "the game is over" in person.text("#status")
        await person.press("s")
        assert "total" in person.picture
    assert (await host.http.get(f"/api/tables/{table}")).json()["phase"] == "over"
    await host.http.aclose()


async def test_a_host_at_the_terminal_adds_a_bot_starts_asks_and_takes_back(server: ServerProcess) -> None:
    table = await _own_table(server)
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await person.press("b", *"club", "enter")
        await person.until(lambda: "Enter start" in person.text("#status"))
        await person.press("enter")
        await person.own_turn()
        await person.pilot.press("h")
        await person.until(lambda: "thinking about a hint" in person.text("#status") or "margin" in person.picture)
        await person.until(lambda: "margin" in person.picture)
        await person.press("escape")
        before = found.snapshot.newest
        await person.play()
        await person.own_turn()
        assert found.snapshot.newest > before
        await person.press("w")
        assert "(M4.2)" in person.picture


async def _own_table(server: ServerProcess) -> str:
    """A table whose host is the person at the terminal, by the session that the client keeps."""
    from niwashi.terminal.tables.http import ServerApi

    api = ServerApi(server.address)
    await api.ask("POST", "session", {"name": "Hana"})
    api.keep_session()
    return str((await api.ask("POST", "tables", {"game": "miyabi", "options": {"seats": 2}}))["table"])


async def test_a_lost_connection_comes_back_and_nothing_is_lost(server: ServerProcess) -> None:
    host = await Guest.arrive(server, "Aki")
    table = await host.open("miyabi", options={"seats": 2})
    await host.done(table, "bot", seat=1, level="beginner")
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await host.done(table, "start")
        await person.own_turn()
        socket = found._connection._socket
        assert socket is not None
        socket.transport.abort()
        await person.until(lambda: found.state == "lost")
        assert "the connection is lost" in person.text("#status")
        await person.until(lambda: found.state == "open")
        await person.own_turn()
        await person.play()
    await host.http.aclose()


async def test_the_live_grab_takes_a_card_by_its_number(server: ServerProcess) -> None:
    host = await Guest.arrive(server, "Aki")
    table = await host.open(
        "edo_yashiki", options={"seats": 2, "grab": "live"}, settings={"auto_ready": True, "look": 1}
    )
    await host.done(table, "bot", seat=1, level="beginner")
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await host.done(table, "start")
        await person.until(lambda: found.snapshot.racing and found.snapshot.signal is not None)
        await person.until(lambda: "hajime" in person.text("#status"))
        await person.press("2")
        await person.until(lambda: any(": grab 2" in line for line in found.log))
        await person.until(lambda: "place" in person.board.proposal.notation)
    await host.http.aclose()


async def test_who_looks_at_the_cards_reads_one_line_and_a_card_that_is_gone_is_said(server: ServerProcess) -> None:
    """A second line would make the house above smaller."""
    host = await Guest.arrive(server, "Aki")
    table = await host.open(
        "edo_yashiki", options={"seats": 2, "grab": "live"}, settings={"auto_ready": False, "look": 1}
    )
    await host.done(table, "sit", name="")
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await host.done(table, "start")
        await person.until(lambda: "Enter ready · A always ready" in person.text("#status"))
        assert person.app.screen.query_one("#status").size.height == 1
        await person.press("9")
        assert "card 9 is not there to take" in person.text("#proposal")
        await person.press("enter")
        await person.until(lambda: "the others still look at the cards" in person.text("#status"))
    await host.http.aclose()


async def test_two_people_ask_each_other(server: ServerProcess) -> None:
    host = await Guest.arrive(server, "Aki")
    table = await host.open("miyabi", options={"seats": 2})
    await host.done(table, "sit", name="")
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await host.done(table, "start")
        await host.done(table, "pause")
        await person.until(lambda: "y agree" in person.text("#status"))
        await person.press("y")
        await person.until(lambda: found.snapshot.phase == "paused")
    await host.http.aclose()


async def test_a_table_that_the_host_closes_ends_in_one_sentence_and_the_screen_stays(server: ServerProcess) -> None:
    table = await _own_table(server)
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await admin(server, "close", table)
        await person.until(lambda: "closed" in person.text("#status"))
        assert not found.commands
        await person.press("u")
        await person.until(lambda: "closed" in person.text("#proposal"))
        await person.press("q")
    assert "closed" in found.farewell


async def test_messages_of_another_version_end_the_table_in_one_sentence(server: ServerProcess) -> None:
    table = await _own_table(server)
    async with at_link(server, table) as (person, found):

        async def ask(*_: object) -> dict[str, str]:
            return {"game": "go"}

        found._api.ask = ask  # type: ignore[method-assign, assignment]
        found._stale.set()
        await person.until(lambda: "of another version" in person.text("#status"))


async def test_resigning_is_asked_twice(server: ServerProcess) -> None:
    table = await _own_table(server)
    async with at_link(server, table) as (person, found):
        await person.press("j")
        await person.until(lambda: found.snapshot.you is not None)
        await person.press("b", *"beginner", "enter")
        await person.until(lambda: "Enter start" in person.text("#status"))
        await person.press("enter")
        await person.own_turn()
        await person.press("X", "enter")
        await person.press("X", *"no", "enter")
        await person.until(lambda: "you go on playing" in person.text("#proposal"))
        assert found.snapshot.phase == "playing"
        await person.press("X", *"yes", "enter")
        await person.until(lambda: found.snapshot.phase == "over")


async def test_a_port_that_does_not_speak_http_is_one_sentence() -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as other:
        port = other.sockets[0].getsockname()[1]
        with pytest.raises(NiwashiError, match="cannot be reached: SSH-2"):
            await find_table(f"http://127.0.0.1:{port}/#/t/tabc")


async def test_what_is_no_table_is_one_sentence(server: ServerProcess) -> None:
    for link, sentence in (
        ("http://127.0.0.1:9/#/t/tabc", "cannot be reached"),
        (f"{server.address}/#/t/tnowhere", "no table"),
    ):
        with pytest.raises(NiwashiError, match=sentence):
            await find_table(link)
    for text in ("http://x/", "ftp://x/#/t/a", "http://x/#/t/a b", "x", "http://[x/#/t/a", "http://x:y/#/t/a"):
        with pytest.raises(NiwashiError, match="is not the link of a table"):
            read_link(text)


def test_links_of_servers_under_a_path_are_understood() -> None:
    link = read_link(" https://x.example/garden/#/t/tabc123 ")
    assert (link.base, link.table) == ("https://x.example/garden", "tabc123")
    assert str(read_link(EXAMPLE)) == EXAMPLE
