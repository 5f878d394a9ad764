"""Building cards: features, faces and the half turn; and the deck of a component file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from niwashi.core.components import Components, missing_section, plain_text, read_component_name, unknown_section
from niwashi.core.errors import BadComponents, quote
from niwashi.core.kernel import kernel

FEATURES = "TPFG"
"""Tatami, pond, floor, garden: a feature's code is its index here."""
EMPTY = 4
"""The code of an empty square."""
DECK = 64
CARD_WIDTH = 2
CARD_HEIGHT = 3
SQUARES = CARD_WIDTH * CARD_HEIGHT

FACE = re.compile(r"[TPFG]{2}/[TPFG]{2}/[TPFG]{2}")


@cache
def face_code(face: str) -> int:
    """A face as a number: two bits per square, row by row from the top left."""
    letters = face.replace("/", "")
    return sum(FEATURES.index(letter) << 2 * place for place, letter in enumerate(letters))


@cache
def face_text(code: int) -> str:
    letters = "".join(FEATURES[code >> 2 * place & 3] for place in range(SQUARES))
    return "/".join((letters[0:2], letters[2:4], letters[4:6]))


@kernel
def square_of(face: int, place: int) -> int:
    """The feature of a card's square; squares count row by row from the top left."""
    return (face >> (2 * place)) & 3


@kernel
def half_turn(face: int) -> int:
    """E3.1: the card the other way up."""
    turned = 0
    for place in range(SQUARES):
        turned |= square_of(face, place) << (2 * (SQUARES - 1 - place))
    return turned


@kernel
def ways_up(face: int) -> int:
    """E3.1: 2, or 1 for a card that a half turn does not change."""
    return 1 if half_turn(face) == face else 2


def read_deck(given: Mapping[str, Any]) -> Components:
    """E1.3: the deck of a component file. A card is a face, or a table with a face and its source."""
    name = read_component_name(given, "edo_yashiki")
    unknown = sorted(str(key) for key in given if key not in ("game", "name", "cards"))
    if unknown:
        sentence = f"a deck has the fields game, name and cards, not {quote(unknown[0])} (E1.3)"
        raise unknown_section("edo/deck", sentence, unknown[0])
    cards = given.get("cards")
    if not isinstance(cards, list | tuple):
        sentence = f"a deck must have a list of {DECK} cards, not {quote(cards)} (E1.3)"
        raise missing_section("edo/deck", sentence, "cards")
    if len(cards) != DECK:
        sentence = f"a deck has {DECK} cards, not {len(cards)} (E1.3)"
        raise BadComponents("edo/deck", sentence, {"kind": "cards", "count": len(cards), "expected": DECK})
    return Components(name, {"cards": [_read_face(card, number) for number, card in enumerate(cards, 1)]})


def _read_face(card: object, number: int) -> str:
    face = card.get("face") if isinstance(card, Mapping) else card
    if isinstance(face, str) and FACE.fullmatch(face):
        return face
    sentence = f"card {number} is {quote(face)}; a card is three rows of two of TPFG, as FG/FP/TT (E1.1)"
    raise BadComponents("edo/card", sentence, {"number": number, "face": plain_text(face)})


def distinct_faces(deck: list[str]) -> dict[str, int]:
    """The faces in deck order, each with its number of cards (E1.3: an owner's deck may repeat faces)."""
    counts: dict[str, int] = {}
    for face in deck:
        counts[face] = counts.get(face, 0) + 1
    return counts
