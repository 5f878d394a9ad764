"""A position as JSON: what lies open on the table, field by field."""

from __future__ import annotations

from niwashi.core.game import Position, acting
from niwashi.core.shown import sheet_view
from niwashi.games.edo_yashiki.cards import DECK, FEATURES, face_text
from niwashi.games.edo_yashiki.explain import choices
from niwashi.games.edo_yashiki.options import EDITIONS, GRABS
from niwashi.games.edo_yashiki.sheet import seat_sheet
from niwashi.games.edo_yashiki.shown import EdoCard, EdoChoice, EdoHouse, EdoLines, EdoView
from niwashi.games.edo_yashiki.state import GOAL, NO_CARD, NOBODY, PHASES, SCORE
from niwashi.games.edo_yashiki.survey import NOT_PLACED, House, Survey, survey
from niwashi.games.edo_yashiki.words import marker_letters


def view(p: Position) -> EdoView:
    table = survey(p)
    return {
        "game": "edo_yashiki",
        "edition": EDITIONS[table.edition],
        "specialists": table.specialists,
        "grab": GRABS[table.calm],
        "phase": PHASES[table.phase],
        "seats": table.seats,
        "to_act": list(acting(table.to_act)),
        "round": table.rounds,
        "rounds": DECK // table.seats - 1,
        "goal": GOAL,
        "start_seat": table.starts,
        "cards_left": table.cards,
        "scores": [house.score for house in table.houses],
        "open": [_open_card(p, table, slot) for slot in range(table.seats) if table.open[slot] != NO_CARD],
        "houses": [_house(p, table, seat) for seat in range(table.seats)],
        "sheet": sheet_view([seat_sheet(house) for house in table.houses]),
    }


def card(p: Position, face: int) -> str | None:
    """A face as text; None for no card."""
    return None if face == NO_CARD else face_text(int(p["faces"][face]))


def markers(p: Position, seat: int) -> str | None:
    """The features whose marker is there (E6.1), as letters; None without specialists."""
    return marker_letters(int(p.seat[seat].markers)) if int(p.specialists) else None


def _open_card(p: Position, table: Survey, slot: int) -> EdoCard:
    seat = table.taken[slot]
    return {"face": face_text(int(p["faces"][table.open[slot]])), "taken_by": None if seat == NOBODY else seat}


def _house(p: Position, table: Survey, seat: int) -> EdoHouse:
    house = table.houses[seat]
    return {
        "x": house.left,
        "y": house.top,
        "rows": list(house.rows),
        "locked": list(house.locked),
        "lines": _lines(house),
        "hand": card(p, house.hand),
        "pending": None if house.pending == NOT_PLACED else house.pending,
        "markers": marker_letters(house.markers) if table.specialists else None,
        "choice": choice(p, seat) if table.phase == SCORE else None,
    }


def _lines(house: House) -> EdoLines:
    return {
        "feature": [FEATURES[line[0]] for line in house.lines],
        "x": [line[1] + house.left for line in house.lines],
        "y": [line[2] + house.top for line in house.lines],
        "across": [line[3] == 1 for line in house.lines],
        "length": [line[4] for line in house.lines],
    }


def choice(p: Position, seat: int) -> EdoChoice | None:
    """E6.4: what a seat is asked."""
    times = int(p["seat"][seat]["times"])
    if p["phase"] != SCORE or not times:
        return None
    feature = next(place for place in range(4) if times >> 4 * place & 15)
    return {"feature": FEATURES[feature], "times": times >> 4 * feature & 15, "lengths": choices(p, seat)}
