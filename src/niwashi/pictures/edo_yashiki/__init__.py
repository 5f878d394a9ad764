"""Edo Yashiki's drawing: a sheet for the open cards, and one for each house."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from niwashi.pictures import page
from niwashi.pictures.crests import CRESTS, crest
from niwashi.pictures.edo_yashiki import house as houses
from niwashi.pictures.edo_yashiki.house import HAND, MARKERS, RULERS, House
from niwashi.pictures.edo_yashiki.squares import COLOURS, SQUARES, card
from niwashi.pictures.elements import MARK, Definitions, Drawing, group, rect, shorten, symbol, text, use
from niwashi.pictures.page import EDGE, GAP, HEAD, PAD, Sheet
from niwashi.pictures.palette import INK, PAPER, SANS, SECONDARY, VERMILION
from niwashi.pictures.scene import Mark, Scene

WORDS: Final = {
    "edo-yashiki": {"T": "tatami", "P": "pond", "F": "floor", "G": "garden"},
    "samurai-gardener": {"T": "tatami", "P": "pond", "F": "path", "G": "bush"},
}
SIDES: Final = (34, 14)
"""The largest and the smallest side of a square. Houses share one side, and the largest decides."""
ROOM: Final = 380
"""What a house of many squares should fit into."""
NARROWEST: Final = 300
OPEN: Final = 24
"""The side of a square of an open card."""
UNDER_HEAD: Final = 40
"""For markers; the card in hand lies beside the house."""
STRIP: Final = 144
"""The height of the sheet of open cards."""
LEGEND: Final = 98
BAR: Final = 50
"""The length of the bar that a score fills on its way to the goal."""

STYLES: Final = page.STYLES | {
    "square": f"fill:none;stroke:{INK};stroke-width:1",
    "card": f"fill:none;stroke:{INK};stroke-width:2",
    "rope": f"fill:none;stroke:{INK}",
    "rope-light": f"fill:none;stroke:{PAPER}",
    "tick": f"font-size:11px;fill:{SECONDARY}",
    "gone": f"font-size:11px;fill:{SECONDARY};opacity:.75",
    "choose": f"font:600 13px {SANS};fill:{VERMILION}",
    "goal": f"fill:#E4DCC8;stroke:{INK};stroke-width:.8",
    "reached": f"fill:{INK}",
    "taken": "opacity:.32",
}


# -- definitions -------------------------------------------------------------------------------------------------------
def _marker(feature: str) -> str:
    ring = f'<circle cx="30" cy="30" r="28" fill="none" stroke="{INK}" stroke-width="4"/>'
    inside = f'<g clip-path="url(#{MARK}round)">{use(feature, 30, 30, 60)}</g>'
    return symbol(f"marker-{feature}", inside + ring, "0 0 60 60")


def _round() -> str:
    return f'<clipPath id="{MARK}round"><circle cx="30" cy="30" r="28"/></clipPath>'


DEFINITIONS: Definitions = {
    **SQUARES,
    **CRESTS,
    "round": _round,
    **{f"marker-{feature}": partial(_marker, feature) for feature in COLOURS},
}


# -- the sheet of open cards -------------------------------------------------------------------------------------------
def _open_cards(scene: Scene) -> str:
    """With the numbers that `grab 2` means; a taken card is pale and bears its owner's crest."""
    drawn = []
    for place, seen in enumerate(scene.view["open"]):
        x, taker = place * (2 * OPEN + 22), seen["taken_by"]
        face = card(seen["face"], OPEN)
        drawn.append(group(x, 0, face) if taker is None else group(x, 0, face, ' class="taken"'))
        drawn.append(text(x + OPEN, 3 * OPEN + 18, place + 1, "heading middle"))
        if taker is not None:
            drawn.append(crest(taker, x + OPEN, 1.5 * OPEN, 30))
    mark = scene.mark
    if mark and mark.is_preview and mark.action.startswith("grab"):
        x = (int(mark.action.split()[1]) - 1) * (2 * OPEN + 22)
        drawn.append(rect(x, 0, 2 * OPEN, 3 * OPEN, 'class="preview" stroke-width="3.4" rx="3"'))
    return "".join(drawn)


def _strip(scene: Scene, width: float) -> str:
    view = scene.view
    cards = len(view["open"]) * (2 * OPEN + 22)
    room = width - cards - LEGEND - 24
    heading = f"Round {view['round']}" if view["round"] else "Before the first round"
    drawn = [
        text(0, 17, heading, "heading"),
        text(0, 39, shorten(scene.status, room / 7.2), "to-act"),
        text(0, 60, f"{view['cards_left']} cards in the box", "small"),
    ]
    if scene.last:
        drawn.append(text(0, 80, shorten(f"last: {scene.last}", room / 6.4), "small"))
    words = WORDS[view["edition"]]
    legend = "".join(
        use(f"marker-{feature}", 10, 11 + 25 * row, 20) + text(28, 15 + 25 * row, f"{feature} {word}", "small")
        for row, (feature, word) in enumerate(words.items())
    )
    return "".join(drawn) + group(room + 12, 0, _open_cards(scene)) + group(width - LEGEND + 12, 4, legend)


# -- a house's sheet ---------------------------------------------------------------------------------------------------
def _goal(scene: Scene, seat: int) -> str:
    """How far the score is on the way to the goal (E5.1)."""
    share = min(scene.view["scores"][seat] / scene.view["goal"], 1)
    bar = rect(0, 0, BAR, 7, 'rx="3.5" class="goal"')
    return bar + (rect(0, 0, max(share * BAR, 7), 7, 'rx="3.5" class="reached"') if share > 0 else "")


def _notes(house: House) -> str:
    """What the seat may choose to score (E6.4), or what its card scores this round."""
    if asked := house["choice"]:
        return "to score: " + " or ".join(f"{asked['feature']}{length}" for length in asked["lengths"])
    return "" if house["pending"] is None else f"+{house['pending']} this round"


def _house(scene: Scene, seat: int, sheet: Sheet, side: float) -> str:
    house: House = scene.view["houses"][seat]
    width, mark = sheet.width - 2 * PAD, _mark_of(scene, seat)
    drawn = [page.head(scene, seat, width)]
    drawn.append(group(0, HEAD + 3, text(width, 17, f"goal {scene.view['goal']}", "small end")))
    drawn.append(group(width - 52 - BAR, HEAD + 9, _goal(scene, seat)))
    if house["markers"] is not None:
        drawn.append(group(0, HEAD, houses.markers(house)))
    if scene.view["start_seat"] == seat and not scene.over:
        drawn.append(text(0 if house["markers"] is None else MARKERS, HEAD + 17, "starts", "small"))
    hand, top = houses.held(house), HEAD + UNDER_HEAD
    if hand:
        drawn.append(text(width, top + 10, "in hand", "small end") + group(width - 2 * HAND, top + 18, hand))
    if notes := _notes(house):
        drawn.append(text(0, top + 2, notes, "choose"))
    _, _, wide, _ = houses.preview_extent(house, mark)
    free = width - (2 * HAND + 12 if hand else 0) - wide * side - RULERS
    drawn.append(group(max(0, free / 2 - RULERS / 2), top + 4, houses.draw(house, side, mark)))
    return group(sheet.x + PAD, sheet.y, "".join(drawn))


def _mark_of(scene: Scene, seat: int) -> Mark | None:
    return scene.mark if scene.mark and scene.mark.seat == seat else None


# -- the page ----------------------------------------------------------------------------------------------------------
def paint(scene: Scene) -> Drawing:
    """Up to three houses abreast, under the sheet of open cards. All houses are drawn to one scale."""
    extents = [houses.preview_extent(scene.view["houses"][seat], _mark_of(scene, seat))[2:] for seat in scene.seats]
    side = float(max(SIDES[1], min(SIDES[0], ROOM / max(max(extent) for extent in extents))))
    sheets = _house_sheets(scene, extents, side)
    across = max(sheet.x + sheet.width for sheet in sheets) - EDGE
    strip = Sheet(EDGE, EDGE, across, STRIP)
    width, height, ground = page.page([strip, *sheets])
    drawn = "".join(_house(scene, seat, sheet, side) for seat, sheet in zip(scene.seats, sheets, strict=True))
    body = ground + group(EDGE + PAD, EDGE + PAD, _strip(scene, across - 2 * PAD)) + drawn
    return Drawing(width, height, body, scene.caption, scene.board, STYLES, DEFINITIONS)


def _house_sheets(scene: Scene, extents: list[tuple[Any, ...]], side: float) -> list[Sheet]:
    """Sheets of one row are equally high, and all are equally wide."""
    count = len(extents)
    abreast = {1: 1, 2: 2, 4: 2}.get(count, 3)
    least = {1: 640}.get(count, NARROWEST)
    wide = max(least, max(extent[0] for extent in extents) * side + RULERS + 2 * HAND + 24 + 2 * PAD)
    made, y = [], EDGE + STRIP + GAP
    for first in range(0, count, abreast):
        row = extents[first : first + abreast]
        squares = max(extent[1] for extent in row) * side
        high = max(HEAD + UNDER_HEAD + RULERS + squares + 24, HEAD + UNDER_HEAD + 3 * HAND + 40)
        made += [Sheet(EDGE + n * (wide + GAP), y, wide, high) for n in range(len(row))]
        y += high + GAP
    return made
