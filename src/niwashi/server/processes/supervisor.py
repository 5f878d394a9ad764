"""The front's side of the table processes: starts them, replaces those that die, and hands sockets over to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from itertools import count
from math import ceil
from pathlib import Path
from typing import Any, Protocol

import structlog

from niwashi.server.access.accounts import Person
from niwashi.server.cluster.channel import MessageChannel, OnMessage
from niwashi.server.cluster.interface import RPC_SECONDS
from niwashi.server.cluster.local_bus import EVERYONE, LocalBus, refusal
from niwashi.server.cluster.messages import (
    ChatMessage,
    CheckReady,
    ClusterMessage,
    GetMetrics,
    NodeDown,
    RpcRequest,
    TurnUpdate,
)
from niwashi.server.cluster.placement import Placement
from niwashi.server.errors import NodeUnreachable, RetryLater, node_unreachable
from niwashi.server.ops.metrics import Metrics
from niwashi.server.processes.handed_sockets import HandedConnection
from niwashi.server.processes.messages import (
    BotsCompiled,
    ForkOrder,
    ForwardedMessage,
    PersonShare,
    ProcessMessage,
    ProcessReady,
    SocketClosed,
    SocketHandover,
    Stop,
    decode,
    encode,
)
from niwashi.server.processes.template import Template
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.round_trips import RoundTrip, RoundTrips
from niwashi.server.settings import Settings

log = structlog.get_logger()
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.1, 5.0
"""Until a process that died before it was ready is replaced. One that was ready is replaced at once."""
STOP_SECONDS = 15.0
"""How long the processes may take to shut down."""


class ProcessTemplate(Protocol):
    """What table processes are forked from; `Template`, unless they are simulated."""

    @property
    def running(self) -> bool: ...

    def start(self) -> None: ...

    def fork(self, order: ForkOrder, on_message: OnMessage, on_closed: Callable[[], None]) -> MessageChannel: ...

    def close(self) -> None: ...


class ProcessLink:
    """One table process, and after its death the next one of the same name."""

    def __init__(self, number: int, name: str) -> None:
        self.number, self.name = number, name
        self.channel: MessageChannel | None = None
        self.pid: int | None = None
        self.ready = False
        self.failures = 0
        """Processes in a row that died before they were ready."""
        self.sockets: dict[int, HandedConnection] = {}

    def send(self, message: ProcessMessage, descriptor: int | None = None) -> None:
        if self.channel is not None:
            self.channel.send(encode(message), descriptor)


class TableProcesses:
    def __init__(
        self,
        settings: Settings,
        placement: Placement,
        metrics: Metrics,
        connections: ConnectionRegistry,
        round_trips: RoundTrips,
        writer: Path | None,
        make_template: Callable[[Callable[[], None]], ProcessTemplate] = Template,
    ) -> None:
        self._settings, self._placement, self._metrics = settings, placement, metrics
        self._connections, self._round_trips, self._writer = connections, round_trips, writer
        self.bus = LocalBus(placement.node, metrics, self._post)
        self.links = {name: ProcessLink(number, name) for number, name in enumerate(placement.names, 1)}
        self._template = make_template(self._on_template_lost)
        self._ids = count(1)
        self._changed = asyncio.Condition()
        self._shares: dict[str, int] = {}
        """The number of processes of everybody who has sockets in several."""
        self._closing = False
        self._compiled = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def up(self) -> bool:
        return all(link.ready for link in self.links.values())

    @property
    def sockets(self) -> int:
        return sum(len(link.sockets) for link in self.links.values())

    # -- starting and stopping ---------------------------------------------------------------------------------------
    def start_template(self) -> None:
        """Loads its modules meanwhile; the rules only with the first order, when they are compiled."""
        self._template.start()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Entered when all processes are ready. They end before the context is left."""
        try:
            for link in self.links.values():
                self._start(link)
            async with self._changed:
                await self._changed.wait_for(lambda: self.up)
            yield
        finally:
            await self.stop()

    def _start(self, link: ProcessLink) -> None:
        if self._closing:
            return
        link.channel = self._template.fork(
            self._order(link), lambda raw, _: self._receive(link, decode(raw)), lambda: self._on_lost(link)
        )

    def _order(self, link: ProcessLink) -> ForkOrder:
        processes = len(self.links)
        most_tables = ceil(self._settings.most_tables / processes)
        settings = replace(self._settings, node=link.name, processes=processes, most_tables=most_tables)
        writer = None if self._writer is None else str(self._writer)
        return ForkOrder(settings=settings, number=link.number, node=self._placement.node, writer=writer)

    def _on_lost(self, link: ProcessLink) -> None:
        """Its clients reconnect, and find the tables again in the process that replaces it."""
        was_ready, link.ready, link.channel, link.pid = link.ready, False, None, None
        lost, link.sockets = link.sockets, {}
        for handed in lost.values():
            self._connections.discard(handed)
        for person in {handed.person.id for handed in lost.values()}:
            self._share_rate(person)
        self.bus.on_process_lost(link.name)
        self._notify()
        if self._closing:
            return
        link.failures = 0 if was_ready else link.failures + 1
        log.warning("table process lost", number=link.number)
        self._metrics.failures.labels("process").inc()
        self._run(self._restart(link))

    async def _restart(self, link: ProcessLink) -> None:
        if link.failures:
            await asyncio.sleep(min(FIRST_RETRY_SECONDS * 2**link.failures, MAX_RETRY_SECONDS))
        try:
            self._start(link)
        except OSError as error:  # no descriptors or memory left, perhaps only now
            log.error("table process not started", number=link.number, error=repr(error))
            self._on_lost(link)

    def _on_template_lost(self) -> None:
        log.warning("template process lost")
        self._run(self._restart_template())

    async def _restart_template(self) -> None:
        """Unless a process has needed it meanwhile."""
        retry = FIRST_RETRY_SECONDS
        await asyncio.sleep(retry)
        while not (self._closing or self._template.running):
            try:
                self._template.start()
            except OSError as error:
                log.error("template not started", error=repr(error))
                await asyncio.sleep(retry)
                retry = min(2 * retry, MAX_RETRY_SECONDS)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _notify(self) -> None:
        async def notify() -> None:
            async with self._changed:
                self._changed.notify_all()

        self._run(notify())

    async def stop(self) -> None:
        """Called before the front closes its own sockets, and again at the end."""
        self._closing = True
        for link in self.links.values():
            link.send(Stop())
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS), self._changed:
                await self._changed.wait_for(lambda: not any(link.channel for link in self.links.values()))
        for link in self.links.values():
            if link.channel is not None:
                link.channel.close()
        self._template.close()

    # -- sockets -----------------------------------------------------------------------------------------------------
    def check_reachable(self, table: str) -> None:
        """Raises RetryLater while the table's process is being replaced."""
        if not self.links[self._placement.owner_of(table)].ready:
            raise node_unreachable()

    def hand_over(self, table: str, person: Person, address: str, head: bytes, descriptor: int) -> None:
        """The descriptor is closed here."""
        link = self.links[self._placement.owner_of(table)]
        number = next(self._ids)
        handed = HandedConnection(number, link.name, person, address, table, link.send)
        link.sockets[number] = handed
        self._connections.add(handed)
        round_trip = self._round_trips.known(person.id, address)
        handover = SocketHandover(id=number, head=head, person=person, address=address, round_trip=round_trip)
        link.send(handover, descriptor)
        self._share_rate(person.id)
        self._metrics.handed_over.inc()

    def _on_socket_closed(self, link: ProcessLink, closed: SocketClosed) -> None:
        handed = link.sockets.pop(closed.id, None)
        if handed is not None:
            handed.excess = closed.excess
            self._connections.discard(handed)
            self._share_rate(handed.person.id)
            if closed.shortest is not None:
                self._round_trips.learn(handed.person.id, handed.address, RoundTrip(closed.shortest))

    def _share_rate(self, person: str) -> None:
        """So that nobody may send more by playing in several processes."""
        names = self._processes_with(person)
        if len(names) == self._shares.get(person, 1):
            return
        self._shares[person] = len(names)
        if len(names) <= 1:
            del self._shares[person]
        for name in names:
            self.links[name].send(PersonShare(person=person, processes=len(names)))

    def _processes_with(self, person: str) -> set[str]:
        """In which this person has a socket."""
        return {one.process for one in self._connections.list_of_person(person) if isinstance(one, HandedConnection)}

    # -- messages ----------------------------------------------------------------------------------------------------
    def _receive(self, link: ProcessLink, message: ProcessMessage) -> None:
        match message:
            case ForwardedMessage():
                self._route(link, message)
            case SocketClosed():
                self._on_socket_closed(link, message)
            case ProcessReady():
                link.ready, link.pid, link.failures = True, message.pid, 0
                log.info("table process ready", number=link.number, pid=message.pid)
                if self._compiled:
                    link.send(BotsCompiled())
                self._notify()

    def _route(self, sender: ProcessLink, forwarded: ForwardedMessage) -> None:
        message, target = forwarded.message, self.links.get(forwarded.to)
        if forwarded.to in (EVERYONE, self.bus.node):
            self.bus.receive(message)
            if isinstance(message, TurnUpdate):
                self._forward_turn(sender, forwarded, message.person)
        elif target is not None and target.ready:
            target.send(forwarded)
        elif isinstance(message, RpcRequest):
            sender.send(ForwardedMessage(to=sender.name, message=refusal(message)))

    def _forward_turn(self, sender: ProcessLink, forwarded: ForwardedMessage, person: str) -> None:
        """Only to processes in which this person has a socket: turns are the most frequent of all messages."""
        for name in self._processes_with(person) - {sender.name}:
            self.links[name].send(forwarded)

    def _post(self, to: str, message: ClusterMessage) -> bool:
        if isinstance(message, ChatMessage) and to == EVERYONE:
            to = self._placement.owner_of(message.table)
        targets = [link for link in self.links.values() if link.ready and to in (EVERYONE, link.name)]
        if isinstance(message, NodeDown):  # processes end by `Stop`
            return True
        for link in targets:
            link.send(ForwardedMessage(to=to, message=message))
        return bool(targets)

    def follow_compiling(self, compiled: asyncio.Event) -> None:
        self._run(self._announce_compiled(compiled))

    async def _announce_compiled(self, compiled: asyncio.Event) -> None:
        await compiled.wait()
        self._compiled = True
        for link in self.links.values():
            link.send(BotsCompiled())

    # -- monitoring --------------------------------------------------------------------------------------------------
    async def check_ready(self) -> None:
        """Raises the first error of a process that is being replaced, does not respond or cannot store."""
        if not self.up:
            raise RetryLater("server/processes", "a table process is being replaced")
        calls = [self.bus.call(name, CheckReady()) for name in self.links]
        await asyncio.gather(*calls)

    async def metrics_texts(self) -> dict[str, bytes]:
        """By the number of the process; those that do not respond are left out."""
        found = await asyncio.gather(*(self._metrics_of(link) for link in self.links.values()))
        return {str(link.number): text for link, text in zip(self.links.values(), found, strict=True) if text}

    async def _metrics_of(self, link: ProcessLink) -> bytes | None:
        with suppress(NodeUnreachable, RetryLater):
            return await self.bus.call(link.name, GetMetrics(), RPC_SECONDS)
        return None
