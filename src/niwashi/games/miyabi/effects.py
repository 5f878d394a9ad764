"""What an event did to a table of Miyabi, told from the positions before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from niwashi.core.game import Part, Position
from niwashi.core.shown import Effect, Scored, item_of
from niwashi.games.miyabi import shown
from niwashi.games.miyabi.explain import points
from niwashi.games.miyabi.notation import action_of
from niwashi.games.miyabi.offering import DEEDS, Deed
from niwashi.games.miyabi.sheet import at_the_end
from niwashi.games.miyabi.state import FINISHED
from niwashi.games.miyabi.survey import GardenSurvey, Survey, survey
from niwashi.games.miyabi.tiles import OBJECT_LETTERS, OBJECT_NAMES, OBJECTS, SIDE
from niwashi.games.miyabi.view import display, scores_of


def effects(before: Position, who: int | str, what: str, after: Position) -> list[Effect]:
    if isinstance(who, str):
        return [_chance(what, after), *_round_ended(before, "", after)]
    deed, parts = DEEDS[action_of(what)], points(before, who, action_of(what))
    gained = _gained(survey(before).gardens[who], who, deed, parts)
    return [*_done(before, who, deed, after), *gained, *_round_ended(before, deed.tile, after)]


def _chance(what: str, after: Position) -> Effect:
    word, *things = what.split()
    if word == "zen":
        return shown.MiyabiZenLaid(objects=[OBJECT_NAMES[OBJECT_LETTERS.index(letter)] for letter in things])
    table = survey(after)
    return shown.MiyabiDealt(round=table.building_round + 1, starts=table.bonsai, tiles=things)


def _done(before: Position, seat: int, deed: Deed, after: Position) -> list[Effect]:
    match deed.does:
        case "tile":
            return [_placed(seat, deed, after), shown.MiyabiLantern(seat=seat, column=deed.column)]
        case "zen":
            placed = shown.MiyabiZenPlaced(seat=seat, object=OBJECT_NAMES[deed.at // SIDE], at=deed.at)
            return [placed, shown.MiyabiLantern(seat=seat, column=deed.column)]
        case "frog":
            return [shown.MiyabiFrogPlaced(seat=seat, at=deed.at)]
        case "step":
            return [_stepped(before, seat, after)]
        case "pass":
            return [shown.MiyabiPassed(seat=seat)]
    return [shown.MiyabiTurnEnded(seat=seat)]


def _placed(seat: int, deed: Deed, after: Position) -> Effect:
    return shown.MiyabiPlaced(
        seat=seat,
        tile=deed.tile,
        object=OBJECT_NAMES[deed.at // SIDE],
        objects=deed.objects,
        turn=deed.turn,
        at=deed.at,
        cells=deed.cells,
        layer=survey(after).gardens[seat].heights[deed.at // SIDE][deed.at % SIDE],
    )


def _gained(before: GardenSurvey, seat: int, deed: Deed, parts: Sequence[Part]) -> list[Effect]:
    """Points, and what was won with them."""
    found: list[Effect] = []
    for part in parts:
        if part.what == "bonus":
            found.append(shown.MiyabiBonusTaken(seat=seat, object=str(part.args["object"]), points=part.points))
        elif part.what == "enclosure":  # M6.C5: the Zen tile that was open, or the one that was just placed
            cell = deed.at if deed.does == "zen" else before.open_zen
            found.append(shown.MiyabiEnclosed(seat=seat, at=cell, points=part.points))
    if parts:
        earned = sum(part.points for part in parts)
        items = [item_of(part) for part in parts]
        found.append(Scored(seat=seat, points=earned, total=before.points + earned, parts=items))
    return found


def _stepped(before: Position, seat: int, after: Position) -> Effect:
    start, garden = survey(before).gardens[seat], survey(after).gardens[seat]
    return shown.MiyabiFrogStepped(
        seat=seat,
        start=start.frog,
        at=garden.frog,
        layer=garden.heights[garden.frog // SIDE][garden.frog % SIDE],
        turned_golden=garden.golden and not start.golden,
    )


def _round_ended(before: Position, placed: str, after: Position) -> list[Effect]:
    """By the last placing, or by what replaces a Zen tile that was taken last."""
    table, now = survey(before), survey(after)
    if table.building_round == now.building_round:
        return []
    left = display(table)
    if placed in left:
        left.remove(placed)
    ended = shown.MiyabiRoundEnded(round=table.building_round + 1, left=left, bonsai=now.bonsai)
    return [ended, *_final(now)] if now.phase == FINISHED else [ended]


# -- the end of the game ---------------------------------------------------------------------------------------------
def _final(table: Survey) -> list[Effect]:
    """M5 and the expansions: row by row for all, then what each seat gets in all."""
    majorities = [_majority(table, row) for row in range(OBJECTS)]
    return [*majorities, *(_sum(table, seat) for seat in range(table.seats))]


def _majority(table: Survey, row: int) -> Effect:
    return shown.MiyabiMajority(
        object=OBJECT_NAMES[row],
        counts=[garden.rows[row] for garden in table.gardens],
        points=[garden.row_points[row] for garden in table.gardens],
    )


def _sum(table: Survey, seat: int) -> Effect:
    parts = [item_of(part) for part in at_the_end(table, seat)]
    earned = sum(part.points for part in parts)
    return Scored(seat=seat, points=earned, total=scores_of(table)[seat], parts=parts)
