"""What an action costs as things grow, in CPU time: `python -m benchmarks.growth [--draw FILE.svg]`.

The log of the table, its spectators, the tables of the server (most of them asleep) and the sockets at other tables
grow, one at a time. A server's tables, log and subscribers run in this process, without HTTP and frames. An action is
a placement and, after it, its take-back, so that every one of them is the same, always at a new table. The CPU time of
the writer's process is included. The fastest of some slices counts, since other programs only ever add to it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import resource
import socket
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import process_time

import structlog

from benchmarks.accounts import cpu_seconds
from benchmarks.growth_plot import Curve, draw
from niwashi.server.access.accounts import Person
from niwashi.server.application import Application
from niwashi.server.backends import make_backends
from niwashi.server.ops.garbage import freeze_startup_objects
from niwashi.server.realtime.subscribers import Subscriber
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import TableActor, presence_work
from niwashi.server.tables.handle import ask
from niwashi.store import accounts
from niwashi.table import Command
from niwashi.wire import Done, TableSettings, requests

SLICES, PAIRS = 8, 10
OTHER_TABLES = 30
"""At which the sockets are that do not watch the table that is measured."""
LENGTHS = (10, 50, 200, 500, 1000, 2000)
SPECTATORS = (0, 1, 5, 10, 20, 50)
TABLES = (300, 1000, 3000, 10_000, 30_000)
SOCKETS = (10, 100, 300, 1000, 3000)
ASLEEP = """
INSERT INTO tables (id, game, options, state, visibility, created, updated, newest, owner, epoch, asleep)
WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
SELECT 'asleep' || i, 'miyabi', '{"seats": 2}', 'running', 'public', 0, 0, 0, NULL, 1, 1 FROM n
"""


class _SocketTransport:
    """Writes to a real socket, and reads at its other end what was written."""

    on_writable: Callable[[], None]

    def __init__(self) -> None:
        self._ours, self._theirs = socket.socketpair()
        for one in (self._ours, self._theirs):
            one.setblocking(False)
        asyncio.get_running_loop().add_reader(self._theirs.fileno(), self._theirs.recv, 1 << 20)

    def write(self, message: bytes) -> bool:
        self._ours.send(message[: 1 << 16])
        return True

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._theirs.fileno())
        self._ours.close()
        self._theirs.close()


class House:
    """A server in this process."""

    def __init__(self, application: Application, store: Path, stack: AsyncExitStack) -> None:
        self._application, self._store, self._stack = application, store, stack
        self._ids = count()
        self._asleep = self.sockets = 0

    async def person(self) -> Person:
        name = f"Guest{next(self._ids)}"
        return Person(await accounts.create(self._application.store.database, name), name, True)

    async def open_table(self) -> tuple[TableActor, list[Person]]:
        """With two people who are connected, one of whom is to act."""
        registry, people = self._application.registry, [await self.person(), await self.person()]
        table = await registry.open(people[0], "miyabi", {"seats": 2}, TableSettings(), "private")
        actor = registry.actors[table]
        for person in people:
            await ask(actor, Command(requests.Sit(id="sit", name=person.name), person.id))
        await ask(actor, Command(requests.Start(id="start"), people[0].id))
        for person in people:
            await self.connect(actor, person)
        return actor, people

    async def connect(self, actor: TableActor, person: Person) -> None:
        transport, subscriber = _SocketTransport(), Subscriber(person)
        self._stack.callback(transport.close)
        subscriber.outbox.attach(transport)
        await actor.join(subscriber, None)
        self.sockets += 1

    def fill(self, tables: int) -> None:
        """With sleeping tables."""
        with closing(sqlite3.connect(self._store)) as database, database:
            database.execute(ASLEEP, (self._asleep + 1, tables))
        self._asleep = tables

    async def come_and_go(self, actor: TableActor, person: Person, length: int) -> None:
        """Until the log has so many entries: only so many actions may be taken back."""
        while actor.table.seq + 1 < length:
            for here in (False, True):
                await actor.submit(presence_work(person.id, here))

    # -- acting --------------------------------------------------------------------------------------------------------
    async def act(self, actor: TableActor, pairs: int) -> None:
        """So many actions, each of which is taken back."""
        table = actor.table
        for _ in range(pairs):
            (person,) = table.awaited
            seat = table.seat_of(person)
            assert seat is not None, "who is awaited sits"
            act = requests.Act(id=f"a{next(self._ids)}", seq=table._state.decisions[seat], action=self._action(actor))
            done = await ask(actor, Command(act, person))
            assert isinstance(done, Done), done
            back = await ask(actor, Command(requests.Back(id=f"b{next(self._ids)}", seq=table._state.newest), person))
            assert isinstance(back, Done), back

    @staticmethod
    def _action(actor: TableActor) -> str:
        assert actor.table.game is not None, "it has started"
        return str(actor.table.game.legal()[0])

    def _cpu(self) -> float:
        writer = self._application.store.database.log_writer_pid
        return process_time() + (cpu_seconds(writer) if writer else 0.0)

    async def cost(self, actor: TableActor) -> float:
        """Milliseconds of one action or take-back."""
        await self.act(actor, 2)
        found = []
        for _ in range(SLICES):
            before = self._cpu()
            await self.act(actor, PAIRS)
            found.append((self._cpu() - before) * 1000 / (2 * PAIRS))
        return min(found)


@asynccontextmanager
async def house() -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        settings = Settings(store=str(store), node="growth", processes=1, workers=1)
        application = Application(settings, make_backends=make_backends)
        async with AsyncExitStack() as stack, application.open():
            await application.prepare()
            freeze_startup_objects()
            yield House(application, store, stack)


async def _curve(title: str, unit: str, sizes: Iterable[int], at: Callable[[int], Awaitable[float]]) -> Curve:
    points = []
    for size in sizes:
        points.append((size, await at(size)))
        print(f"{title:40}{size:8,}{points[-1][1]:9.3f} ms", flush=True)
    return Curve(title, unit, points)


async def measure(quick: bool = False) -> list[Curve]:
    def part(sizes: tuple[int, ...]) -> tuple[int, ...]:
        return sizes[:2] if quick else sizes

    async with house() as served:

        async def with_log(length: int) -> float:
            actor, people = await served.open_table()
            await served.come_and_go(actor, people[1], length)
            return await served.cost(actor)

        async def with_tables(tables: int) -> float:
            served.fill(tables)
            return await served.cost((await served.open_table())[0])

        async def with_spectators(spectators: int) -> float:
            actor, _ = await served.open_table()
            for _ in range(spectators):
                await served.connect(actor, stranger)
            return await served.cost(actor)

        async def with_sockets(sockets: int) -> float:
            while served.sockets < sockets:
                await served.connect(others[served.sockets % OTHER_TABLES], stranger)
            return await served.cost((await served.open_table())[0])

        stranger = await served.person()
        curves = [
            await _curve("length of the log", "entries", part(LENGTHS), with_log),
            await _curve("spectators at the table", "spectators", part(SPECTATORS), with_spectators),
            await _curve("tables, of which most sleep", "tables", part(TABLES), with_tables),
        ]
        others, served.sockets = [(await served.open_table())[0] for _ in range(OTHER_TABLES)], 0
        curves.append(await _curve("sockets at other tables", "sockets", part(SOCKETS), with_sockets))
    return curves


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the first two points of each curve")
    parser.add_argument("--draw", type=Path, metavar="FILE", help="draw the curves as SVG")
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the figures; of a file that exists, the lower count"
    )
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    curves = asyncio.run(measure(given.quick))
    if given.json:
        curves = _with_earlier(curves, given.json)
        given.json.write_text(json.dumps({curve.title: curve.points for curve in curves}, indent=1) + "\n")
    if given.draw:
        given.draw.write_text(draw(curves))


def _with_earlier(curves: list[Curve], file: Path) -> list[Curve]:
    earlier = json.loads(file.read_text()) if file.exists() else {}
    return [replace(curve, points=take_lower(curve.points, earlier.get(curve.title, []))) for curve in curves]


def take_lower(points: list[tuple[int, float]], earlier: list[list[float]]) -> list[tuple[int, float]]:
    known = {int(size): cost for size, cost in earlier}
    return [(size, min(cost, known.get(size, cost))) for size, cost in points]


if __name__ == "__main__":
    main()
