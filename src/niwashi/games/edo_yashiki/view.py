"""A position as JSON: what lies open on the table, field by field."""

from __future__ import annotations

from niwashi.core.client_types import sheet_view
from niwashi.core.game import Position, acting_seats
from niwashi.games.edo_yashiki.cards import DECK, FEATURES, face_text
from niwashi.games.edo_yashiki.client_types import EdoCard, EdoChoice, EdoHouse, EdoLines, EdoView
from niwashi.games.edo_yashiki.explain import choosable_lengths
from niwashi.games.edo_yashiki.options import EDITIONS, GRABS
from niwashi.games.edo_yashiki.sheet import seat_sheet
from niwashi.games.edo_yashiki.snapshot import NOT_PLACED, EdoSnapshot, HouseSnapshot, read_snapshot
from niwashi.games.edo_yashiki.state import GOAL, NO_CARD, NOBODY, PHASES, SCORE
from niwashi.games.edo_yashiki.words import marker_letters


def view(p: Position) -> EdoView:
    snapshot = read_snapshot(p)
    return {
        "game": "edo_yashiki",
        "edition": EDITIONS[snapshot.edition],
        "specialists": snapshot.specialists,
        "grab": GRABS[snapshot.calm],
        "phase": PHASES[snapshot.phase],
        "seats": snapshot.seats,
        "to_act": list(acting_seats(snapshot.to_act)),
        "round": snapshot.rounds,
        "rounds": DECK // snapshot.seats - 1,
        "goal": GOAL,
        "start_seat": snapshot.starts,
        "cards_left": snapshot.cards,
        "scores": [house.score for house in snapshot.houses],
        "open": [_open_card(p, snapshot, slot) for slot in range(snapshot.seats) if snapshot.open[slot] != NO_CARD],
        "houses": [_house(p, snapshot, seat) for seat in range(snapshot.seats)],
        "sheet": sheet_view([seat_sheet(house) for house in snapshot.houses]),
    }


def card(p: Position, face: int) -> str | None:
    """A face as text; None for no card."""
    return None if face == NO_CARD else face_text(int(p["faces"][face]))


def markers(p: Position, seat: int) -> str | None:
    """The features whose marker is there (E6.1), as letters; None without specialists."""
    return marker_letters(int(p.seat[seat].markers)) if int(p.specialists) else None


def _open_card(p: Position, snapshot: EdoSnapshot, slot: int) -> EdoCard:
    seat = snapshot.taken[slot]
    return {"face": face_text(int(p["faces"][snapshot.open[slot]])), "taken_by": None if seat == NOBODY else seat}


def _house(p: Position, snapshot: EdoSnapshot, seat: int) -> EdoHouse:
    house = snapshot.houses[seat]
    return {
        "x": house.left,
        "y": house.top,
        "rows": list(house.rows),
        "locked": list(house.locked),
        "lines": _lines(house),
        "hand": card(p, house.hand),
        "pending": None if house.pending == NOT_PLACED else house.pending,
        "markers": marker_letters(house.markers) if snapshot.specialists else None,
        "choice": choice(p, seat) if snapshot.phase == SCORE else None,
    }


def _lines(house: HouseSnapshot) -> EdoLines:
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
    return {"feature": FEATURES[feature], "times": times >> 4 * feature & 15, "lengths": choosable_lengths(p, seat)}
