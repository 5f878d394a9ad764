"""The API of records: told again for replays and lessons, whether they were played here or come from a file."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Router, get, post

from niwashi.core.record import Record, check_limits
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import client_address
from niwashi.server.application import Application
from niwashi.server.http.routes.tables import TableOut
from niwashi.server.workers.advice import Progress
from niwashi.wire import TableSettings
from niwashi.wire.replay import MAX_EVENTS, Replay, replay_record

MAX_RECORD_BYTES = 256 << 10
"""Bytes that may be sent; a long game with all its notes has some tens of thousands."""
Events = Annotated[int, msgspec.Meta(ge=0, le=MAX_EVENTS)]


class StudyRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    since: Events = 0
    """How many events are known already."""
    until: Events | None = None
    """Where to stop; at the record's end if left out."""


@post(
    "/study", status_code=200, request_max_body_size=MAX_RECORD_BYTES, summary="Tell a record: views, effects, choices"
)
async def tell_record(data: StudyRequest, request: Request[Any, Any, Any], application: Application) -> Replay:
    """Nothing is kept. What is told is what a table tells: a replay is the same stream, served at another speed."""
    application.limits.studies.take(client_address(request))
    record = check_limits(data.record)
    return await asyncio.to_thread(replay_record, record, data.since, data.until)  # not behind what bots think about


# -- reviews -----------------------------------------------------------------------------------------------------------
class ReviewRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record


@post("/study/analysis", status_code=202, request_max_body_size=MAX_RECORD_BYTES, summary="Have any record reviewed")
async def begin_record_review(data: ReviewRequest, person: Person, application: Application) -> Progress:
    """Kept for a while by the node that made it; its hash, which the answer has, is all one needs to ask again."""
    application.limits.reviews.take(person.id)
    return application.advice.review_record(check_limits(data.record))


@get("/study/analysis/{record:str}", summary="The review of a record, by its hash, or how far it is")
async def show_record_review(record: str, application: Application) -> Progress:
    return application.advice.record_progress(record)


# -- playing on --------------------------------------------------------------------------------------------------------
class PlayOnRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    until: Events | None = None
    """The table starts after so many of its events; after all of them if left out."""
    settings: TableSettings = TableSettings()
    visibility: Literal["public", "private"] = "private"


@post("/study/tables", request_max_body_size=MAX_RECORD_BYTES, summary="Open a table that goes on from a record")
async def play_on(data: PlayOnRequest, person: Person, application: Application) -> TableOut:
    """Seats, bots and the start are asked for as at any table."""
    application.limits.tables.take(person.id)
    record = check_limits(data.record)
    return TableOut(await application.registry.open_from(person, record, data.until, data.settings, data.visibility))


def replay_router(path: str) -> Router:
    return Router(
        path, route_handlers=[tell_record, begin_record_review, show_record_review, play_on], tags=["records"]
    )
