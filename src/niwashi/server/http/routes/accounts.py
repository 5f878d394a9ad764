"""Routes for sessions, accounts, socket tickets and results."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, delete, get, post

from niwashi.engine import catalog
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import client_address
from niwashi.server.access.tickets import LOBBY
from niwashi.server.application import Application
from niwashi.server.http.auth import COOKIE, AnyRequest, with_session, without_session
from niwashi.store import records
from niwashi.store.records import PlayedGame
from niwashi.wire.http import Me, TicketOut


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str


class TicketRequest(msgspec.Struct, forbid_unknown_fields=True):
    """For a table's socket; for the lobby's if left out."""

    table: str | None = None


def _me(person: Person) -> Me:
    return Me(person.name, person.guest)


@post("/session", summary="Create a guest session: a name is enough")
async def create_session(data: GuestRequest, request: AnyRequest, application: Application) -> Response[Me]:
    application.limits.sessions.take(client_address(request))
    person, token = await application.accounts.create_guest(data.name)
    return with_session(Response(_me(person)), token, application.settings)


@get("/session", summary="Show the current session")
async def show_session(person: Person) -> Me:
    return _me(person)


@delete("/session", status_code=200, summary="Log out; a guest's session cannot be restored")
async def log_out(request: AnyRequest, application: Application) -> Response[dict[str, bool]]:
    if token := request.cookies.get(COOKIE):
        await application.accounts.log_out(token)
    return without_session(Response({"done": True}), application.settings)


@post("/accounts", summary="Create an account; a guest keeps their games")
async def register(
    data: Credentials, request: AnyRequest, visitor: Person | None, application: Application
) -> Response[Me]:
    application.limits.passwords.take(client_address(request))
    person, token = await application.accounts.register(visitor, data.name, data.password)
    return with_session(Response(_me(person)), token, application.settings)


@post("/login", summary="Log in")
async def log_in(data: Credentials, request: AnyRequest, application: Application) -> Response[Me]:
    application.limits.passwords.take(client_address(request))
    person, token = await application.accounts.log_in(data.name, data.password)
    application.bans.check(client_address(request), person.id)
    return with_session(Response(_me(person)), token, application.settings)


@delete("/accounts/me", status_code=200, summary="Delete the account with its data; its games stay, without the name")
async def delete_account(person: Person, application: Application) -> Response[dict[str, bool]]:
    await application.accounts.remove(person)
    return without_session(Response({"done": True}), application.settings)


@get("/accounts/me/results", summary="List the results of the account's games")
async def my_results(person: Person, application: Application, game: str | None = None) -> list[PlayedGame]:
    return await records.list_results(application.store.database, person.id, game and catalog.rules(game).name)


@post("/tickets", summary="Create a ticket for one socket, valid for 30 seconds")
async def ticket(data: TicketRequest, person: Person, application: Application) -> TicketOut:
    return TicketOut(await application.tickets.issue(person, data.table or LOBBY))


def account_routes() -> list[Any]:
    return [create_session, show_session, log_out, register, log_in, delete_account, my_results, ticket]


def account_router(path: str) -> Router:
    return Router(path, route_handlers=account_routes(), tags=["people"])
