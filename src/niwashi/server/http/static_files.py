"""Serves the browser client from `static/`: one page at the base path, and assets named by their hashes."""

from __future__ import annotations

import gzip
import json
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect
from litestar.status_codes import HTTP_307_TEMPORARY_REDIRECT

from niwashi.server import think_files
from niwashi.server.addresses import ALL_INTERFACES, is_local, shared_pages
from niwashi.server.application import Application
from niwashi.server.garden_files import find_garden
from niwashi.server.http.garden_routes import garden_routes
from niwashi.server.http.media_types import IMMUTABLE, media_type
from niwashi.server.settings import Settings
from niwashi.store.errors import Unknown

STATIC = Path(__file__).parent.parent / "static"
INDEX = "index.html"
MANIFEST = b'<link rel="manifest" href="./manifest.webmanifest" />'
ONE_HOUR = "public, max-age=3600"
CLIENT_NOT_BUILT = (
    "the browser client is not built, so only the API is served; run `npm ci && npm run build` in web/, "
    "or scripts/play, which does both"
)
_COMPRESSIBLE = (".html", ".js", ".css", ".svg", ".json", ".wasm")
AnyRequest = Request[object, object, State]


def is_built() -> bool:
    return (STATIC / INDEX).is_file()


@cache
def _files() -> dict[str, Path]:
    """All files, listed once: no URL can reach any other."""
    return {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}


def shared_page(host: str | None, settings: Settings) -> str | None:
    """The page's URL for other devices, or "" if there is none; only told to a browser on this machine.

    Returns None for other clients, which must not learn the machine's addresses.
    """
    local = host is None or is_local(host) or host in ALL_INTERFACES
    return next(iter(shared_pages(settings)), "") if local else None


def offered_garden(settings: Settings) -> str | None:
    """The version of the garden that a browser may keep; None if there is none."""
    garden = find_garden(settings.garden)
    return garden.version if garden else None


@lru_cache(maxsize=256)
def _content(name: str, compressed: bool, shared: str | None, offered: str | None) -> bytes:
    content = _files()[name].read_bytes()
    if shared is not None:
        content = content.replace(b"<html ", f'<html data-shared="{escape(shared)}" '.encode(), 1)
    if offered is not None:
        content = content.replace(b"<html ", f'<html data-offered="{offered}" '.encode(), 1)
        content = content.replace(b"</title>", b"</title>" + MANIFEST, 1)
    return gzip.compress(content, 9, mtime=0) if compressed else content


def file_response(
    name: str, request: AnyRequest, shared: str | None = None, offered: str | None = None
) -> Response[bytes]:
    """A file of the client, compressed if the browser accepts that."""
    if name not in _files() or not _files()[name].is_file():  # a new build may have replaced it
        raise Unknown("http/404", "there is no such page")
    compressed = name.endswith(_COMPRESSIBLE) and "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "cache-control": _cache_control(name),
        "vary": "accept-encoding",
        **({"content-encoding": "gzip"} if compressed else {}),
    }
    return Response(_content(name, compressed, shared, offered), media_type=media_type(name), headers=headers)


def _cache_control(name: str) -> str:
    return "no-cache" if name == INDEX else IMMUTABLE if name.startswith("assets/") else ONE_HOUR


@get("/", include_in_schema=False)
async def page(request: AnyRequest, application: Application) -> Response[bytes] | Redirect:
    """Its links are relative, so a URL without the final slash is redirected."""
    if not request.scope.get("raw_path", b"/").split(b"?")[0].endswith(b"/"):
        return Redirect(f"{application.settings.base_path}/", status_code=HTTP_307_TEMPORARY_REDIRECT)
    settings = application.settings
    return file_response(INDEX, request, shared_page(request.url.hostname, settings), offered_garden(settings))


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: str, request: AnyRequest) -> Response[bytes]:
    return file_response(f"assets/{name}", request)


@get("/think/index.json", include_in_schema=False)
async def think_index() -> Response[bytes]:
    """The files with which browsers compute bots: none, if this server has none."""
    content = json.dumps({"games": think_files.index()}).encode()
    return Response(content, media_type="application/json", headers={"cache-control": "no-cache"})


@get("/think/{name:str}", include_in_schema=False)
async def think_file(name: str, request: AnyRequest) -> Response[bytes]:
    compressed = "gzip" in request.headers.get("accept-encoding", "")
    content = _think_content(name, compressed)
    encoding = {"content-encoding": "gzip"} if compressed else {}
    headers = {"cache-control": IMMUTABLE, "vary": "accept-encoding", **encoding}
    return Response(content, media_type=media_type(name), headers=headers)


@lru_cache(maxsize=16)
def _think_content(name: str, compressed: bool) -> bytes:
    content = think_files.content(name)
    if content is None:
        raise Unknown("http/404", "there is no such page")
    return gzip.compress(content, 9, mtime=0) if compressed else content


@get("/niwashi.svg", include_in_schema=False)
async def icon(request: AnyRequest) -> Response[bytes]:
    return file_response("niwashi.svg", request)


@get("/t/{table:str}", include_in_schema=False)
async def short_link(table: str, application: Application) -> Redirect:
    """A link without the #. The client's own links have it, so that no server logs a private table's key."""
    return Redirect(f"{application.settings.base_path}/#/t/{table}", status_code=HTTP_307_TEMPORARY_REDIRECT)


def static_routes() -> list[HTTPRouteHandler]:
    files = [page, asset, think_index, think_file, icon, short_link]
    return [*files, *garden_routes()] if is_built() else []
