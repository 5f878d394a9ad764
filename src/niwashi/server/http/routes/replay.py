"""Routes for records of any origin: replay, review, and playing on."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec

from niwashi.analysis.output import ReviewOut
from niwashi.core.record import Record, check_limits
from niwashi.engine import catalog
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import client_address
from niwashi.server.application import Application
from niwashi.server.http.auth import take_study
from niwashi.server.workers.browser_studies import MAX_FINDINGS_BYTES, FoundPage, FoundReview
from niwashi.wire import TableSettings
from niwashi.wire.http import Progress, TableOut
from niwashi.wire.replay import MAX_EVENTS, Replay, replay_record

MAX_RECORD_BYTES = 256 << 10
"""A long game with all its notes has some tens of thousands."""
EVENTS_PER_STUDY = 200
"""A longer record counts as several towards the limit: it takes that much longer."""
Events = Annotated[int, msgspec.Meta(ge=0, le=MAX_EVENTS)]


class StudyRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    since: Events = 0
    """The number of events that the client already has."""
    until: Events | None = None
    """Stop after so many events; at the record's end if left out."""


@post(
    "/study",
    status_code=200,
    request_max_body_size=MAX_RECORD_BYTES,
    summary="Replay a record: views, effects, choices",
)
async def show_replay(data: StudyRequest, request: Request[Any, Any, Any], application: Application) -> Replay:
    """Returns the same messages that a table sends. Nothing is stored."""
    record = check_limits(data.record)
    for _ in range(0, len(record.events) + 1, EVENTS_PER_STUDY):
        application.limits.studies.take(client_address(request))
    # In a thread, and not in the job queue behind the bots.
    return await asyncio.to_thread(replay_record, record, data.since, data.until)


class ReviewRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record


@post(
    "/study/analysis", status_code=202, request_max_body_size=MAX_RECORD_BYTES, summary="Start the review of any record"
)
async def begin_record_review(data: ReviewRequest, person: Person, application: Application) -> Progress:
    """Only this node keeps the review, for a while. The response contains the hash to poll with."""
    application.limits.reviews.take(person.id)
    return application.advice.review_record(check_limits(data.record))


@get("/study/analysis/{record:str}", summary="Show the review of a record or its progress, by the record's hash")
async def show_record_review(record: str, application: Application) -> Progress:
    return application.advice.record_progress(record)


@post(
    "/study/analysis/found",
    status_code=200,
    guards=[take_study],
    request_max_body_size=MAX_FINDINGS_BYTES,
    summary="Judgements of some of a record's actions by a client's findings, and its next tasks",
)
async def found_page(data: FoundPage, person: Person, application: Application) -> Response[bytes]:
    """A client that computes a review itself begins without findings. Lines of play in them are replayed."""
    check_limits(data.record)
    if not data.findings:
        application.limits.reviews.take(person.id)
    return Response(await application.studies.review_page(data), media_type=MediaType.JSON)


@post(
    "/study/analysis/summary",
    status_code=200,
    guards=[take_study],
    request_max_body_size=MAX_FINDINGS_BYTES,
    summary="The review that a client's judgements add up to",
)
async def found_review(data: FoundReview, person: Person, application: Application) -> ReviewOut:
    """For this client only: nothing is stored."""
    check_limits(data.record)
    return await application.studies.review(data)


class PlayOnRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    until: Events | None = None
    """Continue after so many events; after all of them if left out."""
    settings: TableSettings = TableSettings()
    visibility: Literal["public", "private"] = "private"


@post("/study/tables", request_max_body_size=MAX_RECORD_BYTES, summary="Open a table that continues a record")
async def play_on(data: PlayOnRequest, person: Person, application: Application) -> TableOut:
    """Seating, bots and the start work as at any table."""
    application.limits.tables.take(person.id)
    record = check_limits(data.record)
    return TableOut(await application.registry.open_from(person, record, data.until, data.settings, data.visibility))


@get(
    "/daily/{game:str}",
    media_type="application/json",
    responses={200: ResponseSpec(dict[str, Any], generate_examples=False, description="The record")},
    summary="Show the record of the game of the day, which bots have played",
)
async def daily_game(game: str, application: Application) -> Response[bytes]:
    played = await application.daily.record(catalog.rules(game).name)
    return Response(played, media_type="application/json", headers={"cache-control": "no-cache"})


def replay_router(path: str) -> Router:
    return Router(
        path,
        route_handlers=[
            show_replay,
            begin_record_review,
            found_page,
            found_review,
            show_record_review,
            play_on,
            daily_game,
        ],
        tags=["records"],
    )
