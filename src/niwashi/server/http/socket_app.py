"""The ASGI application of all sockets, in front of the HTTP routes, whose routing would cost more than a handshake."""

from __future__ import annotations

import re
from typing import Any

import structlog
from litestar import WebSocket
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketDisconnect
from litestar.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from niwashi.core.errors import NiwashiError
from niwashi.server.application import Application
from niwashi.server.error_status import status_of
from niwashi.server.http.sockets import REFUSED, Socket, lobby_socket, table_socket
from niwashi.server.settings import NODE_PATHS

log = structlog.get_logger()
TABLES, SOCKET, LOBBY = "/api/tables/", "/socket", "/api/lobby/socket"
TO_NODE = re.compile(rf"/{NODE_PATHS}/[^/]+(?={TABLES})")
"""By this a proxy leads to one node. Any node serves it: the table may have moved meanwhile."""


class SocketApp:
    """A table process has no other application."""

    def __init__(self, application: Application, http: ASGIApp | None = None) -> None:
        self._application, self._http = application, http
        self._base = application.settings.base_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._open(scope, WebSocket(scope, receive, send), send)
        elif self._http is not None:
            await self._http(scope, receive, send)

    async def _open(self, scope: Any, socket: Socket, send: Send) -> None:
        """A socket that is refused before it was accepted gets the status 403."""
        try:
            await self._serve(socket, scope["path"])
        except (WebSocketDisconnect, ClientDisconnected):
            pass
        except NiwashiError as error:
            await send({"type": "websocket.close", "code": REFUSED + status_of(error), "reason": error.code})
        except Exception as error:
            log.error("internal error", path=SOCKET, exc_info=error)
            await send({"type": "websocket.close", "code": REFUSED + 500, "reason": "server/mistake"})

    async def _serve(self, socket: Socket, path: str) -> None:
        path = TO_NODE.sub("", path.removeprefix(self._base), count=1)
        table = path.removeprefix(TABLES).removesuffix(SOCKET)
        if path == LOBBY:
            await lobby_socket(socket, self._application)
        elif path == f"{TABLES}{table}{SOCKET}" and "/" not in table:
            await table_socket(socket, self._application, table)
        else:
            raise NiwashiError("http/404", "there is no such socket")
