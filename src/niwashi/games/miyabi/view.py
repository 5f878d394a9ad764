"""The position for people and clients: as JSON, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from niwashi.core.game import Position
from niwashi.core.shown import sheet_view
from niwashi.games.miyabi.explain import Plain, plain
from niwashi.games.miyabi.groups import groups
from niwashi.games.miyabi.notation import deal_order
from niwashi.games.miyabi.sheet import seat_sheet
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
from niwashi.games.miyabi.survey import GardenSurvey, Survey, survey
from niwashi.games.miyabi.tiles import (
    CELLS,
    COLUMN_NAMES,
    DEALT_PER_SEAT,
    KIND_TEXTS,
    KINDS,
    MOST,
    NEIGHBOURS,
    OBJECT_LETTERS,
    OBJECT_NAMES,
    OBJECTS,
    SECOND,
    SHAPE_LETTERS,
    SIDE,
    TURNINGS,
    cell_name,
    covered_cells,
)

SHAPE_CELLS = {
    shape: [list(cell) for cell in covered_cells(TURNINGS.index((shape, 0)), 0, 0)] for shape in SHAPE_LETTERS
}
DISPLAY_ORDER = sorted(range(KINDS), key=lambda kind: deal_order(KIND_TEXTS[kind]))
ROUNDS_OF: list[int] = ROUNDS.tolist()
ROW_POINTS: list[tuple[int, int]] = list(zip(MOST.tolist(), SECOND.tolist(), strict=True))
DEALT = int(DEALT_PER_SEAT.sum())
LANTERNS = ["".join(name for column, name in enumerate(COLUMN_NAMES) if lit >> column & 1) for lit in range(1 << SIDE)]
"""The columns with a lantern, by their bits."""
BESIDE = [[cell for cell in range(CELLS) if cells >> cell & 1] for cells in NEIGHBOURS.tolist()]
PHASES = ("zen-setup", "frog-setup", "deal", "turn", "zen-refill", "over")
TRACK = 50


def view(p: Position) -> MiyabiView:
    table = survey(p)
    shown = display(table)
    return {
        "game": "miyabi",
        "seats": table.seats,
        "expansions": expansions(table),
        "free_pass": table.free_pass,
        "phase": PHASES[table.phase],
        "to_act": [table.turn] if table.phase in (FROG_SETUP, TURN) else [],
        "round": round_number(table),
        "rounds": ROUNDS_OF[table.seats],
        "bonsai": table.bonsai,
        "turn": {"placed": table.placed, "stepped": table.stepped},
        "display": shown,
        "dealt": table.seats * DEALT,
        "shapes": {kind[1]: SHAPE_CELLS[kind[1]] for kind in shown},
        "box": {kind: count for kind, count in zip(KIND_TEXTS, table.box, strict=True) if count},
        "bonuses": [_bonus(table, number) for number in range(OBJECTS)],
        "rows": [_row(table, number) for number in range(OBJECTS)],
        "extras": _extras(table),
        "groups": groups(table),
        "zen": {"open": zen_open(table), "left": dict(zip(OBJECT_LETTERS, table.zen_box, strict=True))}
        if table.expansions & ZEN
        else None,
        "gardens": [_garden(garden) for garden in table.gardens],
        "scores": scores_of(table),
        "sheet": sheet_view([seat_sheet(table, seat) for seat in range(table.seats)]),
    }


def round_number(table: Survey) -> int:
    return min(table.building_round + 1, ROUNDS_OF[table.seats])


def expansions(table: Survey) -> str:
    return "".join(letter for i, letter in enumerate(EXPANSION_LETTERS) if table.expansions >> i & 1)


def display(table: Survey) -> list[str]:
    """In the order of a deal."""
    return [KIND_TEXTS[kind] for kind in DISPLAY_ORDER for _ in range(table.display[kind])]


def zen_open(table: Survey) -> list[str]:
    shown = zip(OBJECT_LETTERS, table.zen_display, strict=True)
    return sorted(letter for letter, count in shown for _ in range(count))


def scores_of(table: Survey) -> list[int]:
    return [garden.points + garden.final for garden in table.gardens]


def _bonus(table: Survey, number: int) -> MiyabiBonus:
    holder = table.bonus_holder[number]
    return {
        "object": OBJECT_NAMES[number],
        "points": table.bonus[number],
        "holder": None if holder == NOWHERE else holder,
    }


def _row(table: Survey, number: int) -> MiyabiRow:
    most, second = ROW_POINTS[number]
    return {
        "object": OBJECT_NAMES[number],
        "most": most,
        "second": second,
        "counts": [garden.rows[number] for garden in table.gardens],
        "points": [garden.row_points[number] for garden in table.gardens],
    }


def _extras(table: Survey) -> MiyabiExtras:
    found: MiyabiExtras = {}
    if table.expansions & COLOURFUL:
        found["colourful"] = [garden.colourful for garden in table.gardens]
    if table.expansions & MEADOW:
        found["meadow"] = [garden.meadow for garden in table.gardens]
    if table.expansions & SEVEN:
        found["seven"] = [garden.seven for garden in table.gardens]
    return found


def _garden(garden: GardenSurvey) -> MiyabiGarden:
    frog, points = garden.frog, garden.points
    return {
        "heights": [*map(list, garden.heights)],
        "objects": [*map(list, garden.objects)],
        "zen": list(_names(garden.zen)),
        "open_zen": None if garden.open_zen == NOWHERE else cell_name(garden.open_zen),
        "zen_needs": _zen_needs(garden),
        "frog": None if frog == NOWHERE else {"cell": cell_name(frog), "golden": garden.golden},
        "lanterns": LANTERNS[garden.lanterns],
        "passed": garden.passed,
        "rows": list(garden.rows),
        "points": points,
        "track": track(points),
    }


@lru_cache(maxsize=1024)
def _names(cells: int) -> tuple[str, ...]:
    return tuple(sorted(cell_name(cell) for cell in range(CELLS) if cells >> cell & 1))


def _zen_needs(garden: GardenSurvey) -> list[str]:
    """M6.C5: bare cells beside the open Zen tile."""
    if garden.open_zen == NOWHERE:
        return []
    beside = BESIDE[garden.open_zen]
    return [cell_name(cell) for cell in beside if not garden.heights[cell // SIDE][cell % SIDE]]


def track(points: int) -> MiyabiTrack:
    """M4.4: fields 1 to 50, and a second stone for the fifties passed; 50 is “50, none passed”."""
    fifties = max(points - 1, 0) // TRACK
    return {"field": points - TRACK * fifties, "fifties": fifties}


# -- text ------------------------------------------------------------------------------------------------------------
LEGEND = "height, object and count; Z Zen tile; (silver frog) [golden frog]; o lantern"


def board(p: Position, names: Sequence[str]) -> str:
    """Two gardens abreast, the display and the bonus tiles beneath; at most 80 columns wide."""
    table = survey(p)
    gardens = [_garden_lines(table, seat, names[seat]) for seat in range(table.seats)]
    blocks = [_headline(table)]
    for left in range(0, len(gardens), 2):
        pair = gardens[left : left + 2]
        blocks.append("\n".join("  ".join(lines).rstrip() for lines in zip(*pair, strict=True)))
    blocks.append("\n".join(_common_lines(table)))
    return "\n\n".join(blocks)


def _headline(table: Survey) -> str:
    extras = f", expansions {expansions(table)}" if table.expansions else ""
    return f"Miyabi{extras} · round {round_number(table)} of {ROUNDS_OF[table.seats]} · {PHASES[table.phase]}"


def _garden_lines(table: Survey, seat: int, name: str) -> list[str]:
    board = plain(table.gardens[seat])
    marks = [" ♣" if table.bonsai == seat else "", " passed" if table.gardens[seat].passed else ""]
    turn = "▸" if table.phase in (FROG_SETUP, TURN) and table.turn == seat else " "
    score = str(scores_of(table)[seat])
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


def _common_lines(table: Survey) -> list[str]:
    left = [o for o in range(OBJECTS) if table.bonus_holder[o] == NOWHERE]
    bonuses = " ".join(f"{OBJECT_NAMES[o]} {table.bonus[o]}" for o in left)
    lines = [f"display  {' '.join(display(table)) or '–'}", f"layer 5  {bonuses or 'all bonus tiles taken'}"]
    if table.expansions & ZEN:
        lines.append(f"Zen      {' '.join(zen_open(table)) or '–'}  ({sum(table.zen_box)} face down)")
    return [*lines, LEGEND]
