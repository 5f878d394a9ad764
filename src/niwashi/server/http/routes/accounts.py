"""The API of people: coming in as a guest or with an account, tickets, and what one has played."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, delete, get, post

from niwashi.engine import catalog
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import address_of
from niwashi.server.application import House
from niwashi.server.http.auth import COOKIE, AnyRequest, with_session, without_session
from niwashi.store import records
from niwashi.store.records import Played
from niwashi.wire.http import Me, TicketOut

LOBBY = "lobby"


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str


class Door(msgspec.Struct, forbid_unknown_fields=True):
    """Which socket: a table's, or the lobby's."""

    table: str | None = None


def _me(person: Person) -> Me:
    return Me(person.name, person.guest)


@post("/session", summary="Come in as a guest: a name is enough")
async def come_in(data: Name, request: AnyRequest, house: House) -> Response[Me]:
    house.limits.sessions.take(address_of(request))
    person, token = await house.people.greet(data.name)
    return with_session(Response(_me(person)), token, house.settings)


@get("/session", summary="Who am I?")
async def who_am_i(person: Person) -> Me:
    return _me(person)


@delete("/session", status_code=200, summary="Log out; a guest is then gone for good")
async def log_out(request: AnyRequest, house: House) -> Response[dict[str, bool]]:
    if token := request.cookies.get(COOKIE):
        await house.people.log_out(token)
    return without_session(Response({"done": True}), house.settings)


@post("/accounts", summary="Make an account; a guest keeps their games")
async def register(data: Credentials, request: AnyRequest, visitor: Person | None, house: House) -> Response[Me]:
    house.limits.passwords.take(address_of(request))
    person, token = await house.people.register(visitor, data.name, data.password)
    return with_session(Response(_me(person)), token, house.settings)


@post("/login", summary="Log in")
async def log_in(data: Credentials, request: AnyRequest, house: House) -> Response[Me]:
    house.limits.passwords.take(address_of(request))
    person, token = await house.people.log_in(data.name, data.password)
    house.bans.check(address_of(request), person.id)
    return with_session(Response(_me(person)), token, house.settings)


@delete("/accounts/me", status_code=200, summary="Delete my account with its data; games stay without my name")
async def forget_me(person: Person, house: House) -> Response[dict[str, bool]]:
    await house.people.remove(person)
    return without_session(Response({"done": True}), house.settings)


@get("/accounts/me/results", summary="What I have played")
async def my_results(person: Person, house: House, game: str | None = None) -> list[Played]:
    return await records.results_of(house.store.database, person.id, game and catalog.rules(game).name)


@post("/tickets", summary="A ticket for one socket, good for half a minute")
async def ticket(data: Door, person: Person, house: House) -> TicketOut:
    return TicketOut(await house.tickets.issue(person, data.table or LOBBY))


def people_routes() -> list[Any]:
    return [come_in, who_am_i, log_out, register, log_in, forget_me, my_results, ticket]


def people_router(path: str) -> Router:
    return Router(path, route_handlers=people_routes(), tags=["people"])
