"""A front and its table processes: starts that fail are tried again, and what overtakes a handshake is not lost."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable

import pytest

from niwashi.server.access.accounts import Person
from niwashi.server.cluster.channel import OnMessage
from niwashi.server.cluster.placement import Placement
from niwashi.server.ops.metrics import Metrics
from niwashi.server.processes import supervisor
from niwashi.server.processes.messages import ForkOrder, ProcessReady, SocketClose, SocketHandover, encode
from niwashi.server.processes.supervisor import TableProcesses
from niwashi.server.realtime.connections import Connection, ConnectionRegistry
from niwashi.server.realtime.round_trips import RoundTrips
from niwashi.server.settings import Settings
from niwashi.server.table_process import TableLoop

PATIENCE = 20.0
NO_DESCRIPTORS = OSError(errno.EMFILE, "too many open files")


class Process:
    """One table process, seen from the front."""

    closed = False

    def __init__(self, on_message: OnMessage, on_closed: Callable[[], None]) -> None:
        self._on_closed = on_closed
        asyncio.get_running_loop().call_soon(on_message, encode(ProcessReady(pid=1)), None)

    def send(self, message: bytes, descriptor: int | None = None) -> None:
        if b"Stop" in message:
            self.close()

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._on_closed()


class ScarceTemplate:
    """Some of its starts and forks raise what a system without descriptors does."""

    def __init__(self) -> None:
        self.running = True
        self.failures = 0
        self.processes: list[Process] = []

    def of(self, on_lost: Callable[[], None]) -> ScarceTemplate:
        self.on_lost = on_lost
        return self

    def _fail_or_not(self) -> None:
        if self.failures:
            self.failures -= 1
            raise NO_DESCRIPTORS

    def start(self) -> None:
        self._fail_or_not()
        self.running = True

    def fork(self, order: ForkOrder, on_message: OnMessage, on_closed: Callable[[], None]) -> Process:
        self._fail_or_not()
        self.processes.append(Process(on_message, on_closed))
        return self.processes[-1]

    def close(self) -> None:
        pass


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> ScarceTemplate:
    monkeypatch.setattr(supervisor, "FIRST_RETRY_SECONDS", 0.01)
    return ScarceTemplate()


def made(template: ScarceTemplate) -> TableProcesses:
    settings = Settings(node="garden", processes=2)
    metrics, connections = Metrics(), ConnectionRegistry(lambda _: None)
    return TableProcesses(
        settings, Placement("garden", 2), metrics, connections, RoundTrips(settings), None, template.of
    )


async def test_a_process_that_cannot_be_forked_is_tried_again(template: ScarceTemplate) -> None:
    processes = made(template)
    async with asyncio.timeout(PATIENCE), processes.run():
        template.failures = 3
        template.processes[0].close()
        assert not processes.up
        async with processes._changed:
            await processes._changed.wait_for(lambda: processes.up)
        assert len(template.processes) == 3


async def test_a_template_that_cannot_be_started_is_tried_again(template: ScarceTemplate) -> None:
    processes = made(template)
    async with asyncio.timeout(PATIENCE), processes.run():
        template.failures, template.running = 3, False
        template.on_lost()
        while not template.running:
            await asyncio.sleep(0.01)


async def test_a_socket_that_is_to_be_closed_before_its_handshake_is_closed_after_it() -> None:
    """A ban or a log-out may overtake it."""
    loop = TableLoop(ForkOrder(settings=Settings(processes=2), number=1, node="garden", writer=None))
    person, adopted = Person("a1", "Aki", True), asyncio.Event()

    async def adopt(handover: SocketHandover, descriptor: int) -> None:
        adopted.set()

    loop.adopt = adopt  # type: ignore[method-assign]
    handover = SocketHandover(id=7, head=b"", person=person, address="10.0.0.1", round_trip=None)
    loop._receive(encode(handover), 0)
    for number in (6, 7):  # the other one has gone already
        loop._receive(encode(SocketClose(id=number, code="people/banned", sentence="you are banned", status=403)), None)
    await adopted.wait()
    connection = Connection(person, "10.0.0.1", "t1")
    loop._on_admitted(7, connection)
    assert connection.error is not None
    assert connection.error.code == "people/banned"
    assert connection.ended.is_set()
    assert not loop._arriving
