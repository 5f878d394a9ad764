"""The public API: a game that is played, action by action, from its first event to its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from niwashi.core.errors import (
    BadChance,
    BadRecord,
    BadSeat,
    IllegalAction,
    NiwashiError,
    UnreadableAction,
    quote,
)
from niwashi.sheet import Sheet

if TYPE_CHECKING:
    from niwashi.core.components import Components
    from niwashi.core.game import Explanation, Options, Position, Rules
    from niwashi.core.record import Event, Record, Result
    from niwashi.core.shown import Effect, Offer

DEFAULT_NAMES = ("Aki", "Bo", "Chie", "Dai", "Emi")
LONGEST_NAME = 40
LONGEST_ACTION = 40
LONGEST_OUTCOME = 400
CHANCE, TABLE = "chance", "table"


@dataclass(frozen=True, slots=True)
class Action:
    """Something a seat may do. `str(action)` is its notation."""

    notation: str
    seat: int
    id: int
    """Its number in the kernels. Edo Yashiki's move with the house's corner: keep the notation, not the number."""

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True)
class _Moment:
    """Where a game stands after some event. Moments are never changed, so games can share them."""

    position: Position
    acting: tuple[int, ...]
    """The seats that may act."""
    over: bool
    awaits_chance: bool
    chances: int = 0
    """How many chance events have led here: the next one is number chances + 1."""
    resigned: frozenset[int] = frozenset()
    legal: dict[int, tuple[int, ...]] = field(init=False, default_factory=dict, repr=False, compare=False)
    """By seat, as far as somebody has asked and while the game stands here."""


class Game:
    """A game in play. Every method that refuses something raises a NiwashiError and leaves the game as it was."""

    def __init__(
        self, rules: Rules, options: Options, components: Components, seed: str | None, names: Sequence[str]
    ) -> None:
        self._rules = rules
        self._options = options
        self._components = components
        self._seed = seed
        self._names = tuple(names)
        self._log: list[Event] = []
        self._moments = [self._moment(rules.opening(options, components))]
        self._notes: dict[str, Any] = {}

    # -- what it is ----------------------------------------------------------------------------------------------
    @property
    def name(self) -> str:
        return self._rules.name

    @property
    def rules(self) -> Rules:
        return self._rules

    @property
    def options(self) -> Options:
        return self._options

    @property
    def components(self) -> Components:
        return self._components

    @property
    def seed(self) -> str | None:
        return self._seed

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def seats(self) -> int:
        return self._options.seats

    # -- where it stands -----------------------------------------------------------------------------------------
    @property
    def position(self) -> Position:
        """A copy of the position, for kernels and bots."""
        return _copied(self._now.position)

    @property
    def _now(self) -> _Moment:
        return self._moments[-1]

    @property
    def over(self) -> bool:
        """A game also ends when all but one seat have resigned."""
        return self._moments[-1].over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, counted from 0."""
        return self._moments[-1].acting

    @property
    def chances(self) -> int:
        """How many chance events have led here; take-backs do not count."""
        return self._now.chances

    @property
    def awaits_chance(self) -> bool:
        return self._moments[-1].awaits_chance

    @property
    def scores(self) -> tuple[int, ...]:
        import numpy as np

        out = np.zeros(max(self._rules.seats), np.int64)
        self._rules.kernels.scores(self._now.position, out)
        return tuple(int(points) for points in out[: self.seats])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; none while the game goes on."""
        if not self.over:
            return ()
        standing = {seat: points for seat, points in enumerate(self.scores) if seat not in self._now.resigned}
        return tuple(seat for seat, points in standing.items() if points == max(standing.values()))

    @property
    def events(self) -> list[list[int | str]]:
        """The record's events so far: what each seat did and what chance brought."""
        return [list(event) for event in self._log]

    @property
    def length(self) -> int:
        """How many events there are."""
        return len(self._log)

    def view(self, events: int | None = None) -> dict[str, Any]:
        """The position as JSON: now, or as it was after that many events."""
        events = len(self._log) if events is None else events
        if type(events) is not int or not 0 <= events <= len(self._log):
            raise NiwashiError("game/view", f"this game has {len(self._log)} events; there is no {quote(events)}")
        return self._rules.view(self._moments[events].position)

    def effects(self, number: int) -> list[Effect]:
        """What event number `number` did, counted from 0, for those who show or tell it."""
        if type(number) is not int or not 0 <= number < len(self._log):
            raise NiwashiError("game/effects", f"this game has {len(self._log)} events; there is no {quote(number)}")
        who, what = self._log[number]
        if who == TABLE:
            return [_table_effect(what)]
        return self._rules.effects(self._moments[number].position, who, what, self._moments[number + 1].position)

    def sheet(self) -> Sheet:
        """The score sheet: so far, and final when the game is over."""
        return Sheet(self._names, self._rules.sheet(self._now.position))

    def __str__(self) -> str:
        return self._rules.board(self._now.position, self._names)

    def __repr__(self) -> str:
        options = ", ".join(f"{key}={value!r}" for key, value in self._options.as_dict().items())
        return f"<{self.name} {options}, seed={self._seed!r}: {len(self._log)} events>"

    # -- playing -------------------------------------------------------------------------------------------------
    def legal(self, seat: int | None = None) -> list[Action]:
        """What a seat may do. The seat may be left out where only one may act; nothing is legal at the end."""
        if self.over and seat is None:
            return []
        seat = self._acting_seat(seat)
        p = self._now.position
        return [Action(self._rules.action_text(p, seat, a), seat, a) for a in self._legal_ids(seat)]

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Take an action, and let chance bring what it must."""
        seat, number = self._read(action, seat)
        if number not in self._legal_ids(seat):
            raise self._refusal(seat, number)
        self._append((seat, self._rules.action_text(self._now.position, seat, number)), self._played(seat, number))
        self.let_chance_act()

    def canonical(self, action: Action | str, seat: int | None = None) -> str:
        """A legal action as records write it."""
        seat, number = self._read(action, seat)
        if number not in self._legal_ids(seat):
            raise self._refusal(seat, number)
        return self._rules.action_text(self._now.position, seat, number)

    def legal_ids(self, seat: int) -> tuple[int, ...]:
        """What a seat may do, as numbers, for programs; none where it may not act."""
        return self._legal_ids(seat) if seat in self.to_act else ()

    def offer_basis(self, seat: int) -> bytes:
        """Two moments at which a seat may act and this is the same have the same offer."""
        return self._rules.offer_basis(self._now.position, self._acting_seat(seat))

    def offer(self, seat: int) -> Offer:
        """All that a seat which may act may do, with what it would bring, for those who show it."""
        return self._rules.offer(self._now.position, self._acting_seat(seat))

    def gain(self, action: Action | str, seat: int | None = None) -> int:
        """What a legal action would score at once."""
        seat, number = self._read(action, seat)
        if number not in self._legal_ids(seat):
            raise self._refusal(seat, number)
        return int(self._rules.kernels.gain(self._now.position, seat, number))

    def explain(self, action: Action | str, seat: int | None = None) -> Explanation:
        """Which rule forbids an action, or how its points add up."""
        from niwashi.core.game import Explanation
        from niwashi.core.shown import rule_in

        try:
            reading, number = self._read(action, seat)
            if number not in self._legal_ids(reading):
                raise self._refusal(reading, number)
        except IllegalAction as refusal:
            return Explanation(str(action), False, refusal.sentence, rule_in(refusal.sentence))
        parts = self._rules.points(self._now.position, reading, number)
        total = sum(part.points for part in parts)
        together = f"; {total} in all" if len(parts) > 1 else ""
        sentence = f"{action}: " + (", ".join(map(str, parts)) + together if parts else "legal, scores nothing at once")
        return Explanation(str(action), True, sentence, parts[0].rule if parts else "", total, parts)

    def undo(self, to: int | None = None) -> None:
        """Go back to the first `to` events; without a number, to before the last action.

        Chance that must act there acts again, and brings the same.
        """
        if to is None:
            actions = [n for n, (who, _) in enumerate(self._log) if isinstance(who, int)]
            if not actions:
                raise NiwashiError("game/undo", "nothing has been played yet that could be taken back")
            to = actions[-1]
        if type(to) is not int or not 0 <= to <= len(self._log):
            sentence = (
                f"this game has {len(self._log)} events; undo goes back to 0 to {len(self._log)}, not {quote(to)}"
            )
            raise NiwashiError("game/undo", sentence)
        del self._log[to:], self._moments[to + 1 :]
        self.let_chance_act()

    def resign(self, seat: int) -> None:
        """Give up: the seat cannot win any more. With two seats the other has won."""
        self.apply((TABLE, f"resign {self._check_seat(seat)}"))

    def copy(self) -> Game:
        """A game of its own that stands where this one does."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._log, twin._moments, twin._notes = list(self._log), list(self._moments), dict(self._notes)
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self.copy()

    # -- seats and actions, checked ------------------------------------------------------------------------------
    def _check_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            sentence = f"there is no seat {quote(seat)}; seats are counted from 0 to {self.seats - 1}"
            raise BadSeat("seat/unknown", sentence)
        return seat

    def _acting_seat(self, seat: int | None) -> int:
        if seat is not None:
            self._check_seat(seat)
        if self.over:
            raise BadSeat("seat/over", "the game is over; no seat may act")
        acting = self.to_act
        if seat is None:
            if len(acting) == 1:
                return acting[0]
            several = f"{', '.join(map(str, acting[:-1]))} and {acting[-1]}" if acting else ""
            sentence = (
                f"seats {several} may act now: say which, for example seat={acting[0]}"
                if acting
                else "chance is to act"
            )
            raise BadSeat("seat/which", sentence)
        if seat not in acting:
            now = f"{' and '.join(map(str, acting))} may" if acting else "chance is to act"
            raise BadSeat("seat/turn", f"seat {seat} may not act now; {now}")
        return seat

    def _read(self, action: Action | str, seat: int | None) -> tuple[int, int]:
        """Seat and number of an action given as one of `legal()` or as its notation."""
        if isinstance(action, Action):
            seat = action.seat if seat is None else seat
            action = action.notation
        seat = self._acting_seat(seat)
        if not isinstance(action, str):
            raise UnreadableAction("action/type", f"an action is text or one of game.legal(), not {quote(action)}")
        if len(action) > LONGEST_ACTION:
            raise UnreadableAction("action/length", f"no action is as long as {quote(action)}")
        return seat, self._rules.action_of(self._now.position, seat, action)

    def _legal_ids(self, seat: int) -> tuple[int, ...]:
        import numpy as np

        known = self._now.legal.get(seat)
        if known is None:
            out = np.empty(self._rules.most_legal, np.int64)
            count = self._rules.kernels.legal(self._now.position, seat, out)
            known = self._now.legal[seat] = tuple(out[:count].tolist())
        return known

    def _refusal(self, seat: int, number: int) -> NiwashiError:
        refusal = self._rules.refusal(self._now.position, seat, number)
        assert refusal is not None, "the kernels forbid an action that no rule forbids"
        return refusal

    # -- events --------------------------------------------------------------------------------------------------
    def _append(self, event: Event, moment: _Moment) -> None:
        self._now.legal.clear()  # what could have been done here is not asked again, and there is much of it
        self._log.append(event)
        self._moments.append(moment)

    def _played(self, seat: int, number: int) -> _Moment:
        position = _copied(self._now.position)
        self._rules.kernels.play(position, seat, number)
        return self._moment(position, self._now.chances, self._now.resigned)

    def _moment(self, position: Position, chances: int = 0, resigned: frozenset[int] = frozenset()) -> _Moment:
        from niwashi.core.game import acting

        mask = int(self._rules.kernels.to_act(position))
        return _Moment(position, acting(mask), mask == 0, mask < 0, chances, resigned)

    def let_chance_act(self) -> None:
        while self._seed is not None and self.awaits_chance:
            self._revealed(self.next_outcome())

    def next_outcome(self, seed: str | None = None) -> list[int]:
        """What chance brings next, by the seed or by one that its keeper does not tell; only where chance is to act."""
        import numpy as np

        from niwashi.core.rng import keyed

        seed = self._seed if seed is None else seed
        assert seed is not None, "a game without a seed is told what chance brings"
        assert self.awaits_chance, "chance is not to act"
        out = np.zeros(self._rules.longest_outcome, np.int64)
        rng = keyed(seed, self.name, self._now.chances + 1)
        length = self._rules.kernels.draw(self._now.position, rng, out)
        outcome: list[int] = out[:length].tolist()
        return outcome

    def _revealed(self, outcome: list[int]) -> None:
        import numpy as np

        now = self._now
        position = _copied(now.position)
        self._rules.kernels.reveal(position, np.array(outcome, np.int64), len(outcome))
        text = self._rules.outcome_text(now.position, outcome)
        self._append((CHANCE, text), self._moment(position, now.chances + 1, now.resigned))

    def reveal(self, outcome: str) -> None:
        """Say what chance brought, in a game without a seed (cards drawn at a real table)."""
        _check_outcome(outcome)
        if not self.awaits_chance:
            raise BadChance("chance/turn", f"chance is not to act, so {quote(outcome)} cannot come now")
        self._revealed(self._rules.outcome_of(self._now.position, outcome))

    def apply(self, event: Event) -> None:
        """Add an event of a record, checking it; chance comes from the record, not from the seed."""
        who, what = _who_and_what(event)
        if who == CHANCE:
            self.reveal(what)
        elif who == TABLE:
            self._append((TABLE, what), self._after_table(what))
        elif isinstance(who, str):
            raise BadRecord("record/event", f"an event is by a seat, «chance» or «table», not by {quote(who)}")
        else:
            seat, number = self._read(what, who)
            if number not in self._legal_ids(seat):
                raise self._refusal(seat, number)
            self._append((seat, self._rules.action_text(self._now.position, seat, number)), self._played(seat, number))

    def _after_table(self, what: str) -> _Moment:
        """What a table adds: back 41, resign 1, bot 1 strong, person 1."""
        word, *given = what.split(" ")
        number = int(given[0]) if given and given[0].isascii() and given[0].isdigit() and len(given[0]) < 7 else -1
        if word == "back" and len(given) == 1 and 0 <= number <= len(self._log):
            return self._moments[number]
        if word == "resign" and len(given) == 1:
            return self._after_resigning(self._check_seat(number))
        if (word == "person" and len(given) == 1) or (word == "bot" and len(given) == 2 and _is_level(given[1])):
            self._check_seat(number)
            return self._now
        raise BadRecord(
            "record/table",
            f"{quote(what)} is no table event; there are back N, resign N, bot N LEVEL, person N",
        )

    def _after_resigning(self, seat: int) -> _Moment:
        if self.over:
            raise BadSeat("seat/over", "the game is over; nobody can resign")
        if seat in self._now.resigned:
            raise BadSeat("seat/resigned", f"seat {seat} has resigned already")
        resigned = self._now.resigned | {seat}
        if len(resigned) < self.seats - 1:
            return replace(self._now, resigned=resigned)
        return replace(self._now, acting=(), over=True, awaits_chance=False, resigned=resigned)

    def record(self) -> Record:
        """The game so far, as data."""
        from niwashi.core.record import Result

        result = Result(list(self.scores), list(self.winners)) if self.over else None
        made = make_record(self._rules, self._options, self._components, self._names, self._seed, self._log, result)
        made.notes = dict(self._notes)
        return made


def _table_effect(what: str) -> Effect:
    from niwashi.core import shown

    word, number, *level = what.split(" ")
    if word == "back":
        return shown.TakenBack(to=int(number))
    if word == "resign":
        return shown.Resigned(seat=int(number))
    return shown.HandedOver(seat=int(number), level=level[0]) if level else shown.Returned(seat=int(number))


def make_record(
    rules: Rules,
    options: Options,
    components: Components,
    names: Sequence[str],
    seed: str | None,
    events: Sequence[Event],
    result: Result | None,
) -> Record:
    """A game as data. An owner's components are in it whole."""
    from niwashi.core.record import VERSION, Record
    from niwashi.core.rng import SCHEME

    held: Mapping[str, Any] = {} if components == rules.box else components.content
    return Record(
        niwashi=VERSION,
        game=rules.name,
        rules=rules.version,
        chance=SCHEME,
        options=options.as_dict(),
        components={"name": components.name, "sha256": components.sha256, **held},
        names=list(names),
        seed=seed,
        events=list(events),
        result=result,
    )


def _copied(position: Position) -> Position:
    """As `position.copy()`, in a sixth of the time."""
    import numpy as np

    twin: Position = np.frombuffer(bytearray(position.tobytes()), position.dtype)[0]
    return twin


def _check_outcome(outcome: object) -> None:
    if not isinstance(outcome, str) or len(outcome) > LONGEST_OUTCOME:
        sentence = f"what chance brings is a text of at most {LONGEST_OUTCOME} letters, not {quote(outcome)}"
        raise BadChance("chance/type", sentence)


def _who_and_what(event: object) -> Event:
    if isinstance(event, tuple | list) and len(event) == 2:
        who, what = event
        if isinstance(who, int | str) and isinstance(what, str):
            return who, what
    raise BadRecord("record/event", f"an event is who and what, such as [0, 'pass'], not {quote(event)}")


def _is_level(text: str) -> bool:
    return 0 < len(text) <= LONGEST_NAME and text.isprintable()
