"""What an event did to a table of Edo Yashiki, told from the positions before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from niwashi.core.client_types import Effect, Scored, make_item
from niwashi.core.game import Part, Position
from niwashi.games.edo_yashiki import client_types
from niwashi.games.edo_yashiki.actions import hand_face, place_of
from niwashi.games.edo_yashiki.cards import FEATURES, face_text
from niwashi.games.edo_yashiki.choice_kernels import END, MAX_RUNS_MADE, RUN_FIELDS, SUM_FIELDS, preview_placements
from niwashi.games.edo_yashiki.explain import bonus_part, points, run_part
from niwashi.games.edo_yashiki.house import runs_made
from niwashi.games.edo_yashiki.notation import action_of
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.rules import gain
from niwashi.games.edo_yashiki.scoring import bonus_points, has_choice, run_points, runs_of, times_and_markers, times_of
from niwashi.games.edo_yashiki.state import DONE, FIRST_GRAB, FIRST_SCORE, GOAL, GRAB, LONGEST, PLACE, SCORE, SHORTEST
from niwashi.games.edo_yashiki.view import choice
from niwashi.games.edo_yashiki.words import marker_letters


# By item: attributes of records are slow outside kernels.
def effects(before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
    if isinstance(who, str):
        return [_chance_effect(what, after)]
    action = action_of(before, who, what)
    if action >= FIRST_SCORE:
        found = _choice_effects(before, who, action, after)
    elif action >= FIRST_GRAB:
        found = _grab_effects(before, who, action - FIRST_GRAB, after)
    else:
        found = _placement_effects(before, who, action, after)
    return [*found, *_round_end_effects(before, after)] if int(after["phase"]) not in (GRAB, PLACE, SCORE) else found


def _chance_effect(what: str, after: Position) -> Effect:
    word, *faces = what.split()
    if word == "houses":
        return client_types.EdoHouses(faces=faces)
    return client_types.EdoOpened(round=int(after["rounds"]), starts=int(after["starts"]), faces=faces)


def _grab_effects(before: Position, seat: int, card: int, after: Position) -> list[Effect]:
    """E2.2: the last seat has the last card at once."""
    seats = range(int(before["seats"]))
    others = [place for place in seats if place != card and before["taken"][place] != after["taken"][place]]
    return [
        _taken_effect(after, seat, card, False),
        *(_taken_effect(after, int(after["taken"][place]), place, True) for place in others),
    ]


def _taken_effect(after: Position, seat: int, card: int, last: bool) -> Effect:
    return client_types.EdoTaken(
        seat=seat, card=card, face=face_text(int(after["faces"][after["open"][card]])), last=last
    )


# -- placing ---------------------------------------------------------------------------------------
def _placement_effects(before: Position, seat: int, action: int, after: Position) -> list[Effect]:
    x, y, turned = place_of(action)
    house, face = before["seat"][seat], int(hand_face(before, seat, turned))
    placed = client_types.EdoPlaced(
        seat=seat,
        face=face_text(face),
        x=x + int(house["left"]),
        y=y + int(house["top"]),
        turned=bool(turned),
        runs=_made_runs(before, seat, action),
        points=int(gain(before, seat, action)),
    )
    if int(after["phase"]) == PLACE:
        return [placed]
    made = int(runs_made(before, seat, face, x, y))
    scored = [
        _score_effects(before, n, made if n == seat else int(before["seat"][n]["runs"]), after)
        for n in range(before["seats"])
    ]
    return [placed, *(effect for found in scored for effect in found)]


def _made_runs(before: Position, seat: int, action: int) -> list[client_types.EdoRun]:
    lines, sums = np.empty((MAX_RUNS_MADE, RUN_FIELDS), np.int64), np.empty((1, SUM_FIELDS), np.int64)
    preview_placements(before, seat, np.array([action]), lines, sums)
    left, top = int(before["seat"][seat]["left"]), int(before["seat"][seat]["top"])
    return [
        client_types.EdoRun(
            feature=FEATURES[feature], x=x + left, y=y + top, across=across == 1, length=length, points=worth
        )
        for feature, x, y, across, length, worth in lines[: int(sums[0, END])].tolist()
    ]


# -- scoring ---------------------------------------------------------------------------------------
def _score_effects(before: Position, seat: int, runs: int, after: Position) -> list[Effect]:
    """E2.4: what a seat's placing scores without a question; its markers; and what it is asked (E6.4)."""
    times, markers = (int(number) for number in times_and_markers(before, seat, runs))
    found: list[Effect] = []
    parts = _settled_parts(runs, times, EDITIONS[int(before["edition"])])
    if parts:
        found.append(_scored_effect(seat, parts, int(before["seat"][seat]["score"])))
    if int(before["specialists"]) and times:
        found.append(_markers_effect(before, seat, times, markers))
    return [*found, *_question_effects(after, seat)]


@lru_cache(maxsize=4096)
def _settled_parts(runs: int, times: int, edition: str) -> tuple[Part, ...]:
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


def _scored_effect(seat: int, parts: Sequence[Part], before: int) -> Effect:
    earned = sum(part.points for part in parts)
    return Scored(seat=seat, points=earned, total=before + earned, parts=[make_item(part) for part in parts])


def _markers_effect(before: Position, seat: int, times: int, markers: int) -> Effect:
    scored = [int(times_of(times, feature)) for feature in range(len(FEATURES))]
    return client_types.EdoMarkers(
        seat=seat,
        spent="".join(letter * number for letter, number in zip(FEATURES, scored, strict=True)),
        markers=marker_letters(markers),
        renewed=sum(scored) >= int(before["seat"][seat]["markers"]).bit_count(),
    )


def _question_effects(after: Position, seat: int) -> list[Effect]:
    question = choice(after, seat)
    return [client_types.EdoAsked(seat=seat, **question)] if question else []


def _choice_effects(before: Position, seat: int, action: int, after: Position) -> list[Effect]:
    parts = points(before, seat, action)
    return [_scored_effect(seat, parts, int(before["seat"][seat]["score"])), *_question_effects(after, seat)]


# -- the end of a round ------------------------------------------------------------------------------
def _round_end_effects(before: Position, after: Position) -> list[Effect]:
    ended: list[Effect] = [client_types.EdoRoundEnded(round=int(before["rounds"]), starts=int(after["starts"]))]
    if int(after["phase"]) == DONE:
        reached = any(int(after["seat"][seat]["score"]) >= GOAL for seat in range(after["seats"]))
        ended.append(client_types.EdoEnded(why="goal" if reached else "cards"))
    return ended
