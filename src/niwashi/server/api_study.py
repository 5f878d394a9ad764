"""The API of records: told again for replays and lessons, whether they were played here or come from a file."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, Router, post

from niwashi.core.record import Record
from niwashi.server.guarding import address_of
from niwashi.server.house import House
from niwashi.server.tasks import Tell
from niwashi.wire.study import MOST_EVENTS, Study

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
async def tell_record(data: Studied, request: Request[Any, Any, Any], house: House) -> Response[Study]:
    """Nothing is kept. What is told is what a table tells: a replay is the same stream, served at another speed."""
    house.limits.studies.take(address_of(request))
    task = Tell(record=data.record.to_json(), since=data.since, until=data.until)
    told = await house.thinkers.do(task)
    return Response(told, media_type=MediaType.JSON)  # type: ignore[arg-type]  # it is written already


def study_router(path: str) -> Router:
    return Router(path, route_handlers=[tell_record], tags=["records"])
