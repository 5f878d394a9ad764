"""`niwashi serve`: the application under uvicorn, from start to a graceful end."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import NoReturn

import structlog
import uvicorn

from niwashi.parallel.progress import CompileProgress
from niwashi.server.addresses import own_page
from niwashi.server.application import House
from niwashi.server.bind import bound_sockets
from niwashi.server.http.app import create_app
from niwashi.server.http.starting import Gate
from niwashi.server.http.static_files import WITHOUT_CLIENT, is_built
from niwashi.server.ops.logging_setup import write_logs
from niwashi.server.realtime.direct_websocket import Protocol
from niwashi.server.settings import Settings, unknown_settings
from niwashi.server.workers.precompile import compiling_ahead, log_compiled, logged
from niwashi.server.workers.warmup import RULES_PARTS
from niwashi.wire.requests import MAX_REQUEST_BYTES

log = structlog.get_logger()
PATIENCE = 10
"""Seconds for what is under way when we go down."""


@dataclass(frozen=True)
class Watching:
    """What whoever started the server is told: where it is, as soon as it listens, and when visitors can play."""

    listening: Callable[[Settings], None] = lambda _: None
    ready: Callable[[], None] = lambda: None
    closing: Callable[[], None] = lambda: None
    progress: CompileProgress = field(default_factory=CompileProgress)


class Server(uvicorn.Server):
    """Closes the house before it cuts the sockets, so that everybody hears when to come back."""

    def __init__(self, config: uvicorn.Config, house: House, watching: Watching) -> None:
        super().__init__(config)
        self._house, self._watching = house, watching

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settings = self._house.settings
        log.info("listening", address=own_page(settings), host=settings.host, port=settings.port)
        self._watching.listening(settings)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing")
        self._watching.closing()
        await self._house.close()
        await super().shutdown(sockets)
        if self._captured_signals and not self._house.opened:
            end_at_once("before the rules were ready")
        self._captured_signals.clear()  # uvicorn would die of them once more, and a graceful end is no failure
        log.info("closed")


def serve(settings: Settings, watching: Watching | None = None) -> None:
    """Until SIGTERM or Ctrl-C. Raises what keeps it from starting."""
    watching = watching or Watching()
    write_logs(settings.log, settings.log_level)
    for name, meant in unknown_settings(os.environ).items():
        log.warning("unknown setting", name=name, meant=meant or "nothing that we know")
    if not is_built():
        log.warning("no client", sentence=WITHOUT_CLIENT)
    with ExitStack() as held:
        sockets = [held.enter_context(bound) for bound in bound_sockets(settings.host, settings.port)]
        house = House(replace(settings, port=sockets[0].getsockname()[1]))
        server = Server(_config(house, watching.progress), house, watching)
        runner = held.enter_context(asyncio.Runner(loop_factory=server.config.get_loop_factory()))
        runner.run(_serve(house, server, sockets, watching))


def _config(house: House, progress: CompileProgress) -> uvicorn.Config:
    return uvicorn.Config(
        Gate(house, create_app(house), progress),
        host=house.settings.host,
        port=house.settings.port,
        ws=Protocol,
        ws_max_size=MAX_REQUEST_BYTES,
        ws_max_queue=16,
        ws_per_message_deflate=False,  # every socket would compress the same news anew, and keep 300 kB for it
        proxy_headers=house.settings.behind_proxy,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=PATIENCE,
        lifespan="off",
    )


async def _serve(house: House, server: Server, sockets: list[socket.socket], watching: Watching) -> None:
    with _ending_at_once() as uncaught:
        async with house.open():
            if house.settings.redis:  # there are other nodes, and who comes now is better served by them
                await house.prepare()
            uncaught()  # the server catches them from here on
            serving = asyncio.create_task(server.serve(sockets))
            try:
                await _serve_prepared(house, serving, watching)
            finally:
                server.should_exit = True
                await serving


async def _serve_prepared(house: House, serving: asyncio.Task[None], watching: Watching) -> None:
    settings, progress = house.settings, watching.progress
    if not house.opened:
        progress.expect("the rules", of=RULES_PARTS)
        async with logged(progress):
            await house.prepare()
        if progress.begun:
            log_compiled(progress)
    log.info("serving", address=own_page(settings), host=settings.host, port=settings.port)
    watching.ready()
    async with nullcontext() if settings.redis else compiling_ahead(house.adviser.compiled, progress):
        await serving


def end_at_once(why: str) -> NoReturn:
    """A thread that compiles cannot be stopped, and there is nothing yet that a sudden end could lose."""
    log.info("stopped", why=why)
    sys.stdout.flush()
    os._exit(0)


@contextmanager
def _ending_at_once() -> Iterator[Callable[[], None]]:
    """Before we listen; then nobody is here."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def uncaught() -> None:
        for one in signals:
            loop.remove_signal_handler(one)

    for one in signals:
        loop.add_signal_handler(one, end_at_once, "before it listened")
    try:
        yield uncaught
    finally:
        uncaught()
