"""The requests that a client makes over HTTP, answered here: the paths and bodies of docs/http-api.md."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

import msgspec

from niwashi import bots
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.record import Record, check_limits, read_record
from niwashi.engine import catalog
from niwashi.site.browser import jobs
from niwashi.site.browser.errors import NoSession, NotHere, Unknown, status_of
from niwashi.site.browser.host import Exported, LocalHost
from niwashi.site.browser.reviews import Reviews, key_of
from niwashi.site.browser.storage import YOU
from niwashi.table.table import MAX_MISSING_ENTRIES
from niwashi.wire import TableSettings, read_request
from niwashi.wire.components import ComponentsToCheck, check_components, shipped_components
from niwashi.wire.http import GameOut, GamesOut, Me, MyGame, MyGamesOut, NewTable, TableOut, TicketOut
from niwashi.wire.messages import Problem, TableRow
from niwashi.wire.replay import Replay, replay_record
from niwashi.wire.requests import MAX_NEW_NAME_LENGTH
from niwashi.wire.score import score

PAGE_SIZE = 20
MAX_NEWS = 200


class Named(msgspec.Struct):
    name: str


class Study(msgspec.Struct, kw_only=True):
    record: Record
    since: int = 0
    until: int | None = None
    settings: TableSettings = TableSettings()


class Call(msgspec.Struct):
    """A request: what stands in the path's place, what stands behind its question mark, and its body."""

    place: str
    query: dict[str, str]
    body: bytes


Handler: TypeAlias = Callable[["Routes", Call], Awaitable[Any]]
_routes: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """`*` in the path stands for one part of it."""
    pattern = re.compile(re.escape(path).replace(r"\*", "([^/]+)"))

    def register(handler: Handler) -> Handler:
        _routes.append((method, pattern, handler))
        return handler

    return register


class Routes:
    def __init__(self, host: LocalHost) -> None:
        self.host, self.reviews = host, Reviews(host.bridge)

    async def answer(self, method: str, address: str, body: str) -> tuple[int, str]:
        """The status and the JSON of the answer."""
        try:
            found = await self._handle(method, address, body.encode())
            return 200, _encode(found)
        except NiwashiError as error:
            return status_of(error), _encode(Problem(code=error.code, sentence=error.sentence, about=error.about))
        except msgspec.DecodeError as error:
            return 400, _encode(Problem(code="wire/request", sentence=f"not a request: {error}"))

    async def _handle(self, method: str, address: str, body: bytes) -> Any:
        parts = urlsplit(address)
        query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        for known, pattern, handler in _routes:
            matched = pattern.fullmatch(parts.path)
            if matched and known == method:
                return await handler(self, Call(next(iter(matched.groups()), ""), query, body))
        raise NotHere("site/server", "this needs a server: a garden without one has no other people")


def _encode(found: Any) -> str:
    return msgspec.json.encode(found).decode()


# -- who you are -------------------------------------------------------------------------------------------------------
@route("GET", "session")
async def show_session(routes: Routes, call: Call) -> Me:
    if not routes.host.name:
        raise NoSession("people/session", "no name yet; give one with POST /api/session")
    return Me(routes.host.name, guest=True)


@route("POST", "session")
@route("PUT", "session")
async def set_name(routes: Routes, call: Call) -> Me:
    name = " ".join(msgspec.json.decode(call.body, type=Named).name.split())
    if not 0 < len(name) <= MAX_NEW_NAME_LENGTH or not name.isprintable():
        raise NiwashiError(
            "people/name", f"a name has 1 to {MAX_NEW_NAME_LENGTH} printable characters; got {quote(name)}"
        )
    routes.host.name = name
    return Me(name, guest=True)


@route("POST", "tickets")
async def ticket(routes: Routes, call: Call) -> TicketOut:
    return TicketOut(YOU, "")


# -- lists -------------------------------------------------------------------------------------------------------------
@route("GET", "games")
async def games(routes: Routes, call: Call) -> GamesOut:
    found = [catalog.rules(name) for name in catalog.names()]
    listed = [GameOut(g.name, g.title, list(g.seats), g.options({}).as_dict()) for g in found]
    return GamesOut(listed, list(bots.names()))


@route("GET", "tables")
async def open_tables(routes: Routes, call: Call) -> list[TableRow]:
    """Nobody else has any."""
    return []


@route("GET", "tables/mine")
async def my_tables(routes: Routes, call: Call) -> list[TableRow]:
    return [one.row for one in await routes.host.stored() if one.row.state != "over"]


@route("GET", "accounts/me/games")
async def my_games(routes: Routes, call: Call) -> MyGamesOut:
    """A game counts as won only by who held a single seat."""
    wanted, name = call.query.get("game"), call.query.get("name", "").casefold()
    found = [one.finished for one in await routes.host.stored() if one.finished is not None]
    found = [one for one in found if wanted in (None, one.game) and _names(one, name)]
    first = max(0, _number(call, "after", 0))
    more = first + PAGE_SIZE < len(found)
    won = sum([seat.place for seat in one.seats if seat.you] == [1] for one in found)
    page = found[first : first + PAGE_SIZE]
    return MyGamesOut(games=page, count=len(found), won=won, next=str(first + PAGE_SIZE) if more else None)


def _number(call: Call, name: str, default: int) -> int:
    text = call.query.get(name, str(default))
    if not text.removeprefix("-").isdecimal():
        raise NiwashiError("wire/request", f"`{name}` must be a whole number; got {quote(text)}")
    return int(text)


def _names(game: MyGame, name: str) -> bool:
    return any(name in seat.name.casefold() for seat in game.seats)


# -- tables ------------------------------------------------------------------------------------------------------------
@route("POST", "tables")
async def open_table(routes: Routes, call: Call) -> TableOut:
    opened = await routes.host.open(msgspec.json.decode(call.body, type=NewTable))
    return TableOut(opened.table.id)


@route("GET", "tables/*")
async def show_table(routes: Routes, call: Call) -> Any:
    return (await routes.host.find(call.place)).table.snapshot(YOU, routes.host.bridge.now())


@route("GET", "tables/*/news")
async def table_news(routes: Routes, call: Call) -> Any:
    table = (await routes.host.find(call.place)).table
    newest = table.told_seq
    first = max(_number(call, "since", -1), newest - MAX_NEWS)
    steps = range(first, newest, MAX_MISSING_ENTRIES)
    return [one for at in steps for one in table.news(at, min(at + MAX_MISSING_ENTRIES, newest))]


@route("POST", "tables/*/requests")
async def send_request(routes: Routes, call: Call) -> Any:
    return await (await routes.host.find(call.place)).handle(routes.host.command(read_request(call.body)))


@route("GET", "tables/*/record")
async def record(routes: Routes, call: Call) -> Any:
    return msgspec.Raw(await routes.host.record(call.place))


@route("GET", "records")
async def export(routes: Routes, call: Call) -> Exported:
    return await routes.host.export()


@route("POST", "records")
async def keep_records(routes: Routes, call: Call) -> dict[str, int]:
    """The text of a file with a record a line."""
    return await routes.host.shelf.add(msgspec.json.decode(call.body, type=str))


@route("GET", "tables/*/chat")
async def no_chat(routes: Routes, call: Call) -> list[Any]:
    return []


# -- advice ------------------------------------------------------------------------------------------------------------
@route("POST", "tables/*/hints")
async def hint(routes: Routes, call: Call) -> Any:
    table = (await routes.host.find(call.place)).table
    seat = table.seat_of(YOU)
    if not table.settings.hints:
        raise NiwashiError("hint/off", "hints are turned off at this table")
    if seat is None or seat not in table.seats_awaited:
        raise NiwashiError("hint/turn", "it is not your turn; hints are only available on your turn")
    return msgspec.Raw(await jobs.think(routes.host.bridge, jobs.advise(table.record(), seat)))


@route("POST", "tables/*/analysis")
async def begin_review(routes: Routes, call: Call) -> Any:
    return routes.reviews.start(await _finished(routes, call.place))


@route("GET", "tables/*/analysis")
async def show_review(routes: Routes, call: Call) -> Any:
    return routes.reviews.progress(key_of(await _finished(routes, call.place)))


async def _finished(routes: Routes, table: str) -> Record:
    found = read_record(await routes.host.record(table))
    if found.result is None:
        raise NiwashiError("analysis/over", "a game can be reviewed only when it is over")
    return found


# -- records, sheets, boxes --------------------------------------------------------------------------------------------
@route("POST", "study")
async def show_replay(routes: Routes, call: Call) -> Replay:
    study = _study(call)
    return replay_record(study.record, study.since, study.until)


@route("POST", "study/analysis")
async def begin_record_review(routes: Routes, call: Call) -> Any:
    return routes.reviews.start(_study(call).record)


@route("GET", "study/analysis/*")
async def show_record_review(routes: Routes, call: Call) -> Any:
    return routes.reviews.progress(call.place)


@route("POST", "study/tables")
async def play_on(routes: Routes, call: Call) -> TableOut:
    study = _study(call)
    return TableOut((await routes.host.open_from(study.record, study.until, study.settings)).table.id)


def _study(call: Call) -> Study:
    study = msgspec.json.decode(call.body, type=Study)
    check_limits(study.record)
    return study


@route("POST", "score")
async def score_table(routes: Routes, call: Call) -> Any:
    return score(msgspec.json.decode(call.body, type=dict[str, Any]))


@route("GET", "games/*/components")
async def show_components(routes: Routes, call: Call) -> Any:
    return shipped_components(call.place)


@route("POST", "games/*/components/check")
async def check_component_file(routes: Routes, call: Call) -> Any:
    return check_components(call.place, msgspec.json.decode(call.body, type=ComponentsToCheck).components)


@route("GET", "daily/*")
async def daily(routes: Routes, call: Call) -> Any:
    raise Unknown("site/server", "the garden of the day needs a server")
