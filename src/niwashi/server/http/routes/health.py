"""Liveness, readiness and metrics."""

from __future__ import annotations

from litestar import MediaType, Response, get

from niwashi.core.errors import NiwashiError
from niwashi.server.application import Application
from niwashi.server.ops.merged_metrics import merge_metrics


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def alive() -> str:
    return "ok"


@get("/readyz", media_type=MediaType.TEXT, include_in_schema=False)
async def ready(application: Application) -> Response[str]:
    """503 during start-up and shutdown, without the store or room in it, without the configured Redis, or while a
    table process is being replaced."""
    if not application.ready:
        return Response("not ready", status_code=503, media_type=MediaType.TEXT)
    if not application.cluster.up:
        return Response("server/redis", status_code=503, media_type=MediaType.TEXT)
    try:
        await application.check_store()
        if application.processes is not None:
            await application.processes.check_ready()
    except NiwashiError as error:
        return Response(error.code, status_code=503, media_type=MediaType.TEXT)
    return Response("ok", media_type=MediaType.TEXT)


@get("/metrics", include_in_schema=False)
async def metrics(application: Application) -> Response[bytes]:
    text = application.metrics.text()
    if application.processes is not None:
        text = merge_metrics({"front": text, **await application.processes.metrics_texts()})
    return Response(text, media_type="text/plain; version=0.0.4")
