"""The drawing of a game that offers none of its own: its board as text."""

from __future__ import annotations

from typing import Final

from niwashi.pictures import page
from niwashi.pictures.elements import Drawing, text
from niwashi.pictures.page import EDGE, PAD, Sheet
from niwashi.pictures.palette import INK
from niwashi.pictures.scene import Scene

LINE: Final = 19
LETTER: Final = 8.6
"""The room that a letter of 14 px takes in any monospaced font."""
STYLES: Final = page.STYLES | {"mono": f"font:14px ui-monospace,Menlo,Consolas,monospace;fill:{INK};white-space:pre"}


def paint(scene: Scene) -> Drawing:
    lines = scene.board.splitlines()
    wide = max(28, *map(len, lines)) * LETTER + 2 * PAD
    sheet = Sheet(EDGE, EDGE, wide, 2 * PAD + 34 + LINE * len(lines))
    width, height, ground = page.page([sheet])
    left, top = EDGE + PAD, EDGE + PAD
    heading = text(left, top + 14, scene.title, "heading") + text(left, top + 32, scene.status, "to-act")
    rows = "".join(
        text(left, top + 34 + LINE * (row + 1) - 3, line, "mono", ' xml:space="preserve"')
        for row, line in enumerate(lines)
    )
    return Drawing(width, height, ground + heading + rows, scene.caption, scene.board, STYLES, {})
