"""The short way to a ticket: whoever comes back after a lost connection asks for one, often with thousands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request
from litestar.types import ASGIApp, Receive, ReceiveMessage, Scope, Send

from niwashi.core.errors import NiwashiError
from niwashi.server.access.security import check_origin, client_address, security_headers
from niwashi.server.access.tickets import LOBBY
from niwashi.server.application import Application
from niwashi.server.http.auth import COOKIE
from niwashi.server.http.request_log import note_response
from niwashi.server.http.routes.accounts import TicketRequest, issue_ticket
from niwashi.wire.http import TicketOut

PATH = "/api/tickets"


class TicketApp:
    """Issues tickets to people whose sessions are in memory, without routing and queries. All others, and everything
    that is to be refused, are left to the route."""

    def __init__(self, application: Application, app: ASGIApp) -> None:
        self._application, self._app = application, app
        self._path = application.settings.base_path + PATH
        self._headers = [*security_headers(application.settings), (b"content-type", b"application/json")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != self._path or scope.get("method") != "POST":
            await self._app(scope, receive, send)
            return
        first = await receive()
        issued = await self._issue(Request(scope), first)
        if issued is None:
            await self._app(scope, _again(first, receive), send)
        else:
            await self._answer(scope, send, msgspec.json.encode(issued))

    async def _issue(self, request: Request[Any, Any, Any], message: Mapping[str, Any]) -> TicketOut | None:
        """None if the route is to do it."""
        application, limits, address = self._application, self._application.limits, client_address(request)
        person = application.accounts.find_known(request.cookies.get(COOKIE))
        channel = None if message.get("more_body") else _channel(message.get("body", b""))
        if person is None or channel is None or not limits.addresses.has(address) or not limits.people.has(person.id):
            return None
        try:
            check_origin(request, application.settings)
            application.bans.check(address, person.id)
            limits.addresses.take(address)
            limits.people.take(person.id)
            application.round_trips.observe(request, person.id, address)
            return await issue_ticket(application, person, channel)
        except NiwashiError:  # also where tickets are kept in Redis, and it cannot be reached
            return None

    async def _answer(self, scope: Scope, send: Send, content: bytes) -> None:
        headers = [*self._headers, (b"content-length", b"%d" % len(content))]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})
        note_response(self._application.metrics, "POST", PATH, 201)


def _channel(body: bytes) -> str | None:
    try:
        return msgspec.json.decode(body, type=TicketRequest).table or LOBBY
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _again(first: ReceiveMessage, receive: Receive) -> Receive:
    """What has been read, and then the rest."""
    messages: list[Any] = [first]

    async def receive_again() -> Any:
        return messages.pop() if messages else await receive()

    return receive_again
