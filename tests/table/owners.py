"""A table's owner for tests: keeps the log and the answers as a store would, and its own time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import count
from typing import Any

from niwashi.core.rng import below, seeded
from niwashi.table import Command, CommandResult, PendingEntries, Table
from niwashi.wire import Answer, Done, Request, requests

SECRET = bytes(range(16))
START = 1_000_000
PEOPLE = ("aki", "bo", "chie", "dai", "emi")


class Owner:
    """Stores every batch and commits it, and lets the clock run only when told to."""

    def __init__(self, game: str, secret: bytes = SECRET, **given: Any) -> None:
        self.now = START
        self.bodies: list[bytes] = []
        self.answers: dict[str, bytes] = {}
        self.ids = count()
        self.table, batch = Table.open("t", game, host="aki", secret=secret, now=self.now, **given)
        self.store(batch)

    @classmethod
    def resume(cls, bodies: list[bytes]) -> Owner:
        """The owner of a table whose log is given, from the time of its last entry on."""
        owner = cls.__new__(cls)
        owner.bodies, owner.answers, owner.ids = list(bodies), {}, count()
        owner.table = Table.rebuild(bodies)
        owner.now = owner.table.last_entry_at
        return owner

    # -- the store -------------------------------------------------------------------------------------------------
    def store(self, batch: PendingEntries) -> None:
        assert batch.first == len(self.bodies), "entries are numbered without a gap"
        self.bodies.extend(batch.bodies)
        if batch.command is not None and batch.answer is not None:
            assert batch.command not in self.answers
            self.answers[batch.command] = batch.answer
        self.table.commit(batch)

    def settled(self, outcome: CommandResult) -> Answer | None:
        if outcome.batch is not None:
            self.store(outcome.batch)
        return outcome.answer

    def rebuilt(self) -> Table:
        return Table.rebuild(self.bodies, self.answers)

    # -- what people do ----------------------------------------------------------------------------------------------
    def ask(self, person: str, kind: type[Request], **fields: Any) -> Answer | None:
        """A request with an id of its own."""
        return self.send(Command(kind(id=f"r{next(self.ids)}", **fields), person))

    def send(self, command: Command) -> Answer | None:
        return self.settled(self.table.handle(command, self.now))

    def done(self, person: str, kind: type[Request], **fields: Any) -> None:
        answer = self.ask(person, kind, **fields)
        assert isinstance(answer, Done), answer

    def refused(self, person: str, kind: type[Request], **fields: Any) -> str:
        """The code under which it was refused, in a sentence."""
        answer = self.ask(person, kind, **fields)
        assert not isinstance(answer, Done | None), "this should have been refused"
        assert len(answer.sentence) > 10
        return answer.code

    def wait(self, milliseconds: int) -> None:
        """Let time pass, and the table do what is due on the way."""
        until = self.now + milliseconds
        while (due := self.table.due()) is not None and due <= until:
            self.now = max(due, self.now)
            before = self.table.seq
            self.settled(self.table.tick(self.now))
            assert self.table.seq > before, "what is due is done"
        self.now = until

    def presence(self, person: str, here: bool) -> None:
        self.settled(self.table.set_presence(person, here, self.now))

    # -- shorthand ---------------------------------------------------------------------------------------------------
    def begin(self, people: int = 2, arranged: bool = True) -> None:
        """So many people, bots on the other seats, and off."""
        seats = len(self.table.snapshot(None, self.now).seats)
        for person in PEOPLE[:people]:
            self.done(person, requests.Sit, name=person.capitalize())
        for seat in range(people, seats):
            self.done("aki", requests.Bot, seat=seat, level="beginner")
        if arranged:
            self.done("aki", requests.Arrange, order=list(range(seats)))
        self.done("aki", requests.Start)

    def begin_at_one_device(self, holders: Sequence[str]) -> None:
        """Who holds each seat, in their order; the host holds several, each under a name of its own."""
        for seat, person in enumerate(holders):
            called = {"called": f"{person.capitalize()} {seat}"} if holders.count(person) > 1 else {}
            self.done(person, requests.Sit, name=person.capitalize(), seat=seat, **called)
        self.done("aki", requests.Arrange, order=list(range(len(holders))))
        self.done("aki", requests.Start)

    def person(self, seat: int) -> str:
        held = self.table._state.seats[seat].person
        assert held is not None, "a bot sits here"
        return held

    def opened(self, seat: int) -> int:
        """The entry that opened a seat's decision."""
        return self.table._state.decisions[seat]

    def to_act(self) -> tuple[int, ...]:
        game = self.table._state.game
        return game.to_act if game else ()

    def legal(self, seat: int) -> list[str]:
        game = self.table._state.game
        return [str(action) for action in game.legal(seat)] if game else []

    def act(self, seat: int, action: str, **fields: Any) -> Answer | None:
        """By the person or the bot that plays the seat."""
        holder = self.table._state.seats[seat].person
        if len(self.table._state.seats_of(holder)) > 1:
            fields = {"seat": seat, **fields}
        request = requests.Act(id=f"r{next(self.ids)}", seq=self.opened(seat), action=action, **fields)
        if self.table._state.seats[seat].bot:
            return self.send(Command(request, bot=seat))
        return self.send(Command(request, self.person(seat)))

    def play(self, actions: int, seed: int = 1) -> None:
        """So many actions at random, or to the end."""
        rng = seeded(seed)
        for _ in range(actions):
            if self.table.phase == "over":
                return
            self.step(rng)

    def step(self, rng: Any) -> None:
        """One thing that the table waits for, whatever it is."""
        state = self.table._state
        if state.called is not None and (unready := state.unready()):
            self.done(self.person(unready[0]), requests.Ready)
        elif state.race and state.race.signal is None:
            self.wait((self.table.due() or 0) - self.now)
        elif state.race and self.now < (state.race.signal or 0):
            self.wait((state.race.signal or 0) - self.now)
        else:
            self._act_somehow(rng)

    def _act_somehow(self, rng: Any) -> None:
        race = self.table._state.race
        free = [seat for seat in self.to_act() if not (race and seat in race.presses)]
        if not free:
            self.wait(5000)
            return
        seat = free[int(below(rng, len(free)))]
        legal = self.legal(seat)
        answer = self.act(seat, legal[int(below(rng, len(legal)))])
        assert isinstance(answer, Done), answer


def described(table: Table) -> dict[str, Any]:
    """Everything that two equal tables have in common."""
    state = table._state
    found = {field.name: getattr(state, field.name) for field in fields(state)}
    game = state.game
    found["game"] = game and (game.events, game.position.tobytes(), game.chances, game.names)
    found["log"], found["answers"], found["due"] = list(table._log), dict(table._answers), table.due()
    return found
