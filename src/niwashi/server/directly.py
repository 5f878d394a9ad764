"""The server's own `send` for sockets that are open: everything is told to many, and every layer in between costs."""

from __future__ import annotations

from typing import Any, cast

from litestar import WebSocket
from litestar.types import ASGIApp, Receive, Scope, Send

KEY = "niwashi.send"


def keeping_send(app: ASGIApp) -> ASGIApp:
    """The application, which can then find what the server gave it."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        scope[KEY] = send  # type: ignore[literal-required]  # a key of our own
        await app(scope, receive, send)

    return called


def direct_send(socket: WebSocket[Any, Any, Any]) -> Send:
    """Not past anything that we hang before messages: nothing of that concerns those of an open socket."""
    return cast(Send, socket.scope.get(KEY, socket.send))
