"""What a seat may do, what each action would cover, and what is not possible and why: all that a client offers."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position
from niwashi.core.shown import Item, Offer, Reason, item_of, reason_of
from niwashi.games.edo_yashiki import outlook
from niwashi.games.edo_yashiki.actions import legal
from niwashi.games.edo_yashiki.cards import FEATURES, face_text, half_turn, ways_up
from niwashi.games.edo_yashiki.explain import bonus_part, points, refusal, run_part
from niwashi.games.edo_yashiki.notation import action_text
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.shown import EdoBlocked, EdoCover, EdoRuns
from niwashi.games.edo_yashiki.state import (
    ALL_MARKERS,
    FIRST_GRAB,
    FIRST_SCORE,
    GRAB,
    LEFTMOST,
    LONGEST,
    MOST_LEGAL,
    PLACE,
    PLACES_PER_ROW,
    SCORE_LENGTHS,
    SHORTEST,
    TOPMOST,
    WAYS,
)
from niwashi.games.edo_yashiki.words import marker_letters

MARKERS = [marker_letters(markers) for markers in range(ALL_MARKERS + 1)]
"""By the bits of a seat's markers."""


def offer(p: Position, seat: int) -> Offer:
    listed = np.empty(MOST_LEGAL, np.int64)
    ids = listed[: legal(p, seat, listed)]
    if int(p.phase) == PLACE:
        return _placements(p, seat, ids)
    return _grabs(p, seat, ids.tolist()) if int(p.phase) == GRAB else _choices(p, seat, ids.tolist())


def _grabs(p: Position, seat: int, ids: list[int]) -> Offer:
    nothing: list[list[int]] = [[] for _ in ids]
    return Offer(
        actions=[action_text(p, seat, action) for action in ids],
        points=[0] * len(ids),
        sums=nothing,
        parts=[],
        cover=EdoCover(does="grab", card=[action - FIRST_GRAB for action in ids]),
        blocked=_blocked_cards(p, seat),
    )


def _blocked_cards(p: Position, seat: int) -> EdoBlocked:
    refusals = [refusal(p, seat, FIRST_GRAB + card) for card in range(int(p.seats))]
    reasons = [reason_of(found) for found in refusals if found]
    places = iter(range(len(reasons)))
    return EdoBlocked(reasons=reasons, cards=[next(places) if found else -1 for found in refusals])


def _choices(p: Position, seat: int, ids: list[int]) -> Offer:
    """E6.4: there are three at most."""
    parts: list[Item] = []
    sums = []
    for action in ids:
        found = [item_of(part) for part in points(p, seat, action)]
        parts += [item for item in found if item not in parts]
        sums.append([parts.index(item) for item in found])
    picked = [divmod(action - FIRST_SCORE, SCORE_LENGTHS) for action in ids]
    return Offer(
        actions=[action_text(p, seat, action) for action in ids],
        points=[sum(parts[place].points for place in places) for places in sums],
        sums=sums,
        parts=parts,
        cover=EdoCover(
            does="score",
            feature=[FEATURES[feature] for feature, _ in picked],
            length=[SHORTEST + length for _, length in picked],
        ),
        blocked=EdoBlocked(reasons=[]),
    )


# -- placements ------------------------------------------------------------------------------------
Numbers: TypeAlias = NDArray[np.int64]


def _placements(p: Position, seat: int, ids: Numbers) -> Offer:
    lines = np.empty((len(ids) * outlook.MOST_LINES, outlook.LINE), np.int64)
    sums = np.empty((len(ids), outlook.SUM), np.int64)
    outlook.placings(p, seat, ids, lines, sums)
    ends = sums[:, outlook.END]
    lines = lines[: int(ends[-1])]
    slices = list(zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True))
    parts, places = _run_parts(lines, EDITIONS[int(p.edition)])
    bonuses = sums[:, outlook.BONUS].tolist()
    each = [places[first:end] for first, end in slices]
    for found, bonus in zip(each, bonuses, strict=True):
        if bonus:
            found.append(len(parts) + bonus // 2 - 1)
    x, y, turned = _squares(p, seat, ids)
    return Offer(
        actions=[f"place {a},{b}{'r' if r else ''}" for a, b, r in zip(x, y, turned, strict=True)],
        points=_points(lines, slices, bonuses),
        sums=each,
        parts=[*parts, *(item_of(bonus_part(features)) for features in (2, 3, 4))],
        cover=_cover(p, seat, lines, sums, slices, x=x, y=y, turned=turned),
        blocked=_closed(p, seat),
    )


def _squares(p: Position, seat: int, ids: Numbers) -> tuple[list[int], list[int], list[bool]]:
    """As `place_of` reads an action, from the first card's top left on."""
    house, cells = p.seat[seat], ids // WAYS
    x = cells % PLACES_PER_ROW + LEFTMOST + int(house.left)
    y = cells // PLACES_PER_ROW + TOPMOST + int(house.top)
    return x.tolist(), y.tolist(), (ids % WAYS == 1).tolist()


def _points(lines: Numbers, slices: list[tuple[int, int]], bonuses: list[int]) -> list[int]:
    upto = [0, *lines[:, outlook.POINTS].cumsum().tolist()]
    return [upto[end] - upto[first] + bonus for (first, end), bonus in zip(slices, bonuses, strict=True)]


def _numbered(keys: Numbers) -> tuple[Numbers, list[int]]:
    """Where each different key stands first, and for each key which of these it is."""
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    return first, place.tolist()


def _run_parts(lines: Numbers, edition: str) -> tuple[list[Item], list[int]]:
    """The items that runs are told by, and for each run which of these."""
    told = lines[:, [outlook.FEATURE, outlook.LENGTH, outlook.POINTS]]
    first, places = _numbered(told @ (1 << 16, 1 << 8, 1))
    return [_run_item(*told[line].tolist(), edition) for line in first], places


@lru_cache(maxsize=2048)
def _run_item(feature: int, length: int, worth: int, edition: str) -> Item:
    rule = "E4.1" if worth or length > LONGEST else "E6.2"
    return item_of(run_part(FEATURES[feature], length, worth, rule, edition))


def _cover(
    p: Position, seat: int, lines: Numbers, sums: Numbers, slices: list[tuple[int, int]], **squares: Any
) -> EdoCover:
    runs, places = _runs(p, seat, lines)
    face = int(p.faces[p.seat[seat].hand])
    specialists = bool(p.specialists)
    there = int(p.seat[seat].markers).bit_count()
    return EdoCover(
        does="place",
        faces=[face_text(face), face_text(int(half_turn(face)))][: int(ways_up(face))],
        made=[places[first:end] for first, end in slices],
        runs=runs,
        markers=[MARKERS[left] for left in sums[:, outlook.MARKERS].tolist()] if specialists else [],
        renewed=(sums[:, outlook.TIMES] >= there).tolist() if specialists else [],
        **squares,
    )


def _runs(p: Position, seat: int, lines: Numbers) -> tuple[EdoRuns, list[int]]:
    house = p.seat[seat]
    first, places = _numbered(lines @ (1 << 40, 1 << 30, 1 << 20, 1 << 18, 1 << 8, 1))
    feature, x, y, across, length, worth = lines[first].T
    told = EdoRuns(
        feature=[FEATURES[code] for code in feature.tolist()],
        x=(x + int(house.left)).tolist(),
        y=(y + int(house.top)).tolist(),
        across=(across == 1).tolist(),
        length=length.tolist(),
        points=worth.tolist(),
    )
    return told, places


# -- closed places ---------------------------------------------------------------------------------
def _closed(p: Position, seat: int) -> EdoBlocked:
    """E3.4 for places that touch the house; whatever is neither these nor legal lies apart from it (E3.2)."""
    house = p.seat[seat]
    found = np.empty(((int(house.width) + 1) * (int(house.height) - TOPMOST), outlook.CLOSED), np.int64)
    found = found[: int(outlook.closed_places(p, seat, found))]
    origin = np.array([int(house.left), int(house.top), int(house.left), int(house.top), 0, 0])
    first, why = _numbered(found[:, 2:] @ (1 << 30, 1 << 20, 1 << 10, 1))
    found = found + origin
    reasons = [_locked_reason(*found[place, 2:].tolist()) for place in first]
    return EdoBlocked(
        reasons=[*reasons, Reason(code="edo/apart", rule="E3.2")],
        x=found[:, outlook.PLACE_X].tolist(),
        y=found[:, outlook.PLACE_Y].tolist(),
        why=why,
        elsewhere=len(reasons),
    )


def _locked_reason(x: int, y: int, feature: int, length: int) -> Reason:
    return Reason(code="edo/locked", rule="E3.4", args={"x": x, "y": y, "feature": FEATURES[feature], "length": length})
