"""A server on simulated time: one process, or a front and its table processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Any
from unittest.mock import patch

from niwashi.core.game import Position, Rules
from niwashi.engine import catalog
from niwashi.server.access.tickets import MemoryTickets
from niwashi.server.application import Application
from niwashi.server.backends import Backends, listen_to
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import SingleNode
from niwashi.server.cluster.placement import Placement
from niwashi.server.entropy import Entropy
from niwashi.server.ops.metrics import Metrics
from niwashi.server.processes.supervisor import TableProcesses
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import TableActor
from tests.simulation.connections import SimulatedConnection
from tests.simulation.disk import Disk
from tests.simulation.process import SETTINGS, SimulatedClock, SimulatedJobRunner, SimulatedProcess
from tests.simulation.table_processes import SimulatedTemplate
from tests.simulation.weather import Weather


class Node(SimulatedProcess):
    """A server of one process, or a front whose tables are in other processes."""

    def __init__(self, disk: Disk, weather: Weather, random: Random, entropy: Entropy, processes: int = 1) -> None:
        super().__init__(disk, weather, random, entropy)
        self.template: SimulatedTemplate | None = None
        self.application = Application(
            replace(SETTINGS, processes=processes),
            SimulatedClock(),
            open_store=lambda _: self.open_store(),
            make_backends=self._make_backends if processes == 1 else self._make_front_backends,
            entropy=entropy,
            prepare=lambda: None,
        )
        self._ending = asyncio.Event()
        self.task = self.start(self._live())

    async def _live(self) -> None:
        async with self.application.open():
            await self.application.prepare()
            await self._ending.wait()

    async def _make_backends(self, _: Settings, clock: Clock, __: Metrics) -> Backends:
        """A single node with simulated bots."""
        tickets, jobs = MemoryTickets(clock.seconds), SimulatedJobRunner(self.weather, self.random)
        return Backends(SingleNode(), tickets, jobs, lambda _: nullcontext())

    async def _make_front_backends(self, settings: Settings, clock: Clock, metrics: Metrics) -> Backends:
        placement, front = Placement(settings.owner, settings.process_count), self.application
        self.template = SimulatedTemplate(self)
        processes = TableProcesses(
            settings, placement, metrics, front.connections, front.round_trips, None, self.template.with_front
        )
        tickets, jobs = MemoryTickets(clock.seconds), SimulatedJobRunner(self.weather, self.random)
        return Backends(processes.bus, tickets, jobs, listen_to(processes.bus), placement, processes)

    def receive(self, connection: SimulatedConnection, query: str, table: str) -> None:
        if self.template is not None:
            self.template.await_handover(connection, query, table)
        self.serve(connection, query, table)

    # -- the processes of its tables -----------------------------------------------------------------------------------
    @property
    def everything(self) -> list[SimulatedProcess]:
        return [self, *(self.template.processes if self.template else ())]

    def home_of(self, table: str) -> SimulatedProcess | None:
        """The process that runs the table, or is to run it."""
        if self.template is None:
            return self
        placement = Placement(SETTINGS.owner, self.application.settings.process_count)
        found = [one for one in self.template.processes if one.name == placement.owner_of(table) and one.serves]
        return found[-1] if found else None

    def actor_of(self, table: str) -> TableActor | None:
        home = self.home_of(table)
        return home.application.registry.actors.get(table) if home is not None and home.serves else None

    def runs(self, table: str) -> bool:
        """Also if it does not serve yet."""
        opened = [one.application for one in self.everything if not one.gone and hasattr(one.application, "registry")]
        return any(table in application.registry.actors for application in opened)

    def kill_table_process(self) -> None:
        living = [one for one in self.template.processes if not one.gone] if self.template else []
        if living:
            self.random.choice(living).kill()

    def kill(self) -> None:
        """Its table processes notice it a moment later."""
        super().kill()
        if self.template is not None:
            self.template.cut_links()

    def cut_connections(self) -> None:
        super().cut_connections()
        for one in self.everything[1:]:
            one.cut_connections()

    def raise_mistakes(self) -> None:
        for one in self.everything:
            SimulatedProcess.raise_mistakes(one)

    def ask_to_end(self) -> None:
        self._ending.set()


def _plain_view(_: Rules, position: Position) -> dict[str, Any]:
    """Equal for equal positions. Real views would take most of the time."""
    return {"position": blake2b(position.tobytes(), digest_size=12).hexdigest()}


@contextmanager
def plain_views() -> Iterator[None]:
    """Games whose views are hashes of their positions, and without points."""
    with ExitStack() as patches:
        for rules in (type(catalog.rules(game)) for game in catalog.names()):
            patches.enter_context(patch.object(rules, "points", lambda *_: ()))
            patches.enter_context(patch.object(rules, "view", _plain_view))
        yield
