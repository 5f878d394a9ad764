"""Liveness, readiness and metrics."""

from __future__ import annotations

from litestar import MediaType, Response, get
from sqlalchemy import text

from niwashi.core.errors import NiwashiError
from niwashi.server.application import Application


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def alive() -> str:
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def ready(application: Application) -> Response[str]:
    """503 during start-up and shutdown, without the store or room in it, or without the configured Redis."""
    if not application.ready:
        return Response("not ready", status_code=503, media_type=MediaType.TEXT)
    if not application.cluster.up:
        return Response("server/redis", status_code=503, media_type=MediaType.TEXT)
    try:
        async with application.store.database.read_transaction() as connection:
            await connection.execute(text("SELECT 1"))
        await application.store_health.check(application.store.database)
    except NiwashiError as error:
        return Response(error.code, status_code=503, media_type=MediaType.TEXT)
    return Response("ok", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def metrics(application: Application) -> Response[bytes]:
    return Response(application.metrics.text(), media_type="text/plain; version=0.0.4")
