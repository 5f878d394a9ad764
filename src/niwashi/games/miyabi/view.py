"""The position for people and clients: as JSON, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from niwashi.core.client_types import sheet_view
from niwashi.core.game import Position
from niwashi.games.miyabi.client_types import (
    MiyabiBonus,
    MiyabiExtras,
    MiyabiGarden,
    MiyabiRow,
    MiyabiTrack,
    MiyabiView,
)
from niwashi.games.miyabi.explain import PlainGarden, plain_garden
from niwashi.games.miyabi.notation import deal_order
from niwashi.games.miyabi.scoring_groups import groups
from niwashi.games.miyabi.sheet import seat_sheet
from niwashi.games.miyabi.snapshot import GardenSnapshot, MiyabiSnapshot, read_snapshot
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
    snapshot = read_snapshot(p)
    shown = display(snapshot)
    return {
        "game": "miyabi",
        "seats": snapshot.seats,
        "expansions": expansions(snapshot),
        "free_pass": snapshot.free_pass,
        "phase": PHASES[snapshot.phase],
        "to_act": [snapshot.turn] if snapshot.phase in (FROG_SETUP, TURN) else [],
        "round": round_number(snapshot),
        "rounds": ROUNDS_OF[snapshot.seats],
        "bonsai": snapshot.bonsai,
        "turn": {"placed": snapshot.placed, "stepped": snapshot.stepped},
        "display": shown,
        "dealt": snapshot.seats * DEALT,
        "shapes": {kind[1]: SHAPE_CELLS[kind[1]] for kind in shown},
        "box": {kind: count for kind, count in zip(KIND_TEXTS, snapshot.box, strict=True) if count},
        "bonuses": [_bonus(snapshot, number) for number in range(OBJECTS)],
        "rows": [_row(snapshot, number) for number in range(OBJECTS)],
        "extras": _extras(snapshot),
        "groups": groups(snapshot),
        "zen": {"open": zen_open(snapshot), "left": dict(zip(OBJECT_LETTERS, snapshot.zen_box, strict=True))}
        if snapshot.expansions & ZEN
        else None,
        "gardens": [_garden(garden) for garden in snapshot.gardens],
        "scores": scores_of(snapshot),
        "sheet": sheet_view([seat_sheet(snapshot, seat) for seat in range(snapshot.seats)]),
    }


def round_number(snapshot: MiyabiSnapshot) -> int:
    return min(snapshot.building_round + 1, ROUNDS_OF[snapshot.seats])


def expansions(snapshot: MiyabiSnapshot) -> str:
    return "".join(letter for i, letter in enumerate(EXPANSION_LETTERS) if snapshot.expansions >> i & 1)


def display(snapshot: MiyabiSnapshot) -> list[str]:
    """In the order of a deal."""
    return [KIND_TEXTS[kind] for kind in DISPLAY_ORDER for _ in range(snapshot.display[kind])]


def zen_open(snapshot: MiyabiSnapshot) -> list[str]:
    shown = zip(OBJECT_LETTERS, snapshot.zen_display, strict=True)
    return sorted(letter for letter, count in shown for _ in range(count))


def scores_of(snapshot: MiyabiSnapshot) -> list[int]:
    return [garden.points + garden.final for garden in snapshot.gardens]


def _bonus(snapshot: MiyabiSnapshot, number: int) -> MiyabiBonus:
    holder = snapshot.bonus_holder[number]
    return {
        "object": OBJECT_NAMES[number],
        "points": snapshot.bonus[number],
        "holder": None if holder == NOWHERE else holder,
    }


def _row(snapshot: MiyabiSnapshot, number: int) -> MiyabiRow:
    most, second = ROW_POINTS[number]
    return {
        "object": OBJECT_NAMES[number],
        "most": most,
        "second": second,
        "counts": [garden.rows[number] for garden in snapshot.gardens],
        "points": [garden.row_points[number] for garden in snapshot.gardens],
    }


def _extras(snapshot: MiyabiSnapshot) -> MiyabiExtras:
    found: MiyabiExtras = {}
    if snapshot.expansions & COLOURFUL:
        found["colourful"] = [garden.colourful for garden in snapshot.gardens]
    if snapshot.expansions & MEADOW:
        found["meadow"] = [garden.meadow for garden in snapshot.gardens]
    if snapshot.expansions & SEVEN:
        found["seven"] = [garden.seven for garden in snapshot.gardens]
    return found


def _garden(garden: GardenSnapshot) -> MiyabiGarden:
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


def _zen_needs(garden: GardenSnapshot) -> list[str]:
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
    snapshot = read_snapshot(p)
    gardens = [_garden_lines(snapshot, seat, names[seat]) for seat in range(snapshot.seats)]
    blocks = [_headline(snapshot)]
    for left in range(0, len(gardens), 2):
        pair = gardens[left : left + 2]
        blocks.append("\n".join("  ".join(lines).rstrip() for lines in zip(*pair, strict=True)))
    blocks.append("\n".join(_common_lines(snapshot)))
    return "\n\n".join(blocks)


def _headline(snapshot: MiyabiSnapshot) -> str:
    extras = f", expansions {expansions(snapshot)}" if snapshot.expansions else ""
    return f"Miyabi{extras} · round {round_number(snapshot)} of {ROUNDS_OF[snapshot.seats]} · {PHASES[snapshot.phase]}"


def _garden_lines(snapshot: MiyabiSnapshot, seat: int, name: str) -> list[str]:
    board = plain_garden(snapshot.gardens[seat])
    marks = [" ♣" if snapshot.bonsai == seat else "", " passed" if snapshot.gardens[seat].passed else ""]
    turn = "▸" if snapshot.phase in (FROG_SETUP, TURN) and snapshot.turn == seat else " "
    score = str(scores_of(snapshot)[seat])
    title = f"{turn}{name[: 28 - len(''.join(marks))]}{''.join(marks)}"
    lanterns = "".join(f"  {'o' if column in board.lanterns else '·'}   " for column in range(SIDE))
    letters = "".join(f"  {letter}   " for letter in COLUMN_NAMES)
    rows = [
        f"{OBJECT_LETTERS[row]}{row + 1} " + "".join(_cell(board, row, c) for c in range(SIDE)) for row in range(SIDE)
    ]
    return [f"{title:<33}{score:>6}", f"   {letters}", f"   {lanterns}", *rows]


def _cell(board: PlainGarden, row: int, column: int) -> str:
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


def _common_lines(snapshot: MiyabiSnapshot) -> list[str]:
    left = [o for o in range(OBJECTS) if snapshot.bonus_holder[o] == NOWHERE]
    bonuses = " ".join(f"{OBJECT_NAMES[o]} {snapshot.bonus[o]}" for o in left)
    lines = [f"display  {' '.join(display(snapshot)) or '–'}", f"layer 5  {bonuses or 'all bonus tiles taken'}"]
    if snapshot.expansions & ZEN:
        lines.append(f"Zen      {' '.join(zen_open(snapshot)) or '–'}  ({sum(snapshot.zen_box)} face down)")
    return [*lines, LEGEND]
