"""Sessions: the cookie, and the person that it identifies, as dependencies of the handlers."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from niwashi.server.access.accounts import Person, no_session
from niwashi.server.access.security import client_address
from niwashi.server.application import Application
from niwashi.server.settings import Settings

COOKIE = "niwashi_session"
AnyRequest = Request[Any, Any, Any]


async def provide_visitor(request: AnyRequest, application: Application) -> Person | None:
    visitor = await application.accounts.find_by_token(request.cookies.get(COOKIE))
    if visitor is not None:
        address = client_address(request)
        application.bans.check(address, visitor.id)
        application.round_trips.observe(request, visitor.id, address)
    return visitor


async def provide_person(visitor: Person | None, application: Application) -> Person:
    """Requires a session. The rate limit counts all of a person's connections together."""
    if visitor is None:
        raise no_session()
    application.limits.people.take(visitor.id)
    return visitor


def take_study(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard, and so before the body is read: large ones are not even received beyond the rate."""
    application: Application = connection.app.state.application
    application.limits.studies.take(client_address(connection))


def with_session(response: Response[Any], token: str, settings: Settings) -> Response[Any]:
    response.set_cookie(_cookie(token, round(settings.session_days * 24 * 60 * 60), settings))
    return response


def without_session(response: Response[Any], settings: Settings) -> Response[Any]:
    response.set_cookie(_cookie("", 0, settings))
    return response


def _cookie(token: str, seconds: int, settings: Settings) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=seconds,
        path=settings.base_path or "/",
        httponly=True,
        samesite="lax",
        secure=settings.secure_cookies,
    )
