"""A table as a person would keep it with pencil and paper: a list of events, minutes on a slate, a list of letters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import niwashi
from niwashi.engine.game import Game

BANK, INCREMENT, GRACE = 60_000, 2_000, 15_000


@dataclass
class Model:
    """Two or three seats as they came, banks with an increment; who runs out of time resigns.

    Of several seats that a person holds at one device, the first that may act has the device.
    """

    reference: Game
    holders: tuple[str, ...]
    left: list[int] = field(default_factory=list)
    events: list[tuple[int | str, str]] = field(default_factory=list)
    trail: list[int] = field(default_factory=list)
    """The numbers of the events that led here, without what was taken back."""
    bots: set[int] = field(default_factory=set)
    resigned: set[int] = field(default_factory=set)
    away: dict[int, int] = field(default_factory=dict)
    """Who is gone, and for how many milliseconds more the table waits for them."""
    paused: bool = False
    asked: tuple[str, str, int] | None = None
    """Who asks for what, and to how many events."""
    agreed: set[str] = field(default_factory=set)

    @classmethod
    def new(cls, game: str, holders: tuple[str, ...], key: str, **options: Any) -> Model:
        seats = len(holders)
        model = cls(niwashi.new(game, seats=seats, seed=key, **options), holders, [BANK] * seats)
        model.note()
        return model

    def note(self) -> None:
        """Write down what the game brought since."""
        for event in self.reference.events[len(self.events) :]:
            self.trail.append(len(self.events))
            self.events.append((event[0], str(event[1])))

    @property
    def seats(self) -> int:
        return self.reference.seats

    @property
    def over(self) -> bool:
        return self.reference.over

    def may_act(self) -> tuple[int, ...]:
        return () if self.paused else self.reference.to_act

    def people(self) -> set[int]:
        """The seats that people play."""
        return set(range(self.seats)) - self.bots - self.resigned

    def voices(self) -> set[str]:
        return {self.holders[seat] for seat in self.people()}

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if holder == person]

    def in_hand(self) -> list[int]:
        """The seats whose people are to act, one for each of those who hold any."""
        first: dict[str, int] = {}
        for seat in self.may_act():
            if seat in self.people():
                first.setdefault(self.holders[seat], seat)
        return sorted(first.values())

    # -- what is done ------------------------------------------------------------------------------------------------
    def act(self, seat: int, action: str) -> None:
        self.reference.play(action, seat)
        self.note()
        self.asked = None
        self.left[seat] += INCREMENT

    def table(self, what: str) -> None:
        self.reference.apply(("table", what))
        self.note()

    def resign(self, seat: int) -> None:
        """Between two the other has won; otherwise a bot plays on."""
        self.table(f"resign {seat}")
        self.resigned.add(seat)
        if not self.over and seat not in self.bots:
            self.bots.add(seat)
            self.table(f"bot {seat} strong")

    def wait(self, milliseconds: int) -> None:
        """Clocks of people who may act run; at nought they resign. Who is gone too long is played for by a bot,
        if anybody is here to wait for them."""
        while milliseconds > 0 and not self.over and not self.paused:
            running = self.in_hand()
            missed = [seat for seat in sorted(self.away) if seat in self.people() and self.somebody_is_here()]
            step = min([milliseconds, *(self.left[seat] for seat in running), *(self.away[seat] for seat in missed)])
            for seat in running:
                self.left[seat] -= step
            for seat in missed:
                self.away[seat] -= step
            milliseconds -= step
            self._time_is_up(running, missed)

    def _time_is_up(self, running: list[int], missed: list[int]) -> None:
        for seat in running:
            if self.left[seat] == 0 and not self.over:
                self.resign(seat)
        for seat in missed:
            if self.away[seat] <= 0 and seat in self.people() and not self.over:
                self.bots.add(seat)
                self.table(f"bot {seat} strong")
        self.settle()

    # -- coming and going --------------------------------------------------------------------------------------------
    def go(self, person: str) -> None:
        for seat in self.seats_of(person):
            if seat not in self.away:
                self.away[seat] = GRACE
                self.asked = None if self.asked and self.asked[0] == person else self.asked

    def somebody_is_here(self) -> bool:
        return any(seat not in self.away for seat in self.people())

    def come(self, person: str) -> None:
        if not self.somebody_is_here():
            self.away = dict.fromkeys(self.away, GRACE)
        for seat in self.seats_of(person):
            self._come(seat)

    def _come(self, seat: int) -> None:
        if self.away.pop(seat, None) is not None and seat in self.bots - self.resigned and not self.over:
            self.bots.remove(seat)
            self.table(f"person {seat}")
            self.left[seat] = max(self.left[seat], INCREMENT)

    # -- taking back -------------------------------------------------------------------------------------------------
    def own_last(self, person: str) -> int | None:
        own = self.seats_of(person)
        return next((number for number in reversed(self.trail) if self.events[number][0] in own), None)

    def undone(self, to: int) -> list[tuple[int | str, str]] | None:
        """The events that a take-back would undo; None if it is impossible or not allowed."""
        if to not in self.trail:
            return None
        undone = [self.events[number] for number in self.trail[self.trail.index(to) :]]
        stays = any(who == "chance" or (who == "table" and what.startswith("resign")) for who, what in undone)
        return None if stays else undone

    def back(self, to: int) -> None:
        for number in self.trail[self.trail.index(to) :]:
            who = self.events[number][0]
            if isinstance(who, int):
                self.left[who] = max(self.left[who] - INCREMENT, min(self.left[who], 1000))
        del self.trail[self.trail.index(to) :]
        self.reference.apply(("table", f"back {to}"))
        self.events.append(("table", f"back {to}"))
        self.asked = None

    def ask(self, person: str, what: str, to: int = 0) -> None:
        self.asked, self.agreed = (person, what, to), {person}
        self.settle()

    def settle(self) -> None:
        if self.over:
            self.asked = None
        if self.asked and not self.voices() - self.agreed:
            _, what, to = self.asked
            if what == "back":
                self.back(to)
            else:
                self.paused, self.asked = True, None
