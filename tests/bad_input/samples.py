"""Good games to spoil, and what every refusal must be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from typing import Any

import msgspec

import niwashi
from niwashi import Game, NiwashiError
from niwashi.core.rng import below, seeded
from niwashi.engine import catalog

LONGEST_SENTENCE = 600
QUICK = 1.0
"""Seconds of work that a refusal may take, whatever was given."""

VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {"seats": 2}),
    ("miyabi", {"seats": 2, "expansions": "CE", "free_pass": True}),
    ("miyabi", {"seats": 3, "expansions": "ABCDE"}),
    ("miyabi", {"seats": 4, "expansions": "ABD"}),
    ("edo_yashiki", {"seats": 2}),
    ("edo_yashiki", {"seats": 3, "specialists": True, "grab": "calm"}),
    ("edo_yashiki", {"seats": 4, "edition": "samurai-gardener"}),
    ("edo_yashiki", {"seats": 5, "specialists": True}),
)
EVERY_VARIANT = range(len(VARIANTS))


def own_box(game: str) -> dict[str, Any]:
    """A component set that adds up and is not the shipped one."""
    content = deepcopy(dict(catalog.rules(game).box.content))
    if game == "miyabi":
        content["bonuses"] = {**content["bonuses"], "maple": 11}
    else:
        content["cards"] = [*content["cards"][:-1], content["cards"][0]]
    return {"game": game, "name": "my own", **content}


# -- games -----------------------------------------------------------------------------------------------------------
@cache
def _finished(number: int, own: bool) -> Game:
    name, options = VARIANTS[number]
    box = own_box(name) if own else None
    game = niwashi.new(name, seed=number, components=box, names=list("ABCDE"[: options["seats"]]), **options)
    rng = seeded(number)
    while not game.over:
        seat = game.to_act[below(rng, len(game.to_act))]
        legal = game.legal(seat)
        game.play(legal[below(rng, len(legal))])
    return game


def finished(number: int, own: bool = False) -> Game:
    """The same random game of a variant every time, to the end."""
    return _finished(number, own).copy(chance="same")


def going_on(number: int, events: int = 30) -> Game:
    """The same in the middle: a seat is to act."""
    game = finished(number)
    game.undo(events)
    return game


def awaiting_chance(number: int, after: int = 0) -> Game:
    """The game before the chance event after so many events, without a seed: it must be told what comes."""
    whole = finished(number)
    record = whole.record()
    record.seed = record.result = None
    places = [place for place, (who, _) in enumerate(record.events) if who == "chance" and place >= after]
    record.events = record.events[: places[0]]
    return niwashi.loads(record.to_json())


def spoiled(number: int = 0, **fields: Any) -> bytes:
    """A record of a variant's game with some fields replaced; None takes a field out."""
    record = {**msgspec.json.decode(finished(number).record().to_json()), **fields}
    return msgspec.json.encode({key: value for key, value in record.items() if value is not None})


@cache
def load_kernels() -> None:
    """Reading compiled code takes seconds once, for which no refusal is to blame."""
    for number in (0, 4):
        game = going_on(number)
        game.gain(game.legal(game.to_act[0])[0])


# -- refusals --------------------------------------------------------------------------------------------------------
def told(game: Game) -> tuple[bytes, bytes]:
    """All there is to a game: its record and its position."""
    return game.record().to_json(), game.position.tobytes()


def check_sentence(error: NiwashiError) -> None:
    """For programs a code, for people one printable line that is not endless."""
    assert error.code.count("/") == 1, error.code
    assert error.code.isascii(), error.code
    assert error.sentence.isprintable(), ascii(error.sentence)
    assert 10 < len(error.sentence) <= LONGEST_SENTENCE, error.sentence
    assert str(error) == error.sentence


@contextmanager
def unchanged(game: Game) -> Iterator[None]:
    before = told(game)
    yield
    assert told(game) == before, "a refusal changed the game"


def refused(do: Callable[[], object], within: float = QUICK) -> NiwashiError:
    """The NiwashiError that this raises, in time; anything else it raises goes through.

    What took too long is asked once more: the first time may have compiled something.
    """
    load_kernels()
    error, took = _refusal(do)
    if took >= within:
        error, took = _refusal(do)
    assert took < within, f"refused after {took:.1f} s"
    return error


def _refusal(do: Callable[[], object]) -> tuple[NiwashiError, float]:
    """With its seconds of work."""
    start = time.process_time()
    try:
        result = do()
    except NiwashiError as error:
        took = time.process_time() - start
        check_sentence(error)
        return error, took
    raise AssertionError(f"not refused, but {result!r}")
