"""The public API: `Game`, played action by action, from the first event to the record."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from niwashi.core.errors import BadChance, BadOptions, IllegalAction, quote
from niwashi.engine.actions import Action, Actions, Playable, number_of, whole
from niwashi.engine.client_side import ClientSide
from niwashi.engine.event_log import OptionsT
from niwashi.engine.events import RESIGN, TABLE, TableEvent, check_outcome
from niwashi.engine.sheet import Sheet

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from niwashi.core.game import Explanation

DEFAULT_NAMES = ("Aki", "Bo", "Chie", "Dai", "Emi")
MAX_NAME_LENGTH = 40
MAX_SEED_LENGTH = 200
COPIES = ("own", "same", "told")


class Game(ClientSide[OptionsT]):
    """A game in play. Every method that refuses something raises a NiwashiError and leaves the game as it was.

    Two games are equal only if they are one and the same object. To compare where they stand, compare their events or
    their positions.
    """

    def sheet(self) -> Sheet:
        """The score sheet: so far, and final when the game is over."""
        return Sheet(self._names, self._rules.sheet(self._now.position))

    def __str__(self) -> str:
        return self._rules.board(self._now.position, self._names)

    def __repr__(self) -> str:
        options = ", ".join(f"{key}={value!r}" for key, value in self._options.as_dict().items())
        return f"<{self.name} {options}, seed={self._seed!r}: {len(self._log)} events>"

    # -- drawing -------------------------------------------------------------------------------------------------
    def svg(self, seat: int | None = None, *, size: int | None = None, highlight: Playable | None = "last") -> str:
        """The position as a standalone SVG picture: the whole table, or with the garden or house of one seat only.

        `size` is the width in pixels. `highlight` outlines the last action, or shows one of `legal()` that has not
        been played; with None nothing is highlighted. The same game always gives the same picture.
        """
        from niwashi.engine.drawing import check_size, events_in_effect, last_action, make_scene
        from niwashi.pictures import draw
        from niwashi.pictures.scene import Mark

        seats = tuple(range(self.seats)) if seat is None else (self._check_seat(seat),)
        size, events = check_size(size), events_in_effect([entry.event for entry in self._log])
        mark = last_action(events) if highlight == "last" else None
        if highlight is not None and highlight != "last":
            acting, number = self._check_legal(highlight, seat)
            mark = Mark(acting, self._rules.action_text(self._now.position, acting, number), is_preview=True)
        return draw(self.name, make_scene(self, seats, events, mark), size)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg()

    # -- playing -------------------------------------------------------------------------------------------------
    def legal(self, seat: int | None = None) -> Actions:
        """The legal actions of a seat; without a seat, those of every seat that may act, seat by seat.

        Nothing is legal at the end of the game.
        """
        now = self._moments[-1]
        if seat is None and (now.acting or now.over):
            return Actions(now, now.acting)
        return Actions(now, (self.acting_seat(seat),))

    def play(self, action: Playable, seat: int | None = None) -> None:
        """Take an action, then let chance act if it is to.

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

    def gain(self, action: Playable, seat: int | None = None) -> int:
        """The points that a legal action would score at once."""
        seat, number = self._check_legal(action, seat)
        return self._now.gain(seat, number)

    def explain(self, action: Playable, seat: int | None = None) -> Explanation:
        """Which rule forbids an action, or how its points add up."""
        from niwashi.core.client_types import cited_rule
        from niwashi.core.game import Explanation

        try:
            acting, number = self._check_legal(action, seat)
        except IllegalAction as error:
            return Explanation(self._notation_of(action, seat), False, error.sentence, cited_rule(error.sentence))
        text = self._notation_of(action, acting)
        parts = self._rules.points(self._now.position, acting, number)
        total = sum(part.points for part in parts)
        together = f"; {total} in all" if len(parts) > 1 else ""
        sentence = f"{text}: " + (", ".join(map(str, parts)) + together if parts else "legal, scores nothing at once")
        return Explanation(text, True, sentence, parts[0].rule if parts else "", total, parts)

    def _notation_of(self, action: Playable, seat: int | None) -> str:
        """An action as it was written, or the notation of its number."""
        number = number_of(action)
        if number is None or not 0 <= number < self._rules.actions:
            return str(action)
        return self._rules.action_text(self._now.position, self.acting_seat(seat), number)

    def resign(self, seat: int) -> None:
        """Give up: the seat cannot win any more. With two seats the other has won."""
        self.apply((TABLE, str(TableEvent(RESIGN, self._check_seat(seat)))))

    # -- copies --------------------------------------------------------------------------------------------------
    def copy(self, *, chance: Literal["own", "same", "told"] = "own", seed: int | str | None = None) -> Game[OptionsT]:
        """An independent game at the same point.

        A copy does not reveal this game's future chance: it draws its own, from fresh randomness or from `seed`, and
        its `seed` is None, since no seed explains all its events. With `chance="same"` it has this game's seed and
        future. With `chance="told"` it stops where chance is to act, until `reveal` gives the outcome.
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
    def encode(self, seat: int | None = None) -> NDArray[np.uint8]:
        """The position as bytes, seen from a seat: the parts of `rules.encoding`, one after the other."""
        return self._rules.encode(self._now.position, self._viewing_seat(seat))

    def features(self, seat: int | None = None) -> NDArray[np.float32]:
        """The numbers by which bots evaluate the position for a seat; `rules.feature_names` names them."""
        import numpy as np

        out = np.zeros(len(self._rules.feature_names), np.float32)
        self._rules.kernels.features(self._now.position, self._viewing_seat(seat), out)
        return out

    def mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """Which of the `rules.actions` numbers are legal for a seat; none where it may not act."""
        import numpy as np

        seat = self._viewing_seat(seat)
        if seat not in self.to_act:  # also when a resignation has ended the game
            return np.zeros(self._rules.actions, np.bool_)
        return self._rules.mask(self._now.position, seat)

    # -- chance as a player --------------------------------------------------------------------------------------
    def draw(self, seed: int | str | None = None) -> str:
        """An outcome drawn as chance would, for `reveal`; the same for the same seed. The game does not change."""
        from niwashi.core.rng import seeded

        self._check_awaits_chance("drawn")
        return self._rules.outcome_text(self._now.position, self._draw_outcome(seeded(read_seed(seed))))

    def outcomes(self) -> Iterator[tuple[str, Fraction]]:
        """Every possible chance outcome now, with its exact probability.

        They are generated lazily. Miyabi has too many deals to wait for the last.
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
        """The exact probability of this outcome now.

        The order in which it names things does not change the probability. In Edo Yashiki it changes the outcome: who
        gets which house, and which card lies where.
        """
        from niwashi.core import urns

        check_outcome(outcome)
        self._check_awaits_chance("likely")
        position = self._now.position
        return urns.probability(self._rules.urns(position), self._rules.outcome_of(position, outcome))

    def _check_awaits_chance(self, what: str) -> None:
        if not self.awaits_chance:
            sentence = (
                f'chance is not to act, so nothing can be {what}; only a game with chance="told" stops where it is'
            )
            raise BadChance("chance/turn", sentence)


def read_seed(seed: object) -> str:
    """A seed as a game stores it; a fresh one for None."""
    if seed is None:
        return secrets.token_hex(16)
    number = whole(seed)
    small = number is not None and number.bit_length() <= 512
    text = str(number) if small else seed if isinstance(seed, str) else ""
    if not 0 < len(text) <= MAX_SEED_LENGTH or not text.isprintable():
        most = MAX_SEED_LENGTH
        sentence = f"a seed must be a whole number or a text of 1 to {most} printable characters, not {quote(seed)}"
        raise BadOptions("options/seed", sentence)
    return text


def _copy_sentence(chance: object, seed: object) -> str:
    if chance in COPIES:
        return f"a copy with a seed draws its own chance; leave out chance={chance!r} or seed={quote(seed)}"
    return f"the chance of a copy must be own, same or told, not {quote(chance)}"
