"""How uvicorn serves the application, in a node of one process, in a front and in a table process."""

from __future__ import annotations

import uvicorn
from litestar.types import ASGIApp

from niwashi.server.http.bounded_http import BoundedHttpProtocol
from niwashi.server.realtime.direct_websocket import DirectWebSocketProtocol
from niwashi.server.settings import Settings
from niwashi.wire.requests import MAX_REQUEST_BYTES

SHUTDOWN_SECONDS = 10
"""How long requests may take during the shutdown."""


def make_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=BoundedHttpProtocol,
        ws=DirectWebSocketProtocol,
        ws_max_size=MAX_REQUEST_BYTES,
        ws_max_queue=16,
        ws_per_message_deflate=False,  # each socket would compress the same news again, and need 300 kB
        proxy_headers=settings.behind_proxy,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        lifespan="off",
    )
