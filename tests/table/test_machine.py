"""A table against a plain model of one, whatever people do in whatever order; and rebuilt after every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from niwashi.engine.verification import check_record
from niwashi.table import Command
from niwashi.wire import Answer, BankClock, Conflict, Done, Refused, TableSettings, requests
from tests.table.model import BANK, GRACE, INCREMENT, Model
from tests.table.owners import PEOPLE, SECRET, Owner, described

SEATS = st.integers(0, 2)
Variant = tuple[str, tuple[str, ...], dict[str, Any]]
"""The game, who holds each seat, and the game's options."""
VARIANTS: list[Variant] = [
    ("miyabi", PEOPLE[:2], {"expansions": "CE"}),
    ("miyabi", PEOPLE[:3], {"expansions": "E"}),
    ("edo_yashiki", PEOPLE[:3], {"grab": "calm"}),
    ("edo_yashiki", PEOPLE[:2], {"grab": "calm", "specialists": True}),
]
HOT_SEATS: list[Variant] = [
    ("miyabi", ("aki", "aki"), {"expansions": "E"}),
    ("edo_yashiki", ("aki", "aki"), {"grab": "calm"}),
    ("edo_yashiki", ("aki", "bo", "aki"), {"grab": "calm", "specialists": True}),
]


def going_on(machine: TableMachine) -> bool:
    return not machine.model.over


class TableMachine(RuleBasedStateMachine):
    owner: Owner
    model: Model

    @initialize(variant=st.sampled_from(VARIANTS))
    def begin(self, variant: Variant) -> None:
        self._open(*variant, hot_seat=False)
        self.owner.begin(len(self.model.holders))

    def _open(self, game: str, holders: tuple[str, ...], options: dict[str, Any], hot_seat: bool) -> None:
        clock, seats = BankClock(seconds=BANK // 1000, increment=INCREMENT // 1000), len(holders)
        settings = TableSettings(clock=clock, grace=GRACE // 1000, hot_seat=hot_seat)
        self.owner = Owner(game, seats=seats, settings=settings, **options)
        self.model = Model.new(game, holders, SECRET.hex() + "/" * seats, **options)
        self.sent: list[tuple[Command, Answer]] = []
        self.seqs: list[tuple[int, int]] = []

    # -- playing -----------------------------------------------------------------------------------------------------
    @rule(seat=SEATS, pick=st.integers(0, 1000))
    def act(self, seat: int, pick: int) -> None:
        """The seats that may act do so; no other can."""
        seat %= self.model.seats
        legal = self.owner.legal(seat) if seat in self.owner.to_act() else ["pass"]
        action, seq = legal[pick % len(legal)], self.owner.table._state.decisions.get(seat, self.owner.table.seq)
        expected = seat in self.model.may_act()
        answer = self._send(
            requests.Act(id=next_id(self), seq=seq, action=action, seat=self._named(seat)), seat, expected
        )
        if expected:
            assert isinstance(answer, Done)
            self.seqs.append((seat, seq))
            self.model.act(seat, action)
        else:
            assert isinstance(answer, Refused | Conflict)

    @precondition(going_on)
    @rule(seat=SEATS, text=st.sampled_from(["", "pass pass", "zz99", "grab 9", "place 99,99", "fJdS"]))
    def act_badly(self, seat: int, text: str) -> None:
        seat %= self.model.seats
        seq = self.owner.table._state.decisions.get(seat, 0)
        if text not in (self.owner.legal(seat) if seat in self.owner.to_act() else []):
            answer = self._send(
                requests.Act(id=next_id(self), seq=seq, action=text, seat=self._named(seat)), seat, False
            )
            assert isinstance(answer, Refused | Conflict)

    @rule(pick=st.integers(0, 1000))
    def repeat(self, pick: int) -> None:
        """A command that was carried out is answered again, word for word."""
        if self.sent:
            command, answer = self.sent[pick % len(self.sent)]
            assert self.owner.send(command) == answer

    @rule(pick=st.integers(0, 1000))
    def act_on_a_closed_decision(self, pick: int) -> None:
        if self.seqs:
            seat, seq = self.seqs[pick % len(self.seqs)]
            request = requests.Act(id=next_id(self), seq=seq, action="pass", seat=self._named(seat))
            answer = self._send(request, seat, False)
            assert isinstance(answer, Refused | Conflict)
            assert isinstance(answer, Conflict) or self.model.over or self.model.paused or seat in self.model.bots

    @precondition(going_on)
    @rule(seat=SEATS)
    def lose_a_batch(self, seat: int) -> None:
        """What the store did not take has not happened."""
        seat %= self.model.seats
        if seat in self.model.may_act() and seat in self.model.people():
            seq, action = self.owner.opened(seat), self.owner.legal(seat)[0]
            request = requests.Act(id=next_id(self), seq=seq, action=action, seat=self._named(seat))
            outcome = self.owner.table.handle(Command(request, self.model.holders[seat]), self.owner.now)
            assert outcome.batch is not None
            self.owner.table.abandon(outcome.batch)

    # -- what a table adds -------------------------------------------------------------------------------------------
    @rule(milliseconds=st.sampled_from([1, 500, 3000, 20_000]))
    def wait(self, milliseconds: int) -> None:
        self.owner.wait(milliseconds)
        self.model.wait(milliseconds)

    @precondition(going_on)
    @rule(seat=SEATS, steps=st.integers(0, 3))
    def take_back(self, seat: int, steps: int) -> None:
        """One's own last action, or so many events of those that led here."""
        person, model = self._person(seat), self.model
        to = model.own_last(person) if steps == 0 else (model.trail[-steps:] or [0])[0]
        undone = None if to is None else model.undone(to)
        free = undone is not None and all(who in (*model.seats_of(person), "table") for who, _ in undone)
        may = not model.paused and (free or model.asked is None) and person in model.voices()
        possible = undone is not None and may
        newest = self.owner.table._state.newest
        request = requests.Back(id=next_id(self), seq=newest, to=to if steps else None)
        answer = self._send_as_person(request, person, possible)
        assert isinstance(answer, Done) == possible
        if possible and to is not None:
            model.back(to) if free else model.ask(person, "back", to)

    @precondition(going_on)
    @rule(seat=SEATS)
    def pause(self, seat: int) -> None:
        person = self._person(seat)
        possible = not self.model.paused and self.model.asked is None and person in self.model.voices()
        answer = self._send_as_person(requests.Pause(id=next_id(self)), person, possible)
        assert isinstance(answer, Done) == possible
        if possible:
            self.model.ask(person, "pause")

    @rule(seat=SEATS)
    def resume(self, seat: int) -> None:
        answer = self._send_as_person(requests.Resume(id=next_id(self)), self._person(seat), self.model.paused)
        assert isinstance(answer, Done) == self.model.paused
        if self.model.paused:
            self.model.paused = False
            self.model.away = dict.fromkeys(self.model.away, GRACE)

    @rule(seat=SEATS, here=st.booleans())
    def come_or_go(self, seat: int, here: bool) -> None:
        person = self._person(seat)
        self.owner.presence(person, here)
        self.model.come(person) if here else self.model.go(person)

    @precondition(going_on)
    @rule(seat=SEATS, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        person, model = self._person(seat), self.model
        question = self.owner.table._state.proposal
        possible = model.asked is not None and person in model.voices()
        kind: Callable[..., requests.Request] = requests.Agree if yes else requests.Decline
        request = kind(id=next_id(self), seq=question.number if question else 0)
        new = possible and not (yes and person in model.agreed)
        assert isinstance(self._send_as_person(request, person, new), Done) == possible
        if possible and yes:
            model.agreed.add(person)
            model.settle()
        elif possible:
            model.asked = None

    @precondition(lambda self: going_on(self) and len(self.model.events) > 12)
    @rule(seat=SEATS)
    def resign(self, seat: int) -> None:
        seat %= self.model.seats
        possible = not self.model.paused and seat not in self.model.resigned
        request = requests.Resign(id=next_id(self), seat=self._named(seat))
        answer = self._send_as_person(request, self.model.holders[seat], possible)
        assert isinstance(answer, Done) == possible
        if possible:
            self.model.resign(seat)
            self.model.settle()

    # -- what always holds -------------------------------------------------------------------------------------------
    @invariant()
    def the_log_is_the_models(self) -> None:
        assert self.owner.table.record().events == self.model.events

    @invariant()
    def the_same_seats_may_act(self) -> None:
        assert self.owner.to_act() == self.model.reference.to_act
        assert set(self.owner.table._state.decisions) == set(self.model.reference.to_act)
        assert (self.owner.table.phase == "over") == self.model.over
        assert (self.owner.table.phase == "paused") == (self.model.paused and not self.model.over)

    @invariant()
    def everybody_is_offered_what_one_of_their_seats_may_do(self) -> None:
        offered = [seat for seat in range(self.model.seats) if self.owner.table.choices(seat)]
        assert offered == ([] if self.model.over else self.model.in_hand())

    @invariant()
    def clocks_show_what_the_slate_says(self) -> None:
        shown = [seat.clock for seat in self.owner.table.snapshot(None, self.owner.now).seats]
        assert shown == self.model.left

    @invariant()
    def the_log_rebuilds_the_table(self) -> None:
        assert described(self.owner.rebuilt()) == described(self.owner.table)

    def teardown(self) -> None:
        if hasattr(self, "owner"):
            assert check_record(self.owner.table.record()).ok

    # -- sending -----------------------------------------------------------------------------------------------------
    def _send(self, request: requests.Request, seat: int, written: bool) -> Answer:
        """By the person or bot that plays the seat."""
        bot = self.owner.table._state.seats[seat].bot
        return self._sent(Command(request, bot=seat) if bot else Command(request, self.model.holders[seat]), written)

    def _send_as_person(self, request: requests.Request, person: str, written: bool) -> Answer:
        return self._sent(Command(request, person), written)

    def _person(self, seat: int) -> str:
        return self.model.holders[seat % self.model.seats]

    def _named(self, seat: int) -> int | None:
        """Who holds several seats says which; for others it goes without saying."""
        return seat if len(self.model.seats_of(self.model.holders[seat])) > 1 else None

    def _sent(self, command: Command, written: bool) -> Answer:
        """What is carried out is written down under its id; what is refused leaves no trace."""
        length = len(self.owner.bodies)
        answer = self.owner.send(command)
        assert answer is not None
        assert (len(self.owner.bodies) > length) == written
        if written:
            self.sent.append((command, answer))
        return answer


def next_id(machine: TableMachine) -> str:
    return f"m{next(machine.owner.ids)}"


class HotSeatMachine(TableMachine):
    """Whatever people do who share a device; some sit elsewhere."""

    @initialize(variant=st.sampled_from(HOT_SEATS))
    def begin(self, variant: Variant) -> None:
        self._open(*variant, hot_seat=True)
        self.owner.begin_at_one_device(self.model.holders)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=40)
TestHotSeat = HotSeatMachine.TestCase
TestHotSeat.settings = settings(max_examples=settings().max_examples // 5, stateful_step_count=40)
