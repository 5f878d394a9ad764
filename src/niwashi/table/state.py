"""Where a table stands: who sits where, the game, the open decisions, the clocks. Changed by `applying` alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from niwashi.core.errors import NiwashiError
from niwashi.engine.game import Game
from niwashi.table.entries import Ended, Opened
from niwashi.table.grab_timing import Press

NEVER = -1
GRAB_PREFIX = "grab "
"""Several seats may act, and all they may do is grab: who is first has it."""


Kind = TypeVar("Kind")


def _shallow_copy(one: Kind) -> Kind:
    """As `dataclasses.replace` without changes, in a fraction of the time: every command works on a copy."""
    twin = object.__new__(type(one))
    twin.__dict__.update(one.__dict__)
    return twin


class Refusal(NiwashiError):
    """What a table does not allow, as opposed to what a game's rules do not."""


@dataclass
class SeatState:
    person: str | None = None
    """Who holds it; also while a bot plays for them."""
    name: str = ""
    bot: str | None = None
    """The level of the bot that plays it now."""
    nonce: str = ""
    present: bool = True
    absent_since: int = NEVER
    ready: bool = False
    auto_ready: bool = False
    resigned_at: int = NEVER
    """The number of the record's event by which the seat resigned."""

    @property
    def open(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def resigned(self) -> bool:
        return self.resigned_at != NEVER

    @property
    def plays(self) -> bool:
        """A person sits here and plays."""
        return self.person is not None and self.bot is None


@dataclass
class Race:
    """One live grab, from the cards to the last but one of them taken."""

    number: int
    """How many there were before."""
    opened: int
    """The entry that brought the cards."""
    dealt_at: int
    seen: set[int] = field(default_factory=set)
    signal: int | None = None
    presses: dict[int, Press] = field(default_factory=dict)
    locked: dict[int, int] = field(default_factory=dict)
    free_from: dict[int, int] = field(default_factory=dict)
    """When a beaten seat could first know it."""
    attempts: dict[int, int] = field(default_factory=dict)

    def copy(self) -> Race:
        twin = replace(self, seen=set(self.seen), presses=dict(self.presses), locked=dict(self.locked))
        twin.free_from, twin.attempts = dict(self.free_from), dict(self.attempts)
        return twin


@dataclass
class Proposal:
    """Something that needs everybody's consent."""

    number: int
    """The entry that asked."""
    seat: int
    what: str
    to: int | None
    agreed: set[int] = field(default_factory=set)


@dataclass
class Clocks:
    at: int
    left: list[int]
    """Milliseconds, as of `at`."""
    decision: dict[int, int] = field(default_factory=dict)
    """The entry that opened the decision which each seat's clock was last wound for."""


@dataclass
class TableState:
    opening: Opened
    host: str
    seats: list[SeatState]
    clocks: Clocks
    length: int = 1
    """Entries in the log; the next one gets this number."""
    arranged: bool = False
    key: str = ""
    """The key of chance, once it is mixed."""
    order: list[int] = field(default_factory=list)
    game: Game | None = None
    decisions: dict[int, int] = field(default_factory=dict)
    """For each seat that may act, the entry that opened its decision."""
    newest: int = 0
    """The entry of the newest game event."""
    notes: dict[str, dict[str, object]] = field(default_factory=dict)
    called: int | None = None
    race: Race | None = None
    races: int = 0
    latest_race: int = NEVER
    """The entry that opened the latest race, so that a late grab can be told from a stale one."""
    priority: list[int] = field(default_factory=list)
    proposal: Proposal | None = None
    paused: bool = False
    ended: Ended | None = None
    rematch: frozenset[int] | None = None
    """The seats that go on to the next table, once everybody who is here has agreed to it."""
    lease_epoch: int = 1
    """The lease of whoever last began to run the table; who opened it had the first."""

    def copy(self) -> TableState:
        """A twin that can be changed alone; notes once written never are."""
        twin = _shallow_copy(self)
        twin.seats, twin.decisions = [_shallow_copy(seat) for seat in self.seats], dict(self.decisions)
        twin.clocks = Clocks(self.clocks.at, list(self.clocks.left), dict(self.clocks.decision))
        twin.game = self.game and self.game.copy(chance="same")
        twin.race = self.race and self.race.copy()
        twin.proposal = self.proposal and replace(self.proposal, agreed=set(self.proposal.agreed))
        twin.notes, twin.priority, twin.order = dict(self.notes), list(self.priority), list(self.order)
        return twin

    @property
    def events(self) -> int:
        return self.game.length if self.game else 0

    @property
    def playing(self) -> bool:
        return self.game is not None and not self.ended

    @property
    def active(self) -> bool:
        return self.playing and not self.paused

    @property
    def attended(self) -> bool:
        """Somebody who plays is here, and may have to wait for the others."""
        return any(seat.plays and seat.present for seat in self.seats)

    @property
    def phase(self) -> str:
        if self.game is None:
            return "gathering"
        return "over" if self.ended else "paused" if self.paused else "playing"

    def running_game(self) -> Game:
        """The game that is being played; refuses before the start, after the end and in a pause."""
        if self.game is None:
            raise Refusal("table/start", "the game has not started yet")
        if self.ended:
            raise Refusal("table/over", "the game is over")
        if self.paused:
            raise Refusal("table/paused", "the table is paused; anybody at it may resume")
        return self.game

    def people_at(self, seats: set[int]) -> set[str | None]:
        """Who holds these; somebody with several seats is one person."""
        return {self.seats[n].person for n in seats}

    def seats_of(self, person: str | None) -> list[int]:
        """A person's seat; at a hot seat there may be several."""
        return [n for n, seat in enumerate(self.seats) if person and seat.person == person]

    def seat_of(self, person: str | None) -> int | None:
        """The one that a person speaks for: of several the one to act, else the first that they play."""
        own, awaited = self.seats_of(person), self.awaited()
        return max(own, key=lambda n: (n in awaited, self.seats[n].plays, -n), default=None)

    def waits_for_device(self, seat: int) -> bool:
        """Before this seat, another one at the same device is to act: people there act one after the other."""
        person = self.seats[seat].person
        return any(n < seat and self.seats[n].plays and self.seats[n].person == person for n in self.decisions)

    def unready(self) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if seat.plays and not seat.ready]

    def awaited(self) -> dict[int, int]:
        """The people whom the table waits for, each with the entry that opened their decision."""
        if not self.playing or self.paused or (self.race and self.race.signal is None):
            return {}
        pressed = self.race.presses if self.race else {}
        waiting = {n: opened for n, opened in self.decisions.items() if self.seats[n].plays and n not in pressed}
        return {n: opened for n, opened in waiting.items() if not self.waits_for_device(n)}


def leaves_open(before: Game, after: Game, seat: int) -> bool:
    """Another seat's deed leaves a decision as it is, unless it makes something possible that was not before."""
    if seat not in before.to_act:
        return False
    same = before.choices_key(seat) == after.choices_key(seat)
    return same or set(after.legal_ids(seat)) <= set(before.legal_ids(seat))


def is_race(game: Game) -> bool:
    seats = game.to_act
    return len(seats) > 1 and all(_first_action(game, seat).startswith(GRAB_PREFIX) for seat in seats)


def _first_action(game: Game, seat: int) -> str:
    return game.rules.action_text(game.position, seat, game.legal_ids(seat)[0])
