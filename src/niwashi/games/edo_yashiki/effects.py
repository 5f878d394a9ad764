"""What an event did to a table of Edo Yashiki, told from the positions before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from niwashi.core.game import Part, Position
from niwashi.core.shown import Effect, Scored, item_of
from niwashi.games.edo_yashiki import shown
from niwashi.games.edo_yashiki.actions import hand_face, place_of
from niwashi.games.edo_yashiki.cards import FEATURES, face_text
from niwashi.games.edo_yashiki.explain import bonus_part, points, run_part
from niwashi.games.edo_yashiki.house import runs_made
from niwashi.games.edo_yashiki.notation import action_of
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.outlook import END, LINE, MOST_LINES, SUM, placings
from niwashi.games.edo_yashiki.rules import gain
from niwashi.games.edo_yashiki.scoring import bonus_points, has_choice, run_points, runs_of, times_and_markers, times_of
from niwashi.games.edo_yashiki.state import DONE, FIRST_GRAB, FIRST_SCORE, GOAL, GRAB, LONGEST, PLACE, SCORE, SHORTEST
from niwashi.games.edo_yashiki.view import choice
from niwashi.games.edo_yashiki.words import marker_letters


# By item: attributes of records are slow outside kernels.
def effects(before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
    if isinstance(who, str):
        return [_chance(what, after)]
    action = action_of(before, who, what)
    if action >= FIRST_SCORE:
        found = _chosen(before, who, action, after)
    elif action >= FIRST_GRAB:
        found = _taken(before, who, action - FIRST_GRAB, after)
    else:
        found = _placed(before, who, action, after)
    return [*found, *_round_ended(before, after)] if int(after["phase"]) not in (GRAB, PLACE, SCORE) else found


def _chance(what: str, after: Position) -> Effect:
    word, *faces = what.split()
    if word == "houses":
        return shown.EdoHouses(faces=faces)
    return shown.EdoOpened(round=int(after["rounds"]), starts=int(after["starts"]), faces=faces)


def _taken(before: Position, seat: int, card: int, after: Position) -> list[Effect]:
    """E2.2: the last seat has the last card at once."""
    seats = range(int(before["seats"]))
    others = [place for place in seats if place != card and before["taken"][place] != after["taken"][place]]
    return [
        _card(after, seat, card, False),
        *(_card(after, int(after["taken"][place]), place, True) for place in others),
    ]


def _card(after: Position, seat: int, card: int, last: bool) -> Effect:
    return shown.EdoTaken(seat=seat, card=card, face=face_text(int(after["faces"][after["open"][card]])), last=last)


# -- placing ---------------------------------------------------------------------------------------
def _placed(before: Position, seat: int, action: int, after: Position) -> list[Effect]:
    x, y, turned = place_of(action)
    house, face = before["seat"][seat], int(hand_face(before, seat, turned))
    placed = shown.EdoPlaced(
        seat=seat,
        face=face_text(face),
        x=x + int(house["left"]),
        y=y + int(house["top"]),
        turned=bool(turned),
        runs=_runs(before, seat, action),
        points=int(gain(before, seat, action)),
    )
    if int(after["phase"]) == PLACE:
        return [placed]
    made = int(runs_made(before, seat, face, x, y))
    scored = [
        _scored(before, n, made if n == seat else int(before["seat"][n]["runs"]), after) for n in range(before["seats"])
    ]
    return [placed, *(effect for found in scored for effect in found)]


def _runs(before: Position, seat: int, action: int) -> list[shown.EdoRun]:
    lines, sums = np.empty((MOST_LINES, LINE), np.int64), np.empty((1, SUM), np.int64)
    placings(before, seat, np.array([action]), lines, sums)
    left, top = int(before["seat"][seat]["left"]), int(before["seat"][seat]["top"])
    return [
        shown.EdoRun(feature=FEATURES[feature], x=x + left, y=y + top, across=across == 1, length=length, points=worth)
        for feature, x, y, across, length, worth in lines[: int(sums[0, END])].tolist()
    ]


# -- scoring ---------------------------------------------------------------------------------------
def _scored(before: Position, seat: int, runs: int, after: Position) -> list[Effect]:
    """E2.4: what a seat's placing scores without a question; its markers; and what it is asked (E6.4)."""
    times, markers = (int(number) for number in times_and_markers(before, seat, runs))
    found: list[Effect] = []
    parts = _settled(runs, times, EDITIONS[int(before["edition"])])
    if parts:
        found.append(_paid(seat, parts, int(before["seat"][seat]["score"])))
    if int(before["specialists"]) and times:
        found.append(_markers(before, seat, times, markers))
    return [*found, *_asked(after, seat)]


@lru_cache(maxsize=4096)
def _settled(runs: int, times: int, edition: str) -> tuple[Part, ...]:
    parts = []
    for feature, letter in enumerate(FEATURES):
        left = 0 if has_choice(runs, times_of(times, feature), feature) else int(times_of(times, feature))
        for length in range(SHORTEST, LONGEST + 1):
            number = min(left, int(runs_of(runs, feature, length)))
            left -= number
            parts += [run_part(letter, length, int(run_points(length)), "E4.1", edition)] * number
    if bonus := int(bonus_points(times)):
        parts.append(bonus_part(1 + bonus // 2))
    return tuple(parts)


def _paid(seat: int, parts: Sequence[Part], before: int) -> Effect:
    earned = sum(part.points for part in parts)
    return Scored(seat=seat, points=earned, total=before + earned, parts=[item_of(part) for part in parts])


def _markers(before: Position, seat: int, times: int, markers: int) -> Effect:
    scored = [int(times_of(times, feature)) for feature in range(len(FEATURES))]
    return shown.EdoMarkers(
        seat=seat,
        spent="".join(letter * number for letter, number in zip(FEATURES, scored, strict=True)),
        markers=marker_letters(markers),
        renewed=sum(scored) >= int(before["seat"][seat]["markers"]).bit_count(),
    )


def _asked(after: Position, seat: int) -> list[Effect]:
    question = choice(after, seat)
    return [shown.EdoAsked(seat=seat, **question)] if question else []


def _chosen(before: Position, seat: int, action: int, after: Position) -> list[Effect]:
    parts = points(before, seat, action)
    return [_paid(seat, parts, int(before["seat"][seat]["score"])), *_asked(after, seat)]


# -- the end of a round ------------------------------------------------------------------------------
def _round_ended(before: Position, after: Position) -> list[Effect]:
    ended: list[Effect] = [shown.EdoRoundEnded(round=int(before["rounds"]), starts=int(after["starts"]))]
    if int(after["phase"]) == DONE:
        reached = any(int(after["seat"][seat]["score"]) >= GOAL for seat in range(after["seats"]))
        ended.append(shown.EdoEnded(why="goal" if reached else "cards"))
    return ended
