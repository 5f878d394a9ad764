"""The API of records: told again for replays and lessons, whether they were played here or come from a file."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, get, post

from niwashi.core.record import Record, check_record
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import address_of
from niwashi.server.application import House
from niwashi.wire import TableSettings
from niwashi.wire.http import Progress, TableOut
from niwashi.wire.replay import MOST_EVENTS, Replay, study

LARGEST_RECORD = 256 << 10
"""Bytes that may be sent; a long game with all its notes has some tens of thousands."""
Events = Annotated[int, msgspec.Meta(ge=0, le=MOST_EVENTS)]


class Studied(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    since: Events = 0
    """How many events are known already."""
    until: Events | None = None
    """Where to stop; at the record's end if left out."""


@post("/study", status_code=200, request_max_body_size=LARGEST_RECORD, summary="Tell a record: views, effects, choices")
async def tell_record(data: Studied, request: Request[Any, Any, Any], house: House) -> Replay:
    """Nothing is kept. What is told is what a table tells: a replay is the same stream, served at another speed."""
    house.limits.studies.take(address_of(request))
    record = check_record(data.record)
    return await asyncio.to_thread(study, record, data.since, data.until)  # not behind what bots think about


# -- reviews -----------------------------------------------------------------------------------------------------------
class Wanted(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record


@post("/study/analysis", status_code=202, request_max_body_size=LARGEST_RECORD, summary="Have any record reviewed")
async def begin_study(data: Wanted, person: Person, house: House) -> Progress:
    """Kept for a while by the node that made it; its hash, which the answer has, is all one needs to ask again."""
    house.limits.reviews.take(person.id)
    return house.adviser.study(check_record(data.record))


@get("/study/analysis/{record:str}", summary="The review of a record, by its hash, or how far it is")
async def show_study(record: str, house: House) -> Progress:
    return house.adviser.studied(record)


# -- playing on --------------------------------------------------------------------------------------------------------
class PlayedOn(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    until: Events | None = None
    """The table starts after so many of its events; after all of them if left out."""
    settings: TableSettings = TableSettings()
    visibility: Literal["public", "private"] = "private"


@post("/study/tables", request_max_body_size=LARGEST_RECORD, summary="Open a table that goes on from a record")
async def play_on(data: PlayedOn, person: Person, house: House) -> TableOut:
    """Seats, bots and the start are asked for as at any table."""
    house.limits.tables.take(person.id)
    record = check_record(data.record)
    return TableOut(await house.keeper.open_from(person, record, data.until, data.settings, data.visibility))


def study_router(path: str) -> Router:
    return Router(path, route_handlers=[tell_record, begin_study, show_study, play_on], tags=["records"])
