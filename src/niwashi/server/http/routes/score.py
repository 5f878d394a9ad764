"""The route that scores a game on a real table. Nothing is stored."""

from __future__ import annotations

from typing import Any

from litestar import Router, post

from niwashi.wire.score import ScoredSheet, score

MAX_SHEET_BYTES = 32 << 10
"""Five seats with thirty rounds each take a third of that."""


@post("/score", status_code=200, request_max_body_size=MAX_SHEET_BYTES, summary="Score a real table: gardens or rounds")
async def score_table(data: dict[str, Any]) -> ScoredSheet:
    """Takes a millisecond or two, so it needs no thread."""
    return score(data)


def score_router(path: str) -> Router:
    return Router(path, route_handlers=[score_table], tags=["records"])
