"""The ASGI app: routes, dependencies, and the checks of every request."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Request
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import BeforeMessageSendHookHandler, Message, Scope

from niwashi import __version__
from niwashi.server.access.accounts import Person
from niwashi.server.access.security import SAFE_METHODS, check_origin, client_address, security_headers
from niwashi.server.application import Application
from niwashi.server.http.auth import provide_person, provide_visitor
from niwashi.server.http.early_refusal import is_unlimited
from niwashi.server.http.error_handlers import HANDLERS
from niwashi.server.http.openapi import describe_errors
from niwashi.server.http.request_log import note_response
from niwashi.server.http.routes.accounts import account_router
from niwashi.server.http.routes.advice import advice_router
from niwashi.server.http.routes.components import components_router
from niwashi.server.http.routes.health import alive, metrics, ready
from niwashi.server.http.routes.replay import replay_router
from niwashi.server.http.routes.score import score_router
from niwashi.server.http.routes.tables import table_router
from niwashi.server.http.startup_gate import startup
from niwashi.server.http.static_files import static_routes
from niwashi.wire.requests import MAX_REQUEST_BYTES

ROUTERS = (account_router, table_router, components_router, advice_router, replay_router, score_router)


def create_app(application: Application) -> Litestar:
    """The application must be open before the first request. Sockets are not among the routes (`SocketApp`)."""
    app = Litestar(
        [*(router("/api") for router in ROUTERS), alive, ready, metrics, startup, *static_routes()],
        path=application.settings.base_path or None,
        dependencies={
            "application": Provide(lambda: application, sync_to_thread=False, use_cache=False),
            "visitor": Provide(provide_visitor),
            "person": Provide(provide_person),
        },
        before_request=_make_request_check(application),
        before_send=[_make_response_hook(application)],
        exception_handlers=HANDLERS,
        openapi_config=_openapi_config(),
        request_max_body_size=MAX_REQUEST_BYTES,
        logging_config=None,
        signature_types=[Application, Person],
        state=State({"application": application}),
    )
    describe_errors(app.openapi_schema)
    return app


def _openapi_config() -> OpenAPIConfig:
    """JSON only: the usual viewers load scripts from other sites."""
    return OpenAPIConfig(
        title="Niwashi",
        version=__version__,
        path="/api/schema",
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
    )


def _make_request_check(application: Application) -> Any:
    async def check(request: Request[Any, Any, Any]) -> None:
        if request.method not in SAFE_METHODS:
            check_origin(request, application.settings)
        if not is_unlimited(request.url.path, application.settings.base_path):
            address = client_address(request)
            application.limits.addresses.take(address)
            application.bans.check(address)

    return check


def _make_response_hook(application: Application) -> BeforeMessageSendHookHandler:
    headers = security_headers(application.settings)

    async def finish(message: Message, scope: Scope) -> None:
        """Add the security headers."""
        if message["type"] != "http.response.start":
            return
        present = {name.lower() for name, _ in message["headers"]}
        message["headers"] = [*message["headers"], *(header for header in headers if header[0] not in present)]
        method, path = scope.get("method", "-"), scope.get("path_template", "-")
        note_response(application.metrics, str(method), path, message["status"])

    return finish
