"""A position as JSON: what lies open on the table, field by field."""

from __future__ import annotations

import numpy as np

from niwashi.core.game import Position, acting
from niwashi.core.shown import sheet_view
from niwashi.games.edo_yashiki.cards import DECK, FEATURES, face_text
from niwashi.games.edo_yashiki.explain import choices, sheet
from niwashi.games.edo_yashiki.options import EDITIONS, GRABS
from niwashi.games.edo_yashiki.outlook import LINE, house_lines
from niwashi.games.edo_yashiki.picture import read_house
from niwashi.games.edo_yashiki.scoring import placing_points
from niwashi.games.edo_yashiki.shown import EdoCard, EdoChoice, EdoHouse, EdoLines, EdoView
from niwashi.games.edo_yashiki.state import GOAL, NO_CARD, NOBODY, PHASES, PLACE, SCORE
from niwashi.games.edo_yashiki.turns import to_act
from niwashi.games.edo_yashiki.words import marker_letters


def view(p: Position) -> EdoView:
    seats = range(int(p.seats))
    return {
        "game": "edo_yashiki",
        "edition": EDITIONS[int(p.edition)],
        "specialists": bool(p.specialists),
        "grab": GRABS[int(p.calm)],
        "phase": PHASES[int(p.phase)],
        "seats": int(p.seats),
        "to_act": list(acting(int(to_act(p)))),
        "round": int(p.rounds),
        "rounds": DECK // int(p.seats) - 1,
        "goal": GOAL,
        "start_seat": int(p.starts),
        "cards_left": int(p.cards),
        "scores": [int(p.seat[seat].score) for seat in seats],
        "open": [_open_card(p, slot) for slot in seats if int(p.open[slot]) != NO_CARD],
        "houses": [_house(p, seat) for seat in seats],
        "sheet": sheet_view(sheet(p)),
    }


def card(p: Position, face: int) -> str | None:
    """A face as text; None for no card."""
    return None if face == NO_CARD else face_text(int(p.faces[face]))


def markers(p: Position, seat: int) -> str | None:
    """The features whose marker is there (E6.1), as letters; None without specialists."""
    return marker_letters(int(p.seat[seat].markers)) if int(p.specialists) else None


def _open_card(p: Position, slot: int) -> EdoCard:
    seat = int(p.taken[slot])
    return {"face": face_text(int(p.faces[p.open[slot]])), "taken_by": None if seat == NOBODY else seat}


def _house(p: Position, seat: int) -> EdoHouse:
    house = p.seat[seat]
    rows, locked = read_house(p, seat)
    return {
        "x": int(house.left),
        "y": int(house.top),
        "rows": rows,
        "locked": locked,
        "lines": _lines(p, seat),
        "hand": card(p, int(house.hand)),
        "pending": _pending(p, seat),
        "markers": markers(p, seat),
        "choice": choice(p, seat),
    }


def _lines(p: Position, seat: int) -> EdoLines:
    house = p.seat[seat]
    found = np.empty((2 * int(house.width) * int(house.height), LINE), np.int64)
    feature, x, y, across, length, _ = found[: int(house_lines(p, seat, found))].T
    return {
        "feature": [FEATURES[code] for code in feature.tolist()],
        "x": (x + int(house.left)).tolist(),
        "y": (y + int(house.top)).tolist(),
        "across": (across == 1).tolist(),
        "length": length.tolist(),
    }


def _pending(p: Position, seat: int) -> int | None:
    if int(p.phase) != PLACE or int(p.waiting) >> seat & 1:
        return None
    return int(placing_points(p, seat, int(p.seat[seat].runs)))


def choice(p: Position, seat: int) -> EdoChoice | None:
    """E6.4: what a seat is asked."""
    times = int(p.seat[seat].times)
    if int(p.phase) != SCORE or not times:
        return None
    feature = next(place for place in range(4) if times >> 4 * place & 15)
    return {"feature": FEATURES[feature], "times": times >> 4 * feature & 15, "lengths": choices(p, seat)}
