"""The live grab on a real server: lag is what the connection shows, and nothing of a race is told before its end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from niwashi.server.realtime.round_trips import HANDSHAKES
from tests.server.process import Guest, ServerProcess, Socket
from tests.server.tables import seated

LIVE = {"options": {"seats": 2, "grab": "live"}, "settings": {"auto_ready": True, "look": 1}}
HELD = 0.4
"""Seconds for which a late client holds its pongs back."""


@asynccontextmanager
async def playing(
    guest: Guest, table: str, held: float = 0.0, headers: Mapping[str, str] | None = None
) -> AsyncIterator[Socket]:
    """A socket whose pings are answered, late if told so."""
    async with guest.socket(table, headers=headers) as socket:
        listening = asyncio.create_task(_answer_pings(socket, held))
        try:
            yield socket
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


async def _answer_pings(socket: Socket, held: float) -> None:
    async with asyncio.TaskGroup() as pongs:
        while True:
            message = await socket.hear()
            if ping := message.get("ping"):
                pongs.create_task(_pong(socket, ping["n"], held))
            for news in message.get("news", ()):
                if (news["event"] or {}).get("who") == "chance":
                    await socket.tell("seen", seq=news["seq"])


async def _pong(socket: Socket, number: int, held: float) -> None:
    await asyncio.sleep(held)
    await socket.tell("pong", n=number)


async def lag_of(guest: Guest, table: str, seat: int) -> int:
    """What everybody is shown, once it is measured."""
    async with asyncio.timeout(60):
        while (lag := (await guest.http.get(f"/api/tables/{table}")).json()["seats"][seat].get("lag")) is None:
            await asyncio.sleep(0.05)
    return int(lag)


async def lag_behind_proxy(guest: Guest, table: str, address: str, **headers: str) -> int:
    forwarded = {"x-forwarded-for": address, **headers}
    async with playing(guest, table, HELD, forwarded):
        return await lag_of(guest, table, 0)


async def test_who_holds_pongs_back_seems_no_further_away(server: ServerProcess) -> None:
    table, aki, bo = await seated(server, "edo_yashiki", **LIVE)
    async with playing(aki, table, HELD), playing(bo, table):
        assert await lag_of(aki, table, 0) < 1000 * HELD / 4


async def test_behind_a_proxy_lag_is_what_the_proxy_reports_and_the_shortest_of_all(hosted: ServerProcess) -> None:
    table, aki, _ = await seated(hosted, "edo_yashiki", **LIVE)
    assert await lag_behind_proxy(aki, table, "192.0.2.1", **{"x-tcp-rtt": "160000"}) == 80
    assert await lag_behind_proxy(aki, table, "192.0.2.1", **{"x-tcp-rtt": "390000"}) == 80, "a new connection"
    assert await lag_behind_proxy(aki, table, "192.0.2.2", **{"x-tcp-rtt": "390000"}) == 195, "another network"
    for unknown in ("", "soon", "-5", "1e9"):
        assert await lag_behind_proxy(aki, table, "192.0.2.3", **{"x-tcp-rtt": unknown}) == 0


async def test_jitter_is_made_up_for_as_far_as_handshakes_show_it(hosted: ServerProcess) -> None:
    """Not to somebody who has two sockets at the table: the luckier one of them would have it twice."""
    table, aki, _ = await seated(hosted, "edo_yashiki", **LIVE)
    place = {"x-forwarded-for": "192.0.2.5"}
    for _ in range(HANDSHAKES):
        await aki.http.get("/api/session", headers={**place, "x-tcp-rtt": "80000 1"})
        await aki.http.get("/api/session", headers={**place, "x-tcp-rtt": "900000 2"})
    assert await lag_behind_proxy(aki, table, "192.0.2.5", **{"x-tcp-rtt": "60000 1"}) == 40
    async with playing(aki, table, HELD, {**place, "x-tcp-rtt": "60000 1"}):
        assert await lag_behind_proxy(aki, table, "192.0.2.5", **{"x-tcp-rtt": "60000 1"}) == 30


async def _press(socket: Socket, signal: int, **fields: Any) -> None:
    decision = next(message["choices"] for message in reversed(socket.heard) if "choices" in message)
    await socket.tell("act", seq=decision["seq"], action="grab 1", at=signal, **fields)


async def _hears(socket: Socket, kind: str) -> dict[str, Any]:
    """The first event of this kind."""
    async with asyncio.timeout(60):
        while True:
            for message in socket.heard:
                for news in message.get("news", ()):
                    event = news["event"] or {}
                    if event.get("event") == kind or str(event.get("what", "")).startswith(kind):
                        return dict(event)
            await asyncio.sleep(0.01)


async def test_who_answers_late_and_forges_times_wins_nothing(server: ServerProcess) -> None:
    """Bo presses only once Aki's press is kept, and claims to have pressed at the signal."""
    table, aki, bo = await seated(server, "edo_yashiki", **LIVE)
    async with playing(aki, table) as honest, playing(bo, table, HELD) as late:
        await aki.done(table, "start")
        signal = (await _hears(late, "announced"))["signal"]
        await lag_of(aki, table, 1)
        clock = await _clock_of(aki, table)
        await asyncio.sleep(max(signal - clock, 0) / 1000 + 0.05)
        await _press(honest, signal + 40)
        grabbed = await _hears(honest, "grab 1")
        await _press(late, signal)
        grab = grabbed["note"]["grab"]
        assert honest.guest is aki
        assert grabbed["who"] == await _seat_of(aki, table)
        assert grab["effective"] >= grab["arrival"] - grab["lag"]
        told = [message["news"] for message in late.heard if "news" in message]
        final = next(news for news in told if any((one["event"] or {}).get("what") == "grab 1" for one in news))
        assert [one["event"] is None for one in final[:3]] == [True, True, False], "press, judgement and grab at once"


async def _clock_of(guest: Guest, table: str) -> int:
    return int((await guest.http.get(f"/api/tables/{table}")).json()["at"])


async def _seat_of(guest: Guest, table: str) -> int:
    return int((await guest.http.get(f"/api/tables/{table}")).json()["you"])


async def test_a_press_over_http_counts_when_it_arrives(server: ServerProcess) -> None:
    table, aki, bo = await seated(server, "edo_yashiki", **LIVE)
    async with playing(aki, table) as first, playing(bo, table) as second:
        await aki.done(table, "start")
        signal = (await _hears(first, "announced"))["signal"]
        await asyncio.sleep(max(signal - await _clock_of(aki, table), 0) / 1000 + 0.05)
        choices = next(message["choices"] for message in reversed(first.heard) if "choices" in message)
        request = aki.request("act", seq=choices["seq"], action="grab 1", at=signal)
        assert (await aki.post(table, json.loads(json.dumps(request))))["answer"] == "done"
        grab = (await _hears(second, "grab 1"))["note"]["grab"]
        assert (grab["lag"], grab["effective"]) == (0, grab["arrival"])


async def _rows_of(*guests: Guest) -> list[Any]:
    return [(await guest.http.get("/api/tables/mine")).json() for guest in guests]


async def test_lists_of_tables_tell_nothing_of_a_race_before_it_is_judged(hosted: ServerProcess) -> None:
    """Bo is so far away that a window stays open for a quarter of a second."""
    table, aki, bo = await seated(hosted, "edo_yashiki", **LIVE)
    far = {"x-forwarded-for": "192.0.2.9", "x-tcp-rtt": "500000"}
    async with playing(aki, table) as first, playing(bo, table, headers=far):
        await aki.done(table, "start")
        signal = (await _hears(first, "announced"))["signal"]
        await lag_of(aki, table, 1)
        await asyncio.sleep(max(signal - await _clock_of(aki, table), 0) / 1000 + 0.05)
        before = await _rows_of(aki, bo)
        await bo.done(table, "ready", auto=False, now=False)
        assert await _rows_of(aki, bo) == before, "held back until somebody presses, however late that is"
        choices = next(message["choices"] for message in reversed(first.heard) if "choices" in message)
        await aki.done(table, "act", seq=choices["seq"], action="grab 1", at=signal)
        async with asyncio.timeout(60):
            while (rows := await _rows_of(aki, bo)) == before:
                await asyncio.sleep(0)
        await _hears(first, "grab 1")
        judged = next(one["at"] for one in _news_of(first) if (one["event"] or {}).get("what") == "grab 1")
        assert all(row["updated"] >= judged for (row,) in rows if [row] not in before)
        assert all(row["updated"] >= judged for (row,) in await _rows_of(aki, bo))


def _news_of(socket: Socket) -> list[dict[str, Any]]:
    return [one for message in socket.heard for one in message.get("news", ())]
