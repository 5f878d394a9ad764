"""The position for people and clients: as JSON, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from niwashi.core.game import Position
from niwashi.core.shown import sheet_view
from niwashi.games.miyabi.explain import STEPS, Plain, plain
from niwashi.games.miyabi.garden import Garden
from niwashi.games.miyabi.notation import deal_order
from niwashi.games.miyabi.pool import counts_in, kinds_in, size_of
from niwashi.games.miyabi.scoring import (
    colourful_points,
    earned_points,
    meadow_points,
    row_objects,
    row_points,
    scores,
    seven_points,
)
from niwashi.games.miyabi.sheet import sheet
from niwashi.games.miyabi.shown import MiyabiBonus, MiyabiExtras, MiyabiGarden, MiyabiRow, MiyabiTrack, MiyabiView
from niwashi.games.miyabi.state import (
    COLOURFUL,
    EXPANSION_LETTERS,
    FROG_SETUP,
    MEADOW,
    NOWHERE,
    ROUNDS,
    SEVEN,
    TURN,
    ZEN,
)
from niwashi.games.miyabi.tiles import (
    COLUMN_NAMES,
    DEALT_PER_SEAT,
    KIND_TEXTS,
    MOST,
    OBJECT_LETTERS,
    OBJECT_NAMES,
    OBJECTS,
    SECOND,
    SHAPE_LETTERS,
    SIDE,
    TURNINGS,
    cell_name,
    covered_cells,
    inside,
)

SHAPE_CELLS = {
    shape: [list(cell) for cell in covered_cells(TURNINGS.index((shape, 0)), 0, 0)] for shape in SHAPE_LETTERS
}
PHASES = ("zen-setup", "frog-setup", "deal", "turn", "zen-refill", "over")
TRACK = 50


def view(p: Position) -> MiyabiView:
    scored = total_scores(p)
    shown = display(p)
    return {
        "game": "miyabi",
        "seats": int(p.seats),
        "expansions": expansions(p),
        "free_pass": bool(p.free_pass),
        "phase": PHASES[p.phase],
        "to_act": [int(p.turn)] if p.phase in (FROG_SETUP, TURN) else [],
        "round": min(int(p.building_round) + 1, int(ROUNDS[p.seats])),
        "rounds": int(ROUNDS[p.seats]),
        "bonsai": int(p.bonsai),
        "turn": {"placed": bool(p.placed), "stepped": bool(p.stepped)},
        "display": shown,
        "dealt": int(p.seats) * int(DEALT_PER_SEAT.sum()),
        "shapes": {kind[1]: SHAPE_CELLS[kind[1]] for kind in shown},
        "box": {kind: int(count) for kind, count in zip(KIND_TEXTS, kinds_in(p.box), strict=True) if count},
        "bonuses": [_bonus(p, number) for number in range(OBJECTS)],
        "rows": [_row(p, number) for number in range(OBJECTS)],
        "extras": _extras(p),
        "zen": {"open": zen_open(p), "left": dict(zip(OBJECT_LETTERS, counts_in(p.zen_box), strict=True))}
        if p.expansions & ZEN
        else None,
        "gardens": [garden_view(p.gardens[seat]) for seat in range(p.seats)],
        "scores": scored,
        "sheet": sheet_view(sheet(p)),
    }


def expansions(p: Position) -> str:
    return "".join(letter for i, letter in enumerate(EXPANSION_LETTERS) if p.expansions >> i & 1)


def display(p: Position) -> list[str]:
    kinds = [kind for kind, count in zip(KIND_TEXTS, kinds_in(p.display), strict=True) for _ in range(count)]
    return sorted(kinds, key=deal_order)


def zen_open(p: Position) -> list[str]:
    shown = zip(OBJECT_LETTERS, counts_in(p.zen_display), strict=True)
    return sorted(letter for letter, count in shown for _ in range(count))


def _bonus(p: Position, number: int) -> MiyabiBonus:
    holder = int(p.bonus_holder[number])
    return {
        "object": OBJECT_NAMES[number],
        "points": int(p.bonus[number]),
        "holder": None if holder == NOWHERE else holder,
    }


def _row(p: Position, number: int) -> MiyabiRow:
    return {
        "object": OBJECT_NAMES[number],
        "most": int(MOST[number]),
        "second": int(SECOND[number]),
        "counts": [int(row_objects(p.gardens[seat], number)) for seat in range(p.seats)],
        "points": [int(row_points(p, seat, number)) for seat in range(p.seats)],
    }


def _extras(p: Position) -> MiyabiExtras:
    found: MiyabiExtras = {}
    gardens = [p.gardens[seat] for seat in range(p.seats)]
    if p.expansions & COLOURFUL:
        found["colourful"] = [int(colourful_points(garden)) for garden in gardens]
    if p.expansions & MEADOW:
        found["meadow"] = [int(meadow_points(garden)) for garden in gardens]
    if p.expansions & SEVEN:
        found["seven"] = [int(seven_points(garden)) for garden in gardens]
    return found


def garden_view(garden: Garden) -> MiyabiGarden:
    board = plain(garden)
    points = int(earned_points(garden))
    return {
        "heights": board.heights,
        "objects": board.objects,
        "zen": sorted(COLUMN_NAMES[column] + str(row + 1) for row, column in board.zen),
        "open_zen": None if garden.open_zen == NOWHERE else cell_name(int(garden.open_zen)),
        "zen_needs": _zen_needs(board),
        "frog": None if garden.frog == NOWHERE else {"cell": cell_name(int(garden.frog)), "golden": board.golden},
        "lanterns": "".join(COLUMN_NAMES[column] for column in sorted(board.lanterns)),
        "passed": bool(garden.passed),
        "rows": [int(row_objects(garden, row)) for row in range(SIDE)],
        "points": points,
        "track": track(points),
    }


def _zen_needs(board: Plain) -> list[str]:
    """M6.C5: bare cells beside the open Zen tile."""
    if board.open_zen is None:
        return []
    row, column = board.open_zen
    beside = [(row + down, column + right) for down, right in STEPS.values()]
    bare = [r * SIDE + c for r, c in beside if inside((r, c)) and not board.heights[r][c]]
    return [cell_name(cell) for cell in sorted(bare)]


def track(points: int) -> MiyabiTrack:
    """M4.4: fields 1 to 50, and a second stone for the fifties passed; 50 is «50, none passed»."""
    fifties = max(points - 1, 0) // TRACK
    return {"field": points - TRACK * fifties, "fifties": fifties}


def total_scores(p: Position) -> list[int]:
    out = np.zeros(4, np.int64)
    scores(p, out)
    return [int(points) for points in out[: p.seats]]


# -- text ------------------------------------------------------------------------------------------------------------
LEGEND = "height, object and count; Z Zen tile; (silver frog) [golden frog]; o lantern"


def board(p: Position, names: Sequence[str]) -> str:
    """Two gardens abreast, the display and the bonus tiles beneath; at most 80 columns wide."""
    gardens = [_garden_lines(p, seat, names[seat]) for seat in range(p.seats)]
    blocks = [_headline(p)]
    for left in range(0, len(gardens), 2):
        pair = gardens[left : left + 2]
        blocks.append("\n".join("  ".join(lines).rstrip() for lines in zip(*pair, strict=True)))
    blocks.append("\n".join(_common_lines(p)))
    return "\n\n".join(blocks)


def _headline(p: Position) -> str:
    extras = f", expansions {expansions(p)}" if p.expansions else ""
    round_number = min(int(p.building_round) + 1, int(ROUNDS[p.seats]))
    return f"Miyabi{extras} · round {round_number} of {ROUNDS[p.seats]} · {PHASES[p.phase]}"


def _garden_lines(p: Position, seat: int, name: str) -> list[str]:
    garden = p.gardens[seat]
    board = plain(garden)
    marks = [" ♣" if p.bonsai == seat else "", " passed" if garden.passed else ""]
    turn = "▸" if p.phase in (FROG_SETUP, TURN) and p.turn == seat else " "
    score = str(total_scores(p)[seat])
    title = f"{turn}{name[: 28 - len(''.join(marks))]}{''.join(marks)}"
    lanterns = "".join(f"  {'o' if column in board.lanterns else '·'}   " for column in range(SIDE))
    letters = "".join(f"  {letter}   " for letter in COLUMN_NAMES)
    rows = [
        f"{OBJECT_LETTERS[row]}{row + 1} " + "".join(_cell(board, row, c) for c in range(SIDE)) for row in range(SIDE)
    ]
    return [f"{title:<33}{score:>6}", f"   {letters}", f"   {lanterns}", *rows]


def _cell(board: Plain, row: int, column: int) -> str:
    """Six characters: a frog's brackets around height, object and count."""
    if (row, column) in board.zen:
        inner = f"Z{OBJECT_LETTERS[row]}"
    elif board.heights[row][column] == 0:
        inner = "·"
    else:
        count = board.objects[row][column]
        inner = str(board.heights[row][column]) + (f"{OBJECT_LETTERS[row]}{count}" if count else "")
    left, right = " ", " "
    if board.frog == (row, column):
        left, right = "[]" if board.golden else "()"
    return f"{left}{inner:^4}{right}"


def _common_lines(p: Position) -> list[str]:
    bonuses = " ".join(f"{OBJECT_NAMES[o]} {p.bonus[o]}" for o in range(OBJECTS) if p.bonus_holder[o] == NOWHERE)
    lines = [f"display  {' '.join(display(p)) or '–'}", f"layer 5  {bonuses or 'all bonus tiles taken'}"]
    if p.expansions & ZEN:
        lines.append(f"Zen      {' '.join(zen_open(p)) or '–'}  ({size_of(p.zen_box)} face down)")
    return [*lines, LEGEND]
