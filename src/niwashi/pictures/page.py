"""The page of a drawing: sheets of paper on raked gravel, and the head of a seat's sheet."""

from __future__ import annotations

from typing import Final, NamedTuple

from niwashi.pictures.crests import crest
from niwashi.pictures.elements import rect, shorten, text
from niwashi.pictures.palette import (
    FAINT,
    GRAVEL,
    INK,
    PAPER,
    RAKE,
    RAKE_LIGHT,
    SANS,
    SECONDARY,
    SERIF,
    VERMILION,
)
from niwashi.pictures.scene import Scene

EDGE: Final = 20
"""Gravel around the sheets."""
GAP: Final = 16
"""Gravel between them."""
PAD: Final = 16
"""Paper around what lies on a sheet."""
HEAD: Final = 58
"""The height of a seat's head, with its rule."""

STYLES: Final = {
    "sheet": f"fill:{PAPER};stroke:{INK};stroke-width:1.5",
    "under": f"fill:{INK};opacity:.28",
    "gravel": f"fill:{GRAVEL}",
    "rake": f"fill:none;stroke:{RAKE};stroke-width:1.5",
    "rake-light": f"fill:none;stroke:{RAKE_LIGHT};stroke-width:1.6",
    "name": f"font:600 21px {SERIF}",
    "points": f"font:600 29px {SERIF};text-anchor:end",
    "heading": f"font:600 17px {SERIF}",
    "to-act": f"font:600 13px {SANS};fill:{VERMILION}",
    "small": f"font-size:12px;fill:{SECONDARY}",
    "middle": "text-anchor:middle",
    "end": "text-anchor:end",
    "acting": f"fill:{VERMILION}",
    "waiting": f"fill:{FAINT}",
    "slot": f"fill:none;stroke:{SECONDARY};stroke-dasharray:4 3;opacity:.75",
    "halo": f"fill:none;stroke:{PAPER};stroke-linejoin:round",
    "last": f"fill:none;stroke:{VERMILION};stroke-linejoin:round",
    "preview": f"fill:none;stroke:{VERMILION};stroke-linejoin:round;stroke-dasharray:7 4",
}


class Sheet(NamedTuple):
    """Left, top, width and height."""

    x: float
    y: float
    width: float
    height: float


def page(sheets: list[Sheet]) -> tuple[float, float, str]:
    """Width, height, and the drawing of gravel and paper."""
    width = max(sheet.x + sheet.width for sheet in sheets) + EDGE
    height = max(sheet.y + sheet.height for sheet in sheets) + EDGE
    ground = rect(0, 0, width, height, 'rx="16" class="gravel"')
    lines = "".join(rect(by, by, width - 2 * by, height - 2 * by, f'rx="{16 - by / 3:.0f}"') for by in (4, 9, 14))
    rakes = f'<g class="rake-light" transform="translate(0 1.3)">{lines}</g><g class="rake">{lines}</g>'
    papers = "".join(
        rect(x, y + 3, wide, high, 'rx="12" class="under"') + rect(x, y, wide, high, 'rx="12" class="sheet"')
        for x, y, wide, high in sheets
    )
    return width, height, ground + rakes + papers


def head(scene: Scene, seat: int, width: float, beside_name: str = "", note: str = "") -> str:
    """Crest, name and score of a seat, from 0, 0. `beside_name` is drawn 26 wide after the name."""
    acting = not scene.over and seat in scene.view["to_act"]
    said = note or ("wins" if seat in scene.winners else "to act" if acting else "")
    room = (width - 38 - 64 - (54 if said else 0) - (34 if beside_name else 0)) / 11.5
    name = shorten(scene.names[seat], room)
    drawn = [crest(seat, 15, 26, 30), text(38, 33, name, "name"), text(width, 37, scene.view["scores"][seat], "points")]
    if beside_name:
        drawn.append(f'<g transform="translate({width - 64 - (56 if said else 0) - 26:.0f} 12)">{beside_name}</g>')
    if said:
        drawn.append(text(width - 62, 33, said, "to-act end"))
    drawn.append(rect(0, HEAD - 10, width, 2.5, f'class="{"acting" if acting else "waiting"}"'))
    return "".join(drawn)
