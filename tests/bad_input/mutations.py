"""Seeded mutations of good records, actions, chance and options. A kind and a seed make the same mutant every time."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import msgspec

from niwashi import Game
from niwashi.engine import catalog
from tests.bad_input.samples import EVERY_VARIANT, VARIANTS, awaiting_chance, finished, own_box

Json = Any
LETTERS = "abcdefmpsTPFGLJKIHNESWr@123456789 ,-/zgrabplcesopnhuidtx"
ODD = (" ", "\0", "\n", "\x1b[2J", "\u202e", "\u3000", "é", "ß", "٣", "Ⅳ", "１", "“", '"', "\\", "\U0001f438")
VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 5, 99, 1 << 31, 1 << 63, 1 << 64, -(1 << 70), 0.5, -0.0, 1e300,
    "", "0", "1", "x", "chance", "table", "pass", "miyabi", "edo_yashiki", "\0", "\u202e", "\x1b", "x" * 500,
    [], {}, [[]], {"a": {}}, [0, "pass"], ["chance", ""], ["table", "back 0"], [1] * 50,
)  # fmt: skip
WORDS = ("--no-seats", "--no-free-pass", "--", "--=", "=", "-x", "--seats", "99999999", "--grab=")


def any_value(rng: Random) -> Json:
    """A copy, since later mutations change it."""
    return deepcopy(rng.choice(VALUES))


@cache
def record_of(number: int, own: bool = False) -> bytes:
    return finished(number, own).record().to_json()


def any_record(rng: Random) -> bytes:
    return record_of(rng.choice(EVERY_VARIANT), rng.random() < 0.2)


# -- texts -------------------------------------------------------------------------------------------------------------
def mutated_text(rng: Random, text: str) -> str:
    """A text with a few letters, words or its whole changed."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        text = rng.choice(TEXT_MUTATIONS)(rng, text)
    return text


def _letter(rng: Random) -> str:
    return rng.choice(ODD) if rng.random() < 0.15 else rng.choice(LETTERS)


def _inserted(rng: Random, text: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + _letter(rng) + text[place:]


def _deleted(rng: Random, text: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + text[place + rng.randint(1, 3) :]


def _replaced(rng: Random, text: str) -> str:
    place = rng.randint(0, len(text))
    return text[:place] + _letter(rng) + text[place + 1 :]


def _shuffled(rng: Random, text: str) -> str:
    words = text.split(" ")
    rng.shuffle(words)
    return " ".join(words)


def _doubled(rng: Random, text: str) -> str:
    words = text.split(" ")
    words.insert(rng.randint(0, len(words)), rng.choice(words))
    return rng.choice((" ", "  ", "")).join(words)


def _recased(rng: Random, text: str) -> str:
    return rng.choice((text.upper(), text.lower(), text.swapcase(), text.title(), f" {text}", f"{text} "))


def _renumbered(rng: Random, text: str) -> str:
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text
    place = rng.choice(digits)
    return text[:place] + rng.choice(("0", "7", "-1", "00", "999999999999", "1.5", "٣")) + text[place + 1 :]


TEXT_MUTATIONS: tuple[Callable[[Random, str], str], ...] = (
    _inserted, _deleted, _replaced, _replaced, _shuffled, _doubled, _recased, _renumbered,
)  # fmt: skip


# -- records -----------------------------------------------------------------------------------------------------------
def bytes_mutant(rng: Random) -> bytes:
    raw = bytearray(any_record(rng))
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        start = rng.randrange(len(raw) + 1)
        end = min(len(raw), start + rng.choice((0, 1, 1, 2, 10, 100)))
        raw[start:end] = rng.choice(
            (
                b"",
                rng.randbytes(end - start),
                rng.choice(b'{}[]",:0129ae\\ \n\t-.'.decode()).encode(),
                bytes(raw[start:end]) * 2,
                bytes(raw[rng.randrange(len(raw)) :][: end - start]),
            )
        )
    return bytes(raw[: rng.randrange(len(raw) + 1)] if rng.random() < 0.1 else raw)


def json_mutant(rng: Random) -> bytes:
    """Anything anywhere: a value replaced, a key taken out, doubled or renamed."""
    record = msgspec.json.decode(any_record(rng))
    for _ in range(rng.choice((1, 1, 2, 3))):
        _change_somewhere(rng, record)
    return msgspec.json.encode(record)


def _change_somewhere(rng: Random, value: Json) -> None:
    """Walks down to a list or table and changes something there."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = rng.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            value = inner
            continue
        _change(rng, value, key)
        return


def _change(rng: Random, value: Json, key: Json) -> None:
    what = rng.randrange(6)
    if what == 0:
        del value[key]
    elif what == 1 and isinstance(value, dict):
        value[mutated_text(rng, key)] = value.pop(key)
    elif what == 1:
        value.insert(rng.randint(0, len(value)), value[key])
    elif what == 2 and isinstance(value[key], str):
        value[key] = mutated_text(rng, value[key])
    elif what == 3 and type(value[key]) is int:
        value[key] += rng.choice((-1, 1, 2, 1 << 32))
    else:
        value[key] = any_value(rng)


def events_mutant(rng: Random) -> bytes:
    """The story told otherwise: events swapped, doubled, taken out, changed, or from another game."""
    record = msgspec.json.decode(any_record(rng))
    if rng.random() < 0.7:
        record.pop("result")
    if rng.random() < 0.3:
        record["seed"] = None
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if record["events"]:
            _change_events(rng, record["events"], record["options"]["seats"])
    return msgspec.json.encode(record)


def _change_events(rng: Random, events: list[list[Json]], seats: int) -> None:
    place, other = rng.randrange(len(events)), rng.randrange(len(events))
    what = rng.randrange(9)
    if what == 0:
        events[place], events[other] = events[other], events[place]
    elif what == 1:
        events.insert(other, list(events[place]))
    elif what == 2 and len(events) > 1:
        del events[place]
    elif what == 3:
        events[place][0] = rng.choice((*range(seats + 1), -1, "chance", "table", "0", 1 << 64))
    elif what == 4:
        events.insert(place, ["table", _table_event(rng, seats, place)])
    elif what == 5 and len(events) > 1:
        del events[place:]
    elif what == 6:
        events[place] = list(rng.choice(msgspec.json.decode(any_record(rng))["events"]))
    else:
        events[place] = [events[place][0], mutated_text(rng, events[place][1])]


def _table_event(rng: Random, seats: int, number: int) -> str:
    text = rng.choice(
        (
            f"back {rng.randint(0, number + 2)}",
            f"resign {rng.randint(0, seats)}",
            f"bot {rng.randint(0, seats)} strong",
            f"person {rng.randint(0, seats)}",
        )
    )
    return mutated_text(rng, text) if rng.random() < 0.3 else text


def options_mutant(rng: Random) -> bytes:
    """The same events under other options, names or seeds."""
    record = msgspec.json.decode(any_record(rng))
    _change_somewhere(rng, record["options"])
    if rng.random() < 0.3:
        record["options"] = dict(VARIANTS[rng.choice(EVERY_VARIANT)][1])
    if rng.random() < 0.3:
        record[rng.choice(("names", "seed", "game", "rules", "chance", "niwashi"))] = any_value(rng)
    if rng.random() < 0.5:
        record["events"], record["result"] = record["events"][: rng.randrange(8)], None
    return msgspec.json.encode(record)


def components_mutant(rng: Random) -> bytes:
    """Another box under the same events."""
    record = msgspec.json.decode(any_record(rng))
    box = own_box(record["game"] if rng.random() < 0.9 else "miyabi")
    for _ in range(rng.choice((0, 1, 1, 2))):
        _change_somewhere(rng, box)
    if rng.random() < 0.5:
        box.pop("game", None)
    if rng.random() < 0.3:
        box["sha256"] = rng.choice(("0" * 64, record["components"]["sha256"], 7))
    record["components"] = rng.choice((box, box, {"name": box.get("name")}, {**record["components"], **box}))
    if rng.random() < 0.5:
        record["events"], record["result"] = [], None
    return msgspec.json.encode(record)


# -- texts for a game in play ------------------------------------------------------------------------------------------
def moment(rng: Random) -> Game:
    """A game somewhere in its middle, with a seat to act."""
    game = finished(rng.choice(EVERY_VARIANT), rng.random() < 0.2)
    game.undo(rng.randrange(len(game.events)))
    return game


def action_mutant(rng: Random) -> tuple[Game, int, str]:
    """A game, a seat that may act, and the spoiled notation of an action: of this game, mostly."""
    game = moment(rng)
    seat = rng.choice(game.to_act)
    texts = [str(action) for action in game.legal(seat)] if rng.random() < 0.6 else _actions_of(game.name)
    text = rng.choice(texts)
    return game, seat, text if rng.random() < 0.3 else mutated_text(rng, text)


@cache
def _actions_of(game: str) -> list[str]:
    """Every action that the sample games of this game know."""
    numbers = [number for number in EVERY_VARIANT if VARIANTS[number][0] == game]
    return sorted({str(what) for number in numbers for who, what in finished(number).events if who != "chance"})


def chance_mutant(rng: Random) -> tuple[Game, str]:
    """A game without a seed in which chance is to act, and what it shall have brought."""
    number = rng.choice(EVERY_VARIANT)
    whole = finished(number)
    places = [place for place, (who, _) in enumerate(whole.events) if who == "chance"]
    place = rng.choice(places)
    text = str(whole.events[place if rng.random() < 0.8 else rng.choice(places)][1])
    return awaiting_chance(number, place), text if rng.random() < 0.1 else mutated_text(rng, text)


def option_words(rng: Random) -> tuple[str, list[str]]:
    """Words of a command line."""
    game, options = VARIANTS[rng.choice(EVERY_VARIANT)]
    if rng.random() < 0.2:
        game = rng.choice(catalog.names())
    words: list[str] = []
    for key, value in options.items():
        word = "--" + key.replace("_", "-")
        words += [word] if value is True else rng.choice(([word, str(value)], [f"{word}={value}"]))
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(words) + 1)
        words[place : place + rng.randint(0, 1)] = [rng.choice((*words, *WORDS))]
    return game, [mutated_text(rng, word) if rng.random() < 0.15 else word for word in words]
