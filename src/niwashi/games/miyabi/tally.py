"""Scoring real gardens: people type in what they see at the end, and get the whole sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from niwashi.core.errors import BadTally, quote
from niwashi.core.game import Part, Position, Question
from niwashi.core.tally import check_keys, name_of, points_of, rows_of, seats_of
from niwashi.games.miyabi.garden import Garden
from niwashi.games.miyabi.options import SEATS, read_expansions
from niwashi.games.miyabi.parts import score_track
from niwashi.games.miyabi.sheet import at_the_end
from niwashi.games.miyabi.state import EXPANSION_LETTERS, FINISHED, POSITION_TYPE, ZEN
from niwashi.games.miyabi.survey import survey
from niwashi.games.miyabi.tiles import OBJECT_NAMES, SIDE

TABLE_QUESTIONS = (Question("expansions", "Expansions in play, letters of ABCDE (empty for none)"),)
SEAT_QUESTIONS = (
    Question("name", "Name"),
    Question("points", "Points on the score track before the final scoring"),
    Question(
        "rows", "The garden, six rows from maple to stone: . bare, g green, 1 2 3 objects, z Zen tile", lines=SIDE
    ),
)
CELLS = ".g123z"


def tally(given: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[tuple[Part, ...], ...]]:
    check_keys(given, ("game", "expansions", "seat"), "a Miyabi score sheet")
    letters = read_expansions(given.get("expansions", ""))
    seats = seats_of(given, SEATS)
    p: Position = np.zeros(1, POSITION_TYPE)[0]
    p.seats, p.phase = len(seats), FINISHED
    p.expansions = sum(1 << EXPANSION_LETTERS.index(letter) for letter in letters)
    names, points = [], []
    for number, seat in enumerate(seats):
        check_keys(seat, ("name", "points", "rows"), "a seat")
        names.append(name_of(seat, number))
        points.append(points_of(seat, names[-1]))
        _fill(p.gardens[number], _garden_rows(seat, names[-1]), names[-1], bool(p.expansions & ZEN))
    track, table = [score_track(n) for n in points], survey(p)
    return tuple(names), tuple((track[n], *at_the_end(table, n)) for n in range(len(seats)))


def _garden_rows(seat: Mapping[str, Any], name: str) -> list[str]:
    rows = rows_of(seat, name, 2 * SIDE)
    if len(rows) != SIDE:
        raise BadTally("tally/rows", f"{name}'s garden needs six rows, not {len(rows)} (M1.1)")
    for number, row in enumerate(rows):
        if len(row) != SIDE or not set(row.lower()) <= set(CELLS):
            sentence = (
                f"{name}'s row {number + 1} ({OBJECT_NAMES[number]}) is {quote(row)}; it needs six cells, each . bare, "
                "g green, 1 2 3 objects or z Zen tile"
            )
            raise BadTally("tally/row", sentence)
    return [row.lower() for row in rows]


def _fill(garden: Garden, rows: list[str], name: str, zen_in_play: bool) -> None:
    cells = "".join(rows)
    if "z" in cells and not zen_in_play:
        raise BadTally("tally/zen", f"{name}'s garden has a Zen tile, but expansion C is not in play (M6.C1)")
    counts = [{"z": 1}.get(cell, int(cell) if cell.isdigit() else 0) for cell in cells]
    garden.heights[0] = sum(1 << number for number, cell in enumerate(cells) if cell != ".")
    garden.objects[0] = sum((count & 1) << number for number, count in enumerate(counts))
    garden.objects[1] = sum((count >> 1) << number for number, count in enumerate(counts))
    garden.zen = sum(1 << number for number, cell in enumerate(cells) if cell == "z")
