"""Routes for sessions, accounts, socket tickets and results."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import quote as quote_path

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import Parameter

from niwashi.core.errors import NiwashiError, quote
from niwashi.engine import catalog
from niwashi.server.access.accounts import Person, make_watcher, no_session
from niwashi.server.access.security import client_address
from niwashi.server.access.tickets import LOBBY
from niwashi.server.application import Application
from niwashi.server.http.auth import COOKIE, AnyRequest, with_session, without_session
from niwashi.server.settings import NODE_PATHS
from niwashi.store import games, records
from niwashi.store.accounts import normalise_name, session_key
from niwashi.store.records import PlayedGame
from niwashi.store.validation import check_id
from niwashi.wire.http import Me, MyGame, MyGamesOut, MySeat, TicketOut

MAX_PAGE = 100
MAX_SEARCH_LENGTH = 40
RESULT_CHECKS, RESULT_CHECK_SECONDS = 40, 0.05


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    password: str


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    old: str
    new: str


class TicketRequest(msgspec.Struct, forbid_unknown_fields=True):
    """For a table's socket; for the lobby's if left out."""

    table: str | None = None
    watch: bool = False
    """Do without a session: whoever has none may watch the table, but send nothing."""


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


@put("/session", summary="Change a guest's name")
async def rename_guest(data: GuestRequest, person: Person, application: Application) -> Me:
    return _me(await application.accounts.rename_guest(person, data.name))


@delete("/session", status_code=200, summary="Log out; a guest's session cannot be restored")
async def log_out(request: AnyRequest, application: Application) -> Response[dict[str, bool]]:
    await _end_session(request, application)
    return without_session(Response({"done": True}), application.settings)


async def _end_session(request: AnyRequest, application: Application) -> None:
    """With its sockets: those of this node at once, those of others as soon as they read the notice."""
    if token := request.cookies.get(COOKIE):
        await application.accounts.log_out(token)
        ended = session_key(token)
        application.connections.reconnect(lambda one: one.person.session == ended)


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
    application.limits.account_passwords.take(normalise_name(data.name))
    person, token = await application.accounts.log_in(data.name, data.password)
    application.bans.check(client_address(request), person.id)
    await _end_session(request, application)
    return with_session(Response(_me(person)), token, application.settings)


@put("/accounts/me/password", summary="Change the password; all other sessions of the account end")
async def change_password(
    data: PasswordChange, request: AnyRequest, person: Person, application: Application
) -> Response[Me]:
    application.limits.passwords.take(client_address(request))
    token = await application.accounts.change_password(person, data.old, data.new)
    return with_session(Response(_me(person)), token, application.settings)


@delete("/accounts/me/sessions", status_code=200, summary="Log out everywhere else")
async def log_out_elsewhere(request: AnyRequest, person: Person, application: Application) -> dict[str, bool]:
    await application.accounts.log_out_elsewhere(person, request.cookies[COOKIE])
    return {"done": True}


@delete("/accounts/me", status_code=200, summary="Delete the account with its data; its games stay, without the name")
async def delete_account(person: Person, application: Application) -> Response[dict[str, bool]]:
    await application.accounts.remove(person)
    return without_session(Response({"done": True}), application.settings)


@get("/accounts/me/results", summary="List the results of the account's games")
async def my_results(person: Person, application: Application, game: str | None = None) -> list[PlayedGame]:
    return await records.list_results(application.store.database, person.id, game and catalog.rules(game).name)


@get("/accounts/me/games", summary="List the person's finished games with all results, the latest first")
async def my_games(
    person: Person,
    application: Application,
    game: str | None = None,
    name: Annotated[str | None, Parameter(max_length=MAX_SEARCH_LENGTH)] = None,
    after: str | None = None,
    limit: Annotated[int, Parameter(ge=1, le=MAX_PAGE)] = games.PAGE_SIZE,
) -> MyGamesOut:
    """`name` is a part of anybody's name at the table, `after` the `next` of the page before."""
    if after is None:
        await _wait_for_results(application, person)
    wanted = games.GamesFilter(game and catalog.rules(game).name, " ".join((name or "").split()))
    page = await games.list_finished_of(application.store.database, person.id, wanted, _read_cursor(after), limit)
    full = len(page.games) == limit
    return MyGamesOut(
        games=[_my_game(one) for one in page.games],
        count=page.count,
        won=page.won,
        next=f"{page.games[-1].finished}-{page.games[-1].table}" if full else None,
    )


async def _wait_for_results(application: Application, person: Person) -> None:
    """A game that has just ended is on the first page, although its result is stored after it is told."""
    for _ in range(RESULT_CHECKS):
        if not await games.is_result_due(application.store.database, person.id):
            return
        await asyncio.sleep(RESULT_CHECK_SECONDS)


def _read_cursor(text: str | None) -> games.GamesCursor | None:
    if text is None:
        return None
    finished, _, table = text.partition("-")
    if not (finished.isascii() and finished.isdigit() and len(finished) < 17):
        raise NiwashiError("games/after", f"“after” must be the “next” of another page; got {quote(text)}")
    return games.GamesCursor(int(finished), check_id(table))


def _my_game(one: games.FinishedGame) -> MyGame:
    return MyGame(
        table=one.table,
        game=one.game,
        options=one.options,
        finished=one.finished,
        seats=[MySeat(name=s.name, score=s.score, place=s.place, bot=s.bot, you=s.own) for s in one.seats],
        reviewed=one.reviewed,
    )


@post("/tickets", summary="Create a ticket for one socket, valid for 30 seconds")
async def ticket(data: TicketRequest, visitor: Person | None, application: Application) -> TicketOut:
    if visitor is not None:
        application.limits.people.take(visitor.id)
    elif not (data.watch and data.table):
        raise no_session()
    return await issue_ticket(application, visitor or make_watcher(), data.table or LOBBY)


async def issue_ticket(application: Application, person: Person, channel: str) -> TicketOut:
    node = None
    if application.settings.node_paths and channel != LOBBY:
        node = await application.registry.node_of(channel)
    path = "" if node is None else f"{NODE_PATHS}/{quote_path(node, safe='')}/"
    return TicketOut(await application.tickets.issue(person, channel), path)


def account_routes() -> list[Any]:
    session = [create_session, show_session, rename_guest, log_out]
    account = [register, log_in, change_password, log_out_elsewhere, delete_account]
    return [*session, *account, my_results, my_games, ticket]


def account_router(path: str) -> Router:
    return Router(path, route_handlers=account_routes(), tags=["people"])
