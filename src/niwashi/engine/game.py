"""The public API: a game that is played, action by action, from its first event to its record."""

from __future__ import annotations

import secrets
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal

from niwashi.core.errors import (
    BadChance,
    BadOptions,
    BadRecord,
    BadSeat,
    IllegalAction,
    NiwashiError,
    UnreadableAction,
    quote,
)
from niwashi.engine.actions import Action, Actions, Playable, number_of
from niwashi.engine.events import BACK, RESIGN, TableEvent, check_outcome, make_record, table_effect, who_and_what
from niwashi.engine.events import CHANCE as CHANCE
from niwashi.engine.events import TABLE as TABLE
from niwashi.engine.sheet import Sheet

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import TypeVar

    from niwashi.core.components import Components
    from niwashi.core.game import Explanation, Options, Position, Rules
    from niwashi.core.record import Event, Record
    from niwashi.core.rng import Generator
    from niwashi.core.shown import Effect, Offer
    from niwashi.engine.moments import Entry, Moment

    OptionsT = TypeVar("OptionsT", bound=Options, default=Options, covariant=True)
else:
    from typing import TypeVar

    OptionsT = TypeVar("OptionsT", covariant=True)  # Python 3.11 knows no default

DEFAULT_NAMES = ("Aki", "Bo", "Chie", "Dai", "Emi")
LONGEST_NAME = 40
LONGEST_ACTION = 40
LONGEST_SEED = 200
COPIES = ("own", "same", "told")


class Game(Generic[OptionsT]):
    """A game in play. Every method that refuses something raises a NiwashiError and leaves the game as it was.

    Two games are equal only if they are one and the same object. To compare where they stand, compare their events or
    their positions.
    """

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

    # -- what it is ----------------------------------------------------------------------------------------------
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
        """What is in the box: the set that the project ships, or an owner's."""
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

    # -- where it stands -----------------------------------------------------------------------------------------
    @property
    def position(self) -> Position:
        """A copy of the position, for kernels and bots."""
        return self._now.copied()

    @property
    def _now(self) -> Moment:
        return self._moments[-1]

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
        """Whether chance is to act. That is seen only where chance is told: `reveal` says what it brings."""
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
        if not self.over:
            return ()
        standing = {seat: points for seat, points in enumerate(self.scores) if seat not in self._now.resigned}
        return tuple(seat for seat, points in standing.items() if points == max(standing.values()))

    @property
    def events(self) -> list[list[int | str]]:
        """The record's events so far: what each seat did and what chance brought."""
        return [list(entry.event) for entry in self._log]

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
        who, what = self._log[number].event
        if who == TABLE:
            return [table_effect(what)]
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
    def legal(self, seat: int | None = None) -> Actions:
        """What a seat may do; without a seat, what every seat that may act may do, seat by seat.

        Nothing is legal at the end of the game.
        """
        now = self._moments[-1]
        if seat is None and (now.acting or now.over):
            return Actions(now, now.acting)
        return Actions(now, (self.acting_seat(seat),))

    def play(self, action: Playable, seat: int | None = None) -> None:
        """Take an action, and let chance bring what it must.

        An action is one of `legal()`, its notation, its number, or a bot's decision. The seat may be left out where
        only one may act, and with an action of `legal()`, which knows its seat.
        """
        self._act(*self._check_legal(action, seat))
        if self._key is not None and self._moments[-1].awaits_chance:
            self.let_chance_act()

    def check(self, action: Playable, seat: int | None = None) -> Action:
        """A legal action, as one of `legal()`. `play` does not judge it again while the game stands where it does."""
        return Action._of(self._now, *self._check_legal(action, seat))

    def canonical(self, action: Playable, seat: int | None = None) -> str:
        """A legal action as records write it."""
        return self.check(action, seat).notation

    def legal_ids(self, seat: int) -> tuple[int, ...]:
        """What a seat may do, as numbers in ascending order; none where it may not act."""
        return tuple(self._now.legal_ids(seat)) if seat in self.to_act else ()

    def offer_basis(self, seat: int) -> bytes:
        """Two moments at which a seat may act and this is the same have the same offer."""
        return self._rules.offer_basis(self._now.position, self.acting_seat(seat))

    def offer(self, seat: int) -> Offer:
        """All that a seat which may act may do, with what it would bring, for those who show it."""
        return self._rules.offer(self._now.position, self.acting_seat(seat))

    def gain(self, action: Playable, seat: int | None = None) -> int:
        """What a legal action would score at once."""
        seat, number = self._check_legal(action, seat)
        return self._now.gain(seat, number)

    def explain(self, action: Playable, seat: int | None = None) -> Explanation:
        """Which rule forbids an action, or how its points add up."""
        from niwashi.core.game import Explanation
        from niwashi.core.shown import rule_in

        try:
            acting, number = self._check_legal(action, seat)
        except IllegalAction as refusal:
            return Explanation(self._spelled(action, seat), False, refusal.sentence, rule_in(refusal.sentence))
        text = self._spelled(action, acting)
        parts = self._rules.points(self._now.position, acting, number)
        total = sum(part.points for part in parts)
        together = f"; {total} in all" if len(parts) > 1 else ""
        sentence = f"{text}: " + (", ".join(map(str, parts)) + together if parts else "legal, scores nothing at once")
        return Explanation(text, True, sentence, parts[0].rule if parts else "", total, parts)

    def _spelled(self, action: Playable, seat: int | None) -> str:
        """An action as it was written, or the notation of its number."""
        number = number_of(action)
        if number is None or not 0 <= number < self._rules.actions:
            return str(action)
        return self._rules.action_text(self._now.position, self.acting_seat(seat), number)

    def undo(self, to: int | None = None) -> None:
        """Go back to the first `to` events; without a number, to before the last action.

        Chance that must act there acts again, and brings the same. In a copy with its own chance, what chance had
        brought before the copy was made comes anew.
        """
        if to is None:
            actions = [n for n, entry in enumerate(self._log) if isinstance(entry.who, int)]
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
        self.apply((TABLE, str(TableEvent(RESIGN, self._check_seat(seat)))))

    # -- copies --------------------------------------------------------------------------------------------------
    def copy(self, *, chance: Literal["own", "same", "told"] = "own", seed: int | str | None = None) -> Game[OptionsT]:
        """A game of its own that stands where this one does.

        A copy does not tell what chance will bring to this game: it draws its own, from fresh randomness or from
        `seed`, and has no seed that would explain all its events. With `chance="same"` it has this game's seed and
        future. With `chance="told"` it stops where chance is to act, until `reveal` says what comes.
        """
        if chance not in COPIES or (seed is not None and chance != "own"):
            raise BadOptions("options/chance", _copy_sentence(chance, seed))
        twin: Game[OptionsT] = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._log, twin._moments, twin._notes = list(self._log), list(self._moments), dict(self._notes)
        if chance != "same":
            twin._seed, twin._key = None, read_seed(seed) if chance == "own" else None
            if twin.awaits_chance:
                twin.let_chance_act()
        return twin

    def __copy__(self) -> Game[OptionsT]:
        return self.copy()

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game[OptionsT]:
        return self.copy()

    # -- for learning --------------------------------------------------------------------------------------------
    def encode(self, seat: int | None = None) -> NDArray[np.float32]:
        """The position as numbers, seen from a seat: the parts of `rules.encoding`, one after the other."""
        return self._rules.encode(self._now.position, self._viewing_seat(seat))

    def features(self, seat: int | None = None) -> NDArray[np.float32]:
        """The numbers by which bots judge the position for a seat; `rules.feature_names` names them."""
        import numpy as np

        out = np.zeros(len(self._rules.feature_names), np.float32)
        self._rules.kernels.features(self._now.position, self._viewing_seat(seat), out)
        return out

    def mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """Which of the `rules.actions` numbers are legal for a seat; none where it may not act."""
        import numpy as np

        out = np.zeros(self._rules.actions, np.bool_)
        seat = self._viewing_seat(seat)
        if seat in self.to_act:
            out[self._now.legal_ids(seat)] = True
        return out

    # -- seats and actions, checked ------------------------------------------------------------------------------
    def acting_seat(self, seat: int | None = None) -> int:
        """The seat, if it may act now. It may be left out where only one may."""
        if seat is not None:
            self._check_seat(seat)
        if self.over:
            raise BadSeat("seat/over", "the game is over; no seat may act")
        acting = self.to_act
        if seat is None and len(acting) == 1:
            return acting[0]
        if not acting:
            code = "seat/which" if seat is None else "seat/turn"
            raise BadSeat(code, "no seat may act now, since chance is to act; game.reveal(…) says what it brings")
        if seat is None:
            several = f"{', '.join(map(str, acting[:-1]))} and {acting[-1]}"
            raise BadSeat("seat/which", f"seats {several} may act now: say which, for example seat={acting[0]}")
        if seat not in acting:
            raise BadSeat("seat/turn", f"seat {seat} may not act now; {' and '.join(map(str, acting))} may")
        return seat

    def _check_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            sentence = f"there is no seat {quote(seat)}; seats are counted from 0 to {self.seats - 1}"
            raise BadSeat("seat/unknown", sentence)
        return seat

    def _viewing_seat(self, seat: int | None) -> int:
        """Any seat, whether it may act or not."""
        return self.acting_seat() if seat is None else self._check_seat(seat)

    def _check_legal(self, given: Playable, seat: int | None) -> tuple[int, int]:
        """Seat and number of a legal action."""
        if type(given) is Action and given._moment is self._moments[-1] and (seat is None or seat == given.seat):
            return given.seat, given.id  # of this very moment, so it is one of those that were listed as legal
        seat, number = self._read(given, seat)
        legal = self._now.legal_ids(seat)
        place = bisect_left(legal, number)
        if place == len(legal) or legal[place] != number:
            refusal = self._rules.refusal(self._now.position, seat, number)
            assert refusal is not None, "the kernels forbid an action that no rule forbids"
            raise refusal
        return seat, number

    def _read(self, given: Playable, seat: int | None) -> tuple[int, int]:
        """Seat and number of an action, however it was given. An action of another moment is what its notation says."""
        number = None if isinstance(given, Action) else number_of(given)
        if isinstance(given, Action):
            seat = given.seat if seat is None else seat
            given = given.notation
        seat = self.acting_seat(seat)
        if number is not None:
            return seat, self._check_number(number)
        if not isinstance(given, str):
            sentence = "an action is one of game.legal(), its notation, its number, or a bot's decision"
            raise UnreadableAction("action/type", f"{sentence}, not {quote(given)}")
        if len(given) > LONGEST_ACTION:
            raise UnreadableAction("action/length", f"no action is as long as {quote(given)}")
        return seat, self._rules.action_of(self._now.position, seat, given)

    def _check_number(self, number: int) -> int:
        if not 0 <= number < self._rules.actions:
            last = self._rules.actions - 1
            sentence = f"there is no action {quote(number)}; {self._rules.title} numbers them from 0 to {last}"
            raise UnreadableAction("action/number", sentence)
        return number

    # -- chance --------------------------------------------------------------------------------------------------
    def let_chance_act(self) -> None:
        """Draw what chance brings until a seat is to act, in a game that draws its chance. Others do it for you."""
        from niwashi.core.rng import keyed_alone

        while self._key is not None and self._now.awaits_chance:
            after, outcome = self._now.after_draw(keyed_alone(self._key, self.name, self._now.chances + 1))
            self._append(CHANCE, outcome, after)

    def next_outcome(self, seed: str | None = None) -> list[int]:
        """What chance brings next, by the seed or by one that its keeper does not tell; only where chance is to act."""
        from niwashi.core.rng import keyed

        seed = self._key if seed is None else seed
        assert seed is not None, "a game without a seed is told what chance brings"
        assert self.awaits_chance, "chance is not to act"
        return self._drawn(keyed(seed, self.name, self._now.chances + 1))

    def _drawn(self, rng: Generator) -> list[int]:
        import numpy as np

        out = np.zeros(self._rules.longest_outcome, np.int64)
        length = self._rules.kernels.draw(self._now.position, rng, out)
        outcome: list[int] = out[:length].tolist()
        return outcome

    def draw(self, seed: int | str | None = None) -> str:
        """An outcome drawn as chance would, for `reveal`; the same for the same seed. The game does not change."""
        from niwashi.core.rng import seeded

        self._check_awaits_chance("drawn")
        return self._rules.outcome_text(self._now.position, self._drawn(seeded(read_seed(seed))))

    def outcomes(self) -> Iterator[tuple[str, Fraction]]:
        """Everything that chance may bring now, each with its exact probability.

        They are made one by one as you ask for them. Of Miyabi's deals there are too many to wait for the last.
        """
        from niwashi.core import urns

        self._check_awaits_chance("listed")
        position = self._now.position
        drawn_from = self._rules.urns(position)
        return (
            (self._rules.outcome_text(position, outcome), urns.probability(drawn_from, outcome))
            for outcome in urns.outcomes(drawn_from)
        )

    def probability(self, outcome: str) -> Fraction:
        """How likely it is, exactly, that chance brings this outcome now, in whatever order its things are named."""
        from niwashi.core import urns

        check_outcome(outcome)
        self._check_awaits_chance("likely")
        position = self._now.position
        return urns.probability(self._rules.urns(position), self._rules.outcome_of(position, outcome))

    def reveal(self, outcome: str) -> None:
        """Say what chance brought, in a game whose chance is told (cards drawn at a real table)."""
        check_outcome(outcome)
        if not self.awaits_chance:
            raise BadChance("chance/turn", f"chance is not to act, so {quote(outcome)} cannot come now")
        drawn = self._rules.outcome_of(self._now.position, outcome)
        self._append(CHANCE, drawn, self._now.after_outcome(drawn))

    def _check_awaits_chance(self, what: str) -> None:
        if not self.awaits_chance:
            sentence = f'chance is not to act, so nothing can be {what}; a game with chance="told" stops where it is'
            raise BadChance("chance/turn", sentence)

    # -- events --------------------------------------------------------------------------------------------------
    def _append(self, who: int | str, what: str | int | list[int], after: Moment) -> None:
        now = self._moments[-1]
        now.legal.clear()  # what could have been done here is not asked again, and there is much of it
        self._log.append(now.entry(who, what))
        self._moments.append(after)

    def _act(self, seat: int, number: int) -> None:
        self._append(seat, number, self._moments[-1].after_action(seat, number))

    def apply(self, event: Event) -> None:
        """Add an event of a record, checking it; chance comes from the record, not from the seed."""
        who, what = who_and_what(event)
        if who == CHANCE:
            self.reveal(what)
        elif who == TABLE:
            self._append(TABLE, what, self._after_table(what))
        elif isinstance(who, str):
            raise BadRecord("record/event", f"an event is by a seat, “chance” or “table”, not by {quote(who)}")
        else:
            self._act(*self._check_legal(what, who))

    def _after_table(self, what: str) -> Moment:
        event = TableEvent.parse(what)
        if event is None or (event.kind == BACK and not 0 <= event.number <= len(self._log)):
            raise BadRecord(
                "record/table",
                f"{quote(what)} is no table event; there are back N, resign N, bot N LEVEL, person N",
            )
        if event.kind == BACK:
            return self._moments[event.number]
        seat = self._check_seat(event.number)
        return self._after_resigning(seat) if event.kind == RESIGN else self._now

    def _after_resigning(self, seat: int) -> Moment:
        if self.over:
            raise BadSeat("seat/over", "the game is over; nobody can resign")
        if seat in self._now.resigned:
            raise BadSeat("seat/resigned", f"seat {seat} has resigned already")
        return self._now.after_resigning(seat, ends=len(self._now.resigned) + 2 >= self.seats)

    def record(self) -> Record:
        """The game so far, as data."""
        from niwashi.core.record import Result

        result = Result(list(self.scores), list(self.winners)) if self.over else None
        events = [entry.event for entry in self._log]
        made = make_record(self._rules, self._options, self._components, self._names, self._seed, events, result)
        made.notes = dict(self._notes)
        return made


def read_seed(seed: object) -> str:
    """A seed as a game keeps it; a fresh one where none is given."""
    if seed is None:
        return secrets.token_hex(16)
    small = isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= 512
    text = str(seed) if small or isinstance(seed, str) else ""
    if not 0 < len(text) <= LONGEST_SEED or not text.isprintable():
        sentence = f"a seed is a whole number or a text of 1 to {LONGEST_SEED} printable characters, not {quote(seed)}"
        raise BadOptions("options/seed", sentence)
    return text


def _copy_sentence(chance: object, seed: object) -> str:
    if chance in COPIES:
        return f"a copy with a seed draws its own chance; leave out chance={chance!r} or seed={quote(seed)}"
    return f"the chance of a copy is own, same or told, not {quote(chance)}"
