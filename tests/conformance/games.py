"""Whole games through the public API: played once, and told again event by event from their record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from niwashi.core.game import Position
from niwashi.core.record import Event, Record
from niwashi.core.rng import Generator, below
from niwashi.engine.factory import start_from_record
from niwashi.engine.game import Game
from tests.conformance.variants import Variant
from tests.conformance.walks import MAX_EVENTS, generator, greedy

EVERYTHING = 10_000


@dataclass(frozen=True)
class After:
    """Where a game stood after some of its events."""

    position: Position
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Told:
    """A finished game. Others look at it too: play on copies only."""

    game: Game
    record: Record
    live: dict[int, After]
    """By number of events, at every decision while it was being played."""
    gains: dict[int, int]
    """By number of the event, what each action was said to gain at once."""

    @property
    def events(self) -> list[Event]:
        return list(self.record.events)


@lru_cache(maxsize=8)
def played(variant: Variant, number: int) -> Told:
    """A game between greedy and random seats. Number 0 of each variant is the golden one."""
    game, rng = variant.new(f"{variant.slug} {number}"), generator(f"players of {variant} {number}")
    live: dict[int, After] = {}
    gains: dict[int, int] = {}
    while not game.over:
        events = len(game.record().events)
        assert events <= MAX_EVENTS
        live[events] = now(game)
        gains[events] = play_one(game, rng, variant)
    record = game.record()
    live[len(record.events)] = now(game)
    return Told(game, record, live, gains)


def style(seat: int, variant: Variant) -> str:
    """Greedy and random seats by turns; which come first differs from variant to variant."""
    return ("greedy", "random")[(seat + below(generator(str(variant)), 2)) % 2]


def play_one(game: Game, rng: Generator, variant: Variant) -> int:
    """Plays one action for one of those who may act; what it gains at once."""
    rules, p, seat = game.rules, game.position, game.to_act[below(rng, len(game.to_act))]
    if style(seat, variant) == "greedy":
        action = greedy(rules, p, seat, rng, of=EVERYTHING)
    else:
        action = int(rules.kernels.sample(p, seat, rng))
    game.play(rules.action_text(p, seat, action), seat)
    return int(rules.kernels.gain(p, seat, action))


def now(game: Game) -> After:
    return After(game.position, game.scores)


@lru_cache(maxsize=8)
def retold(variant: Variant, number: int) -> tuple[After, ...]:
    """After 0, 1, 2 … events, each of them applied from the record."""
    record = played(variant, number).record
    game = start_from_record(record)
    found = [now(game)]
    for event in record.events:
        game.apply(event)
        found.append(now(game))
    return tuple(found)


def with_events(record: Record, events: list[Event]) -> Record:
    """The same game with other events, and so without a result."""
    made = Record(**{name: getattr(record, name) for name in record.__struct_fields__})
    made.events, made.result = list(events), None
    return made
