"""Routes for component sets: the one that the project ships, and the check of a host's own. Nothing is stored."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, Router, get, post

from niwashi.core.components import MAX_FILE_BYTES
from niwashi.server.access.security import client_address
from niwashi.server.application import Application
from niwashi.wire.components import CheckedComponents, ComponentsToCheck, check_components, shipped_components

MAX_COMPONENTS_BODY_BYTES = 2 * MAX_FILE_BYTES
"""JSON escapes line breaks and quotation marks, so a text is longer there."""


@get("/games/{game:str}/components", summary="Show the component set that the project ships, with its sources")
async def show_components(game: str) -> CheckedComponents:
    return shipped_components(game)


@post(
    "/games/{game:str}/components/check",
    status_code=200,
    request_max_body_size=MAX_COMPONENTS_BODY_BYTES,
    summary="Check a component file: what it has, and everything that is wrong with it",
)
async def check_component_file(
    game: str, data: ComponentsToCheck, request: Request[Any, Any, Any], application: Application
) -> CheckedComponents:
    """In a thread: some TOML takes tens of milliseconds."""
    application.limits.studies.take(client_address(request))
    return await asyncio.to_thread(check_components, game, data.components)


def components_router(path: str) -> Router:
    return Router(path, route_handlers=[show_components, check_component_file], tags=["tables"])
