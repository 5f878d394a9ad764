"""The API of advice: a hint for who is to act, a review of a game that is over."""

from __future__ import annotations

import msgspec
from litestar import MediaType, Response, Router, get, post

from niwashi.server.access.accounts import Person
from niwashi.server.application import Application
from niwashi.server.workers.advice import Progress, finished
from niwashi.store.reviews import load_review
from niwashi.store.validation import check_id


@post("/tables/{table:str}/hints", status_code=200, summary="What should I do now, and why?")
async def hint(table: str, person: Person, application: Application) -> Response[bytes]:
    """As `niwashi hint --json` has it. Takes some seconds at most; asked again it is there at once."""
    application.limits.hints.take(person.id)
    found = await (await application.registry.find(table)).hint(person.id)
    return Response(found, media_type=MediaType.JSON)


@post("/tables/{table:str}/analysis", status_code=202, summary="Have a finished game reviewed; ask for it again below")
async def begin_review(table: str, person: Person, application: Application) -> Progress:
    application.limits.reviews.take(person.id)
    return await _stored_review(application, table) or await _review_progress(application, table, person.id)


@get("/tables/{table:str}/analysis", summary="The review, or how far it is")
async def show_review(table: str, application: Application, person: Person) -> Progress:
    """As `niwashi analyse --json` has it, without names."""
    return await _stored_review(application, table) or await _review_progress(application, table, None)


async def _stored_review(application: Application, table: str) -> Progress | None:
    found = await load_review(application.store.database, check_id(table))
    return None if found is None else finished(found)


async def _review_progress(application: Application, table: str, person: str | None) -> Progress:
    raw = await (await application.registry.find(table)).review(person)
    return msgspec.json.decode(raw, type=Progress)


def advice_router(path: str) -> Router:
    return Router(path, route_handlers=[hint, begin_review, show_review], tags=["advice"])
