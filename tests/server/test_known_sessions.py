"""Sessions in memory: whoever comes back costs no query, and whoever has logged out anywhere is not let in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from niwashi.server.access.accounts import Person
from niwashi.server.access.known_sessions import TRUSTED_SECONDS, KnownSessions
from niwashi.server.application import Application
from niwashi.server.errors import ClusterUnavailable
from niwashi.server.http.ticket_app import TicketApp
from niwashi.server.settings import Settings
from niwashi.store import accounts
from tests.server.process import PATIENCE

LONG = 1_000_000
AKI = Person("a1", "Aki", True, session="key")


class Now:
    ms = 0

    def __call__(self) -> int:
        return self.ms


def known(most: int = 10) -> tuple[KnownSessions, Now]:
    now = Now()
    sessions = KnownSessions(now, most)
    sessions.confirm()
    return sessions, now


def test_a_session_is_known_until_it_expires_or_is_forgotten() -> None:
    sessions, now = known()
    sessions.remember(AKI, 1000, sessions.version)
    assert sessions.find("key") == AKI
    assert sessions.find("another") is None
    now.ms = 1000
    assert sessions.find("key") is None
    sessions.remember(AKI, LONG, sessions.version)
    sessions.forget_account("a2")
    assert sessions.find("key") == AKI
    sessions.forget_account("a1")
    assert sessions.find("key") is None
    sessions.remember(AKI, LONG, sessions.version)
    sessions.forget_session("key")
    assert sessions.find("key") is None


def test_what_was_read_before_somebody_logged_out_is_not_remembered() -> None:
    sessions, _ = known()
    version = sessions.version
    sessions.forget_session("key")
    sessions.remember(AKI, LONG, version)
    assert sessions.find("key") is None


def test_while_notices_cannot_be_read_nobody_is_known() -> None:
    sessions, now = known()
    sessions.remember(AKI, LONG, sessions.version)
    now.ms = round(1000 * TRUSTED_SECONDS)
    assert sessions.find("key") is None
    sessions.confirm()
    assert sessions.find("key") == AKI


def test_only_so_many_sessions_are_known() -> None:
    sessions, _ = known(most=2)
    people = [replace(AKI, id=f"a{number}", session=f"key {number}") for number in range(3)]
    for person in people:
        sessions.remember(person, LONG, sessions.version)
    assert [sessions.find(person.session) for person in people] == [None, *people[1:]]


# -- in a server -------------------------------------------------------------------------------------------------------
@asynccontextmanager
async def application(tmp_path: Path) -> AsyncIterator[Application]:
    made = Application(Settings(store=str(tmp_path / "store.sqlite")), prepare=lambda: None)
    async with made.open():
        await made.prepare()
        yield made


async def ask_for_ticket(made: Application, token: str, body: bytes = b'{"table":"t1"}', origin: str = "") -> list[Any]:
    """What the short way answers, or what it leaves to the route."""
    answers: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        answers.append(message)

    async def route(scope: Any, receive: Any, send: Any) -> None:
        answers.append(await receive())

    headers = {"cookie": f"niwashi_session={token}"} | ({"origin": origin} if origin else {})
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope: Any = {"type": "http", "method": "POST", "path": "/api/tickets", "headers": raw, "client": ("10.0.0.1", 1)}
    await TicketApp(made, route)(scope, receive, send)
    return answers


async def test_whoever_comes_back_gets_a_ticket_and_a_socket_without_a_query(tmp_path: Path) -> None:
    async with application(tmp_path) as made:
        person, token = await made.accounts.create_guest("Aki")
        assert (await ask_for_ticket(made, token))[0]["type"] == "http.request", "not known yet: the route looks it up"
        async with asyncio.timeout(PATIENCE):
            while made.accounts.find_known(token) is None:  # notices have been read
                assert await made.accounts.find_by_token(token) is not None
                await asyncio.sleep(0.02)
        made.store.database.run_read = made.store.database.read_transaction = None  # type: ignore[assignment, method-assign]
        try:
            start, content = await ask_for_ticket(made, token)
            assert start["status"] == 201
            found = await made.tickets.redeem(msgspec.json.decode(content["body"])["ticket"], "t1")
            assert (found.id, found.name) == (person.id, "Aki")
            await made.accounts.check_session(found)
        finally:
            del made.store.database.run_read, made.store.database.read_transaction


async def test_the_route_gets_what_is_to_be_refused_as_it_came(tmp_path: Path) -> None:
    async with application(tmp_path) as made:
        _, token = await made.accounts.create_guest("Aki")
        async with asyncio.timeout(PATIENCE):
            while made.accounts.find_known(token) is None:
                await made.accounts.find_by_token(token)
                await asyncio.sleep(0.02)
        for body in (b"{", b"[]", b'{"table":1}', b'{"other":1}', b"\xff", b"[" * 10_000):
            assert await ask_for_ticket(made, token, body) == [
                {"type": "http.request", "body": body, "more_body": False}
            ]
        foreign = await ask_for_ticket(made, token, origin="https://evil.example")
        assert foreign[0]["type"] == "http.request"


async def test_where_tickets_cannot_be_kept_the_route_says_so(tmp_path: Path) -> None:
    async with application(tmp_path) as made:
        _, token = await made.accounts.create_guest("Aki")
        async with asyncio.timeout(PATIENCE):
            while made.accounts.find_known(token) is None:
                await made.accounts.find_by_token(token)
                await asyncio.sleep(0.02)

        async def issue(person: Person, channel: str) -> str:
            raise ClusterUnavailable("server/again", "Redis cannot be reached")

        made.tickets.issue = issue  # type: ignore[method-assign]
        (left,) = await ask_for_ticket(made, token)
        assert left["type"] == "http.request"


async def test_what_another_process_changes_is_known_within_seconds(tmp_path: Path) -> None:
    async with application(tmp_path) as made:
        person, token = await made.accounts.create_guest("Aki")
        async with asyncio.timeout(PATIENCE):
            while made.accounts.find_known(token) is None:
                await made.accounts.find_by_token(token)
                await asyncio.sleep(0.02)
            await accounts.set_settings(made.store.database, person.id, {"name": "Bo"})
            while (found := await made.accounts.find_by_token(token)) and found.name == "Aki":
                await asyncio.sleep(0.02)
            assert found is not None
            assert found.name == "Bo"
            await accounts.close_session(made.store.database, token)
            while await made.accounts.find_by_token(token) is not None:
                await asyncio.sleep(0.02)
