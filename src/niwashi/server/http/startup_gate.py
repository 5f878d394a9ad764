"""Answers requests until the rules are loaded or compiled: a progress page, and 503 for the API."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from niwashi.parallel.progress import CompileProgress
from niwashi.server.access.security import security_headers
from niwashi.server.application import Application
from niwashi.server.http.startup_page import StartupStatus, language_in, page, startup_status
from niwashi.server.http.static_files import is_built
from niwashi.wire.messages import Problem

RETRY_SECONDS = 2
NOT_YET = "the server is starting: it loads its rules, or compiles them once for this machine; try again in a moment"
Headers = dict[bytes, bytes]


@get("/starting", include_in_schema=False)
async def startup() -> StartupStatus:
    """The progress page asks this; once the application answers, the server is ready."""
    return StartupStatus(ready=True)


class Gate:
    """Passes requests on to the application once it is prepared."""

    def __init__(self, application: Application, app: ASGIApp, progress: CompileProgress) -> None:
        self._application, self._app, self._progress = application, app, progress
        self._headers = dict(security_headers(application.settings))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(self._application.settings.base_path)
        if self._application.prepared:
            await self._app(scope, receive, send)
        elif scope["type"] == ScopeType.WEBSOCKET or path.startswith("/api/"):
            await self._refuse(scope, send)
        elif path == "/starting":
            status = startup_status(self._progress, _language(scope))
            await self._answer(send, 200, {b"content-type": b"application/json"}, msgspec.json.encode(status))
        elif path == "/" and is_built():
            await self._show_page(scope, send)
        else:
            await self._app(scope, receive, send)

    async def _refuse(self, scope: Scope, send: Send) -> None:
        about: dict[str, int | str] = {"done": self._progress.done, "of": self._progress.of}
        content = msgspec.json.encode(Problem(code="server/starting", sentence=NOT_YET, about=about))
        prefix = "websocket." if scope["type"] == ScopeType.WEBSOCKET else ""
        await self._answer(send, 503, {b"content-type": b"application/json"}, content, prefix)

    async def _show_page(self, scope: Scope, send: Send) -> None:
        language = _language(scope)
        content, policy = page(startup_status(self._progress, language), language)
        headers = {b"content-type": b"text/html; charset=utf-8", b"content-security-policy": policy.encode()}
        await self._answer(send, 503, headers, b"" if scope.get("method") == "HEAD" else content)

    async def _answer(self, send: Any, status: int, headers: Headers, content: bytes, prefix: str = "") -> None:
        retry = {b"retry-after": str(RETRY_SECONDS).encode()} if status == 503 else {}
        everything = {**self._headers, **headers, **retry, b"content-length": str(len(content)).encode()}
        await send({"type": f"{prefix}http.response.start", "status": status, "headers": list(everything.items())})
        await send({"type": f"{prefix}http.response.body", "body": content})


def _language(scope: Scope) -> str:
    return language_in(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))
