"""Routes for hints during a game and for the review of a finished one."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, post

from niwashi.analysis.findings import StudyTask
from niwashi.analysis.output import HintOut
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import client_address
from niwashi.server.application import Application
from niwashi.server.http.auth import take_study
from niwashi.server.workers.advice import finished
from niwashi.server.workers.browser_studies import MAX_FINDINGS_BYTES, FoundHint
from niwashi.store.reviews import load_review
from niwashi.store.validation import check_id
from niwashi.wire.http import Progress


@post("/tables/{table:str}/hints", status_code=200, summary="Recommend an action, with reasons")
async def hint(table: str, person: Person, application: Application) -> Response[bytes]:
    """The format of `niwashi hint --json`. Takes a few seconds; the same hint again is immediate."""
    application.limits.hints.take(person.id)
    found = await (await application.registry.find(table)).hint(person.id)
    return Response(found, media_type=MediaType.JSON)


@post("/tables/{table:str}/hints/task", status_code=200, summary="What a client must find out to compute a hint itself")
async def hint_task(table: str, person: Person, request: Request[Any, Any, Any], application: Application) -> StudyTask:
    application.limits.studies.take(client_address(request))
    return await application.studies.hint_task(await (await application.registry.find(table)).hint_job(person.id))


@post(
    "/tables/{table:str}/hints/found",
    status_code=200,
    guards=[take_study],
    request_max_body_size=MAX_FINDINGS_BYTES,
    summary="The hint that follows from a client's findings",
)
async def found_hint(table: str, data: FoundHint, person: Person, application: Application) -> HintOut:
    """The same format, for this client only. Lines of play in the findings are replayed."""
    application.limits.hints.take(person.id)
    job = await (await application.registry.find(table)).hint_job(person.id)
    return await application.studies.hint(job, data)


@post(
    "/tables/{table:str}/analysis",
    status_code=202,
    summary="Start the review of a finished game; poll the next route for it",
)
async def begin_review(table: str, person: Person, application: Application) -> Progress:
    application.limits.reviews.take(person.id)
    return await _stored_review(application, table) or await _review_progress(application, table, person.id)


@get("/tables/{table:str}/analysis", summary="Show the review or its progress")
async def show_review(table: str, application: Application, person: Person) -> Progress:
    """The format of `niwashi analyse --json`, without names."""
    return await _stored_review(application, table) or await _review_progress(application, table, None)


async def _stored_review(application: Application, table: str) -> Progress | None:
    found = await load_review(application.store.database, check_id(table))
    return None if found is None else finished(found)


async def _review_progress(application: Application, table: str, person: str | None) -> Progress:
    raw = await (await application.registry.find(table)).review(person)
    return msgspec.json.decode(raw, type=Progress)


def advice_router(path: str) -> Router:
    return Router(path, route_handlers=[hint, hint_task, found_hint, begin_review, show_review], tags=["advice"])
