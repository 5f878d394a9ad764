"""`niwashi serve`: the application under uvicorn, from start to a graceful end."""

from __future__ import annotations

import socket
from collections.abc import Callable

import structlog
import uvicorn

from niwashi.core.errors import BadOptions
from niwashi.server.app import create_app
from niwashi.server.house import House
from niwashi.server.logs import write_json_logs
from niwashi.server.pages import WITHOUT_CLIENT, is_built
from niwashi.server.settings import Settings
from niwashi.wire.requests import LARGEST_REQUEST

log = structlog.get_logger()
PATIENCE = 10
"""Seconds for what is under way when we go down."""


class Server(uvicorn.Server):
    """Closes the house before it cuts the sockets, so that everybody hears when to come back."""

    def __init__(self, config: uvicorn.Config, house: House, opened: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._house, self._opened = house, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            ports = [bound.getsockname()[1] for server in self.servers for bound in server.sockets]
            port = ports[0] if ports else self.config.port
            log.info("serving", host=self.config.host, port=port)
            if self._opened:
                self._opened(f"http://{self.config.host}:{port}{self._house.settings.base_path}/")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing")
        await self._house.close()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # uvicorn would die of them once more, and a graceful end is no failure
        log.info("closed")


def serve(settings: Settings, opened: Callable[[str], None] | None = None) -> None:
    """Until SIGTERM or Ctrl-C. `opened` is told the address once visitors may come."""
    write_json_logs()
    if not is_built():
        log.warning("no client", sentence=WITHOUT_CLIENT)
    house = House(settings)
    config = uvicorn.Config(
        create_app(house),
        host=settings.host,
        port=settings.port,
        ws_max_size=LARGEST_REQUEST,
        ws_max_queue=16,
        ws_per_message_deflate=False,  # every socket would compress the same news anew, and keep 300 kB for it
        proxy_headers=settings.behind_proxy,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="on",
    )
    server = Server(config, house, opened)
    server.run()
    if not server.started:
        raise BadOptions("options/serve", f"the server could not start on {settings.host}:{settings.port}")
