"""The API of advice: a hint for who is to act, a review of a game that is over."""

from __future__ import annotations

import msgspec
from litestar import MediaType, Response, Router, get, post

from niwashi.server.access.accounts import Person
from niwashi.server.application import House
from niwashi.server.workers.advice import done
from niwashi.store.reviews import review_of
from niwashi.store.validation import check_id
from niwashi.wire.http import Progress


@post("/tables/{table:str}/hints", status_code=200, summary="What should I do now, and why?")
async def hint(table: str, person: Person, house: House) -> Response[bytes]:
    """As `niwashi hint --json` has it. Takes some seconds at most; asked again it is there at once."""
    house.limits.hints.take(person.id)
    found = await (await house.keeper.find(table)).hint(person.id)
    return Response(found, media_type=MediaType.JSON)


@post("/tables/{table:str}/analysis", status_code=202, summary="Have a finished game reviewed; ask for it again below")
async def begin_review(table: str, person: Person, house: House) -> Progress:
    house.limits.reviews.take(person.id)
    return await _kept(house, table) or await _under_way(house, table, person.id)


@get("/tables/{table:str}/analysis", summary="The review, or how far it is")
async def show_review(table: str, house: House, person: Person) -> Progress:
    """As `niwashi analyse --json` has it, without names."""
    return await _kept(house, table) or await _under_way(house, table, None)


async def _kept(house: House, table: str) -> Progress | None:
    found = await review_of(house.store.database, check_id(table))
    return None if found is None else done(found)


async def _under_way(house: House, table: str, person: str | None) -> Progress:
    raw = await (await house.keeper.find(table)).review(person)
    return msgspec.json.decode(raw, type=Progress)


def advice_router(path: str) -> Router:
    return Router(path, route_handlers=[hint, begin_review, show_review], tags=["advice"])
