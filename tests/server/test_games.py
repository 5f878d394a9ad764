"""Whole games over the wire: between people, with bots, with live grabs, with spectators."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import niwashi
from niwashi.engine.verification import check_file
from tests.server.process import PATIENCE, Guest, ServerProcess, Socket
from tests.server.tables import seated, started


async def test_two_guests_play_a_game_and_a_third_looks_on(server: ServerProcess, tmp_path: Any) -> None:
    table, aki, bo = await started(server, visibility="public")
    cleo = await Guest.arrive(server, "Cleo")
    async with aki.socket(table) as first, bo.socket(table) as second, cleo.socket(table) as third:
        await asyncio.gather(first.play(), second.play())
        while not third.over:
            await third.hear()
        assert not any("choices" in message for message in third.heard), "spectators have nothing to choose"
    record = (await cleo.http.get(f"/api/tables/{table}/record")).content
    assert niwashi.loads(record).over
    (tmp_path / "game.json").write_bytes(record)
    assert all(finding.ok for finding in check_file(tmp_path / "game.json")), "the seed is the one committed to"
    assert [row["table"] for row in (await aki.http.get("/api/accounts/me/results")).json()] == [table]


async def test_a_bot_plays_along(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    table = await aki.open()
    await aki.done(table, "sit", name="")
    await aki.done(table, "bot", seat=1, level="beginner")
    await aki.done(table, "start")
    async with aki.socket(table) as socket:
        await socket.play()
    snapshot = (await aki.http.get(f"/api/tables/{table}")).json()
    assert snapshot["phase"] == "over"


async def test_bots_that_grab_for_the_same_cards_go_on(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    table = await aki.open("edo_yashiki", options={"seats": 4, "grab": "calm"})
    await aki.done(table, "sit", name="")
    for seat in (1, 2, 3):
        await aki.done(table, "bot", seat=seat, level="beginner")
    await aki.done(table, "start")
    async with aki.socket(table) as socket:
        await socket.play(8)


async def _grab_along(socket: Socket) -> None:
    """A quick player: answers pings, confirms the cards, presses at the signal, and places the cards it gets."""
    signal = 0
    while not socket.over:
        message = await socket.hear()
        if ping := message.get("ping"):
            await socket.tell("pong", n=ping["n"])
        for news in message.get("news", ()):
            event = news["event"] or {}
            if event.get("who") == "chance":
                signal = 0
                await socket.tell("seen", seq=news["seq"])
            if event.get("event") == "announced":
                signal = event["signal"]
        if socket.choices and (signal or not _is_race(socket.choices)):
            choices, socket.choices = socket.choices, None
            if _is_race(choices):
                await asyncio.sleep(max(signal / 1000 - time.time(), 0) + 0.01)
            await socket.tell("act", seq=choices["seq"], action=choices["actions"][0])


def _is_race(choices: dict[str, Any]) -> bool:
    return str(choices["actions"][0]).startswith("grab ")


def _grabs(socket: Socket) -> list[dict[str, Any]]:
    events = [news["event"] or {} for message in socket.heard for news in message.get("news", ())]
    return [event for event in events if str(event.get("what", "")).startswith("grab ")]


async def test_cards_are_grabbed_live(server: ServerProcess) -> None:
    options = {"seats": 2, "grab": "live"}
    table, aki, bo = await seated(server, "edo_yashiki", options=options, settings={"auto_ready": True, "look": 1})
    async with aki.socket(table) as first, bo.socket(table) as second:
        await aki.done(table, "start")
        playing = [asyncio.create_task(_grab_along(one)) for one in (first, second)]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):  # a whole game waits a minute for its signals
                while len(_grabs(first)) < 2 and not any(one.done() for one in playing):
                    await asyncio.sleep(0.05)
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        assert all(one is None or isinstance(one, asyncio.CancelledError) for one in ended), ended
        grabs = _grabs(first)
        assert len(grabs) >= 2
        assert {"arrival", "claimed", "effective"} <= set(grabs[0]["note"]["grab"]), grabs[0]


def _happens(name: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: any((news["event"] or {}).get("event") == name for news in message.get("news", ()))


async def test_cards_lie_open_then_all_are_ready_then_comes_the_signal(server: ServerProcess) -> None:
    table, aki, bo = await seated(server, "edo_yashiki", options={"seats": 2, "grab": "live"})
    async with aki.socket(table) as first, bo.socket(table) as second:
        await aki.done(table, "start")
        await first.until(_happens("called"))
        shown = (await aki.http.get(f"/api/tables/{table}")).json()
        assert len(shown["view"]["open"]) == 2, "the cards lie open before anybody is ready"
        assert not any(seat.get("ready") for seat in shown["seats"])
        assert "signal" not in shown
        await first.tell("seen", seq=shown["newest"])
        await second.tell("seen", seq=shown["newest"])
        assert (await first.ask("act", seq=shown["newest"], action="grab 1"))["code"] == "table/signal"
        await first.ask("ready")
        assert not any(map(_happens("announced"), first.heard)), "one who is not ready is waited for"
        await second.ask("ready")
        await first.until(_happens("announced"))
        early = await first.ask("act", seq=shown["newest"], action="grab 1")
        assert early["code"] == "table/early"
        assert (await first.ask("act", seq=shown["newest"], action="grab 1"))["code"] == "table/locked"
