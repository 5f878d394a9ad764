"""What an event did to a table of Miyabi, told from the positions before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from niwashi.core.client_types import Effect, Scored, make_item
from niwashi.core.game import Part, Position
from niwashi.games.miyabi import client_types
from niwashi.games.miyabi.choices import ACTION_INFO, ActionInfo
from niwashi.games.miyabi.explain import points
from niwashi.games.miyabi.notation import action_of
from niwashi.games.miyabi.sheet import final_items
from niwashi.games.miyabi.snapshot import GardenSnapshot, MiyabiSnapshot, read_snapshot
from niwashi.games.miyabi.state import FINISHED
from niwashi.games.miyabi.tiles import OBJECT_LETTERS, OBJECT_NAMES, OBJECTS, SIDE
from niwashi.games.miyabi.view import display, scores_of


def effects(before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
    if isinstance(who, str):
        return [_chance_effect(what, after), *_round_end_effects(before, "", after)]
    info, parts = ACTION_INFO[action_of(what)], points(before, who, action_of(what))
    scored = _score_effects(read_snapshot(before).gardens[who], who, info, parts)
    return [*_action_effects(before, who, info, after), *scored, *_round_end_effects(before, info.tile, after)]


def _chance_effect(what: str, after: Position) -> Effect:
    word, *things = what.split()
    if word == "zen":
        return client_types.MiyabiZenLaid(objects=[OBJECT_NAMES[OBJECT_LETTERS.index(letter)] for letter in things])
    snapshot = read_snapshot(after)
    return client_types.MiyabiDealt(round=snapshot.building_round + 1, starts=snapshot.bonsai, tiles=things)


def _action_effects(before: Position, seat: int, info: ActionInfo, after: Position) -> list[Effect]:
    match info.does:
        case "tile":
            return [_placement_effect(seat, info, after), client_types.MiyabiLantern(seat=seat, column=info.column)]
        case "zen":
            placed = client_types.MiyabiZenPlaced(seat=seat, object=OBJECT_NAMES[info.at // SIDE], at=info.at)
            return [placed, client_types.MiyabiLantern(seat=seat, column=info.column)]
        case "frog":
            return [client_types.MiyabiFrogPlaced(seat=seat, at=info.at)]
        case "step":
            return [_step_effect(before, seat, after)]
        case "pass":
            return [client_types.MiyabiPassed(seat=seat)]
    return [client_types.MiyabiTurnEnded(seat=seat)]


def _placement_effect(seat: int, info: ActionInfo, after: Position) -> Effect:
    return client_types.MiyabiPlaced(
        seat=seat,
        tile=info.tile,
        object=OBJECT_NAMES[info.at // SIDE],
        objects=info.objects,
        turn=info.turn,
        at=info.at,
        cells=info.cells,
        layer=read_snapshot(after).gardens[seat].heights[info.at // SIDE][info.at % SIDE],
    )


def _score_effects(before: GardenSnapshot, seat: int, info: ActionInfo, parts: Sequence[Part]) -> list[Effect]:
    """Points, and what was won with them."""
    found: list[Effect] = []
    for part in parts:
        if part.what == "bonus":
            found.append(client_types.MiyabiBonusTaken(seat=seat, object=str(part.args["object"]), points=part.points))
        elif part.what == "enclosure":  # M6.C5: the Zen tile that was open, or the one that was just placed
            cell = info.at if info.does == "zen" else before.open_zen
            found.append(client_types.MiyabiEnclosed(seat=seat, at=cell, points=part.points))
    if parts:
        earned = sum(part.points for part in parts)
        items = [make_item(part) for part in parts]
        found.append(Scored(seat=seat, points=earned, total=before.points + earned, parts=items))
    return found


def _step_effect(before: Position, seat: int, after: Position) -> Effect:
    start, garden = read_snapshot(before).gardens[seat], read_snapshot(after).gardens[seat]
    return client_types.MiyabiFrogStepped(
        seat=seat,
        start=start.frog,
        at=garden.frog,
        layer=garden.heights[garden.frog // SIDE][garden.frog % SIDE],
        turned_golden=garden.golden and not start.golden,
    )


def _round_end_effects(before: Position, placed: str, after: Position) -> list[Effect]:
    """By the last placing, or by what replaces a Zen tile that was taken last."""
    snapshot, now = read_snapshot(before), read_snapshot(after)
    if snapshot.building_round == now.building_round:
        return []
    left = display(snapshot)
    if placed in left:
        left.remove(placed)
    ended = client_types.MiyabiRoundEnded(round=snapshot.building_round + 1, left=left, bonsai=now.bonsai)
    return [ended, *_final_effects(now)] if now.phase == FINISHED else [ended]


# -- the end of the game ---------------------------------------------------------------------------------------------
def _final_effects(snapshot: MiyabiSnapshot) -> list[Effect]:
    """M5 and the expansions: row by row for all, then what each seat gets in all."""
    majorities = [_majority_effect(snapshot, row) for row in range(OBJECTS)]
    return [*majorities, *(_final_score_effect(snapshot, seat) for seat in range(snapshot.seats))]


def _majority_effect(snapshot: MiyabiSnapshot, row: int) -> Effect:
    return client_types.MiyabiMajority(
        object=OBJECT_NAMES[row],
        counts=[garden.rows[row] for garden in snapshot.gardens],
        points=[garden.row_points[row] for garden in snapshot.gardens],
    )


def _final_score_effect(snapshot: MiyabiSnapshot, seat: int) -> Effect:
    parts = [make_item(part) for part in final_items(snapshot, seat)]
    earned = sum(part.points for part in parts)
    return Scored(seat=seat, points=earned, total=scores_of(snapshot)[seat], parts=parts)
