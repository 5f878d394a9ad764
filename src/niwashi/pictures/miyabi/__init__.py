"""Miyabi's drawing: a sheet for each garden, and one for what lies between the players."""

from __future__ import annotations

from functools import partial
from typing import Final

from niwashi.games.miyabi.tiles import OBJECT_LETTERS, Cell
from niwashi.pictures import page
from niwashi.pictures.crests import CRESTS
from niwashi.pictures.elements import MARK, Definitions, Drawing, group, symbol, text, use
from niwashi.pictures.miyabi.display import common, outline
from niwashi.pictures.miyabi.garden import BOARD, Garden, cell_of, row_heads
from niwashi.pictures.miyabi.history import History, object_cell, placed_cells, read_history
from niwashi.pictures.miyabi.objects import OBJECTS, SYMBOLS
from niwashi.pictures.miyabi.pieces import CELL, GRASS, disc
from niwashi.pictures.page import EDGE, GAP, PAD, Sheet
from niwashi.pictures.palette import GOLD, HEIGHTS, INK, PAPER, SANS, SECONDARY, SERIF
from niwashi.pictures.scene import Mark, Scene

LEFT: Final = 66
"""Of the board on its sheet: what a row pays stands there."""
TOP: Final = 136
WIDTH: Final = LEFT + BOARD + 62
HEIGHT: Final = TOP + BOARD + 34
EXTRAS: Final = 24
"""For the line of the expansions that pay at the end."""
COMMON: Final = 223
"""The width of the common sheet where it stands beside the gardens."""
MAX_SCALE: Final = 1.4
"""By which it grows where there is room."""
STEPS: Final = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}

STYLES: Final = page.STYLES | {
    "tiny": f"font-size:11px;fill:{SECONDARY}",
    "tall": "font-size:13.5px;font-weight:700",
    "zero": f"font-size:11px;fill:{SECONDARY};opacity:.75",
    "column": f"font-size:13px;fill:{SECONDARY};text-anchor:middle",
    "most": "font-size:17px;font-weight:700;text-anchor:middle",
    "fewer": f"font-size:17px;fill:{SECONDARY};text-anchor:middle",
    "extra": f"font:600 13px {SANS}",
    "bonus": f"font:600 15px {SERIF};fill:{PAPER};text-anchor:middle",
    "disc": f"fill:{PAPER};stroke:{INK};stroke-opacity:.28",
    "pip": f"stroke:{PAPER};stroke-width:1.3",
    "bare": f"fill:{HEIGHTS[0]};stroke:{INK};stroke-opacity:.16",
    "frame": f"fill:{HEIGHTS[0]};stroke:#5B4630;stroke-width:5",
    "shade": f"fill:{INK};opacity:.2",
    "thin": f"fill:none;stroke:{INK};stroke-width:.9;stroke-linecap:round",
    "thick": f"fill:none;stroke:{INK};stroke-width:1.9;stroke-linecap:round",
    "edge": f"stroke:{INK};stroke-width:1.2;stroke-linejoin:round",
    "zen": f"fill:#FDFBF4;stroke:{INK};stroke-width:1",
    "zen-ground": "fill:#FDFBF4",
}


# -- definitions -------------------------------------------------------------------------------------------------------
def _faint(letter: str) -> str:
    """What a bare cell is for."""
    return symbol(f"{letter}-faint", f'<g opacity=".1">{use(letter, 50, 50, 100)}</g>')


def _rake() -> str:
    """A Zen tile's gravel, raked round its object."""
    rings = "".join(f'<circle cx="27" cy="25.9" r="{radius}"/>' for radius in (19.4, 23.2, 27, 30.8, 34.6))
    lines = f'<g fill="none" stroke="#B9AF98" stroke-width="1.1">{rings}</g>'
    return symbol("rake", f'<rect width="54" height="54" fill="#FDFBF4"/>{lines}', "0 0 54 54")


def _glow() -> str:
    return (
        f'<radialGradient id="{MARK}glow"><stop offset="0" stop-color="{GOLD}" stop-opacity=".7"/>'
        f'<stop offset="1" stop-color="{GOLD}" stop-opacity="0"/></radialGradient>'
    )


DEFINITIONS: Definitions = {
    **SYMBOLS,
    **CRESTS,
    **GRASS,
    **{f"{letter}-faint": partial(_faint, letter) for letter in OBJECTS},
    "rake": _rake,
    "glow": _glow,
}


# -- a garden's sheet --------------------------------------------------------------------------------------------------
def _extras(scene: Scene, seat: int) -> str:
    """What the expansions A, B and D would pay now."""
    paid = [f"{name} +{points[seat]}" for name, points in scene.view["extras"].items()]
    return text(LEFT, TOP + BOARD + 42, " · ".join(paid), "extra") if paid else ""


def _garden(scene: Scene, history: History, seat: int) -> str:
    garden = Garden.of(scene, history, seat)
    bonsai = use("bonsai", 13, 13, 30) if scene.view["bonsai"] == seat else ""
    passed = "passed" if scene.view["gardens"][seat]["passed"] and not scene.over else ""
    head = group(PAD, 0, page.head(scene, seat, WIDTH - 2 * PAD, bonsai, passed))
    board = garden.draw() + row_heads(scene, seat)
    if scene.mark and scene.mark.seat == seat:
        board += _marked(garden, scene.mark)
    return head + group(LEFT, TOP, board) + _extras(scene, seat)


def _marked(garden: Garden, mark: Mark) -> str:
    """The outline of what was laid last, or the tile that would be laid."""
    laid = placed_cells(mark.action)
    cells = laid or _frog_cells(garden, mark)
    if not cells:
        return ""
    row, column = cells[0]
    _, y = garden.corner(row, column, 1 if laid and mark.is_preview else 0)
    edge = f'd="{outline(cells, CELL)}"'
    kind = "preview" if mark.is_preview else "last"
    ghost = _ghost(mark.action, edge, len(cells)) if laid and mark.is_preview else ""
    halo = f'<path {edge} class="halo" stroke-width="6.5"/><path {edge} class="{kind}" stroke-width="3.4"/>'
    return group(0, y - row * CELL, ghost + halo)


def _ghost(action: str, edge: str, size: int) -> str:
    at = object_cell(action)
    assert at is not None, "a placement"
    things = disc(OBJECT_LETTERS[at[0]], size, (at[1] + 0.52) * CELL, (at[0] + 0.49) * CELL, CELL * 0.335)
    return f'<g opacity=".8"><path {edge} fill="{HEIGHTS[2]}"/>{things}</g>'


def _frog_cells(garden: Garden, mark: Mark) -> list[Cell]:
    if mark.action.startswith("frog@"):
        return [cell_of(mark.action[5:])]
    if mark.action.startswith("frog") and garden.frog:
        down, right = STEPS[mark.action[4]] if mark.is_preview else (0, 0)
        return [(garden.frog[0] + down, garden.frog[1] + right)]
    return []


# -- the page ----------------------------------------------------------------------------------------------------------
def paint(scene: Scene) -> Drawing:
    """Two gardens abreast; with one or three of them the common sheet is as large as a garden's, else it is narrow."""
    history, count = read_history(scene), len(scene.seats)
    high = HEIGHT + (EXTRAS if scene.view["extras"] else 0)
    places = [Sheet(EDGE + (WIDTH + GAP) * (n % 2), EDGE + (high + GAP) * (n // 2), WIDTH, high) for n in range(4)]
    sheets = places[:count]
    gardens = "".join(group(at.x, at.y, _garden(scene, history, seat)) for seat, at in zip(scene.seats, sheets))
    middle, needed = common(scene, history, (WIDTH if count % 2 else COMMON) - 2 * PAD)
    if count % 2:
        scale, (x, y, wide, tall) = 1.0, places[count]
    else:
        tall = sheets[-1].y + high - EDGE
        scale = max(1, min(MAX_SCALE, tall / (needed + 2 * PAD)))
        x, y, wide = EDGE + 2 * (WIDTH + GAP), EDGE, COMMON * scale
    sheets.append(Sheet(x, y, wide, max(tall, needed + PAD)))
    width, height, ground = page.page(sheets)
    scaled = f'<g transform="scale({scale:.3g})">{group(PAD, PAD, middle)}</g>'
    body = ground + gardens + group(x, y, scaled)
    return Drawing(width, height, body, scene.caption, scene.board, STYLES, DEFINITIONS)
