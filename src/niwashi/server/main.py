"""`niwashi serve`: runs the application under uvicorn, from start-up to a graceful shutdown."""

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
from niwashi.server import garden_files, think_files
from niwashi.server.addresses import own_page
from niwashi.server.application import Application
from niwashi.server.bind import bind_sockets
from niwashi.server.front import make_front
from niwashi.server.http.app import create_app
from niwashi.server.http.body_budget import BodyBudget
from niwashi.server.http.early_refusal import EarlyRefusal
from niwashi.server.http.server_config import make_config
from niwashi.server.http.socket_app import SocketApp
from niwashi.server.http.startup_gate import Gate
from niwashi.server.http.static_files import CLIENT_NOT_BUILT, is_built
from niwashi.server.http.ticket_app import TicketApp
from niwashi.server.ops.garbage import collect_when_idle
from niwashi.server.ops.logging_setup import configure_logging
from niwashi.server.settings import Settings, unknown_settings
from niwashi.server.workers.precompile import log_compiled, log_progress, precompile_in_background
from niwashi.server.workers.warmup import RULES_PARTS

log = structlog.get_logger()


@dataclass(frozen=True)
class ServerCallbacks:
    """Called when the server listens, when clients can be served, and when it begins to shut down."""

    on_listening: Callable[[Settings], None] = lambda _: None
    on_ready: Callable[[], None] = lambda: None
    on_closing: Callable[[], None] = lambda: None
    progress: CompileProgress = field(default_factory=CompileProgress)


class Server(uvicorn.Server):
    """Closes the application before the sockets, so that clients are told to reconnect."""

    def __init__(self, config: uvicorn.Config, application: Application, callbacks: ServerCallbacks) -> None:
        super().__init__(config)
        self._application, self._callbacks = application, callbacks

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settings = self._application.settings
        log.info("listening", address=own_page(settings), host=settings.host, port=settings.port)
        if not is_built():
            log.warning("no client", sentence=CLIENT_NOT_BUILT)
        elif sentence := think_files.problem():
            log.info("bots think here", sentence=sentence)
        self._callbacks.on_listening(settings)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing")
        self._callbacks.on_closing()
        await self._application.close()
        await super().shutdown(sockets)
        if self._captured_signals and not self._application.prepared:
            exit_now("before the rules were ready")
        self._captured_signals.clear()  # otherwise uvicorn raises them again, and a graceful end becomes a failure
        log.info("closed")


def serve(settings: Settings, callbacks: ServerCallbacks | None = None) -> None:
    """Run until SIGTERM or Ctrl-C. Raises if the server cannot start."""
    callbacks = callbacks or ServerCallbacks()
    front = "front" if settings.process_count > 1 else None
    configure_logging(settings.log, settings.log_level, front)
    for name, meant in unknown_settings(os.environ).items():
        log.warning("unknown setting", name=name, meant=meant or "unknown")
    if sentence := garden_files.problem(settings.garden):
        log.warning("no garden", sentence=sentence)
    with ExitStack() as held:
        sockets = [held.enter_context(bound) for bound in bind_sockets(settings.host, settings.port)]
        make = make_front if settings.process_count > 1 else Application
        application = make(replace(settings, port=sockets[0].getsockname()[1]))
        app = SocketApp(application, BodyBudget(TicketApp(application, create_app(application))))
        gate = Gate(application, EarlyRefusal(application, app), callbacks.progress)
        server = Server(make_config(gate, application.settings), application, callbacks)
        runner = held.enter_context(asyncio.Runner(loop_factory=server.config.get_loop_factory()))
        runner.run(_serve(application, server, sockets, callbacks))


async def _serve(
    application: Application, server: Server, sockets: list[socket.socket], callbacks: ServerCallbacks
) -> None:
    with _exit_on_signals() as restore_signals:
        async with application.open():
            if application.settings.redis:  # until this node is prepared, others serve the clients
                await application.prepare()
            restore_signals()  # uvicorn handles signals from here on
            serving = asyncio.create_task(server.serve(sockets))
            try:
                await _serve_prepared(application, serving, callbacks)
            finally:
                server.should_exit = True
                await serving


async def _serve_prepared(application: Application, serving: asyncio.Task[None], callbacks: ServerCallbacks) -> None:
    settings, progress = application.settings, callbacks.progress
    if not application.prepared:
        progress.expect("the rules", of=RULES_PARTS)
        async with log_progress(progress):
            await application.prepare()
        if progress.begun:
            log_compiled(progress)
    writer = application.store.database.log_writer_pid
    log.info("serving", address=own_page(settings), host=settings.host, port=settings.port, writer_pid=writer)
    callbacks.on_ready()
    async with (
        nullcontext() if settings.redis else precompile_in_background(application.advice.compiled, progress),
        collect_when_idle(application.metrics),
    ):
        if application.processes is not None:
            application.processes.follow_compiling(application.advice.compiled)
        await serving


def exit_now(why: str) -> NoReturn:
    """A thread that compiles cannot be stopped, and nothing can be lost before clients are served."""
    log.info("stopped", why=why)
    sys.stdout.flush()
    os._exit(0)


@contextmanager
def _exit_on_signals() -> Iterator[Callable[[], None]]:
    """Exit at once on a signal before the server listens. Yields a function that ends this."""
    loop = asyncio.get_running_loop()
    signals = (signal.SIGINT, signal.SIGTERM)

    def restore_signals() -> None:
        for one in signals:
            loop.remove_signal_handler(one)

    for one in signals:
        loop.add_signal_handler(one, exit_now, "before it listened")
    try:
        yield restore_signals
    finally:
        restore_signals()
