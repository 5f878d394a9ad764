"""Routes for tables: listing, opening, commands, records and chat."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from niwashi import bots
from niwashi.engine import catalog
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import client_address
from niwashi.server.application import Application
from niwashi.server.cluster.messages import MuteUpdate
from niwashi.server.http.chat import find_author, post_line, to_message
from niwashi.server.http.commands import command_of
from niwashi.server.http.new_table import fill_seats
from niwashi.server.http.routes.components import MAX_COMPONENTS_BODY_BYTES
from niwashi.server.realtime.lobby import MAX_LISTED, row_of
from niwashi.server.tables.handle import ask
from niwashi.store import chat, tables
from niwashi.store.errors import Closed
from niwashi.store.validation import check_id
from niwashi.table.seating import check_level
from niwashi.wire import Answer, Conflict, News, Refused, Snapshot, requests
from niwashi.wire.components import read_component_file
from niwashi.wire.http import GameOut, GamesOut, NewTable, TableOut
from niwashi.wire.messages import Said, TableRow

ENTRIES_OF_A_REQUEST = 10
Since = Annotated[int, Parameter(ge=-1, le=1_000_000)]


class ChatLine(msgspec.Struct, forbid_unknown_fields=True):
    text: str


@get("/games", summary="List the games and the bots")
async def games() -> GamesOut:
    found = [catalog.rules(name) for name in catalog.names()]
    listed = [GameOut(g.name, g.title, list(g.seats), g.options({}).as_dict()) for g in found]
    return GamesOut(listed, list(bots.names()))


@get("/tables", summary="List public tables, most recently active first")
async def list_tables(
    application: Application,
    table_state: Annotated[Literal["open", "running", "over"], Parameter(query="state")] = "open",
    game: str | None = None,
    seats: int | None = None,
) -> list[TableRow]:
    named_game = game and catalog.rules(game).name
    found = await tables.list_lobby(application.store.database, table_state, MAX_LISTED, named_game)
    return [row_of(table) for table in found if seats is None or table.options.get("seats") == seats]


@get("/tables/mine", summary="List unfinished tables where the person has a seat")
async def my_tables(person: Person, application: Application) -> list[TableRow]:
    return [
        row_of(table, person.id) for table in await tables.list_unfinished_of(application.store.database, person.id)
    ]


@post(
    "/tables",
    request_max_body_size=MAX_COMPONENTS_BODY_BYTES,
    summary="Open a table and become its host; seats can be filled at once",
)
async def open_table(data: NewTable, person: Person, application: Application) -> TableOut:
    application.limits.tables.take(person.id)
    for seat in data.seats:
        if seat.bot is not None:
            check_level(seat.bot)
    own = None if data.components is None else await asyncio.to_thread(read_component_file, data.components)
    table = await application.registry.open(person, data.game, data.options, data.settings, data.visibility, own)
    if data.seats:
        await fill_seats(await application.registry.find(table), person, data)
    return TableOut(table)


@get("/tables/{table:str}", summary="Show a table as the person may see it")
async def show_table(table: str, visitor: Person | None, application: Application) -> Snapshot:
    return await (await application.registry.find(table)).snapshot(visitor.id if visitor else None)


@get("/tables/{table:str}/news", summary="List the entries after entry “since”")
async def table_news(
    table: str, visitor: Person | None, request: Request[Any, Any, Any], application: Application, since: Since = -1
) -> list[News]:
    """A long list counts as several requests."""
    news = await (await application.registry.find(table)).news_since(since, visitor.id if visitor else None)
    application.limits.addresses.charge(client_address(request), len(news) // ENTRIES_OF_A_REQUEST)
    return news


@post(
    "/tables/{table:str}/requests",
    status_code=200,
    responses={
        409: ResponseSpec(Conflict, generate_examples=False, description="The request is based on an outdated state"),
        422: ResponseSpec(Refused, generate_examples=False, description="The request is not possible, with the reason"),
    },
    summary="Send a request to a table: sit, leave, remove, bot, start, act …",
)
async def send_request(
    table: str, data: requests.Request, person: Person, application: Application
) -> Response[Answer | None]:
    answer = await ask(await application.registry.find(table), command_of(data, person))
    status = 409 if isinstance(answer, Conflict) else 422 if isinstance(answer, Refused) else 200
    return Response(answer, status_code=status, media_type=MediaType.JSON)


@get(
    "/tables/{table:str}/record",
    media_type="application/json",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="The record")},
    summary="Download the record; it includes the seed once the game is over",
)
async def record(table: str, application: Application) -> Response[bytes]:
    found = await (await application.registry.find(table)).record()
    name = f'attachment; filename="{table}.json"'
    return Response(found, media_type="application/json", headers={"content-disposition": name})


# -- chat ------------------------------------------------------------------------------------------------------------
@post("/tables/{table:str}/chat", summary="Post a chat line; for seated players")
async def post_chat(table: str, data: ChatLine, person: Person, application: Application) -> Said:
    application.limits.chat.take(person.id)
    return await post_line(application, check_id(table), person, data.text)


@get("/tables/{table:str}/chat", summary="List chat lines, except those of muted people")
async def read_chat(table: str, person: Person, application: Application, since: Since = 0) -> list[Said]:
    if (await tables.find(application.store.database, check_id(table))).closed is not None:
        raise Closed
    lines = await chat.list_messages(application.store.database, table, max(since, 0))
    return [to_message(table, line) for line in lines if line.account not in person.muted]


@put("/tables/{table:str}/mutes/{author:str}", summary="Mute an author at all tables")
async def mute(table: str, author: str, person: Person, application: Application) -> dict[str, bool]:
    return await _mute(table, author, person, application, True)


@delete("/tables/{table:str}/mutes/{author:str}", status_code=200, summary="Unmute an author")
async def unmute(table: str, author: str, person: Person, application: Application) -> dict[str, bool]:
    return await _mute(table, author, person, application, False)


async def _mute(table: str, author: str, person: Person, application: Application, muted: bool) -> dict[str, bool]:
    changed = await application.accounts.mute(person, await find_author(application, check_id(table), author), muted)
    application.registry.mute(person.id, changed.muted)
    application.cluster.broadcast(MuteUpdate(person=person.id, others=sorted(changed.muted)))
    return {"muted": muted}


def table_router(path: str) -> Router:
    handlers = [games, list_tables, my_tables, open_table, show_table, table_news, send_request, record]
    return Router(path, route_handlers=[*handlers, post_chat, read_chat, mute, unmute], tags=["tables"])
