"""The API of score sheets: for people at a real table. Nothing of it is kept."""

from __future__ import annotations

from typing import Any

from litestar import Router, post

from niwashi.wire.score import ScoredSheet, score

LARGEST_SHEET = 32 << 10
"""Bytes; five seats with thirty rounds each have a third of that."""


@post("/score", status_code=200, request_max_body_size=LARGEST_SHEET, summary="Score a real table: gardens or rounds")
async def score_table(data: dict[str, Any]) -> ScoredSheet:
    """A millisecond or two, so it is done at once."""
    return score(data)


def score_router(path: str) -> Router:
    return Router(path, route_handlers=[score_table], tags=["records"])
