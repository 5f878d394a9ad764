"""Simulated players, who mostly act sensibly and now and then do not."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from niwashi.server.access.accounts import Person
from tests.simulation.connections import SimulatedConnection
from tests.simulation.follower import Follower, Message, decoded
from tests.table.owners import PEOPLE as SEATED

if TYPE_CHECKING:
    from tests.simulation.world import World


PEOPLE = (*SEATED, "fumi")
RESEND = 1.5
SILENCE = 10.0
"""Seconds without a message before a client reconnects; heartbeats are more frequent."""
IDLE = 8.0
"""Seconds without progress before a client reconnects, in case a message was lost."""
AT_ONCE = 3


class Player:
    """One player or spectator, with one connection at a time."""

    def __init__(self, world: World, number: int, looks_on: bool = False) -> None:
        self.world, self.looks_on = world, looks_on
        self.random = Random(f"{world.seed}/person/{number}")
        self.person = Person(PEOPLE[number], PEOPLE[number].capitalize(), True)
        self.follower = Follower()
        self.connected = False
        self.made: dict[str, Message] = {}
        """Every request ever made, by its id."""
        self.heard: list[tuple[float, bytes]] = []
        self._sent: dict[str, float] = {}
        self._next_deed = self._last_deed = 0.0

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def id(self) -> str:
        return self.person.id

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # -- the connection ----------------------------------------------------------------------------------------------
    async def live(self) -> None:
        """Reconnect for ever, with `since` or for a whole snapshot."""
        while not self.has_left:
            await asyncio.sleep(self.random.uniform(0.05, 1.0))
            connection = await self.world.connected(self)
            if connection is None:
                continue
            self.connected = True
            try:
                await self._stay(connection)
            except ConnectionError:
                pass
            finally:
                self.connected = False
                connection.cut()
            await asyncio.sleep(self._away())
        await asyncio.Event().wait()

    @property
    def has_left(self) -> bool:
        """For good: the game is over, and nobody wants another one."""
        return self._is_done and not self.connected

    @property
    def _is_done(self) -> bool:
        return self.world.leaves and self.follower.phase == "over" and not self.follower.waiting

    def _away(self) -> float:
        if self.world.calm or self.random.random() < 0.9:
            return 0.0
        return self.random.uniform(1.0, 40.0)

    def since(self) -> int | None:
        """Request the rest, or everything, as a reloaded page does."""
        self.follower.behind = False
        return self.follower.seq if self.follower.seq >= 0 and self.random.random() < 0.8 else None

    async def _stay(self, connection: SimulatedConnection) -> None:
        until = self._now + self.random.expovariate(1 / self.world.weather.cut)
        heard = self._last_deed = self._now
        self._sent.clear()
        while not (self.follower.behind or self._is_done) and (
            connection.orderly if self.world.calm else self._now < until
        ):
            if self._now >= self._next_deed:
                self._do_something(connection)
            try:
                raw = await connection.hear(max(self._next_deed - self._now, 0.001))
            except TimeoutError:
                if self._now - heard > SILENCE or (not connection.orderly and self._now - self._last_deed > IDLE):
                    return
                continue
            heard = self._now
            self.heard.append((heard, raw))
            self._hear(connection, decoded(raw))

    def _hear(self, connection: SimulatedConnection, message: Message) -> None:
        self.world.note(f"{self.name} hears {_in_short(message)}")
        new = self.follower.hear(message, connection.orderly)
        if ping := message.get("ping"):
            connection.say(msgspec.json.encode({"do": "pong", "id": "pong", "n": ping["n"]}))
        if self.looks_on:
            return
        for news in new:
            self._react(connection, news)
        if "snapshot" in message and self._races():
            self._ask(connection, "seen", seq=self.follower.newest)

    def _react(self, connection: SimulatedConnection, news: Message) -> None:
        event = news["event"] or {}
        if event.get("who") == "chance" and event["what"].startswith("open") and self.random.random() < 0.9:
            self._ask(connection, "seen", seq=news["seq"])

    # -- asking ------------------------------------------------------------------------------------------------------
    def _ask(self, connection: SimulatedConnection, do: str, **fields: Any) -> None:
        request = {"do": do, "id": f"{self.name}-{len(self.made)}", **fields}
        self.made[request["id"]] = request
        self.follower.waiting[request["id"]] = request
        self._last_deed = self._now
        self._send(connection, request)

    def _send(self, connection: SimulatedConnection, request: Message) -> None:
        self.world.note(f"{self.name} asks {request}")
        self._sent[request["id"]] = self._now
        connection.say(msgspec.json.encode(request))

    def _do_something(self, connection: SimulatedConnection) -> None:
        self._next_deed = self._now + self.random.uniform(0.02, self.world.pace)
        for request in list(self.follower.waiting.values()):
            if self._now - self._sent.get(request["id"], -RESEND) >= RESEND:
                self._send(connection, request)
        if not self.looks_on and len(self.follower.waiting) < AT_ONCE and self.world.going_on:
            match self.follower.phase:
                case "gathering":
                    self._gather(connection)
                case "playing" | "paused":
                    self._play(connection)
                case "over":
                    self._play_again(connection)

    def _under_way(self, *kinds: str) -> bool:
        return any(request["do"] in kinds for request in self.follower.waiting.values())

    # -- before the start --------------------------------------------------------------------------------------------
    def _gather(self, connection: SimulatedConnection) -> None:
        seats, chance = self.follower.seats, self.random.random()
        if self._under_way("sit", "leave", "start", "bot"):
            return
        if self.name not in seats:
            self._ask(connection, "sit", name=self.name)
        elif chance < 0.05 and not self.world.calm:
            self._ask(connection, "leave")
        elif chance < 0.15:
            self._ask(connection, "nonce", text=f"n{self.random.randrange(1000)}")
        elif chance < 0.2:
            self._ask(connection, "arrange", order=self.random.sample(range(len(seats)), len(seats)))
        elif "" not in seats:
            self._ask(connection, "start")
        elif sum(map(bool, seats)) >= self.world.people:
            self._ask(connection, "bot", seat=seats.index(""), level="beginner")

    # -- playing -----------------------------------------------------------------------------------------------------
    def _races(self) -> bool:
        choices = self.follower.choices
        return bool(choices) and self.world.live and choices["actions"][0].startswith("grab ")  # type: ignore[index]

    def _play(self, connection: SimulatedConnection) -> None:
        chance = self.random.random() if not self.world.calm else 1.0
        if self.follower.phase == "paused" and self.random.random() < 0.3:
            self._ask(connection, "resume")
        elif self._should_say_ready() and not self._under_way("ready"):
            self._ask(connection, "ready", auto=self.random.random() < 0.3)
        elif self.follower.asked and self.random.random() < 0.5:
            agrees = self.random.random() < 0.8
            self._ask(connection, "agree" if agrees else "decline", seq=self.follower.asked[0])
        elif chance < 0.15:
            self._do_something_else(connection)
        else:
            self._act(connection)

    def _should_say_ready(self) -> bool:
        seats = self.follower.seats
        return self.follower.called and self.name in seats and seats.index(self.name) not in self.follower.ready

    def _do_something_else(self, connection: SimulatedConnection) -> None:
        newest, seq = self.follower.newest, self.follower.seq
        match self.random.randrange(12):
            case 0 | 1 | 2:
                self._ask(connection, "back", seq=newest)
            case 3:
                self._ask(connection, "back", seq=newest, to=self.random.randrange(newest + 1))
            case 4:
                self._ask(connection, "pause")
            case 5:
                self._ask(connection, "return")
            case 6 | 7:
                self._ask(connection, "act", seq=self._some_entry(), action=self._some_action())
            case 8:
                self._ask(connection, "act", seq=seq, action="nothing at all")
            case 9:
                self._ask(connection, "agree", seq=self._some_entry())
            case 10:
                self._ask(connection, "ready", auto=True)
            case 11 if self.random.random() < self.world.resigning:
                self._ask(connection, "resign")

    def _some_entry(self) -> int:
        return max(self.follower.seq - self.random.choice([1, 2, 5, 30, 150]), 0)

    def _some_action(self) -> str:
        choices = self.follower.choices
        return str(self.random.choice(choices["actions"])) if choices else "pass"

    def _act(self, connection: SimulatedConnection) -> None:
        choices = self.follower.choices
        if choices is None or self._under_way("act"):
            return
        if not self._races():
            self._ask(connection, "act", seq=choices["seq"], action=self._some_action())
        elif self.follower.signal is not None:
            self._grab(connection, choices["seq"], self.world.clock() - self.follower.signal)

    def _grab(self, connection: SimulatedConnection, seq: int, after_signal: int) -> None:
        """Press at the signal, at times a moment before. Most clients report when they pressed, and some lie."""
        if after_signal < 0 and (self.world.calm or self.random.random() < 0.8):
            return
        honest, forged = {"at": self.world.clock()}, {"at": self.follower.signal}
        said: dict[str, Any] = self.random.choice([{}, honest, forged])
        self._ask(connection, "act", seq=seq, action=self._some_action(), **said)

    def _play_again(self, connection: SimulatedConnection) -> None:
        if not self.world.rematches or self.follower.rematch or self.random.random() < 0.7:
            return
        if self.follower.asked:
            self._ask(connection, "agree", seq=self.follower.asked[0])
        else:
            self._ask(connection, "rematch")


def _in_short(message: Message) -> str:
    if news := message.get("news"):
        return " ".join(f"{one['seq']} {one['event']}" for one in news)
    if "snapshot" in message:
        return f"snapshot {message['snapshot']['seq']}"
    return f"choices {message['choices']['seq']}" if "choices" in message else str(message)
