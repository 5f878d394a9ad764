"""The API of tables: making, finding, everything one can ask of one, chat, records."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Response, Router, delete, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from niwashi import bots
from niwashi.engine import catalog
from niwashi.server.access.accounts import Person
from niwashi.server.application import House
from niwashi.server.cluster.messages import Muted
from niwashi.server.http.chat import find_author, said, say
from niwashi.server.realtime.lobby import MOST_LISTED, row_of
from niwashi.store import chat, tables
from niwashi.store.errors import Closed
from niwashi.store.validation import check_id
from niwashi.table import Command
from niwashi.wire import Answer, Conflict, News, Refused, Snapshot, requests
from niwashi.wire.http import GameOut, GamesOut, NewTable, TableOut
from niwashi.wire.messages import Said, TableRow

Since = Annotated[int, Parameter(ge=-1, le=1_000_000)]


class Line(msgspec.Struct, forbid_unknown_fields=True):
    text: str


@get("/games", summary="What can be played, and against which bots")
async def games() -> GamesOut:
    found = [catalog.rules(name) for name in catalog.names()]
    listed = [GameOut(g.name, g.title, list(g.seats), g.options({}).as_dict()) for g in found]
    return GamesOut(listed, list(bots.names()))


# -- finding and making ------------------------------------------------------------------------------------------------
@get("/tables", summary="Public tables, the one where something happened last first")
async def list_tables(
    house: House,
    table_state: Annotated[Literal["open", "running", "over"], Parameter(query="state")] = "open",
    game: str | None = None,
    seats: int | None = None,
) -> list[TableRow]:
    named_game = game and catalog.rules(game).name
    found = await tables.in_lobby(house.store.database, table_state, MOST_LISTED, named_game)
    return [row_of(table) for table in found if seats is None or table.options.get("seats") == seats]


@get("/tables/mine", summary="Tables where I have a seat and the game is not over")
async def my_tables(person: Person, house: House) -> list[TableRow]:
    return [row_of(table, person.id) for table in await tables.to_continue(house.store.database, person.id)]


@post("/tables", summary="Open a table; who opens it is its host")
async def open_table(data: NewTable, person: Person, house: House) -> TableOut:
    house.limits.tables.take(person.id)
    return TableOut(await house.keeper.open(person, data.game, data.options, data.settings, data.visibility))


# -- at a table ------------------------------------------------------------------------------------------------------
@get("/tables/{table:str}", summary="All of it, as I may see it")
async def show_table(table: str, visitor: Person | None, house: House) -> Snapshot:
    return await (await house.keeper.find(table)).show(visitor.id if visitor else None)


@get("/tables/{table:str}/news", summary="What happened after entry “since”")
async def table_news(table: str, visitor: Person | None, house: House, since: Since = -1) -> list[News]:
    return await (await house.keeper.find(table)).since(since, visitor.id if visitor else None)


def named(request: requests.Sit | Any, person: Person) -> Any:
    """Nobody sits down under another's name."""
    return msgspec.structs.replace(request, name=person.name) if isinstance(request, requests.Sit) else request


@post(
    "/tables/{table:str}/requests",
    status_code=200,
    responses={
        409: ResponseSpec(Conflict, generate_examples=False, description="It builds on what is no longer so"),
        422: ResponseSpec(Refused, generate_examples=False, description="Not possible, and why"),
    },
    summary="Ask something of a table: sit, leave, remove, bot, start, act …",
)
async def ask_table(table: str, data: requests.Request, person: Person, house: House) -> Response[Answer | None]:
    found = await house.keeper.find(table)
    answer = await found.ask(Command(named(data, person), person.id))
    status = 409 if isinstance(answer, Conflict) else 422 if isinstance(answer, Refused) else 200
    return Response(answer, status_code=status, media_type=MediaType.JSON)


@get(
    "/tables/{table:str}/record",
    media_type="application/json",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="The record")},
    summary="The record; with its seed once it is over",
)
async def record(table: str, house: House) -> Response[bytes]:
    found = await (await house.keeper.find(table)).recall()
    name = f'attachment; filename="{table}.json"'
    return Response(found, media_type="application/json", headers={"content-disposition": name})


# -- chat ------------------------------------------------------------------------------------------------------------
@post("/tables/{table:str}/chat", summary="Say something at a table where one sits")
async def say_something(table: str, data: Line, person: Person, house: House) -> Said:
    house.limits.chat.take(person.id)
    return await say(house, check_id(table), person, data.text)


@get("/tables/{table:str}/chat", summary="What was said, without those one has muted")
async def read_chat(table: str, person: Person, house: House, since: Since = 0) -> list[Said]:
    if (await tables.find(house.store.database, check_id(table))).closed is not None:
        raise Closed
    lines = await chat.latest(house.store.database, table, max(since, 0))
    return [said(table, line) for line in lines if line.account not in person.muted]


@put("/tables/{table:str}/mutes/{author:str}", summary="Read no more of what an author says, at any table")
async def mute(table: str, author: str, person: Person, house: House) -> dict[str, bool]:
    return await _mute(table, author, person, house, True)


@delete("/tables/{table:str}/mutes/{author:str}", status_code=200, summary="Read them again")
async def unmute(table: str, author: str, person: Person, house: House) -> dict[str, bool]:
    return await _mute(table, author, person, house, False)


async def _mute(table: str, author: str, person: Person, house: House, muted: bool) -> dict[str, bool]:
    changed = await house.people.mute(person, await find_author(house, check_id(table), author), muted)
    house.keeper.mute(person.id, changed.muted)
    house.neighbours.broadcast(Muted(person=person.id, others=sorted(changed.muted)))
    return {"muted": muted}


def table_router(path: str) -> Router:
    handlers = [games, list_tables, my_tables, open_table, show_table, table_news, ask_table, record]
    return Router(path, route_handlers=[*handlers, say_something, read_chat, mute, unmute], tags=["tables"])
