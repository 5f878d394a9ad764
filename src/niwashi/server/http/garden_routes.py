"""What a browser keeps for times without a line, and the service worker that opens it then (docs/site.md)."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from niwashi.server.application import Application
from niwashi.server.garden_files import LIST, PAGE, content, find_garden
from niwashi.server.http.media_types import IMMUTABLE, media_type
from niwashi.store.errors import Unknown

SERVICE_WORKER = Path(__file__).with_name("service_worker.js")
COMPRESSIBLE = (".html", ".json", ".mjs", ".so", ".wasm", ".webmanifest")
AnyRequest = Request[object, object, State]


@cache
def _service_worker() -> bytes:
    return SERVICE_WORKER.read_bytes()


@get("/service-worker.js", include_in_schema=False)
async def service_worker() -> Response[bytes]:
    """Also where no garden is offered: browsers that have kept one look here for a newer worker."""
    return Response(_service_worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: AnyRequest, application: Application) -> Response[bytes]:
    return await _answer("manifest.webmanifest", request, application)


@get("/garden/{name:str}", include_in_schema=False)
async def list_or_page(name: str, request: AnyRequest, application: Application) -> Response[bytes]:
    return await _answer(f"garden/{name}", request, application)


@get("/garden/{folder:str}/{name:str}", include_in_schema=False)
async def part(folder: str, name: str, request: AnyRequest, application: Application) -> Response[bytes]:
    return await _answer(f"garden/{folder}/{name}", request, application)


async def _answer(name: str, request: AnyRequest, application: Application) -> Response[bytes]:
    """Compressing Pyodide takes a second, once: in a thread, so that nobody waits for it."""
    garden = find_garden(application.settings.garden)
    if garden is None or name not in garden.names:
        raise Unknown("http/404", "there is no such page")
    packed = name.endswith(COMPRESSIBLE) and "gzip" in request.headers.get("accept-encoding", "")
    try:
        found = await asyncio.to_thread(content, garden, name, packed)
    except FileNotFoundError:  # the folder was written anew
        raise Unknown("http/404", "there is no such page") from None
    encoding = {"content-encoding": "gzip"} if packed else {}
    caching = "no-cache" if name in (LIST, PAGE, "manifest.webmanifest") else IMMUTABLE
    headers = {"cache-control": caching, "vary": "accept-encoding", **encoding}
    return Response(found, media_type=media_type(name), headers=headers)


def garden_routes() -> list[HTTPRouteHandler]:
    return [service_worker, manifest, list_or_page, part]
