"""Scoring a real placing: the house as it was, the card, where it went, and the markers that were there.

Or whole rounds, by the runs that were made (`pad`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from niwashi.core.errors import BadTally, NiwashiError, quote
from niwashi.core.game import Part, Position, Tally, TallyQuestion
from niwashi.core.tally import check_keys, read_name, read_points, read_rows, read_seats, read_text
from niwashi.games.edo_yashiki.actions import placement
from niwashi.games.edo_yashiki.cards import DECK, FACE, FEATURES, face_code
from niwashi.games.edo_yashiki.chance import start
from niwashi.games.edo_yashiki.explain import all_runs, explain_illegal, picture_of, points
from niwashi.games.edo_yashiki.picture import NOTHING
from niwashi.games.edo_yashiki.score_pad import tally_rounds
from niwashi.games.edo_yashiki.state import PLACE, POSITION, SETUP

TABLE_QUESTIONS = (TallyQuestion("specialists", "Are specialists in play (yes or no)"),)
SEAT_QUESTIONS = (
    TallyQuestion("name", "Name"),
    TallyQuestion("points", "Points before this round"),
    TallyQuestion(
        "rows", "The house before this card, row by row: T P F G, . for nothing; then an empty line", lines=0
    ),
    TallyQuestion("card", "The card placed, as it is printed, such as FG/FP/TT"),
    TallyQuestion("place", "Where its top left square went: x,y from the house's top left, r if turned, such as -1,1"),
    TallyQuestion("markers", "Markers left before this round, letters of TPFG (only with specialists)"),
)
PLACE_TEXT = re.compile(r"(-?\d{1,2}),(-?\d{1,2})(r?)")
EXAMPLE = {"specialists": True, "seat": [{"rounds": ["T3 P4"]}] * 2}
SEATS = range(1, 6)
MAX_ROWS, MAX_COLUMNS = 3 * 31, 2 * 31


def tally(given: Mapping[str, Any]) -> Tally:
    check_keys(given, ("game", "specialists", "seat"), "an Edo Yashiki score sheet")
    specialists = _yes(given.get("specialists", False))
    if any("rounds" in seat for seat in read_seats(given, SEATS)):
        return tally_rounds(given, specialists)
    names, sheets = [], []
    for number, seat in enumerate(read_seats(given, SEATS)):
        check_keys(seat, ("name", "points", "rows", "card", "place", "markers"), "a seat")
        names.append(read_name(seat, number))
        before = Part("points before", "points before this round", read_points(seat, names[-1]), "E4.1")
        sheets.append((before, *_placing(seat, names[-1], specialists)))
    return Tally(tuple(names), tuple(sheets), over=False)


def _yes(given: object) -> bool:
    text = str(given).strip().lower() if isinstance(given, str | bool) else "?"
    if text not in ("yes", "no", "true", "false", "y", "n", ""):
        raise BadTally("tally/specialists", f"specialists are in play or not: yes or no, not {quote(given)}")
    return text in ("yes", "true", "y")


def _placing(seat: Mapping[str, Any], name: str, specialists: bool) -> tuple[Part, ...]:
    p: Position = np.zeros(1, POSITION)[0]
    setup: np.record = np.zeros(1, SETUP)[0]
    setup.seats, setup.specialists = 2, specialists
    setup.faces[0] = face_code(_card(seat, name))
    start(p, setup)
    p.phase, p.waiting, p.cards = PLACE, 0b11, DECK
    p.seat[0].hand = 0
    p.seat[0].markers = _markers(seat, name)
    build_house(p, 0, _house(seat, name))
    action = _place(p, seat, name)
    problem: NiwashiError | None = explain_illegal(p, 0, action)
    if problem is not None:
        raise BadTally(problem.code, f"{name}: {problem.sentence}")
    return points(p, 0, action)


def _card(seat: Mapping[str, Any], name: str) -> str:
    card = read_text(seat, "card", name).upper()
    if not FACE.fullmatch(card):
        raise BadTally("tally/card", f"{name}'s card is {quote(seat.get('card'))}; a card is written FG/FP/TT (E1.1)")
    return card


def _markers(seat: Mapping[str, Any], name: str) -> int:
    letters = read_text(seat, "markers", name).upper() or FEATURES
    if not set(letters) <= set(FEATURES):
        sentence = f"{name}'s markers are letters of {FEATURES}, not {quote(seat.get('markers'))} (E6.1)"
        raise BadTally("tally/markers", sentence)
    return sum(1 << FEATURES.index(letter) for letter in set(letters))


def _house(seat: Mapping[str, Any], name: str) -> list[str]:
    rows = [row.upper() for row in read_rows(seat, name, MAX_ROWS)]
    for row in rows:
        if not set(row) <= set(FEATURES + NOTHING) or len(row) > MAX_COLUMNS:
            sentence = f"{name}'s house has a row {quote(row)}; a row is letters T P F G, and . where nothing lies"
            raise BadTally("tally/rows", sentence)
    if not set("".join(rows)) & set(FEATURES):
        raise BadTally("tally/rows", f"{name}'s house is empty; a house starts with one card (E1.4)")
    return rows


def build_house(p: Position, seat: int, rows: list[str], left: int = 0, top: int = 0) -> None:
    """A house from its picture, with its locked runs; the picture's first square lies at left, top."""
    house, first = p.seat[seat], seat * int(p.rows)
    house.left, house.top = left, top
    house.width, house.height = max(map(len, rows)), len(rows)
    for line, row in enumerate(rows, first):
        codes = [FEATURES.find(letter) for letter in row]
        p.occupied[line] = sum(1 << x for x, code in enumerate(codes) if code >= 0)
        p.low[line] = sum((code & 1) << x for x, code in enumerate(codes) if code >= 0)
        p.high[line] = sum((code >> 1) << x for x, code in enumerate(codes) if code >= 0)
    for run in all_runs(picture_of(p, seat)):
        for x, y in run.squares:
            p.locked[first + y - top] |= np.uint64(1 << (x - left))


def _place(p: Position, seat: Mapping[str, Any], name: str) -> int:
    match = PLACE_TEXT.fullmatch(read_text(seat, "place", name).replace(" ", "").lower())
    if match is None:
        raise BadTally(
            "tally/place", f"{name}'s place is {quote(seat.get('place'))}; a place is x,y such as -1,1 or 2,0r"
        )
    x, y = int(match[1]), int(match[2])
    if not (-2 <= x <= int(p.seat[0].width) and -3 <= y <= int(p.seat[0].height)):
        raise BadTally("tally/place", f"{name}'s card at {x},{y} would not touch the house (E3.2)")
    return int(placement(x, y, int(match[3] == "r")))
