"""A table process, and the template that it is forked from: `python -m niwashi.server.table_process SOCKET`.

The template loads the rules once and forks a table process for each order of the front. It has one thread, no event
loop and no open database, so forking it is safe, and its memory is shared until somebody writes to it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

import msgspec
import structlog
import uvicorn
from uvicorn.server import ServerState

from niwashi.core.errors import NiwashiError
from niwashi.server.application import Application
from niwashi.server.backends import Backends, make_process_backends
from niwashi.server.clock import Clock
from niwashi.server.cluster.channel import Channel, FrameReader, OpenChannel
from niwashi.server.cluster.interface import RemoteError
from niwashi.server.cluster.local_bus import LocalBus
from niwashi.server.cluster.messages import ClusterMessage
from niwashi.server.cluster.placement import Placement
from niwashi.server.http.server_config import SHUTDOWN_SECONDS, make_config
from niwashi.server.http.socket_app import SocketApp
from niwashi.server.ops.garbage import collect_when_idle
from niwashi.server.ops.logging_setup import configure_logging
from niwashi.server.ops.metrics import Metrics
from niwashi.server.processes.messages import (
    BotsCompiled,
    ForkOrder,
    ForwardedMessage,
    PersonShare,
    ProcessReady,
    SocketClose,
    SocketClosed,
    SocketHandover,
    Stop,
    decode,
    encode,
)
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.direct_websocket import Admission, DirectWebSocketProtocol
from niwashi.server.settings import Settings
from niwashi.server.workers.precompile import is_compiled
from niwashi.server.workers.warmup import prepare_process
from niwashi.store import open_store

log = structlog.get_logger()
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Sent to the whole group; the front tells its processes when to end."""


# -- the template ------------------------------------------------------------------------------------------------------
def run_template(orders: socket.socket) -> None:
    """Ends when the front has closed the socket, or has died."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for table processes
    reader, prepared = FrameReader(), False
    while reader.receive(orders):
        for raw, descriptor in reader.messages():
            if not prepared:
                prepare_process()
                prepared = True
            assert descriptor is not None, "every order comes with a channel"
            channel = socket.socket(fileno=descriptor)
            if os.fork() == 0:
                orders.close()
                reader.close()
                run_table_process(msgspec.msgpack.decode(raw, type=ForkOrder), channel)
            channel.close()


# -- a table process ---------------------------------------------------------------------------------------------------
def run_table_process(order: ForkOrder, connected: socket.socket) -> NoReturn:
    """Never returns into the template's code."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        settings = order.settings
        configure_logging(settings.log, settings.log_level, process=str(order.number))
        process = TableProcess(order)
        with asyncio.Runner(loop_factory=process.config.get_loop_factory()) as runner:
            runner.run(_collect_and_run(process, partial(Channel, connected)))
        status = 0
    except NiwashiError as error:
        log.error("table process failed", code=error.code, sentence=error.sentence)
    except Exception:
        log.exception("table process failed")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


async def _collect_and_run(process: TableProcess, open_channel: OpenChannel) -> None:
    process.config.load()
    async with collect_when_idle(process.application.metrics):
        await process.run(open_channel)
    log.info("closed")


class TableLoop:
    """What a table process does: it runs tables, and the sockets that the front hands over.

    How a socket is adopted, and how the process ends when the front is gone, is up to the subclass.
    """

    application: Application

    def __init__(self, order: ForkOrder) -> None:
        self._placement = Placement(order.node, order.settings.process_count)
        self._sockets: dict[int, Connection] = {}
        self._arriving: dict[int, SocketClose | None] = {}
        """Sockets whose handshake is not answered yet, and what the front wants of them already."""
        self._adopting: set[asyncio.Task[None]] = set()

    async def make_backends(self, settings: Settings, clock: Clock, metrics: Metrics) -> Backends:
        self._bus = LocalBus(settings.owner, metrics, self._post)
        return await make_process_backends(settings, clock, metrics, self._bus, self._placement)

    async def run(self, open_channel: OpenChannel) -> None:
        """Until the front says so, or is gone."""
        self._stopping = asyncio.Event()
        self._channel = open_channel(self._receive, self.on_front_lost)
        async with self._opened():
            self._channel.send(encode(ProcessReady(pid=os.getpid())))
            await self._stopping.wait()
            log.info("closing")
            await self.application.close()
            await self.drain()

    async def adopt(self, handover: SocketHandover, descriptor: int) -> None:
        """Go on where the front stopped: the handshake is still to be answered."""
        raise NotImplementedError

    async def drain(self) -> None:
        """Wait until clients have got what was sent to them."""
        raise NotImplementedError

    def on_front_lost(self) -> None:
        raise NotImplementedError

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[None]:
        application = self.application
        async with application.open():
            if not is_compiled():
                application.advice.compiled.clear()
            await application.prepare()
            yield

    # -- messages ----------------------------------------------------------------------------------------------------
    def _post(self, to: str, message: ClusterMessage) -> bool:
        self._channel.send(encode(ForwardedMessage(to=to, message=message)))
        return not self._channel.closed

    def _receive(self, raw: bytes, descriptor: int | None) -> None:
        match decode(raw):
            case ForwardedMessage(message=message):
                self._bus.receive(message)
            case SocketHandover() as handover:
                assert descriptor is not None, "a handover comes with its connection"
                self._arriving[handover.id] = None
                task = asyncio.create_task(self.adopt(handover, descriptor))
                self._adopting.add(task)
                task.add_done_callback(self._adopting.discard)
            case SocketClose() as close:
                self._close(close)
            case PersonShare(person=person, processes=processes):
                self.application.limits.people.share(person, processes)
            case BotsCompiled():
                self.application.advice.compiled.set()
            case Stop():
                self._stopping.set()

    # -- sockets -----------------------------------------------------------------------------------------------------
    def admit(self, handover: SocketHandover) -> Admission:
        if handover.round_trip is not None:
            self.application.round_trips.learn(handover.person.id, handover.address, handover.round_trip)
        return Admission(handover.person, handover.address, partial(self._on_admitted, handover.id))

    def _on_admitted(self, number: int, connection: Connection) -> None:
        self._sockets[number] = connection
        if (close := self._arriving.pop(number, None)) is not None:
            self._close(close)

    def on_socket_closed(self, handover: SocketHandover) -> None:
        self._arriving.pop(handover.id, None)
        connection = self._sockets.pop(handover.id, None)
        known = self.application.round_trips.known(handover.person.id, handover.address)
        closed = SocketClosed(
            id=handover.id,
            shortest=None if known is None else known.shortest,
            excess=connection.excess if connection else 0,
        )
        self._channel.send(encode(closed))

    def _close(self, close: SocketClose) -> None:
        connection = self._sockets.get(close.id)
        if connection is None:
            if close.id in self._arriving:
                self._arriving[close.id] = close
        elif close.code is None:
            connection.outbox.close()
        else:
            connection.close(RemoteError(close.code, close.sentence, close.status))


class TableProcess(TableLoop):
    """In a process of its own, with real sockets."""

    def __init__(self, order: ForkOrder) -> None:
        super().__init__(order)
        self.application = Application(
            order.settings,
            open_store=partial(open_store, writer=None if order.writer is None else Path(order.writer)),
            make_backends=self.make_backends,
            prepare=lambda: None,
        )
        self.config: uvicorn.Config = make_config(SocketApp(self.application), order.settings)
        self._state = ServerState()

    async def adopt(self, handover: SocketHandover, descriptor: int) -> None:
        connected, loop = socket.socket(fileno=descriptor), asyncio.get_running_loop()
        admission = self.admit(handover)

        def make_protocol() -> DirectWebSocketProtocol:
            protocol = DirectWebSocketProtocol(self.config, self._state, {})
            protocol.admission, protocol.on_lost = admission, partial(self.on_socket_closed, handover)
            return protocol

        try:
            _, protocol = await loop.connect_accepted_socket(make_protocol, connected)
        except OSError:  # it was reset meanwhile
            connected.close()
            self.on_socket_closed(handover)
            return
        protocol.data_received(handover.head)

    def on_front_lost(self) -> None:
        """End at once: the front has died, and with it the store's writer. Clients reconnect to the next server."""
        log.warning("front lost")
        sys.stderr.flush()
        os._exit(1)

    async def drain(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SHUTDOWN_SECONDS):
                while self._state.tasks:
                    await asyncio.wait(self._state.tasks)


if __name__ == "__main__":
    run_template(socket.socket(fileno=int(sys.argv[1])))
