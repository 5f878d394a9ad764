"""The choices of a seat, for clients: each legal action with the squares it would cover; reasons against the rest.

This is the third reading of the rules, the preview: `choice_kernels` computes it, and tests compare it with `explain`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.client_types import ChoiceSet, Item, Reason, make_item
from niwashi.core.game import Position
from niwashi.games.edo_yashiki import choice_kernels
from niwashi.games.edo_yashiki.actions import legal
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH, FEATURES, face_text, half_turn, ways_up
from niwashi.games.edo_yashiki.client_types import (
    EdoBlocked,
    EdoGrabs,
    EdoPlacings,
    EdoRuns,
    EdoScorings,
    EdoTrial,
)
from niwashi.games.edo_yashiki.explain import bonus_part, points, run_part
from niwashi.games.edo_yashiki.notation import action_text
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.state import (
    ALL_MARKERS,
    FIRST_GRAB,
    FIRST_SCORE,
    GRAB,
    LEFTMOST,
    LONGEST,
    MAX_LEGAL,
    MAX_SEATS,
    NOBODY,
    PLACE,
    PLACES_PER_ROW,
    POSITION,
    SCORE_LENGTHS,
    SEAT,
    SHORTEST,
    TOPMOST,
    WAYS,
)
from niwashi.games.edo_yashiki.words import marker_letters

# Fields by item: attributes of records are slow outside kernels.
Numbers: TypeAlias = NDArray[np.int64]
Slices: TypeAlias = list[tuple[int, int]]

MARKERS = [marker_letters(markers) for markers in range(ALL_MARKERS + 1)]
"""By the bits of a seat's markers."""


def list_choices(p: Position, seat: int) -> ChoiceSet:
    ids, phase = _legal_ids(p, seat), int(p["phase"])
    if phase == PLACE:
        return _placement_choices(p, seat, ids)
    return _grab_choices(p, seat, ids.tolist()) if phase == GRAB else _run_choices(p, seat, ids.tolist())


def _legal_ids(p: Position, seat: int) -> Numbers:
    listed = np.empty(MAX_LEGAL, np.int64)
    return listed[: legal(p, seat, listed)]


def _field_offset(record: np.dtype[np.void], field: str) -> int:
    """The byte offset of a field."""
    assert record.fields is not None, "a record has fields"
    return record.fields[field][1]


OFFSETS = {name: _field_offset(POSITION, name) for name in POSITION.names or ()}
HEIGHT_OFFSET = _field_offset(SEAT, "height")
ROW_BYTES = 8


def choices_key(p: Position, seat: int) -> bytes:
    """The seat's own house and hand; in the grab phase, the taken cards. Other seats' placements do not matter (E2.4).

    A calm grab needs both: the cards can be tried in the house.

    It is cut out of the position's bytes for speed: every action asks for every seat's key.
    """
    raw = p.tobytes()
    phase = raw[OFFSETS["phase"] : OFFSETS["phase"] + 1]
    cards = raw[OFFSETS["open"] : OFFSETS["open"] + 2 * MAX_SEATS] if phase[0] == GRAB else b""
    if cards and not raw[OFFSETS["calm"]]:
        return cards + phase
    own = OFFSETS["seat"] + seat * SEAT.itemsize
    house = raw[own : own + SEAT.itemsize]
    first, size = ROW_BYTES * seat * raw[OFFSETS["rows"]], ROW_BYTES * house[HEIGHT_OFFSET]
    planes = [
        raw[OFFSETS[plane] + first : OFFSETS[plane] + first + size] for plane in ("occupied", "low", "high", "locked")
    ]
    return b"".join([*planes, house, cards, phase])


# -- grabs -----------------------------------------------------------------------------------------
def _grab_choices(p: Position, seat: int, ids: list[int]) -> ChoiceSet:
    nothing: list[list[int]] = [[] for _ in ids]
    cards = [action - FIRST_GRAB for action in ids]
    trials = [_try_card(p, seat, card) for card in cards] if int(p["calm"]) else []
    return ChoiceSet(
        actions=[action_text(p, seat, action) for action in ids],
        points=[0] * len(ids),
        sums=nothing,
        parts=[],
        cover=EdoGrabs(card=cards, best=[max(trial.points) for trial in trials], trials=trials),
        blocked=_list_blocked_cards(p, seat),
    )


def _try_card(p: Position, seat: int, card: int) -> EdoTrial:
    """The placements of an open card as if the seat had it in hand and were to place it now."""
    tried = p.copy()
    tried["seat"][seat]["hand"] = tried["open"][card]
    tried["phase"] = PLACE
    tried["waiting"] = 1 << seat
    return _list_placements(tried, seat, _legal_ids(tried, seat))


def _list_blocked_cards(p: Position, seat: int) -> EdoBlocked:
    """E2.2: a card is blocked once a seat has taken it. In a calm grab, with the places that no card could have."""
    taken = dict(enumerate(p["taken"][: int(p["seats"])].tolist()))
    gone = [card for card, taker in taken.items() if taker != NOBODY]
    reasons = [Reason(code="edo/taken", rule="E2.2", args={"card": card, "seat": taken[card]}) for card in gone]
    cards = [gone.index(card) if card in gone else -1 for card in taken]
    if not int(p["calm"]):
        return EdoBlocked(reasons=reasons, cards=cards)
    places = _list_blocked_places(p, seat)
    return EdoBlocked(
        reasons=[*reasons, *places.reasons],
        cards=cards,
        x=places.x,
        y=places.y,
        why=[len(reasons) + why for why in places.why],
        elsewhere=len(reasons) + places.elsewhere,
    )


# -- runs ------------------------------------------------------------------------------------------
def _run_choices(p: Position, seat: int, ids: list[int]) -> ChoiceSet:
    """E6.4: the runs to choose among, at most three."""
    parts: list[Item] = []
    sums = []
    for action in ids:
        items = [make_item(part) for part in points(p, seat, action)]
        parts += [item for item in items if item not in parts]
        sums.append([parts.index(item) for item in items])
    picked = [divmod(action - FIRST_SCORE, SCORE_LENGTHS) for action in ids]
    return ChoiceSet(
        actions=[action_text(p, seat, action) for action in ids],
        points=[sum(parts[place].points for place in places) for places in sums],
        sums=sums,
        parts=parts,
        cover=EdoScorings(
            feature=[FEATURES[feature] for feature, _ in picked],
            length=[SHORTEST + length for _, length in picked],
        ),
        blocked=EdoBlocked(reasons=[]),
    )


# -- placements ------------------------------------------------------------------------------------
def _placement_choices(p: Position, seat: int, ids: Numbers) -> ChoiceSet:
    found = _list_placements(p, seat, ids)
    return ChoiceSet(
        actions=list(map(_place_text, found.cover.x, found.cover.y, found.cover.turned)),
        points=found.points,
        sums=found.sums,
        parts=found.parts,
        cover=found.cover,
        blocked=_list_blocked_places(p, seat),
    )


def _list_placements(p: Position, seat: int, ids: Numbers) -> EdoTrial:
    lines = np.empty((len(ids) * choice_kernels.MAX_RUNS_MADE, choice_kernels.RUN_FIELDS), np.int64)
    sums = np.empty((len(ids), choice_kernels.SUM_FIELDS), np.int64)
    choice_kernels.preview_placements(p, seat, ids, lines, sums)
    ends: list[int] = sums[:, choice_kernels.END].tolist()
    lines = lines[: ends[-1]]
    slices = list(zip([0, *ends], ends))
    first, places = _number_distinct(lines @ RUN_WEIGHTS)
    runs: list[list[int]] = lines[first].tolist()
    bonuses: list[int] = sums[:, choice_kernels.BONUS].tolist()
    parts, each = _list_parts(runs, places, slices, bonuses, EDITIONS[int(p["edition"])])
    made = [places[start:end] for start, end in slices]
    house = p["seat"][seat]
    x, y, turned = _place_squares(house, ids)
    return EdoTrial(
        points=_sum_points(lines, slices, bonuses),
        sums=each,
        parts=parts,
        cover=_make_cover(p, house, sums, made=made, runs=_make_runs(house, runs), x=x, y=y, turned=turned),
    )


@lru_cache(maxsize=1 << 14)
def _place_text(x: int, y: int, turned: int) -> str:
    return f"place {x},{y}r" if turned else f"place {x},{y}"


RUN_WEIGHTS = np.array([1 << 40, 1 << 30, 1 << 20, 1 << 18, 1 << 8, 1])
"""Combine the fields of a run into one number."""
CLOSED_WEIGHTS = np.array([0, 0, 1 << 30, 1 << 20, 1 << 10, 1])


def _number_distinct(keys: Numbers) -> tuple[Numbers, list[int]]:
    """The first index of each distinct key, and for each key the number of its distinct value."""
    _, first, place = np.unique(keys, return_index=True, return_inverse=True)
    return first, place.tolist()


def _place_squares(house: Position, ids: Numbers) -> tuple[list[int], list[int], list[int]]:
    """As `place_of`, for many actions, with x and y from the first card's top left."""
    cells = ids // WAYS
    x = cells % PLACES_PER_ROW + (LEFTMOST + int(house["left"]))
    y = cells // PLACES_PER_ROW + (TOPMOST + int(house["top"]))
    return x.tolist(), y.tolist(), (ids % WAYS).tolist()


def _sum_points(lines: Numbers, slices: Slices, bonuses: list[int]) -> list[int]:
    upto = [0, *lines[:, choice_kernels.POINTS].cumsum().tolist()]
    return [upto[end] - upto[start] + bonus for (start, end), bonus in zip(slices, bonuses, strict=True)]


def _list_parts(
    runs: list[list[int]], places: list[int], slices: Slices, bonuses: list[int], edition: str
) -> tuple[list[Item], list[list[int]]]:
    """The distinct score items of runs and bonuses, and for each action the indices of its items."""
    items: dict[tuple[int, int, int], int] = {}
    item_of_run = [
        items.setdefault(
            (run[choice_kernels.FEATURE], run[choice_kernels.LENGTH], run[choice_kernels.POINTS]), len(items)
        )
        for run in runs
    ]
    of_lines = [item_of_run[run] for run in places]
    each = [of_lines[start:end] for start, end in slices]
    for action, bonus in enumerate(bonuses):
        if bonus:
            each[action].append(len(items) + bonus // 2 - 1)
    return [*(_run_item(*key, edition) for key in items), *_BONUS_ITEMS], each


_BONUS_ITEMS = [make_item(bonus_part(features)) for features in (2, 3, 4)]


@lru_cache(maxsize=2048)
def _run_item(feature: int, length: int, worth: int, edition: str) -> Item:
    rule = "E4.1" if worth or length > LONGEST else "E6.2"
    return make_item(run_part(FEATURES[feature], length, worth, rule, edition))


def _make_cover(p: Position, house: Position, sums: Numbers, **lists: Any) -> EdoPlacings:
    face = int(p["faces"][house["hand"]])
    specialists = bool(p["specialists"])
    there = int(house["markers"]).bit_count()
    return EdoPlacings(
        width=CARD_WIDTH,
        height=CARD_HEIGHT,
        faces=[face_text(face), face_text(int(half_turn(face)))][: int(ways_up(face))],
        markers=[MARKERS[left] for left in sums[:, choice_kernels.MARKERS].tolist()] if specialists else [],
        renewed=np.flatnonzero(sums[:, choice_kernels.TIMES] >= there).tolist() if specialists else [],
        **lists,
    )


def _make_runs(house: Position, runs: list[list[int]]) -> EdoRuns:
    left, top = int(house["left"]), int(house["top"])
    return EdoRuns(
        feature=[FEATURES[run[choice_kernels.FEATURE]] for run in runs],
        x=[run[choice_kernels.X] + left for run in runs],
        y=[run[choice_kernels.Y] + top for run in runs],
        across=[run[choice_kernels.ACROSS] == 1 for run in runs],
        length=[run[choice_kernels.LENGTH] for run in runs],
        points=[run[choice_kernels.POINTS] for run in runs],
    )


# -- closed places ---------------------------------------------------------------------------------
def _list_blocked_places(p: Position, seat: int) -> EdoBlocked:
    """E3.4: closed places that touch the house. Any other illegal place lies apart from it (E3.2)."""
    house = p["seat"][seat]
    left, top = int(house["left"]), int(house["top"])
    closed = np.empty(
        ((int(house["width"]) + 1) * (int(house["height"]) - TOPMOST), choice_kernels.CLOSED_FIELDS), np.int64
    )
    closed = closed[: int(choice_kernels.list_closed_places(p, seat, closed))]
    first, why = _number_distinct(closed @ CLOSED_WEIGHTS)
    reasons = [_locked_reason(x + left, y + top, *rest) for _, _, x, y, *rest in closed[first].tolist()]
    return EdoBlocked(
        reasons=[*reasons, NOT_TOUCHING],
        x=(closed[:, choice_kernels.PLACE_X] + left).tolist(),
        y=(closed[:, choice_kernels.PLACE_Y] + top).tolist(),
        why=why,
        elsewhere=len(reasons),
    )


NOT_TOUCHING = Reason(code="edo/apart", rule="E3.2")


@lru_cache(maxsize=1 << 12)
def _locked_reason(x: int, y: int, feature: int, length: int) -> Reason:
    return Reason(code="edo/locked", rule="E3.4", args={"x": x, "y": y, "feature": FEATURES[feature], "length": length})
