"""The event log of a game: its set-up, its moments, and every way to add an event."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from niwashi.core.errors import BadChance, BadRecord, BadSeat, NiwashiError, UnreadableAction, quote
from niwashi.engine.actions import Action, Playable, number_of, whole
from niwashi.engine.events import BACK, CHANCE, RESIGN, TABLE, TableEvent, check_outcome, make_record, split_event
from niwashi.engine.sheet import winning_seats

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from niwashi.core.components import Components
    from niwashi.core.game import Options, Position, Rules
    from niwashi.core.record import Event, Record
    from niwashi.core.rng import Generator
    from niwashi.engine.moments import Entry, Moment

    OptionsT = TypeVar("OptionsT", bound=Options, default=Options, covariant=True)
else:
    from typing import TypeVar

    OptionsT = TypeVar("OptionsT", covariant=True)  # Python 3.11 knows no default

MAX_ACTION_LENGTH = 40


class EventLog(Generic[OptionsT]):
    """A game's events and the moment after each of them. A refused event leaves the log unchanged."""

    def __init__(
        self, rules: Rules, options: OptionsT, components: Components, seed: str | None, names: Sequence[str]
    ) -> None:
        from niwashi.engine.moments import Moment

        self._rules = rules
        self._options = options
        self._components = components
        self._seed = self._key = seed
        self._names = tuple(names)
        self._log: list[Entry] = []
        self._moments = [Moment.opening(rules, rules.opening(options, components))]
        self._notes: dict[str, Any] = {}
        self._unpacked: int | None = None

    # -- identity ------------------------------------------------------------------------------------------------
    @property
    def name(self) -> str:
        """The game's name, as `niwashi.new` takes it."""
        return self._rules.name

    @property
    def rules(self) -> Rules:
        """The rules: kernels over positions, the number of actions, the names of features, and the like."""
        return self._rules

    @property
    def options(self) -> OptionsT:
        """The variant that is played."""
        return self._options

    @property
    def components(self) -> Components:
        """The component set: the one that the project ships, or an owner's."""
        return self._components

    @property
    def seed(self) -> str | None:
        """The seed from which all chance of this game follows. None where chance is told, or a copy draws its own."""
        return self._seed

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self._names

    @property
    def seats(self) -> int:
        """How many seats there are. They are counted from 0."""
        return self._options.seats

    # -- the current moment --------------------------------------------------------------------------------------
    @property
    def _now(self) -> Moment:
        return self._moments[-1]

    @property
    def position(self) -> Position:
        """A copy of the position, for kernels and bots."""
        return self._now.copy_position()

    @property
    def over(self) -> bool:
        """Whether the game has ended. It also ends when all but one seat have resigned."""
        return self._moments[-1].over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self._moments[-1].acting

    @property
    def chances(self) -> int:
        """How many chance events have led here; take-backs do not count."""
        return self._now.chances

    @property
    def awaits_chance(self) -> bool:
        """Whether chance is to act. Only a game whose chance is told stops there, until `reveal` gives the outcome."""
        return self._moments[-1].awaits_chance

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points so far; with what the end of the game pays when it is over."""
        import numpy as np

        out = np.zeros(max(self._rules.seats), np.int64)
        self._rules.kernels.scores(self._now.position, out)
        scores: list[int] = out[: self.seats].tolist()
        return tuple(scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; none while the game goes on."""
        return winning_seats(self.scores, self._now.resigned) if self.over else ()

    def acting_seat(self, seat: int | None = None) -> int:
        """The seat, if it may act now. It may be left out where only one may."""
        if seat is not None:
            seat = self._check_seat(seat)
        if self.over:
            raise BadSeat("seat/over", "the game is over; no seat may act")
        acting = self.to_act
        if seat is None and len(acting) == 1:
            return acting[0]
        if not acting:
            code = "seat/which" if seat is None else "seat/turn"
            raise BadSeat(code, "no seat may act now: chance is to act; game.reveal(…) gives its outcome")
        if seat is None:
            several = f"{', '.join(map(str, acting[:-1]))} and {acting[-1]}"
            raise BadSeat("seat/which", f"seats {several} may act now; name one, for example seat={acting[0]}")
        if seat not in acting:
            raise BadSeat("seat/turn", f"seat {seat} may not act now; {' and '.join(map(str, acting))} may")
        return seat

    def _check_seat(self, seat: object) -> int:
        number = whole(seat)
        if number is None or not 0 <= number < self.seats:
            sentence = f"there is no seat {quote(seat)}; seats are numbered from 0 to {self.seats - 1}"
            raise BadSeat("seat/unknown", sentence)
        return number

    def _viewing_seat(self, seat: int | None) -> int:
        """Any seat, whether it may act or not."""
        return self.acting_seat() if seat is None else self._check_seat(seat)

    # -- events --------------------------------------------------------------------------------------------------
    @property
    def events(self) -> list[list[int | str]]:
        """The record's events so far: what each seat did and what chance brought."""
        return [list(entry.event) for entry in self._log]

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self._log)

    def apply(self, event: Event) -> None:
        """Add an event of a record, checking it; chance comes from the record, not from the seed."""
        who, what = split_event(event)
        if who == CHANCE:
            self.reveal(what)
        elif who == TABLE:
            self._append(TABLE, what, self._after_table(what))
        elif isinstance(who, str):
            raise BadRecord(
                "record/event", f"the author of an event must be a seat, “chance” or “table”, not {quote(who)}"
            )
        else:
            self._act(*self._check_legal(what, who))

    def undo(self, to: int | None = None) -> None:
        """Go back to the first `to` events; without a number, to before the last action.

        Chance that must act there acts again, and brings the same. In a copy with its own chance, what chance had
        brought before the copy was made comes anew.
        """
        if to is None:
            actions = [n for n, entry in enumerate(self._log) if isinstance(entry.who, int)]
            if not actions:
                raise NiwashiError("game/undo", "there is no action to take back yet")
            to = actions[-1]
        number = whole(to)
        if number is None or not 0 <= number <= len(self._log):
            last = len(self._log)
            sentence = f"this game has {last} events; undo goes back to a number from 0 to {last}, not {quote(to)}"
            raise NiwashiError("game/undo", sentence)
        del self._log[number:], self._moments[number + 1 :]
        self.let_chance_act()

    def record(self) -> Record:
        """The game so far, as data."""
        from niwashi.core.record import Result

        result = Result(list(self.scores), list(self.winners)) if self.over else None
        events = [entry.event for entry in self._log]
        made = make_record(self._rules, self._options, self._components, self._names, self._seed, events, result)
        made.notes = dict(self._notes)
        return made

    def pack_history(self, unpacked: int) -> None:
        """From now on only so many of the newest positions take their whole memory: for programs with many games."""
        self._unpacked = unpacked
        for moment in self._moments[:-unpacked]:
            moment.pack()

    def _append(self, who: int | str, what: str | int | list[int], after: Moment) -> None:
        now = self._moments[-1]
        now.legal.clear()  # it is large and not needed again
        self._log.append(now.entry(who, what))
        self._moments.append(after)
        if self._unpacked is not None and len(self._moments) > self._unpacked:
            self._moments[-self._unpacked - 1].pack()

    def _act(self, seat: int, number: int) -> None:
        self._append(seat, number, self._moments[-1].after_action(seat, number))

    # -- actions, checked ----------------------------------------------------------------------------------------
    def _check_legal(self, given: Playable, seat: int | None) -> tuple[int, int]:
        """Seat and number of a legal action."""
        if type(given) is Action and given._moment is self._moments[-1] and (seat is None or seat == given.seat):
            return given.seat, given.id  # made at this moment, so it was listed as legal
        seat, number = self._read_action(given, seat)
        legal = self._now.legal_ids(seat)
        place = bisect_left(legal, number)
        if place == len(legal) or legal[place] != number:
            error = self._rules.explain_illegal(self._now.position, seat, number)
            assert error is not None, "the kernels forbid an action that `explain_illegal` allows"
            raise error
        return seat, number

    def _read_action(self, given: Playable, seat: int | None) -> tuple[int, int]:
        """Seat and number of an action, however it was given. An action of another moment is read by its notation."""
        number = None if isinstance(given, Action) else number_of(given)
        if isinstance(given, Action):
            seat = given.seat if seat is None else seat
            given = given.notation
        seat = self.acting_seat(seat)
        if number is not None:
            return seat, self._check_number(number)
        if not isinstance(given, str):
            sentence = "an action must be one of game.legal(), its notation, its number, or a bot's decision"
            raise UnreadableAction("action/type", f"{sentence}, not {quote(given)}")
        if len(given) > MAX_ACTION_LENGTH:
            raise UnreadableAction(
                "action/length", f"an action has at most {MAX_ACTION_LENGTH} characters, unlike {quote(given)}"
            )
        return seat, self._rules.action_of(self._now.position, seat, given)

    def _check_number(self, number: int) -> int:
        if not 0 <= number < self._rules.actions:
            last = self._rules.actions - 1
            sentence = (
                f"there is no action {quote(number)}; {self._rules.title}'s actions are numbered from 0 to {last}"
            )
            raise UnreadableAction("action/number", sentence)
        return number

    # -- chance --------------------------------------------------------------------------------------------------
    def let_chance_act(self) -> None:
        """Draw chance outcomes until a seat is to act, if the game has a key. Other methods call it as needed."""
        from niwashi.core.rng import keyed_array

        while self._key is not None and self._now.awaits_chance:
            after, outcome = self._now.after_draw(keyed_array(self._key, self.name, self._now.chances + 1))
            self._append(CHANCE, outcome, after)

    def next_outcome(self, seed: str | None = None) -> list[int]:
        """The next chance outcome as numbers, by the game's seed or by a secret one. Only where chance is to act."""
        from niwashi.core.rng import keyed

        seed = self._key if seed is None else seed
        if not self.awaits_chance:
            raise BadChance("chance/turn", "chance is not to act, so there is no next outcome now")
        if seed is None:
            raise BadChance("chance/seed", "this game has no seed, so it does not know its next outcome; give a seed")
        return self._draw_outcome(keyed(seed, self.name, self._now.chances + 1))

    def _draw_outcome(self, rng: Generator) -> list[int]:
        import numpy as np

        out = np.zeros(self._rules.longest_outcome, np.int64)
        length = self._rules.kernels.draw(self._now.position, rng, out)
        outcome: list[int] = out[:length].tolist()
        return outcome

    def reveal(self, outcome: str) -> None:
        """Say what chance brought, in a game whose chance is told (cards drawn at a real table)."""
        check_outcome(outcome)
        if not self.awaits_chance:
            raise BadChance("chance/turn", f"chance is not to act, so {quote(outcome)} cannot happen now")
        drawn = self._rules.outcome_of(self._now.position, outcome)
        self._append(CHANCE, drawn, self._now.after_outcome(drawn))

    # -- events of a table ---------------------------------------------------------------------------------------
    def _after_table(self, what: str) -> Moment:
        """The moment after a table's event: back 41, resign 1, bot 1 strong, person 1."""
        event = TableEvent.parse(what)
        if event is None or (event.kind == BACK and not 0 <= event.number <= len(self._log)):
            raise BadRecord(
                "record/table",
                f"{quote(what)} is not a table event; there are back N, resign N, bot N LEVEL, person N",
            )
        if event.kind == BACK:
            return self._moments[event.number]
        seat = self._check_seat(event.number)
        return self._after_resigning(seat) if event.kind == RESIGN else self._now

    def _after_resigning(self, seat: int) -> Moment:
        if self.over:
            raise BadSeat("seat/over", "the game is over; no seat can resign")
        if seat in self._now.resigned:
            raise BadSeat("seat/resigned", f"seat {seat} has resigned already")
        return self._now.after_resigning(seat, ends=len(self._now.resigned) + 2 >= self.seats)
