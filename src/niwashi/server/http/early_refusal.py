"""Refuses clients whose rate is used up, before anything is computed for them: routing, sessions, handshakes."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from niwashi.server.access.security import address_of, security_headers
from niwashi.server.application import Application
from niwashi.server.ops.rate_limits import too_many_requests
from niwashi.wire.messages import Problem

PROBES = ("/healthz", "/readyz", "/metrics")
"""Asked for by monitoring, as often as it likes."""
STATUS = 429


def is_unlimited(path: str, base: str) -> bool:
    path = path.removeprefix(base)
    return path in PROBES or path.startswith("/assets/")


class EarlyRefusal:
    """What it lets pass still takes from the rate where it is checked."""

    def __init__(self, application: Application, app: ASGIApp) -> None:
        self._limits, self._metrics, self._app = application.limits, application.metrics, app
        self._base = application.settings.base_path
        error = too_many_requests()
        self._content = msgspec.json.encode(Problem(code=error.code, sentence=error.sentence))
        self._headers = [
            *security_headers(application.settings),
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(self._content)),
            (b"connection", b"close"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._limits.addresses.has(address_of(scope.get("client"))) or is_unlimited(scope["path"], self._base):
            await self._app(scope, receive, send)
            return
        await self._refuse("websocket." if scope["type"] == ScopeType.WEBSOCKET else "", send)
        self._metrics.requests.labels(str(STATUS)).inc()

    async def _refuse(self, prefix: str, send: Any) -> None:
        await send({"type": f"{prefix}http.response.start", "status": STATUS, "headers": self._headers})
        await send({"type": f"{prefix}http.response.body", "body": self._content})
