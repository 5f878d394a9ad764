"""Table processes on simulated time: the code of a real one, behind a simulated link to its front."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from itertools import count
from random import Random
from typing import Any

from niwashi.server.application import Application
from niwashi.server.cluster.channel import OnMessage
from niwashi.server.processes.messages import ForkOrder, SocketHandover
from niwashi.server.table_process import TableLoop
from tests.simulation.connections import SimulatedConnection
from tests.simulation.process import SimulatedClock, SimulatedProcess

DELAY_SECONDS = 0.002
"""Mean time that a message between two processes takes."""


class LinkEnd:
    """One end of a Unix socket between two processes: complete and in order until either of them dies."""

    other: LinkEnd

    def __init__(self, random: Random, context: Context, drop: Callable[[int | None], None]) -> None:
        self._random, self._context, self._drop = random, context, drop
        self.closed = False
        self._latest = 0.0
        self._on_message: OnMessage | None = None
        self._on_closed: Callable[[], None] = lambda: None
        self._early: list[tuple[bytes, int | None]] = []

    def open(self, on_message: OnMessage, on_closed: Callable[[], None]) -> LinkEnd:
        self._on_message, self._on_closed = on_message, on_closed
        for early in self._early:
            on_message(*early)
        return self

    def send(self, message: bytes, descriptor: int | None = None) -> None:
        if self.closed:
            self._drop(descriptor)
        else:
            self._later(self.other._arrive, message, descriptor)

    def _later(self, callback: Callable[..., None], *given: Any) -> None:
        """In the other process."""
        loop = asyncio.get_running_loop()
        self._latest = max(loop.time() + self._random.expovariate(1 / DELAY_SECONDS), self._latest + 1e-6)
        loop.call_at(self._latest, callback, *given, context=self.other._context)

    def _arrive(self, message: bytes, descriptor: int | None) -> None:
        if self.closed:
            self._drop(descriptor)
        elif self._on_message is None:
            self._early.append((message, descriptor))
        else:
            self._on_message(message, descriptor)

    def close(self) -> None:
        if not self.closed:
            self.cut()
            self._on_closed()

    def cut(self) -> None:
        """Our process has died: what it has sent still arrives, and then the end."""
        if not self.closed:
            self.closed = True
            self._later(self.other._end)

    def _end(self) -> None:
        if not self.closed:
            self.closed = True
            self._on_closed()


class SimulatedTableProcess(SimulatedProcess, TableLoop):
    def __init__(self, template: SimulatedTemplate, order: ForkOrder) -> None:
        front = template.front
        SimulatedProcess.__init__(self, front.disk, front.weather, front.random, front.entropy)
        TableLoop.__init__(self, order)
        self.name, self._template = order.settings.node, template
        self.application = Application(
            order.settings,
            SimulatedClock(),
            open_store=lambda _: self.open_store(),
            make_backends=self.make_backends,
            entropy=front.entropy,
            prepare=lambda: None,
        )

    def live(self, link: LinkEnd) -> None:
        self.link = link
        self.task = self.start(self.run(link.open))
        self.task.add_done_callback(lambda _: self.kill())

    async def adopt(self, handover: SocketHandover, descriptor: int) -> None:
        connection, query, table = self._template.handovers.pop(descriptor)
        connection.admission = self.admit(handover)
        handler = self.serve(connection, query, table)
        handler.add_done_callback(lambda _: self.on_socket_closed(handover))

    async def drain(self) -> None:
        """What was sent to clients is on its way."""

    def on_front_lost(self) -> None:
        self.kill()

    def kill(self) -> None:
        super().kill()
        self.link.cut()


class SimulatedTemplate:
    """Starts table processes for one front. At times that fails."""

    running = True

    def __init__(self, front: SimulatedProcess) -> None:
        self.front = front
        self.processes: list[SimulatedTableProcess] = []
        """All that were ever started."""
        self.handovers: dict[int, tuple[SimulatedConnection, str, str]] = {}
        """By descriptor, connections on their way to a table process, each with its request."""
        self._descriptors = count(1)

    def with_front(self, _: Callable[[], None]) -> SimulatedTemplate:
        return self

    def start(self) -> None:
        pass

    def close(self) -> None:
        pass

    def fork(self, order: ForkOrder, on_message: OnMessage, on_closed: Callable[[], None]) -> LinkEnd:
        process, front = SimulatedTableProcess(self, order), self.front
        ours = LinkEnd(front.random, front.context(), self._drop)
        theirs = LinkEnd(front.random, process.context(), self._drop)
        ours.other, theirs.other = theirs, ours
        ours.open(on_message, on_closed)
        if front.random.random() < front.weather.fork_fails:
            theirs.cut()
        else:
            self.processes.append(process)
            process.live(theirs)
        return ours

    def cut_links(self) -> None:
        """The front has died."""
        for process in self.processes:
            process.link.other.cut()

    # -- sockets -------------------------------------------------------------------------------------------------------
    def await_handover(self, connection: SimulatedConnection, query: str, table: str) -> None:
        def give_away() -> tuple[bytes, int] | None:
            if connection.is_cut:
                return None
            self.front.release(connection)
            number = next(self._descriptors)
            self.handovers[number] = connection, query, table
            return b"", number

        connection.give_away = give_away

    def _drop(self, descriptor: int | None) -> None:
        """Nobody has it any more."""
        if descriptor is not None:
            connection, *_ = self.handovers.pop(descriptor)
            connection.cut()
