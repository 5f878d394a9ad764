"""Strategies in the live grab, against equally quick honest people: `python -m benchmarks.grab`.

A real table judges every race in simulated time, so the shares are the same on every machine. Each draw of reaction
times is raced once for every seat that could have had them: honest people on equal lines would win exactly their share.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from random import Random

from niwashi.server.realtime.round_trips import RoundTrip, RoundTrips
from niwashi.server.settings import Settings
from niwashi.table import Command, CommandResult, Table
from niwashi.table.entries import Happened
from niwashi.wire import Request, TableSettings, requests

DISTANCES = (20, 80, 200)
PEOPLE = ("aki", "bo", "chie")
CARD = "grab 1"
DRIFT = 40e-6
"""Seconds that a cheap clock gains in one."""
JOIN_PINGS, BETWEEN_RACES_MS = 8, 5000
SEGMENTS = 4
"""Round trips that the kernel sees for each ping: there are heartbeats, news and acknowledgements as well."""
VISITED = 24
"""Connections that a client has opened before its first game: for pages, requests and other tables."""
HELD_MS = 400
"""How long a late pong is held back."""
RACES = 2000
LINES: dict[str, Callable[[Random], float]] = {
    "steady": lambda _: 0.0,
    "good": lambda random: random.expovariate(1),
    "usual": lambda random: random.expovariate(1 / 4),
    "shared": lambda random: random.uniform(0, 10),
    "bad": lambda random: random.expovariate(1 / 20),
}
"""What is added to the fastest way, in milliseconds."""


@dataclass(frozen=True)
class Strategy:
    """What a client does otherwise than an honest one."""

    hold_pongs: bool = False
    forge: bool = False
    """Claims that it pressed at the signal."""
    burst: int = 1
    """Presses that are sent 5 ms after each other over one socket, which keeps their order."""
    sockets: int = 1
    """Sockets over which the same press is sent at once: the luckiest one counts."""
    alone: bool = True
    """Has one socket at the table. Nobody else gets credit for jitter."""
    second_socket: bool = False
    """Answers pings over a socket on the other side of the world, and presses over the near one."""
    reconnect: bool = False
    """Opens a new connection before every signal, and then holds pongs back."""
    accounts: int = 1
    """Guests that it visits as, of which the one that seems furthest away plays."""
    clock_step_ms: int = 0
    """Sets its clock back between the last ping and the press."""
    slow_in_game: bool = False
    """Its line, as the kernel sees it, is slow from the first game on, but not for presses."""
    slow_always: bool = False
    """The same from its first visit on. That needs an operating system of its own making."""
    busy_visits: bool = False
    """Its line is bad whenever it opens a connection, and good whenever it plays."""


STRATEGIES: dict[str, Strategy] = {
    "honest": Strategy(),
    "late pongs": Strategy(hold_pongs=True),
    "forged time": Strategy(forge=True),
    "late pongs, forged time": Strategy(hold_pongs=True, forge=True),
    "late pongs, bursts of presses": Strategy(hold_pongs=True, forge=True, burst=5),
    "forged time over four sockets at once": Strategy(forge=True, sockets=4, alone=False),
    "a second, slow socket": Strategy(second_socket=True, forge=True, alone=False),
    "a new connection before each signal": Strategy(reconnect=True, hold_pongs=True, forge=True),
    "clock steps": Strategy(clock_step_ms=150),
    "a line that is slow once the game begins": Strategy(slow_in_game=True, forge=True),
    "the luckiest of ten accounts": Strategy(accounts=10, forge=True),
}
ON_BAD_LINES = ("forged time", "forged time over four sockets at once", "the luckiest of ten accounts")
"""Where jitter could be turned to account."""
UNKNOWABLE: dict[str, Strategy] = {
    "delayed acknowledgements of one's own kernel, from the first visit on": Strategy(slow_always=True, forge=True),
    "a line that is bad at every visit and good in every game": Strategy(busy_visits=True, hold_pongs=True, forge=True),
}


@dataclass
class Client:
    """A seat so far away, with a clock of its own, an uneven line and a strategy."""

    person: str
    distance: int
    strategy: Strategy
    line: str
    random: Random
    round_trips: RoundTrips
    offset: float = 0.0
    arrivals: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.skew = self.random.uniform(-60_000, 60_000)
        self.rate = 1 + self.random.uniform(-DRIFT, DRIFT)
        self.account = max(map(self._visit, range(self.strategy.accounts)), key=self._seems)

    def clock(self, true: float) -> float:
        return true * self.rate + self.skew

    def travel(self) -> float:
        return self.distance + LINES[self.line](self.random)

    def max_lag(self) -> int:
        """Of the socket that it presses by."""
        return self._kernel_lag("near", HELD_MS if self.strategy.slow_in_game or self.strategy.slow_always else 0)

    def _visit(self, number: int) -> str:
        """Returns the account by which it came."""
        self.account = f"{self.person} {number}"
        for _ in range(VISITED):
            self._connect(HELD_MS if self.strategy.slow_always else 0)
        return self.account

    def _seems(self, account: str) -> int:
        return self.round_trips.one_way_ms(account, "near", self.strategy.alone)

    def _connect(self, more: int) -> None:
        line = LINES["bad" if self.strategy.busy_visits else self.line]
        took = int(1000 * (2 * self.distance + line(self.random) + line(self.random) + more))
        self.round_trips.note(self.account, "near", RoundTrip(took, took))

    def reconnect(self) -> None:
        """Whatever it does with the line by then."""
        self._connect(HELD_MS if self.strategy.slow_in_game or self.strategy.slow_always else 0)

    def _kernel_lag(self, address: str, more: int) -> int:
        took = min(self.travel() + self.travel() for _ in range(SEGMENTS)) + more
        self.round_trips.note(self.account, address, RoundTrip(int(took * 1000)))
        return self.round_trips.one_way_ms(self.account, address, self.strategy.alone)

    def exchange(self, table: Table, now: float) -> None:
        """Answer a ping with a pong. The client learns the table's clock from it (docs/tables.md), nothing else."""
        far = HELD_MS if self.strategy.second_socket else 0
        max_lag = self._kernel_lag("far", far) if far else self.max_lag()
        ping = table.ping(self.person, int(now), max_lag)
        there = now + self.travel() + far / 2
        self.arrivals[ping.n] = self.clock(there)
        if ping.best in self.arrivals and ping.best_at is not None and ping.lag is not None:
            self.offset = ping.best_at + ping.lag - self.arrivals[ping.best]
        held = HELD_MS if self.strategy.hold_pongs or self.strategy.slow_in_game or self.strategy.slow_always else 0
        pong = Command(requests.Pong(id="pong", n=ping.n), self.person)
        table.handle(pong, int(there + held + self.travel() + far / 2))

    def press(self, signal: int, pressed: float) -> Iterator[tuple[int, int]]:
        """Pairs of arrival and claimed time."""
        clock = self.clock(pressed) + self.offset - self.strategy.clock_step_ms
        claimed = signal if self.strategy.forge else max(signal, round(clock))
        for _ in range(self.strategy.sockets):
            arrival = 0
            for number in range(self.strategy.burst):
                arrival = max(arrival, ceil(pressed + 5 * number + self.travel()))
                yield arrival, claimed


class Races:
    """The first live grab of one table, again and again."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self.clients, self._ids = clients, count()
        self.table = _table_at_its_signal(self._ids)
        race = self.table._state.race
        assert race is not None
        assert race.signal is not None
        self._signal, self._start, self._length = race.signal, self.table._state, len(self.table._log)
        self.now = float(self._signal)
        for _ in range(JOIN_PINGS):
            self._exchange_pings(1000)

    def _exchange_pings(self, pause: int) -> None:
        for client in self.clients:
            if client.strategy.slow_in_game:
                client.reconnect()
            if client.strategy.reconnect:
                client.reconnect()
                self.table._latencies.forget(client.person)
            client.exchange(self.table, self.now)
        self.now += pause

    def run(self, reactions: Sequence[float]) -> int:
        """The seat that gets the card."""
        self._rewind()
        self._exchange_pings(BETWEEN_RACES_MS)
        shift = int(self.now) - self._signal
        presses = [
            (arrival, claimed, client)
            for client, reaction in zip(self.clients, reactions, strict=True)
            for arrival, claimed in client.press(int(self.now), self.now + reaction)
        ]
        for arrival, claimed, client in sorted(presses, key=lambda press: press[0]):
            if (winner := self._tick(arrival - shift)) is not None:
                return winner
            act = requests.Act(id=f"r{next(self._ids)}", seq=self._decision(), action=CARD, at=claimed - shift)
            command = Command(act, client.person, max_lag=client.max_lag())
            if (winner := self._settle(self.table.handle(command, arrival - shift))) is not None:
                return winner
        winner = self._tick(self._signal + 60_000)
        assert winner is not None, "every window closes"
        return winner

    def _rewind(self) -> None:
        """Ties go on where they were: the priority is all that a race leaves behind."""
        priority = self.table._state.priority
        self._start = self._start.copy()
        self._start.priority = priority
        self.table._state, self.table._told = self._start, None
        del self.table._log[self._length :]

    def _decision(self) -> int:
        return self.table._state.decisions[0]

    def _tick(self, until: int) -> int | None:
        while (due := self.table.due()) is not None and due <= until:
            if (winner := self._settle(self.table.tick(due))) is not None:
                return winner
        return None

    def _settle(self, result: CommandResult) -> int | None:
        if result.batch is not None:
            self.table.commit(result.batch)
        taken = [entry.who for entry in result.entries if isinstance(entry, Happened) and entry.what == CARD]
        return int(taken[0]) if taken else None


def _table_at_its_signal(ids: Iterator[int]) -> Table:
    settings = TableSettings(auto_ready=True, look=1, grace=None)
    table, batch = Table.open(
        "races",
        "edo_yashiki",
        host=PEOPLE[0],
        secret=bytes(16),
        now=1_000_000,
        settings=settings,
        seats=len(PEOPLE),
        grab="live",
    )
    table.commit(batch)

    sits: list[tuple[str, Request]] = [(person, requests.Sit(id=f"r{next(ids)}", name=person)) for person in PEOPLE]
    arrange = requests.Arrange(id=f"r{next(ids)}", order=[0, 1, 2])
    start = requests.Start(id=f"r{next(ids)}")
    for person, request in (*sits, (PEOPLE[0], arrange), (PEOPLE[0], start)):
        result = table.handle(Command(request, person), 1_000_000)
        assert result.batch is not None
        table.commit(result.batch)
    while (race := table._state.race) is None or race.signal is None:
        due = table.due()
        assert due is not None
        result = table.tick(due)
        assert result.batch is not None
        table.commit(result.batch)
    return table


def shares(
    strategies: Sequence[Strategy], distances: Sequence[int], lines: Sequence[str], races: int, seed: int = 1
) -> list[float]:
    """The share of races that each seat wins."""
    random, round_trips = Random(seed), RoundTrips(Settings())
    clients = [
        Client(person, distance, strategy, line, random, round_trips)
        for person, distance, strategy, line in zip(PEOPLE, distances, strategies, lines, strict=True)
    ]
    field_of_races, wins = Races(clients), [0] * len(clients)
    for _ in range(races):
        drawn = [random.lognormvariate(5.86, 0.2) for _ in clients]  # a median of 350 ms, ± 70
        for first in range(len(clients)):
            wins[field_of_races.run(drawn[first:] + drawn[:first])] += 1
    return [won / (races * len(clients)) for won in wins]


def strategy_shares(strategy: Strategy, races: int, line: str = "usual") -> dict[int, float]:
    """By its distance, the share of one client with this strategy against two honest ones."""
    found = {}
    for distance in DISTANCES:
        strategies = [strategy if other == distance else Strategy() for other in DISTANCES]
        found[distance] = shares(strategies, DISTANCES, [line] * 3, races)[DISTANCES.index(distance)]
    return found


def main(races: int = RACES) -> None:
    print("| strategy | " + " | ".join(f"at {distance} ms" for distance in DISTANCES) + " |")
    print("|---|" + "---|" * len(DISTANCES))
    for name, strategy in (STRATEGIES | UNKNOWABLE).items():
        won = strategy_shares(strategy, races)
        print(f"| {name} | " + " | ".join(f"{100 * won[distance]:.1f}" for distance in DISTANCES) + " |", flush=True)
    for line in LINES:
        won_by_line = shares([Strategy()] * 3, DISTANCES, [line] * 3, races)
        print(f"| honest, all on {line} lines | " + " | ".join(f"{100 * share:.1f}" for share in won_by_line) + " |")
    for name in ON_BAD_LINES:
        won = strategy_shares(STRATEGIES[name], races, "bad")
        row = " | ".join(f"{100 * won[distance]:.1f}" for distance in DISTANCES)
        print(f"| {name}, all on bad lines | {row} |", flush=True)
    mixed = shares([Strategy()] * 3, (80, 80, 80), ["steady", "usual", "bad"], races)
    print("| honest at 80 ms: steady, usual, bad | " + " | ".join(f"{100 * share:.1f}" for share in mixed) + " |")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
