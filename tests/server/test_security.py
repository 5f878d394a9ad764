"""Permissions, origins and rate limits."""

from __future__ import annotations

import json
from pathlib import Path
from socket import gethostname
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.process import Guest, ServerProcess
from tests.server.tables import seated, started


def _problem(found: httpx.Response) -> tuple[int, str]:
    body = found.json()
    assert set(body) == {"code", "sentence"}, body
    assert len(body["sentence"]) > 5
    return found.status_code, body["code"]


# -- seats -----------------------------------------------------------------------------------------------------------
async def test_nobody_acts_for_another_seat(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    async with aki.socket(table) as first, bo.socket(table) as second:
        await first.hear(), await second.hear()
        mover, other = (first, second) if first.choices else (second, first)
        assert mover.choices is not None
        answer = await other.ask("act", seq=mover.choices["seq"], action=mover.choices["actions"][0])
        assert (answer["answer"], answer["code"]) == ("conflict", "table/stale")


async def test_spectators_only_look_on(server: ServerProcess) -> None:
    table, _, _ = await started(server)
    cleo = await Guest.arrive(server, "Cleo")
    async with cleo.socket(table) as socket:
        for do in ("resign", "pause", "ready"):
            assert (await socket.ask(do))["code"] == "table/spectator"
        assert (await socket.ask("start"))["code"] in ("table/host", "table/started")
    assert _problem(await cleo.http.post(f"/api/tables/{table}/chat", json={"text": "hi"})) == (403, "chat/seat")


async def test_only_the_host_removes_and_starts(server: ServerProcess) -> None:
    table, aki, bo = await seated(server)
    for do, fields in (("remove", {"seat": 0}), ("start", {}), ("arrange", {"order": [1, 0]})):
        assert (await bo.ask(table, do, **fields))["code"] == "table/host"
    await aki.done(table, "remove", seat=1)
    assert (await bo.http.get("/api/tables/mine")).json() == []


async def test_nobody_sits_down_under_another_name(server: ServerProcess) -> None:
    table, _, _ = await seated(server)
    seats = (await (await Guest.arrive(server, "Cleo")).http.get(f"/api/tables/{table}")).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Aki", "Bo"]


async def test_private_tables_are_not_in_the_lobby(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    hidden, shown = await aki.open(), await aki.open(visibility="public")
    listed = [row["table"] for row in (await aki.http.get("/api/tables?state=open&game=miyabi")).json()]
    assert shown in listed
    assert hidden not in listed


# -- accounts --------------------------------------------------------------------------------------------------------
async def test_a_guest_becomes_an_account_and_keeps_their_tables(server: ServerProcess) -> None:
    table, aki, _ = await seated(server)
    made = await aki.http.post("/api/accounts", json={"name": "Akiko", "password": "a long one"})
    assert made.json() == {"name": "Akiko", "guest": False}
    elsewhere = Guest(server, "Akiko")
    wrong = await elsewhere.http.post("/api/login", json={"name": "akiko", "password": "another one"})
    assert _problem(wrong) == (401, "people/login")
    await elsewhere.http.post("/api/login", json={"name": "akiko", "password": "a long one"})
    assert [row["table"] for row in (await elsewhere.http.get("/api/tables/mine")).json()] == [table]
    assert _problem(await Guest(server, "").http.post("/api/session", json={"name": "AKIKO"})) == (400, "people/taken")
    await elsewhere.http.delete("/api/session")
    assert _problem(await elsewhere.http.get("/api/session")) == (401, "people/session")


async def test_whoever_is_muted_is_not_heard(server: ServerProcess) -> None:
    table, aki, bo = await seated(server)
    line = (await bo.http.post(f"/api/tables/{table}/chat", json={"text": "<b>hello</b>"})).json()
    heard = (await aki.http.get(f"/api/tables/{table}/chat")).json()
    assert [(one["name"], one["text"]) for one in heard] == [("Bo", "<b>hello</b>")]
    (await aki.http.put(f"/api/tables/{table}/mutes/{line['author']}")).raise_for_status()
    assert (await aki.http.get(f"/api/tables/{table}/chat")).json() == []


# -- doors -----------------------------------------------------------------------------------------------------------
async def test_pages_of_others_may_not_ask(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        found = await aki.http.post("/api/tables", json={"game": "miyabi"}, headers=headers)
        assert _problem(found) == (403, "origin/foreign")
    ours = await aki.http.post("/api/tables", json={"game": "miyabi"}, headers={"origin": server.address})
    assert ours.status_code == 201
    url = f"ws://127.0.0.1:{server.port}/api/lobby/socket?ticket={await aki.ticket(None)}"
    with pytest.raises((InvalidStatus, ConnectionClosed)):
        async with connect(url, additional_headers={"origin": "https://evil.example"}) as connection:
            await connection.recv()


async def test_a_name_that_only_points_here_is_not_ours(server: ServerProcess) -> None:
    """Whoever owns a name can let it point to any machine, and their page would be of the “same” origin."""
    aki = await Guest.arrive(server, "Aki")
    own = gethostname().lower()
    answers = {}
    for name in (
        "evil:1",
        "rebound.example",
        f"{own}.evil.example",
        "[",
        "127.0.0.1:8000",
        "[::1]:8000",
        f"{own}.local",
    ):
        headers = {"host": name, "origin": f"http://{name}"}
        answers[name] = (await aki.http.post("/api/tables", json={"game": "miyabi"}, headers=headers)).status_code
    assert list(answers.values()) == [403, 403, 403, 403, 201, 201, 201], answers


@pytest.mark.usefixtures("built_client")  # short links are the client's
async def test_only_the_probes_themselves_are_unlimited(tmp_path: Path) -> None:
    limited = ServerProcess(tmp_path, NIWASHI_PER_ADDRESS="0.001/3")
    limited.start()
    async with httpx.AsyncClient(base_url=limited.address) as anybody:
        for path in ("/api/tables/metrics", "/api/study/analysis/readyz", "/t/healthz"):
            answers = [(await anybody.get(path)).status_code for _ in range(4)]
            assert answers[-1] == 429, path
        assert (await anybody.get("/healthz")).status_code == 200
    assert limited.end() == 0


async def test_a_ticket_opens_one_door_once(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    table = await aki.open()
    ticket = await aki.ticket(table)
    for door, code in ((f"tables/{table}", None), (f"tables/{table}", 4403), ("lobby", 4403)):
        async with connect(f"ws://127.0.0.1:{server.port}/api/{door}/socket?ticket={ticket}") as connection:
            message = json.loads(await connection.recv())
            assert ("snapshot" in message) == (code is None)
            if code:
                assert message["error"]["code"] == "ticket/void"
                with pytest.raises(ConnectionClosed) as end:
                    await connection.recv()
                assert end.value.rcvd is not None
                assert end.value.rcvd.code == code


async def test_every_answer_has_the_headers(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    for path in ("/healthz", "/readyz", "/metrics", "/api/tables", "/api/nothing", "/api/schema/openapi.json"):
        headers = (await aki.http.get(path)).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    came = await aki.http.post("/api/session", json={"name": "Aki"})
    assert "HttpOnly" in came.headers["set-cookie"]
    assert "samesite=lax" in came.headers["set-cookie"].lower()


# -- bad input -------------------------------------------------------------------------------------------------------
BAD: list[tuple[str, Any]] = [
    ("/api/session", b""),
    ("/api/session", b"{"),
    ("/api/session", b"[" * 3000),
    ("/api/session", b'{"name": 5}'),
    ("/api/session", b'{"name": ""}'),
    ("/api/session", b'{"name": "\\ud800"}'),
    ("/api/session", b'{"name": "\xff"}'),
    ("/api/session", b'{"name": "' + b"a" * 5000 + b'"}'),
    ("/api/tables", b'{"game": "chess"}'),
    ("/api/tables", b'{"game": "miyabi", "options": {"seats": 99}}'),
    ("/api/tables", b'{"game": "miyabi", "options": {"host": "me"}}'),
    ("/api/tables", b'{"game": "miyabi", "options": {"seats": ' + b"[" * 1500 + b"]" * 1500 + b"}}"),
    ("/api/tables", b'{"game": "miyabi", "settings": {"clock": {"kind": "turn", "seconds": -1}}}'),
    ("/api/tables", b'{"game": "miyabi", "settings": {"stand_in": "nobody"}}'),
    ("/api/tables/nothing/requests", b'{"do": "sit", "id": "1", "name": "Aki"}'),
    ("/api/tables/nothing/requests", b'{"do": "fly", "id": "1"}'),
    ("/api/tables/%00/chat", b'{"text": "hello"}'),
    ("/api/login", b'{"name": "\\u0000", "password": "x"}'),
    ("/api/accounts", b'{"name": "Bo", "password": "short"}'),
]


@pytest.mark.parametrize(("path", "body"), BAD)
async def test_bad_input_is_answered_with_a_sentence(server: ServerProcess, path: str, body: bytes) -> None:
    aki = await Guest.arrive(server, "Aki")
    found = await aki.http.post(path, content=body, headers={"content-type": "application/json"})
    assert 400 <= _problem(found)[0] < 500


async def test_bad_messages_are_answered_and_harm_nobody(server: ServerProcess) -> None:
    table, aki, _ = await seated(server)
    async with aki.socket(table) as socket:
        for raw in ("", "{", "[" * 4000, "null", '{"do":"act"}', '{"do":"fly","id":"1"}', b"\xff\xfe"):
            await socket.connection.send(raw)
            message = await socket.until(lambda message: "error" in message)
            assert message["error"]["code"] == "wire/request"
        assert (await socket.ask("leave"))["answer"] == "done"
        await socket.connection.send("x" * 5000)
        assert await socket.closed() == 1009
    async with aki.socket(table) as socket:
        await socket.hear()
        await socket.connection.send(b"\xff\xfe", text=True)
        assert await socket.closed() == 1007
    for line in server.log.read_text().splitlines():
        json.loads(line)


async def test_nobody_takes_all_sockets(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, NIWASHI_SOCKETS_PER_PERSON="2", NIWASHI_SOCKETS_PER_ADDRESS="3")
    server.start()
    try:
        aki, bo = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
        table = await aki.open()
        async with aki.socket(table) as first, aki.socket(None) as second:
            await first.hear()
            await second.hear()
            async with aki.socket(table) as third:
                assert await third.closed() == 4429
                assert third.heard[-1]["error"]["code"] == "limits/sockets"
            async with bo.socket(table) as fourth:
                assert "snapshot" in await fourth.hear(), "another person still gets one"
                async with bo.socket(None) as fifth:
                    assert await fifth.closed() == 4429, "but not any number at one address"
        async with aki.socket(table) as again:
            assert "snapshot" in await again.hear(), "who closes some gets others"
    finally:
        assert server.end() == 0


# -- limits ----------------------------------------------------------------------------------------------------------
async def test_too_much_is_refused(tmp_path: Path) -> None:
    narrow = {"NIWASHI_PER_CONNECTION": "1/3", "NIWASHI_SESSIONS_PER_ADDRESS": "0.01/2"}
    server = ServerProcess(tmp_path, **narrow)
    server.start()
    try:
        aki = await Guest.arrive(server, "Aki")
        await Guest.arrive(server, "Bo")
        assert _problem(await aki.http.post("/api/session", json={"name": "Cleo"})) == (429, "limits/rate")
        table = await aki.open()
        async with aki.socket(table) as socket:
            answers = [(await socket.ask("leave"))["code"] for _ in range(5)]
        assert answers[:3] == ["table/spectator"] * 3
        assert answers[4] == "limits/rate"
    finally:
        assert server.end() == 0


async def test_long_news_count_as_several_requests(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, NIWASHI_PER_ADDRESS="0.001/100")
    server.start()
    try:
        aki = await Guest.arrive(server, "Aki")
        table = await aki.open()
        for number in range(40):
            body = {"do": "leave"} if number % 2 else {"do": "sit", "name": "Aki"}
            assert (await aki.http.post(f"/api/tables/{table}/requests", json={**body, "id": str(number)})).is_success
        long = 0
        while (found := await aki.http.get(f"/api/tables/{table}/news")).status_code == 200:
            long += 1
            assert len(found.json()) > 40
        assert found.status_code == 429
        assert 5 < long < 15, "of 58 requests that were left, each took five"
    finally:
        assert server.end() == 0


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "null", "\u00e9"])
async def test_an_origin_that_is_no_address_is_foreign(server: ServerProcess, origin: str) -> None:
    async with httpx.AsyncClient(base_url=server.address, headers=[(b"Origin", origin.encode("latin-1"))]) as http:
        refused = await http.post("/api/session", json={"name": "Mallory"})
    assert _problem(refused) == (403, "origin/foreign")


async def test_guesses_at_one_account_are_limited_from_whatever_address(tmp_path: Path) -> None:
    limits = {"NIWASHI_PASSWORDS_PER_ACCOUNT": "0.001/3", "NIWASHI_BEHIND_PROXY": "yes"}
    server = ServerProcess(tmp_path, **limits)
    server.start()
    try:
        async with httpx.AsyncClient(base_url=server.address) as http:
            found = [
                await http.post(
                    "/api/login",
                    json={"name": name, "password": "a wrong one"},
                    headers={"X-Forwarded-For": f"203.0.113.{number}"},
                )
                for number, name in enumerate(["Aki Tanaka", "aki  tanaka", "AKI TANAKA", "Aki Tanaka", "Bo Tanaka"])
            ]
    finally:
        server.end()
    assert [one.status_code for one in found] == [401, 401, 401, 429, 401]
