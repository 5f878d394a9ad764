"""Seeded games, walked event by event over the kernels alone, and the moments along the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase

import numpy as np

from niwashi.core.game import CHANCE, OVER, Position, Rules, acting_seats
from niwashi.core.rng import Generator, below, seeded
from tests.conformance.variants import Variant

MAX_EVENTS = 600
"""No game is longer. Miyabi: 96 turns with tile, Zen tile and step; Edo Yashiki: 31 rounds with choices."""
NOBODY = -1
GUARD = -77
"""Stands behind what a kernel may write."""


@dataclass(frozen=True)
class Moment:
    """A position just before an event, or at the end."""

    variant: Variant
    number: int
    position: Position
    mask: int
    seat: int = NOBODY
    action: int = NOBODY
    """Who then did what, if the event was no chance."""

    @property
    def rules(self) -> Rules:
        return self.variant.rules

    @property
    def seats(self) -> tuple[int, ...]:
        return acting_seats(self.mask)

    def __str__(self) -> str:
        return f"{self.variant} before event {self.number}"


# -- single steps ------------------------------------------------------------------------------------------------------
def copied(p: Position) -> Position:
    twin: Position = p.copy()
    return twin


def legal_ids(rules: Rules, p: Position, seat: int) -> list[int]:
    """What `legal` lists, in its order; it writes nothing behind its list's end."""
    out = np.full(rules.most_legal + 1, GUARD, np.int64)
    count = int(rules.kernels.legal(p, seat, out))
    assert out[rules.most_legal] == GUARD, "the list is longer than most_legal says"
    ids: list[int] = out[:count].tolist()
    return ids


def scores(rules: Rules, p: Position, seats: int) -> list[int]:
    out = np.zeros(max(rules.seats), np.int64)
    rules.kernels.scores(p, out)
    found: list[int] = out[:seats].tolist()
    return found


def drawn(rules: Rules, p: Position, rng: Generator) -> list[int]:
    out = np.zeros(rules.longest_outcome, np.int64)
    length = int(rules.kernels.draw(p, rng, out))
    outcome: list[int] = out[:length].tolist()
    return outcome


def reveal(rules: Rules, p: Position, outcome: list[int]) -> None:
    rules.kernels.reveal(p, np.array(outcome, np.int64), len(outcome))


def generator(text: str) -> Generator:
    """A generator for tests that follows from a text."""
    return seeded(text)


# -- players -----------------------------------------------------------------------------------------------------------
def greedy(rules: Rules, p: Position, seat: int, rng: Generator, of: int = 30) -> int:
    """One of the actions that gain the most at once; of many, only so many are looked at."""
    ids = legal_ids(rules, p, seat)
    if len(ids) > of:
        ids = [ids[below(rng, len(ids))] for _ in range(of)]
    gains = [int(rules.kernels.gain(p, seat, action)) for action in ids]
    best = [action for action, points in zip(ids, gains, strict=True) if points == max(gains)]
    return best[below(rng, len(best))]


def choose(rules: Rules, p: Position, seat: int, rng: Generator) -> int:
    """Mostly the best at once, so that layers, runs and choices come up; else anything."""
    return int(rules.kernels.sample(p, seat, rng)) if below(rng, 3) == 0 else greedy(rules, p, seat, rng)


# -- whole games -------------------------------------------------------------------------------------------------------
def walk(variant: Variant, seed: int) -> Iterator[Moment]:
    """A game from its opening to its end, each moment with a position of its own."""
    rules, rng = variant.rules, generator(f"{variant}/{seed}")
    p = rules.opening(variant.options, rules.box)
    for number in range(MAX_EVENTS):
        mask, before = int(rules.kernels.to_act(p)), copied(p)
        if mask == OVER:
            yield Moment(variant, number, before, mask)
            return
        if mask == CHANCE:
            yield Moment(variant, number, before, mask)
            reveal(rules, p, drawn(rules, p, rng))
        else:
            seat = acting_seats(mask)[below(rng, len(acting_seats(mask)))]
            action = choose(rules, p, seat, rng)
            yield Moment(variant, number, before, mask, seat, action)
            rules.kernels.play(p, seat, action)
    raise AssertionError(f"{variant}: no end within {MAX_EVENTS} events")


@lru_cache(maxsize=64)
def walked(variant: Variant, seed: int) -> tuple[Moment, ...]:
    return tuple(walk(variant, seed))


@lru_cache(maxsize=64)
def decisions(variant: Variant, seed: int, count: int) -> tuple[Moment, ...]:
    """So many moments at which a seat may act, spread over a game, and one of every kind that is not among them."""
    found = [moment for moment in walked(variant, seed) if moment.mask > 0]
    step = len(found) / count
    start = below(generator(f"{variant}/{seed}/start"), max(1, int(step)))
    chosen = [found[int(start + step * i)] for i in range(count)]
    kinds = {kind(moment): moment for moment in reversed(found)}
    for moment in chosen:
        kinds.pop(kind(moment), None)
    return (*chosen, *kinds.values())


def kind(moment: Moment) -> str:
    """What sort of decision it is, told by how the notation of its last action begins: `frogN`, `pass`, `score T3`."""
    p, seat = moment.position, moment.seats[0]
    text = moment.rules.action_text(p, seat, legal_ids(moment.rules, p, seat)[-1])
    word = text[: len(text) - len(text.lstrip(ascii_lowercase))]
    return word[0] + str(len(word)) if len(word) > 1 else "short"


def chances(variant: Variant, seed: int) -> list[Moment]:
    return [moment for moment in walked(variant, seed) if moment.mask == CHANCE]
