"""A position as JSON: what lies open on the table, field by field."""

from __future__ import annotations

from typing import Any

from niwashi.core.game import Position, acting
from niwashi.games.edo_yashiki.cards import FEATURES, face_text
from niwashi.games.edo_yashiki.explain import choices
from niwashi.games.edo_yashiki.options import EDITIONS, GRABS
from niwashi.games.edo_yashiki.picture import house_rows, locked_rows
from niwashi.games.edo_yashiki.state import NO_CARD, NOBODY, PHASES, SCORE
from niwashi.games.edo_yashiki.turns import to_act


def view(p: Position) -> dict[str, Any]:
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
        "start_seat": int(p.starts),
        "cards_left": int(p.cards),
        "scores": [int(p.seat[seat].score) for seat in seats],
        "open": [_open_card(p, slot) for slot in seats if int(p.open[slot]) != NO_CARD],
        "houses": [_house(p, seat) for seat in seats],
    }


def card(p: Position, face: int) -> str | None:
    """A face as text; None for no card."""
    return None if face == NO_CARD else face_text(int(p.faces[face]))


def markers(p: Position, seat: int) -> str | None:
    """The features whose marker is there (E6.1), as letters; None without specialists."""
    if not int(p.specialists):
        return None
    return "".join(letter for place, letter in enumerate(FEATURES) if int(p.seat[seat].markers) >> place & 1)


def _open_card(p: Position, slot: int) -> dict[str, Any]:
    seat = int(p.taken[slot])
    return {"face": card(p, int(p.open[slot])), "taken_by": None if seat == NOBODY else seat}


def _house(p: Position, seat: int) -> dict[str, Any]:
    house = p.seat[seat]
    return {
        "x": int(house.left),
        "y": int(house.top),
        "rows": house_rows(p, seat),
        "locked": locked_rows(p, seat),
        "hand": card(p, int(house.hand)),
        "markers": markers(p, seat),
        "choice": choice(p, seat),
    }


def choice(p: Position, seat: int) -> dict[str, Any] | None:
    """E6.4: the feature a seat is asked about, how many of its runs may score, and the lengths there are."""
    times = int(p.seat[seat].times)
    if int(p.phase) != SCORE or not times:
        return None
    feature = next(place for place in range(4) if times >> 4 * place & 15)
    return {"feature": FEATURES[feature], "times": times >> 4 * feature & 15, "lengths": choices(p, seat)}
