"""Scoring real gardens: people type in what they see at the end, and get the whole sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from niwashi.core.errors import BadTally, quote
from niwashi.core.game import Position, Tally, TallyQuestion
from niwashi.core.tally import check_keys, read_name, read_points, read_rows, read_seats
from niwashi.games.miyabi.garden import Garden
from niwashi.games.miyabi.options import SEATS, read_expansions
from niwashi.games.miyabi.score_items import score_track
from niwashi.games.miyabi.sheet import final_items
from niwashi.games.miyabi.sheet_checks import check_gardens
from niwashi.games.miyabi.snapshot import read_snapshot
from niwashi.games.miyabi.state import EXPANSION_LETTERS, FINISHED, POSITION_TYPE
from niwashi.games.miyabi.tiles import OBJECT_NAMES, SIDE

TABLE_QUESTIONS = (TallyQuestion("expansions", "Expansions in play, letters of ABCDE (empty for none)"),)
SEAT_QUESTIONS = (
    TallyQuestion("name", "Name"),
    TallyQuestion("points", "Points on the score track before the final scoring"),
    TallyQuestion(
        "rows", "The garden, six rows from maple to stone: . bare, g green, 1 2 3 objects, z Zen tile", lines=SIDE
    ),
)
CELLS = ".g123z"
EXAMPLE = {"expansions": "ABCD", "seat": [{"rows": ["12ggz."] * SIDE}] * 2}


def tally(given: Mapping[str, Any]) -> Tally:
    check_keys(given, ("game", "expansions", "seat"), "a Miyabi score sheet")
    letters = read_expansions(given.get("expansions", ""))
    seats = read_seats(given, SEATS)
    p: Position = np.zeros(1, POSITION_TYPE)[0]
    p.seats, p.phase = len(seats), FINISHED
    p.expansions = sum(1 << EXPANSION_LETTERS.index(letter) for letter in letters)
    names: list[str] = []
    points: list[int] = []
    gardens: list[str] = []
    for number, seat in enumerate(seats):
        check_keys(seat, ("name", "points", "rows"), "a seat")
        names.append(read_name(seat, number))
        points.append(read_points(seat, names[-1]))
        gardens.append("".join(_garden_rows(seat, number, names[-1])))
        _fill(p.gardens[number], gardens[-1])
    check_gardens(names, gardens, letters)
    track, snapshot = [score_track(n) for n in points], read_snapshot(p)
    return Tally(tuple(names), tuple((track[n], *final_items(snapshot, n)) for n in range(len(seats))))


def _garden_rows(seat: Mapping[str, Any], number: int, name: str) -> list[str]:
    rows = read_rows(seat, name, 2 * SIDE)
    if len(rows) != SIDE:
        raise BadTally("tally/rows", f"{name}'s garden needs six rows, not {len(rows)} (M1.1)", {"seat": number})
    for place, row in enumerate(rows):
        if len(row) != SIDE or not set(row.lower()) <= set(CELLS):
            sentence = (
                f"{name}'s row {place + 1} ({OBJECT_NAMES[place]}) is {quote(row)}; it needs six cells, each . bare, "
                "g green, 1 2 3 objects or z Zen tile"
            )
            raise BadTally("tally/row", sentence, {"seat": number, "row": place + 1})
    return [row.lower() for row in rows]


def _fill(garden: Garden, cells: str) -> None:
    counts = [{"z": 1}.get(cell, int(cell) if cell.isdigit() else 0) for cell in cells]
    garden.heights[0] = sum(1 << number for number, cell in enumerate(cells) if cell != ".")
    garden.objects[0] = sum((count & 1) << number for number, count in enumerate(counts))
    garden.objects[1] = sum((count >> 1) << number for number, count in enumerate(counts))
    garden.zen = sum(1 << number for number, cell in enumerate(cells) if cell == "z")
