"""A game as a tree: one seat decides at a time, and chance draws one tile or card at a time.

A deal has far too many outcomes to list. Drawn tile by tile, each step has at most as many as there are kinds, with
exact probabilities, and all steps together have the distribution of the deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from niwashi.core.components import Components
from niwashi.core.game import Options, Position, Rules
from niwashi.core.urns import Urn
from niwashi.engine import catalog
from niwashi.engine.moments import Moment

CHANCE, OVER = -1, -4
"""In place of a seat. These are OpenSpiel's numbers."""
Scores = tuple[int, ...]


class Node:
    """A point of the game at which one seat or chance is to act. Nodes are immutable, so states share them."""

    __slots__ = ("_urns", "drawn", "earlier", "moment", "player", "scores", "seats")

    def __init__(
        self, moment: Moment, seats: int, earlier: Scores, drawn: tuple[int, ...] = (), first: int | None = None
    ) -> None:
        self.moment = moment
        self.seats = seats
        self.earlier = earlier
        """The scores when a seat acted last."""
        self.drawn = drawn
        """What chance has drawn of the outcome that it is drawing."""
        self.player = self._find_player(first)
        self.scores = self._read_scores()
        self._urns: tuple[Urn, ...] | None = None

    @classmethod
    def opening(cls, rules: Rules, options: Options, components: Components) -> Node:
        """The root of a variant's tree."""
        return cls(Moment.opening(rules, rules.opening(options, components)), options.seats, (0,) * options.seats)

    def _find_player(self, first: int | None) -> int:
        """Of several seats that may act, chance draws the next one if they race. Otherwise the order does not matter
        to the rules: it is clockwise, from a seat that moves on with every deal, so that none is always last."""
        moment = self.moment
        if moment.over:
            return OVER
        if moment.awaits_chance:
            return CHANCE
        if first is not None:
            return first
        if len(moment.acting) > 1 and moment.rules.is_race(moment.position):
            return CHANCE
        begins = moment.chances % self.seats
        return min(moment.acting, key=lambda seat: (seat - begins) % self.seats)

    def _read_scores(self) -> Scores:
        rules = self.moment.rules
        out = np.zeros(max(rules.seats), np.int64)
        rules.kernels.scores(self.moment.position, out)
        return tuple(out[: self.seats].tolist())

    @property
    def position(self) -> Position:
        """The position before what has been drawn of an unfinished deal."""
        return self.moment.position

    # -- what may happen -----------------------------------------------------------------------------------------
    def possible(self) -> Sequence[int]:
        """The legal actions of the seat that is to act, or what chance may draw next: a kind of tile, a card's face,
        or the seat that comes first. In ascending order."""
        if self.player >= 0:
            return self.moment.legal_ids(self.player)
        return list(left_to_draw(self.urns, self.drawn)[0]) if self.moment.awaits_chance else self.moment.acting

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """What chance may draw next, with exact probabilities."""
        if not self.moment.awaits_chance:
            return [(seat, Fraction(1, len(self.moment.acting))) for seat in self.moment.acting]
        counts, size = left_to_draw(self.urns, self.drawn)
        return [(kind, Fraction(count, size)) for kind, count in counts.items()]

    @property
    def urns(self) -> tuple[Urn, ...]:
        """What chance draws from at this node."""
        if self._urns is None:
            self._urns = self.moment.rules.urns(self.position)
        return self._urns

    # -- what happens --------------------------------------------------------------------------------------------
    def after(self, action: int) -> Node:
        """The node after a legal action, or after a possible outcome of chance."""
        if self.player != CHANCE:
            return Node(self.moment.after_action(self.player, action), self.seats, self.scores)
        if not self.moment.awaits_chance:
            return Node(self.moment, self.seats, self.earlier, first=action)
        drawn = (*self.drawn, action)
        if len(drawn) < sum(urn.drawn for urn in self.urns):
            twin = Node(self.moment, self.seats, self.earlier, drawn)
            twin._urns = self._urns
            return twin
        return Node(self.moment.after_outcome(in_order(self.urns, drawn)), self.seats, self.earlier)

    # -- words ---------------------------------------------------------------------------------------------------
    def text(self, player: int, action: int) -> str:
        """The notation of an action of a seat or of an outcome of chance."""
        rules = self.moment.rules
        if player != CHANCE:
            return rules.action_text(self.position, player, action)
        return rules.outcome_text(self.position, [action]) if self.moment.awaits_chance else f"seat {action} is first"

    @property
    def who(self) -> str:
        """Who is to act."""
        return {CHANCE: "chance", OVER: "nobody"}.get(self.player, f"seat {self.player}")

    def __str__(self) -> str:
        lines = [self.moment.rules.board(self.position, [f"seat {seat}" for seat in range(self.seats)])]
        if self.drawn:
            shown = in_order(self.urns, self.drawn)
            lines.append(f"drawn so far: {self.moment.rules.outcome_text(self.position, shown)}")
        lines.append(f"to act: {self.who}")
        return "\n".join(lines)

    # -- copies --------------------------------------------------------------------------------------------------
    def __deepcopy__(self, _: object) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        moment = self.moment
        first = self.player if self.player >= 0 else None
        twin = (moment.rules.name, self.position.tobytes(), moment.chances)
        return _restored, (*twin, self.seats, self.earlier, self.drawn, first)


def _restored(
    game: str, position: bytes, chances: int, seats: int, earlier: Scores, drawn: tuple[int, ...], first: int | None
) -> Node:
    rules = catalog.rules(game)
    moment = Moment.opening(rules, np.frombuffer(bytearray(position), rules.position)[0])
    moment.chances = chances
    return Node(moment, seats, earlier, drawn, first)


def left_to_draw(urns: Sequence[Urn], drawn: Sequence[int]) -> tuple[dict[int, int], int]:
    """What is left of the urn that is being drawn from, by kind in ascending order and altogether."""
    at = 0
    for urn in urns:
        if len(drawn) < at + urn.drawn:
            gone = Counter(drawn[at:])
            left = {kind: count - gone[kind] for kind, count in sorted(urn.counts.items()) if count > gone[kind]}
            return left, urn.size - gone.total()
        at += urn.drawn
    raise AssertionError("nothing is left to be drawn")


def in_order(urns: Sequence[Urn], drawn: Sequence[int]) -> list[int]:
    """Single draws as an outcome: where the order of an urn does not matter, in ascending order."""
    outcome: list[int] = []
    for urn in urns:
        part = list(drawn[len(outcome) : len(outcome) + urn.drawn])
        outcome += part if urn.ordered else sorted(part)
    return outcome
