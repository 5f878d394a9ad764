"""A server of several processes: tables over all of them behind one port, and what happens when one of them dies."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from niwashi.server.cluster.placement import Placement
from niwashi.server.workers.precompile import compile_all
from tests.server.process import PATIENCE, Guest, ServerProcess, Socket
from tests.server.tables import ask_for_hint, reviewed, seated
from tests.server.test_admin import account_of, admin, closed_soon
from tests.server.test_grab import LIVE, lag_behind_proxy
from tests.store.postgres import Server as Postgres

PROCESSES = 3
PLACEMENT = Placement("test", PROCESSES)
Samples = dict[tuple[str, str, str], float]
"""By metric, process, and the other labels as text."""


def several(folder: Path, place: str | None = None, **environment: str) -> ServerProcess:
    return ServerProcess(folder, place, **{"NIWASHI_PROCESSES": str(PROCESSES), **environment})


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """For tests that kill nothing."""
    compile_all()
    proxy = {"NIWASHI_BEHIND_PROXY": "yes", "NIWASHI_PROXY_RTT": "yes"}
    running = several(tmp_path_factory.mktemp("many"), NIWASHI_HEARTBEAT="0.5", **proxy)
    running.start()
    yield running
    assert running.end() == 0
    assert "Traceback" not in running.log.read_text()


@pytest.fixture(params=["sqlite", "postgresql"])
def mortal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    """For tests that kill its processes, on either database."""
    place = None
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        place = postgres.address(postgres.new_database())
    running = several(tmp_path, place)
    running.start()
    yield running
    running.end()


def number_of(table: str) -> int:
    return PLACEMENT.names.index(PLACEMENT.owner_of(table)) + 1


def pids(server: ServerProcess) -> dict[int, int]:
    """The newest process of each number, by the log."""
    said = [json.loads(line) for line in server.log.read_text().splitlines() if "table process ready" in line]
    return {one["number"]: one["pid"] for one in said}


async def ended(pid: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while is_running(pid):
            await asyncio.sleep(0.02)


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def table_in_each_process(aki: Guest, bo: Guest, start: bool = True, **fields: Any) -> dict[int, str]:
    """A table of two people for each number."""
    found: dict[int, str] = {}
    while len(found) < PROCESSES:
        table = await aki.open(**fields)
        found.setdefault(number_of(table), table)
    for table in found.values():
        for guest in (aki, bo):
            await guest.done(table, "sit", name="")
        if start:
            await aki.done(table, "start")
    return found


async def samples(server: ServerProcess) -> Samples:
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
        text = (await http.get("/metrics")).text
    found = re.findall(r'^(\w+)\{process="(\w+)",?([^}]*)\} (\S+)$', text, re.MULTILINE)
    return {(name, process, labels): float(value) for name, process, labels, value in found}


def total(found: Samples, name: str, labels: str = "") -> float:
    return sum(value for (one, _, given), value in found.items() if one == name and labels in given)


async def back_at(guest: Guest, table: str, since: int | None = None) -> tuple[AsyncExitStack, Socket]:
    """A socket at the table, as soon as somebody runs it again."""
    async with asyncio.timeout(PATIENCE):
        while True:
            stack = AsyncExitStack()
            with suppress(OSError, WebSocketException, httpx.HTTPError):
                socket = await stack.enter_async_context(guest.socket(table, since))
                if "error" not in await socket.hear():
                    return stack, socket
            await stack.aclose()
            await asyncio.sleep(0.05)


# -- playing -----------------------------------------------------------------------------------------------------------
async def test_games_are_played_in_every_process_and_no_action_is_relayed(many: ServerProcess) -> None:
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    tables = await table_in_each_process(aki, bo)
    before = await samples(many)
    actions = {}
    for number, table in tables.items():
        async with aki.socket(table) as first, bo.socket(table) as second:
            actions[number] = sum(await asyncio.gather(first.play(), second.play()))
    after = await samples(many)
    for number, count in actions.items():
        key = "niwashi_commands_total", str(number), 'answer="done"'
        assert after[key] - before[key] >= count > 0
    assert total(after, "niwashi_handed_over_total") - total(before, "niwashi_handed_over_total") == 2 * PROCESSES
    for what in ("ask", "join", "attend", "sound"):
        label = f'what="{what}"'
        assert total(after, "niwashi_forwarded_total", label) == total(before, "niwashi_forwarded_total", label)


async def test_chat_mutes_and_turns_reach_sockets_in_every_process(many: ServerProcess) -> None:
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    here, there, _ = (await table_in_each_process(aki, bo)).values()
    async with aki.socket(here) as first, bo.socket(here) as second, bo.socket(there) as elsewhere:
        for socket in (first, second, elsewhere):
            await socket.hear()
        assert (await aki.http.post(f"/api/tables/{here}/chat", json={"text": "hello"})).status_code == 201
        said = (await second.until(lambda m: "chat" in m))["chat"]
        assert said["text"] == "hello"
        mover, waiting = (first, second) if first.choices else (second, first)
        if waiting is second:  # their other window tells them that it is their turn
            await mover.act()
            turn = await elsewhere.until(lambda m: m.get("turn", {}).get("table") == here)
            assert turn["turn"]["yours"]
        assert (await bo.http.put(f"/api/tables/{here}/mutes/{said['author']}")).status_code == 200
        await aki.http.post(f"/api/tables/{here}/chat", json={"text": "not for Bo"})
        await bo.http.post(f"/api/tables/{here}/chat", json={"text": "for both"})
        line = await second.until(lambda m: "chat" in m)
        assert line["chat"]["text"] == "for both"


async def test_a_rematch_may_be_in_another_process(many: ServerProcess) -> None:
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    moves = set()
    for table in (await table_in_each_process(aki, bo)).values():
        async with bo.socket(table) as socket:
            await bo.done(table, "resign")
            asked = await aki.ask(table, "rematch")
            await bo.done(table, "agree", seq=asked["seq"])
            moved = (await socket.until(lambda m: "rematch" in m))["rematch"]
        moves.add((number_of(table), number_of(moved)))
        seats = (await bo.http.get(f"/api/tables/{moved}")).json()["seats"]
        assert {seat["name"] for seat in seats} == {"Aki", "Bo"}
    assert len(moves) == PROCESSES


async def test_bots_hints_reviews_and_the_lobby_work_wherever_a_table_is(many: ServerProcess) -> None:
    aki = await Guest.arrive(many, "Aki")
    async with aki.socket(None) as lobby:
        await lobby.hear()
        found: set[int] = set()
        while len(found) < PROCESSES:
            table = await aki.open("miyabi", options={"seats": 2}, visibility="public")
            await lobby.until(lambda m, table=table: m.get("table", {}).get("table") == table)  # type: ignore[misc]
            found.add(number_of(table))
    await aki.done(table, "sit", name="")
    await aki.done(table, "bot", seat=1, level="beginner")
    await aki.done(table, "start")
    async with aki.socket(table) as socket:
        while not socket.choices:
            await socket.hear()
        hint = await ask_for_hint(aki, table)
        assert hint.status_code == 200, hint.text
        await socket.play(most=2)
        await aki.done(table, "resign")
    assert (await reviewed(aki, table))["judgements"]


async def test_a_table_from_a_record_opens_in_any_process(many: ServerProcess) -> None:
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    table = next(iter((await table_in_each_process(aki, bo)).values()))
    async with aki.socket(table) as first, bo.socket(table) as second:
        await first.hear(), await second.hear()
        await (first if first.choices else second).act()
    record = (await aki.http.get(f"/api/tables/{table}/record")).json()
    opened: set[int] = set()
    while len(opened) < 2:
        answer = await aki.http.post("/api/study/tables", json={"record": record})
        assert answer.status_code == 201, answer.text
        new = answer.json()["table"]
        assert (await aki.http.get(f"/api/tables/{new}")).status_code == 200
        opened.add(number_of(new))


# -- who may come, and for how long ------------------------------------------------------------------------------------
async def test_logging_out_closes_sockets_in_every_process(many: ServerProcess) -> None:
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    tables = await table_in_each_process(aki, bo)
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(bo.socket(table)) for table in tables.values()]
        other = await stack.enter_async_context(aki.socket(next(iter(tables.values()))))
        for socket in (*sockets, other):
            await socket.hear()
        await bo.http.delete("/api/session")
        assert [await socket.closed() for socket in sockets] == [1012] * PROCESSES
        other.choices = None
        assert (await other.ask("resign"))["answer"] == "done"


async def test_a_ban_closes_sockets_in_every_process(many: ServerProcess, capsys: pytest.CaptureFixture[str]) -> None:
    aki, chidori = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Chidori")
    tables = await table_in_each_process(aki, chidori)
    account = await account_of(many, "Chidori", capsys)
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(chidori.socket(table)) for table in tables.values()]
        for socket in sockets:
            await socket.hear()
        await admin(many, "ban", account)
        for socket in sockets:
            assert await closed_soon(socket) == (4403, "people/banned")


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("NIWASHI_SOCKETS_PER_PERSON", "limits/sockets"),
        ("NIWASHI_SOCKETS_PER_ADDRESS", "limits/sockets"),
        ("NIWASHI_MOST_SOCKETS", "server/full"),
    ],
)
async def test_limits_count_the_sockets_of_all_processes(setting: str, code: str, tmp_path: Path) -> None:
    server = several(tmp_path, **{setting: str(PROCESSES)})
    server.start()
    try:
        aki, bo = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
        tables = await table_in_each_process(aki, bo)
        async with AsyncExitStack() as stack:
            for table in tables.values():
                socket = await stack.enter_async_context(aki.socket(table))
                assert "snapshot" in await socket.hear()
            for door in (tables[1], None):
                refused = await stack.enter_async_context(aki.socket(door))
                assert (await refused.hear())["error"]["code"] == code
        stack, socket = await back_at(aki, tables[1])  # those that were closed no longer count
        await stack.aclose()
    finally:
        server.end()


async def test_who_plays_in_several_processes_may_not_send_more(tmp_path: Path) -> None:
    burst, sent = 90, 60
    server = several(tmp_path, NIWASHI_PER_PERSON=f"0.001/{burst}")
    server.start()
    try:
        aki, bo = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
        tables = await table_in_each_process(aki, bo)
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(bo.socket(table)) for table in tables.values()]
            for socket in sockets:
                assert "snapshot" in await socket.hear()
            for socket in sockets:
                for _ in range(sent):
                    await socket.tell("pong", n=1)
            refused = [await count_refusals(socket, sent - burst // PROCESSES) for socket in sockets]
        assert sum(refused) == PROCESSES * sent - burst
    finally:
        server.end()


async def count_refusals(socket: Socket, expected: int) -> int:
    """Of messages beyond the rate."""
    count = 0
    while count < expected:
        count += (await socket.hear()).get("error", {}).get("code") == "limits/rate"
    return count


async def test_a_ticket_opens_one_socket_at_one_table(many: ServerProcess) -> None:
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    tables = await table_in_each_process(aki, bo)
    ticket = await aki.ticket(tables[1])
    assert await first_message(many, tables[2], ticket) == "ticket/void"
    ticket = await aki.ticket(tables[1])
    assert await first_message(many, tables[1], ticket) == "snapshot"
    assert await first_message(many, tables[1], ticket) == "ticket/void"


async def first_message(server: ServerProcess, table: str, ticket: str, origin: str | None = None) -> str:
    """Over a connection that was used for other requests before, as proxies keep one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        for path in ("/healthz", "/api/games", f"/api/tables/{table}"):
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            await read_response(reader)
        upgrade = (
            f"GET /api/tables/{table}/socket?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + (f"Origin: {origin}\r\n" if origin else "")
        )
        writer.write(f"{upgrade}\r\n".encode())
        status = (await reader.readline()).split()[1]
        await reader.readuntil(b"\r\n\r\n")
        if status != b"101":
            return status.decode()
        message = json.loads(await read_frame(reader))
        return str(message["error"]["code"]) if "error" in message else next(iter(message))
    finally:
        writer.close()


async def read_response(reader: asyncio.StreamReader) -> bytes:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = re.search(rb"content-length: (\d+)", head)
    return await reader.readexactly(int(length[1])) if length else b""


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    length = (await reader.readexactly(2))[1]
    if length > 125:
        length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
    return await reader.readexactly(length)


async def test_a_page_of_another_site_opens_no_socket(many: ServerProcess) -> None:
    table, aki, _ = await seated(many)
    assert await first_message(many, table, await aki.ticket(table), "https://evil.example") == "403"


async def test_lag_is_the_shortest_over_all_processes(many: ServerProcess) -> None:
    """A socket at another table, in another process, does not make anybody seem further away."""
    aki, bo = await Guest.arrive(many, "Aki"), await Guest.arrive(many, "Bo")
    first, second, _ = (await table_in_each_process(aki, bo, start=False, game="edo_yashiki", **LIVE)).values()
    assert await lag_behind_proxy(aki, first, "192.0.2.1", **{"x-tcp-rtt": "160000"}) == 80
    assert await lag_behind_proxy(aki, second, "192.0.2.1", **{"x-tcp-rtt": "390000"}) == 80, "another process"
    assert await lag_behind_proxy(aki, second, "192.0.2.2", **{"x-tcp-rtt": "390000"}) == 195, "another network"


# -- deaths ------------------------------------------------------------------------------------------------------------
async def test_a_killed_table_process_is_replaced_and_others_notice_nothing(mortal: ServerProcess) -> None:
    aki, bo = await Guest.arrive(mortal, "Aki"), await Guest.arrive(mortal, "Bo")
    tables, before = await table_in_each_process(aki, bo), pids(mortal)
    async with aki.socket(tables[1]) as lost, aki.socket(tables[2]) as first, bo.socket(tables[2]) as second:
        await lost.hear(), await first.hear(), await second.hear()
        os.kill(before[1], signal.SIGKILL)
        assert await lost.closed() == 1006
        await asyncio.gather(first.play(most=4), second.play(most=4))
    first_stack, first = await back_at(aki, tables[1], lost.seq)
    second_stack, second = await back_at(bo, tables[1])
    async with first_stack, second_stack:
        await asyncio.gather(first.play(), second.play())
    after = pids(mortal)
    assert after[1] != before[1]
    assert (after[2], after[3]) == (before[2], before[3])
    assert (await aki.http.get("/readyz")).status_code == 200


async def test_a_killed_front_takes_its_processes_with_it_and_the_next_finds_all_games(mortal: ServerProcess) -> None:
    """Also with another number of processes, and with one alone."""
    aki, bo = await Guest.arrive(mortal, "Aki"), await Guest.arrive(mortal, "Bo")
    tables = await table_in_each_process(aki, bo)
    for processes in ("1", "2", str(PROCESSES)):
        running = pids(mortal)
        mortal.kill()
        for pid in running.values():
            await ended(pid)
        mortal.start(NIWASHI_PROCESSES=processes)
        for guest in (aki, bo):
            guest.follow()
        for table in tables.values():
            async with aki.socket(table) as first, bo.socket(table) as second:
                await asyncio.gather(first.play(most=1), second.play(most=1))


async def test_the_end_is_told_at_all_tables(tmp_path: Path) -> None:
    server = several(tmp_path)
    server.start()
    aki, bo = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
    tables = await table_in_each_process(aki, bo)
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(aki.socket(table)) for table in tables.values()]
        for socket in sockets:
            await socket.hear()
        server.ask_to_end()
        for socket in sockets:
            assert await socket.closed() == 1012
            assert any("bye" in message for message in socket.heard)
    assert server.end() == 0
    for pid in pids(server).values():
        await ended(pid)
    assert "Traceback" not in server.log.read_text()


async def test_readiness_waits_for_a_process_that_is_replaced(tmp_path: Path) -> None:
    server = several(tmp_path)
    server.start()
    try:
        pid = pids(server)[2]
        os.kill(pid, signal.SIGSTOP)  # it does not respond, and is therefore not ready
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
            assert (await http.get("/readyz")).status_code == 503
            os.kill(pid, signal.SIGKILL)
            end = time.monotonic() + PATIENCE
            while (await http.get("/readyz")).status_code != 200:
                assert time.monotonic() < end
                await asyncio.sleep(0.05)
    finally:
        server.end()
