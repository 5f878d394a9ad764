"""Serves the browser client from `static/`: one page at the base path, and assets named by their hashes."""

from __future__ import annotations

import gzip
import mimetypes
from functools import cache, lru_cache
from html import escape
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect
from litestar.status_codes import HTTP_307_TEMPORARY_REDIRECT

from niwashi.server.addresses import ALL_INTERFACES, is_local, shared_pages
from niwashi.server.application import Application
from niwashi.server.settings import Settings
from niwashi.store.errors import Unknown

STATIC = Path(__file__).parent.parent / "static"
INDEX = "index.html"
IMMUTABLE = "public, max-age=31536000, immutable"
"""Assets never change: their names contain a hash of their content."""
ONE_HOUR = "public, max-age=3600"
CLIENT_NOT_BUILT = (
    "the browser client is not built, so only the API is served; run `npm ci && npm run build` in web/, "
    "or scripts/play, which does both"
)
_COMPRESSIBLE = (".html", ".js", ".css", ".svg", ".json")
_MEDIA_TYPES = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".flac": "audio/flac",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
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


@lru_cache(maxsize=256)
def _content(name: str, compressed: bool, shared: str | None) -> bytes:
    content = _files()[name].read_bytes()
    if shared is not None:
        content = content.replace(b"<html ", f'<html data-shared="{escape(shared)}" '.encode(), 1)
    return gzip.compress(content, 9, mtime=0) if compressed else content


def file_response(name: str, request: AnyRequest, shared: str | None = None) -> Response[bytes]:
    """A file of the client, compressed if the browser accepts that."""
    if name not in _files() or not _files()[name].is_file():  # a new build may have replaced it
        raise Unknown("http/404", "there is no such page")
    compressed = name.endswith(_COMPRESSIBLE) and "gzip" in request.headers.get("accept-encoding", "")
    headers = {
        "cache-control": _cache_control(name),
        "vary": "accept-encoding",
        **({"content-encoding": "gzip"} if compressed else {}),
    }
    return Response(_content(name, compressed, shared), media_type=_media_type(name), headers=headers)


def _cache_control(name: str) -> str:
    return "no-cache" if name == INDEX else IMMUTABLE if name.startswith("assets/") else ONE_HOUR


def _media_type(name: str) -> str:
    return _MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"


@get("/", include_in_schema=False)
async def page(request: AnyRequest, application: Application) -> Response[bytes] | Redirect:
    """Its links are relative, so a URL without the final slash is redirected."""
    if not request.scope.get("raw_path", b"/").split(b"?")[0].endswith(b"/"):
        return Redirect(f"{application.settings.base_path}/", status_code=HTTP_307_TEMPORARY_REDIRECT)
    return file_response(INDEX, request, shared_page(request.url.hostname, application.settings))


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: str, request: AnyRequest) -> Response[bytes]:
    return file_response(f"assets/{name}", request)


@get("/niwashi.svg", include_in_schema=False)
async def icon(request: AnyRequest) -> Response[bytes]:
    return file_response("niwashi.svg", request)


@get("/t/{table:str}", include_in_schema=False)
async def short_link(table: str, application: Application) -> Redirect:
    """A link without the #. The client's own links have it, so that no server logs a private table's key."""
    return Redirect(f"{application.settings.base_path}/#/t/{table}", status_code=HTTP_307_TEMPORARY_REDIRECT)


def static_routes() -> list[HTTPRouteHandler]:
    return [page, asset, icon, short_link] if is_built() else []
