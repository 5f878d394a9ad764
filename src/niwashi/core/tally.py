"""Reading what people at a real table typed: names, points, boards of letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from niwashi.core.errors import BadTally, quote

MAX_POINTS = 9999
MAX_ANSWER_LENGTH = 40


def read_seats(given: Mapping[str, Any], allowed: range) -> list[Mapping[str, Any]]:
    """The seats' answers, as many as the game is for."""
    seats = given.get("seat")
    if not isinstance(seats, list) or len(seats) not in allowed or not all(isinstance(s, Mapping) for s in seats):
        found = f"{len(seats)} of them" if isinstance(seats, list) else quote(seats)
        sentence = f"the score sheet needs {allowed[0]} to {allowed[-1]} sections [[seat]], not {found}"
        raise BadTally("tally/seats", sentence)
    return seats


def check_keys(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            raise BadTally("tally/unknown", f"{where} has no {quote(key)}; it has {', '.join(known)}")


def read_name(seat: Mapping[str, Any], number: int) -> str:
    name = seat.get("name") or f"seat {number + 1}"
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 40 or not name.isprintable():
        raise BadTally("tally/name", f"a name has 1 to 40 printable characters, unlike {quote(name)}")
    return name.strip()


def read_points(seat: Mapping[str, Any], name: str) -> int:
    given = seat.get("points", 0)
    text = given.strip() if isinstance(given, str) else ""
    points = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else given
    if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= MAX_POINTS:
        sentence = f"{name}'s points on the track are a whole number from 0 to {MAX_POINTS}, not {quote(given)}"
        raise BadTally("tally/points", sentence)
    return points


def read_text(seat: Mapping[str, Any], key: str, name: str) -> str:
    """A short answer in one line; empty where there is none."""
    given = seat.get(key, "")
    if not isinstance(given, str) or len(given) > MAX_ANSWER_LENGTH:
        raise BadTally(f"tally/{key}", f"{name}'s {key} is a short text, not {quote(given)}")
    return given.strip()


def read_rows(seat: Mapping[str, Any], name: str, most: int) -> list[str]:
    """Lines of a board without their spaces; one text with line breaks, or a list of lines."""
    given = seat.get("rows", "")
    lines = given.split("\n") if isinstance(given, str) else given
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadTally("tally/rows", f"{name}'s rows are lines of text, not {quote(given)}")
    rows = ["".join(line.split()) for line in lines]
    rows = [row for row in rows if row]
    if len(rows) > most or any(len(row) > 2 * most for row in rows):
        raise BadTally("tally/rows", f"{name}'s board is larger than any there can be")
    return rows
