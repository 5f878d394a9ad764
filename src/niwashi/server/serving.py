"""`niwashi serve`: the application under uvicorn, from start to a graceful end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace

import structlog
import uvicorn

from niwashi.server.app import create_app
from niwashi.server.compiling import compiling_ahead
from niwashi.server.directly import Protocol
from niwashi.server.house import House
from niwashi.server.listening import bound_sockets
from niwashi.server.logs import write_logs
from niwashi.server.pages import WITHOUT_CLIENT, is_built
from niwashi.server.settings import Settings, unknown_settings
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
        settings = self._house.settings
        shown = f"[{settings.host}]" if ":" in settings.host else settings.host
        address = f"http://{shown}:{settings.port}{settings.base_path}/"
        log.info("serving", address=address, host=settings.host, port=settings.port)
        if self._opened:
            self._opened(address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing")
        await self._house.close()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # uvicorn would die of them once more, and a graceful end is no failure
        log.info("closed")


def serve(settings: Settings, opened: Callable[[str], None] | None = None) -> None:
    """Until SIGTERM or Ctrl-C. `opened` is told the address once visitors may come.

    Raises what keeps it from starting.
    """
    write_logs(settings.log, settings.log_level)
    for name, meant in unknown_settings(os.environ).items():
        log.warning("unknown setting", name=name, meant=meant or "nothing that we know")
    if not is_built():
        log.warning("no client", sentence=WITHOUT_CLIENT)
    with ExitStack() as held:
        sockets = [held.enter_context(bound) for bound in bound_sockets(settings.host, settings.port)]
        house = House(replace(settings, port=sockets[0].getsockname()[1]))
        server = Server(_config(house), house, opened)
        runner = held.enter_context(asyncio.Runner(loop_factory=server.config.get_loop_factory()))
        runner.run(_serve(house, server, sockets))


def _config(house: House) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(house),
        host=house.settings.host,
        port=house.settings.port,
        ws=Protocol,
        ws_max_size=LARGEST_REQUEST,
        ws_max_queue=16,
        ws_per_message_deflate=False,  # every socket would compress the same news anew, and keep 300 kB for it
        proxy_headers=house.settings.behind_proxy,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="off",
    )


async def _serve(house: House, server: Server, sockets: list[socket.socket]) -> None:
    with _ending_at_once() as opened:
        async with house.open():
            opened()
            async with nullcontext() if house.settings.redis else compiling_ahead(house.adviser.compiled):
                await server.serve(sockets)


@contextmanager
def _ending_at_once() -> Iterator[Callable[[], None]]:
    """Until the house is open nobody is here, and nothing waits that a sudden end could lose."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def end() -> None:
        log.info("stopped", why="before anybody was let in")
        os._exit(0)

    def opened() -> None:
        for one in signals:
            loop.remove_signal_handler(one)

    for one in signals:
        loop.add_signal_handler(one, end)
    try:
        yield opened
    finally:
        opened()
