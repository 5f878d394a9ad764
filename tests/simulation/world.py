"""One simulation: a table, its players, and nodes that come and go, all determined by one seed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
from structlog.testing import capture_logs
from structlog.types import EventDict

from niwashi.server.tables.actor import TableActor
from niwashi.server.tables.rematch import rematch_id
from niwashi.table import Table
from niwashi.wire import BankClock, DaysClock, NoClock, TableSettings, TurnClock
from niwashi.wire.settings import Clock
from tests.simulation.checks import check
from tests.simulation.connections import SimulatedConnection
from tests.simulation.disk import EPOCH, Disk
from tests.simulation.loop import SimulatedLoop
from tests.simulation.nodes import Node, plain_views
from tests.simulation.people import PEOPLE, Player
from tests.simulation.preludes import late_in
from tests.simulation.process import SeededEntropy, task_of_a_process
from tests.simulation.weather import CALM, Weather, drawn, with_dying_processes

CLOCKS: list[Clock] = [NoClock(), NoClock(), TurnClock(20), BankClock(30, 2), DaysClock(1)]
STATES = {"gathering": "open", "over": "over"}
PARTS = "parts "
"""Worlds whose seeds begin with this may have table processes, and people who never come back once a game is over."""
LONGEST_STORM, PATIENCE = 120.0, 400.0
"""Simulated seconds: of faults, and until everything has recovered."""

LATE: list[tuple[str, dict[str, Any], int]] = [
    ("miyabi", {"seats": 2, "expansions": "CE"}, 2),
    ("miyabi", {"seats": 3, "expansions": ""}, 2),
    ("edo_yashiki", {"seats": 3, "grab": "live", "specialists": True}, 3),
    ("edo_yashiki", {"seats": 5, "grab": "calm", "specialists": False}, 4),
]
"""Few, because each must be played nearly to its end once, before the first simulation that uses it."""


class World:
    def __init__(self, seed: str, weather: Weather | None = None, future: str = "") -> None:
        """Another `future` changes only the outcomes of the table's chance."""
        self.seed, self.future = seed, future
        self._random = Random(f"{seed}/world")
        self._nights, self._writers = Random(f"{seed}/nights"), Random(f"{seed}/writers")
        self._entropy = SeededEntropy(seed, future)
        self.weather = weather or self._perhaps_with_kills(self._perhaps_with_nights(drawn(self._random)))
        self._parts = Random(f"{seed}/parts")
        self.processes, self.leaves = 1, False
        """How many table processes there are, and whether people never come back once the game is over."""
        if seed.startswith(PARTS):
            self.processes = self._parts.choice([1, 2, 2, 3])
            self.leaves = self._parts.random() < 0.5
            self.weather = weather or with_dying_processes(self.weather, self._parts)
        self.dawn = 0.0
        """No client connects before this time."""
        self._draw_table()
        self.disk = Disk(self.weather, Random(f"{seed}/disk"), self._writers)
        self.disk.settle_in(PEOPLE)
        self.players = [Player(self, number) for number in range(self.people)]
        self.players.append(Player(self, len(PEOPLE) - 1, looks_on=True))
        self.table: str | None = None
        self.node: Node | None = None
        self.zombie: Node | None = None
        self.nodes: list[Node] = []
        self.downs: list[tuple[int, int]] = []
        """Periods without a node, in milliseconds of the common clock."""
        self.calm, self.going_on = False, True
        self.trace: list[tuple[float, str]] = []
        self.logs: list[EventDict] = []
        self.mistakes: list[str] = []
        """The event loop's reports of unhandled failures."""
        self.begun = self.bots_before = 0
        """The length of the log, and the number of bots' commands, before the simulation."""
        self._opened = 0
        self.steps = 0
        """Steps of the event loop."""
        self.at_step: dict[int, Callable[[], None]] = {}
        """Functions to call before the step of that number."""

    def _perhaps_with_nights(self, weather: Weather) -> Weather:
        return replace(weather, night=self._nights.uniform(5, 30)) if self._nights.random() < 0.25 else weather

    def _perhaps_with_kills(self, weather: Weather) -> Weather:
        dies = self._writers.uniform(0.01, 0.2) if self._writers.random() < 0.3 else 0.0
        return replace(weather, writer_dies=dies)

    def _draw_table(self) -> None:
        """Draw the game, the players, the length and the table's settings."""
        random = self._random
        self.game = random.choice(["miyabi", "edo_yashiki"])
        seats = random.randint(2, 4 if self.game == "miyabi" else 5)
        self.people = random.randint(2, seats)
        self.options: dict[str, Any] = {"seats": seats}
        if self.game == "miyabi":
            self.options["expansions"] = random.choice(["", "C", "CE", "ABCDE"])
        else:
            self.options |= {"grab": random.choice(["live", "calm"]), "specialists": random.random() < 0.5}
        self.late = random.random() < 0.15
        if self.late:
            self.game, self.options, self.people = random.choice(LATE)
        self.live = self.options.get("grab") == "live"
        self.settings = TableSettings(
            clock=random.choice(CLOCKS),
            timeout=random.choice(["lose", "bot"]),
            grace=random.choice([3, 10, 60, None]),
            auto_ready=random.random() < 0.5,
            look=Random(f"{self.seed}/look").choice([1, 4, 15]),
        )
        self.goal = random.randint(8, 40)
        self.pace = random.choice([0.2, 0.6, 2.0])
        self.resigning = random.choice([0.0, 0.1, 0.5])
        self.rematches = random.random() < 0.5 and not self.leaves

    # -- time --------------------------------------------------------------------------------------------------------
    @property
    def time(self) -> float:
        return asyncio.get_running_loop().time()

    def clock(self) -> int:
        return EPOCH + int(self.time * 1000)

    def note(self, what: str) -> None:
        self.trace.append((self.time, what))

    # -- its course --------------------------------------------------------------------------------------------------
    async def play(self) -> None:
        """Run until everything has recovered from the faults, or a check fails."""
        work = [self._run_nodes(), self._have_nights(), *(player.live() for player in self.players)]
        tasks = [asyncio.create_task(one) for one in work]
        course = asyncio.create_task(self._course())
        await asyncio.wait([course, *tasks], return_when=asyncio.FIRST_COMPLETED)
        for task in (*tasks, course):
            if task.done():
                task.result()

    async def _course(self) -> None:
        async with asyncio.timeout(LONGEST_STORM + PATIENCE):
            await self._open()
        await self._until(lambda: self.newest >= self.goal or self.is_done, LONGEST_STORM)
        self.note("calm")
        self.calm = True
        vars(self.weather).update(vars(CALM))
        goal = self.newest + 5
        assert await self._until(lambda: self.newest >= goal or self.is_done, PATIENCE), "nothing goes on"
        self.going_on = False
        assert await self._until(self.is_settled, PATIENCE), f"not everybody knows everything: {self.unsettled()}"
        for node in self.nodes:
            node.raise_mistakes()
        check(self)
        await self._check_rematch()

    async def _check_rematch(self) -> None:
        """Once all players have agreed, the table for the rematch exists, whatever faults came in between."""
        old, end = self.running, self.time + PATIENCE
        while old is not None and old.table.rematched:
            assert self.time < end, "there is no table for the rematch"
            if self.node is not None and self.node.serves:
                home = self.node.home_of(rematch_id(old.table))
                found = await home.did(home.application.registry.find(rematch_id(old.table))) if home else None
                if found is not None:
                    assert isinstance(found, TableActor)
                    assert found.table.phase in ("gathering", "playing"), "the rematch has ended"
                    assert any(found.table.people), "nobody sits at the rematch"
                    self.note("a rematch")
                    return
            await asyncio.sleep(0.5)

    async def _until(self, reached: Callable[[], bool], seconds: float) -> bool:
        end = self.time + seconds
        while self.time < end:
            if reached():
                return True
            await asyncio.sleep(0.25)
        return False

    async def _open(self) -> None:
        if self.late:
            left = self._random.randint(2, 12)
            bodies, answers = late_in(self.game, self.options, self.people, left, self.future)
            self.disk.put("t", self.game, self.options, bodies, answers)
            self.table, self.goal, self.begun = "t", 10_000, len(bodies)
            self.bots_before = sum(command.startswith("bot ") for command in answers)
        host = self.players[0].person
        while self.table is None:
            await asyncio.sleep(0.2)
            if self.node and self.node.serves:
                opening = self.node.application.registry.open(host, self.game, self.options, self.settings, "public")
                self.table = await self.node.did(opening)

    # -- the table as it stands --------------------------------------------------------------------------------------
    @property
    def running(self) -> TableActor | None:
        """The table's actor, if a node runs it."""
        if self.node is None or not self.node.serves or self.table is None:
            return None
        return self.node.actor_of(self.table)

    @property
    def newest(self) -> int:
        """The newest game entry."""
        return self.running.table._state.newest if self.running else 0

    @property
    def is_done(self) -> bool:
        """The game is over, and the rematch is agreed if the players want one."""
        if self.leaves and self.has_ended:
            return True
        table = self.running.table if self.running else None
        return table is not None and table.phase == "over" and (table.rematched or not self.rematches)

    @property
    def has_ended(self) -> bool:
        return self.disk.read("SELECT state FROM tables WHERE id = ?", self.table or "") == [("over",)]

    def is_settled(self) -> bool:
        return not self.unsettled()

    def unsettled(self) -> list[str]:
        if self.leaves and self.has_ended:
            return self._not_left() or self._no_record()
        running = self.running
        if running is None or running.closed:
            return ["the table does not run"]
        table = running.table
        told = table.told_seq  # what happens after a signal is told when the grab is judged
        found = [f"{p.name} is at {p.follower.seq} of {told}" for p in self.players if p.follower.seq != told]
        found += [f"{p.name} waits for {list(p.follower.waiting.values())}" for p in self.players if p.follower.waiting]
        for person, seat in zip(table.people, table.seats(0), strict=True):
            if person and seat.here != running.is_connected(person):
                found.append(f"{person} is said to be {'here' if seat.here else 'gone'}")
        if not found:
            found = [f"{player.name} cannot choose" for player in self.players if not self._may_choose(player, table)]
        return found or self._not_kept_beside_the_log(running.table)

    def _not_left(self) -> list[str]:
        return [f"{player.name} has not heard of the end" for player in self.players if not player.has_left]

    def _no_record(self) -> list[str]:
        kept = self.disk.read("SELECT 1 FROM records WHERE table_id = ?", self.table or "")
        return [] if kept else ["no record is kept"]

    def _may_choose(self, player: Player, table: Table) -> bool:
        """Whether the player has the choices that the table offers, if any."""
        offered, has = table.snapshot(player.person.id, 0).choices, player.follower.choices
        return offered is None or (has is not None and has == msgspec.to_builtins(offered))

    def _not_kept_beside_the_log(self, table: Table) -> list[str]:
        """Projections follow the log, with a delay if the disk failed."""
        seats = [
            (n, seat.name, person) for n, (seat, person) in enumerate(zip(table.seats(0), table.people, strict=True))
        ]
        rows = self.disk.read("SELECT seat, name, account_id FROM seats WHERE table_id = ? ORDER BY seat", table.id)
        found = ["the lobby knows other seats"] if rows != [seat for seat in seats if seat[1]] else []
        ((newest, state),) = self.disk.read("SELECT newest, state FROM tables WHERE id = ?", table.id)
        found += ["a batch is under way"] if newest != table.seq + 1 else []
        found += [f"it is said to be {state}"] if state != STATES.get(table.phase, "running") else []
        return found + (self._no_record() if table.phase == "over" else [])

    # -- nodes and lines ---------------------------------------------------------------------------------------------
    async def _run_nodes(self) -> None:
        while True:
            random = Random(f"{self.seed}/node/{len(self.nodes)}")
            self.node = Node(self.disk, self.weather, random, self._entropy, self.processes)
            self.nodes.append(self.node)
            self.note("a node starts")
            await self._let_live(self.node)
            await self._end(self.node)

    async def _let_live(self, node: Node) -> None:
        """Wait until the node's time is up; without faults it never is. The node that it replaced dies earlier."""
        end = self.time + self._random.expovariate(1 / self.weather.crash)
        zombies_end = self.time + self._random.uniform(0.5, 10)
        killing = asyncio.create_task(self._kill_table_processes(node))
        while not node.gone and (self.calm or self.time < end):
            await asyncio.sleep(0.2)
            if self.zombie is not None and self.time > zombies_end:
                self._bury()
        killing.cancel()

    async def _kill_table_processes(self, node: Node) -> None:
        """One at a time, at random."""
        while self.processes > 1:
            await asyncio.sleep(self._parts.expovariate(1 / self.weather.process_dies))
            if self.calm:
                return
            died, ran = self.clock(), node.runs(self.table or "")
            self.note("a table process dies")
            node.kill_table_process()
            if ran and self.zombie is None and not node.runs(self.table or ""):
                await self._note_down(node, died)

    async def _note_down(self, node: Node, died: int) -> None:
        """Until another process runs the table."""
        until = died
        while not (node.runs(self.table or "") or node.gone):
            until = self.clock()
            await asyncio.sleep(0.01)
        self.downs.append((died, until))

    def _bury(self) -> None:
        if self.zombie is not None:
            self.zombie.kill()
            self.zombie = None

    async def _end(self, node: Node) -> None:
        self._bury()
        node.raise_mistakes()
        match "gone" if node.gone else self._random.choice(["kill", "kill", "ask", "replace"]):
            case "replace":
                self.note("a node is replaced and does not know it")
                self.zombie = node
                return
            case "ask":
                self.note("a node is asked to end")
                node.ask_to_end()
                assert node.task is not None
                await asyncio.wait([node.task], timeout=20)
        self.note("a node dies")
        node.kill()
        died = self.clock()
        await asyncio.sleep(self._random.choice([0.01, 0.5, 10.0, 100.0]) * self._random.random())
        self.downs.append((died, self.clock()))

    async def _have_nights(self) -> None:
        while True:
            await asyncio.sleep(self._nights.expovariate(1 / self.weather.night))
            if not self.calm:
                self.note("everybody leaves")
                self.dawn = self.time + self._nights.uniform(10, 60)
                self.cut()

    def crash(self) -> None:
        """Kill the node now; another starts a moment later."""
        if self.node is not None:
            self.note("a node is killed")
            self.node.kill()

    def cut(self) -> None:
        """Cut all connections."""
        if self.node is not None:
            self.note("all connections are cut")
            self.node.cut_connections()

    async def connected(self, player: Player) -> SimulatedConnection | None:
        """Connect to the current node, or at times to one that has been replaced."""
        replaced = self.zombie is not None and not self.calm and player.random.random() < 0.3
        node = self.zombie if replaced else self.node
        asleep = self.time < self.dawn and not self.calm
        if node is None or not node.serves or self.table is None or asleep:
            return None
        self._opened += 1
        connection = SimulatedConnection(self.weather, Random(f"{self.seed}/line/{self._opened}"))
        since = player.since()
        query = f"ticket={await node.application.tickets.issue(player.person, self.table)}"
        node.receive(connection, query if since is None else f"{query}&since={since}", self.table)
        return connection


def simulate(world: World) -> World:
    """Run the world from beginning to end in its own event loop."""
    loop = SimulatedLoop(world.at_step)
    loop.set_task_factory(task_of_a_process)
    loop.set_exception_handler(lambda _, context: world.mistakes.append(repr(context)))
    with plain_views(), capture_logs() as world.logs:
        try:
            loop.run_until_complete(world.play())
        finally:
            world.steps = loop.steps
            loop.run_until_complete(_clear_away(world))
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.close()
    return world


async def _clear_away(world: World) -> None:
    for node in world.nodes:
        node.kill()
    while left := asyncio.all_tasks() - {asyncio.current_task()}:
        for task in left:
            task.cancel()
        await asyncio.wait(left)
