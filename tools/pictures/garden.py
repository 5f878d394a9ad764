"""The picture of the README: two gardens of Miyabi and the tiles on display, at a moment of a seeded game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from niwashi.core.rng import Generator, below, seeded
from niwashi.games.miyabi.tiles import (
    COLUMN_NAMES,
    MOST,
    OBJECT_LETTERS,
    SECOND,
    SIDE,
)
from tools.pictures.display import bonuses, display, zen_display
from tools.pictures.moment import SEED, Moment, played
from tools.pictures.pieces import CELL, PANELS, disc, grass, gravel_rings, pips, rect, text
from tools.pictures.woodblock import (
    GOLD,
    GRAVEL,
    HEIGHTS,
    INK,
    MOSS,
    PAPER,
    RAKE,
    RAKE_LIGHT,
    SANS,
    SECONDARY,
    SERIF,
    VERMILION,
    WALLS,
    number,
    symbols,
    tuft,
    use,
)

WIDTH, HEIGHT = 1040, 552
LIFT: Final = 0.05
"""How far a layer lifts a cell, as a fraction of its side: visible, but not enough to hide a numeral."""
BOARD: Final = SIDE * CELL
TOP: Final = 158
LEFT: Final = (44, 480)
ZEN: Final = "#FDFBF4"


# -- a garden ----------------------------------------------------------------------------------------------------------
@dataclass
class Garden:
    seat: int
    heights: list[list[int]]
    objects: list[list[int]]
    zen: list[str]
    frog: tuple[int, int]
    golden: bool
    lanterns: str
    tiles: dict[tuple[int, int], int]

    @classmethod
    def of(cls, moment: Moment, seat: int) -> Garden:
        seen = moment.view["gardens"][seat]
        cell = seen["frog"]["cell"]
        place = (int(cell[1]) - 1, COLUMN_NAMES.index(cell[0]))
        return cls(
            seat,
            seen["heights"],
            seen["objects"],
            seen["zen"],
            place,
            seen["frog"]["golden"],
            seen["lanterns"],
            moment.tiles[seat],
        )

    def height(self, row: int, column: int) -> int:
        return self.heights[row][column] if 0 <= row < SIDE and 0 <= column < SIDE else 0

    def draw(self) -> str:
        """From the top row down, since high cells overlap the row behind them; edges after their row."""
        cells = "".join(
            draw(row, column) for row in range(SIDE) for draw in (self.cell, self.contours) for column in range(SIDE)
        )
        ground = rect(0, 0, BOARD, BOARD, f'fill="{HEIGHTS[0]}"')
        frame = rect(0, 0, BOARD, BOARD, 'class="frame"')
        letters = "".join(
            text((place + 0.5) * CELL, BOARD + 21, letter, "column") for place, letter in enumerate(COLUMN_NAMES)
        )
        return (
            f'<g transform="translate({LEFT[self.seat]} {TOP})">{ground}{frame}{cells}{letters}{self.lantern_row()}</g>'
        )

    def lantern_row(self) -> str:
        drawn = []
        for place, letter in enumerate(COLUMN_NAMES):
            x, lit = (place + 0.5) * CELL, letter in self.lanterns
            glow = f'<circle cx="{number(x)}" cy="-42" r="25" fill="url(#glow)"/>' if lit else ""
            drawn.append(glow + use("lantern" if lit else "field", x, -42, 40))
        return "".join(drawn)

    def cell(self, row: int, column: int) -> str:
        tall, x = self.height(row, column), column * CELL
        y = row * CELL - LIFT * CELL * tall
        if tall == 0:
            motif = use(OBJECT_LETTERS[row], x + CELL / 2, y + CELL / 2, CELL * 0.46, ' opacity=".09"')
            ground = rect(x, y, CELL, CELL, 'class="bare"')
            return (
                ground
                + motif
                + self.shadows(row, column, x, y)
                + text(x + 5, y + 13, 0, "zero")
                + self.frog_at(row, column, x, y)
            )
        return (
            self.walls(row, x, tall)
            + rect(x - 0.2, y, CELL + 0.4, CELL, f'fill="{HEIGHTS[tall]}"')
            + self.top(row, column, x, y)
            + self.shadows(row, column, x, y)
            + text(x + 5, y + 14.5, tall, "tall")
            + self.frog_at(row, column, x, y)
        )

    def walls(self, row: int, x: float, tall: int) -> str:
        """The front side, with one stripe per layer."""
        step, foot = LIFT * CELL, (row + 1) * CELL
        return "".join(
            rect(x, foot - step * layer, CELL, step + 0.3, f'fill="{WALLS[layer]}"') for layer in range(1, tall + 1)
        )

    def top(self, row: int, column: int, x: float, y: float) -> str:
        letter, count = OBJECT_LETTERS[row], self.objects[row][column]
        if COLUMN_NAMES[column] + str(row + 1) in self.zen:
            tile = rect(x, y, CELL, CELL, f'fill="{ZEN}"')
            corner = f'<circle cx="{number(x + 8.5)}" cy="{number(y + 9.5)}" r="8.5" fill="{ZEN}"/>'
            return tile + gravel_rings(x, y) + corner + disc(letter, 1, x + CELL / 2, y + CELL * 0.48, CELL * 0.3)
        if count == 0:
            return "" if self.frog == (row, column) else grass(x, y, CELL, row + column)
        marks = pips(letter, count, x + CELL * 0.91, y + CELL * 0.12, CELL * 0.05)
        return disc(letter, count, x + CELL * 0.52, y + CELL * 0.49, CELL * 0.335) + marks

    def shadows(self, row: int, column: int, x: float, y: float) -> str:
        """Higher neighbours on the left and behind cast a shadow, wider the higher they are."""
        tall = self.height(row, column)
        left, behind = self.height(row, column - 1) - tall, self.height(row - 1, column) - tall
        made = rect(x, y, CELL * (0.045 + 0.022 * left), CELL, 'class="shade"') if left > 0 else ""
        return made + (rect(x, y, CELL, CELL * (0.025 + 0.014 * behind), 'class="shade"') if behind > 0 else "")

    def contours(self, row: int, column: int) -> str:
        """Thick where this cell is above its neighbour, thin between tiles of the same height."""
        tall, below = self.height(row, column), self.height(row + 1, column)
        if tall == 0:
            return ""
        x, y = column * CELL, row * CELL - LIFT * CELL * tall
        thick, thin = "", ""
        foot = y + CELL + LIFT * CELL * max(tall - below, 0)
        sides = (
            (row, column - 1, f"M{number(x)} {number(y)}V{number(foot)}"),
            (row, column + 1, f"M{number(x + CELL)} {number(y)}V{number(foot)}"),
            (row - 1, column, f"M{number(x)} {number(y)}h{CELL}"),
        )
        for beside_row, beside_column, line in sides:
            other = self.height(beside_row, beside_column)
            if other < tall:
                thick += line
            elif other == tall and self.tiles[beside_row, beside_column] != self.tiles[row, column]:
                thin += line
        if below < tall:
            thin += f"M{number(x)} {number(y + CELL)}h{CELL}"
            thick += f"M{number(x)} {number(foot)}h{CELL}"
        return (f'<path d="{thin}" class="thin"/>' if thin else "") + (
            f'<path d="{thick}" class="thick"/>' if thick else ""
        )

    def frog_at(self, row: int, column: int, x: float, y: float) -> str:
        if self.frog != (row, column):
            return ""
        shadow = (
            f'<ellipse cx="{number(x + CELL * 0.54)}" cy="{number(y + CELL * 0.86)}" rx="17" ry="4" class="shade"/>'
        )
        return shadow + use("golden" if self.golden else "silver", x + CELL * 0.54, y + CELL * 0.56, CELL * 0.68)


# -- what stands beside the gardens ------------------------------------------------------------------------------------
def header(moment: Moment, seat: int) -> str:
    """Crest and name on the outside, the score inside; the second seat's is mirrored."""
    view, playing = moment.view, seat in moment.view["to_act"]
    outer, inner, inwards = ((LEFT[0], LEFT[0] + BOARD, 1), (LEFT[1] + BOARD, LEFT[1], -1))[seat]
    starts, ends = (' text-anchor="start"', ' text-anchor="end"')[::inwards]
    drawn = [use(f"crest{seat}", outer + 18 * inwards, 54, 36)]
    drawn.append(text(outer + 46 * inwards, 62, moment.names[seat], "name", starts))
    if view["bonsai"] == seat:
        drawn.append(use("bonsai", outer + 116 * inwards, 53, 32))
    if playing:
        drawn.append(text(inner - 76 * inwards, 61, "to act", "note", ends))
    drawn.append(text(inner, 66, view["scores"][seat], "points", ends))
    drawn.append(rect(LEFT[seat], 78, BOARD, 2.5, f'fill="{VERMILION if playing else "#D9D2BF"}"'))
    return "".join(drawn)


def middle(moment: Moment) -> str:
    """The rows: object, points for most and second most, and how many each garden shows."""
    centre = (LEFT[0] + BOARD + LEFT[1]) / 2
    view = moment.view
    done = view["round"]
    colours = [INK] * (done - 1) + [VERMILION] + [PAPER] * (view["rounds"] - done)
    dots = "".join(
        f'<circle cx="{number(centre - 30 + 12 * place)}" cy="66" r="4" fill="{colour}" stroke="{INK}"/>'
        for place, colour in enumerate(colours)
    )
    drawn = [text(centre, 50, f"Round {done} of {view['rounds']}", "round"), dots]
    for row, letter in enumerate(OBJECT_LETTERS):
        y = TOP + (row + 0.5) * CELL
        counts = [garden["rows"][row] for garden in view["gardens"]]
        drawn.append(disc(letter, 1, centre, y - 7, 17))
        drawn.append(text(centre, y + 23, f"{MOST[row]} / {SECOND[row]}", "pays"))
        for count, other, x in ((counts[0], counts[1], centre - 39), (counts[1], counts[0], centre + 39)):
            drawn.append(text(x, y - 1, count, "most" if count >= other else "fewer"))
    return "".join(drawn) + text(centre, TOP - 36, "visible", "small") + text(centre, TOP - 22, "objects", "small")


# -- the page ----------------------------------------------------------------------------------------------------------
STYLE: Final = f"""
text{{font-family:{SANS};fill:{INK};font-variant-numeric:tabular-nums}}
.name{{font:600 23px {SERIF}}}.points{{font:600 31px {SERIF}}}.heading{{font:600 17px {SERIF}}}
.round{{font:600 13.5px {SANS};text-anchor:middle}}.note{{font:600 13px {SANS};fill:{VERMILION}}}
.small{{font-size:12px;fill:{SECONDARY};text-anchor:middle}}.left{{text-anchor:start}}
.tall{{font-size:13.5px;font-weight:700}}.zero{{font-size:11px;fill:{SECONDARY};opacity:.75}}
.column{{font-size:13px;fill:{SECONDARY};text-anchor:middle}}
.pays{{font-size:11.5px;fill:{SECONDARY};text-anchor:middle}}
.most{{font-size:17px;font-weight:700;text-anchor:middle}}.fewer{{font-size:17px;fill:{SECONDARY};text-anchor:middle}}
.bonus{{font:600 15px {SERIF};fill:{PAPER};text-anchor:middle}}
.disc{{fill:{PAPER};stroke:{INK};stroke-opacity:.28}}.pip{{stroke:{PAPER};stroke-width:1.3}}
.bare{{fill:{HEIGHTS[0]};stroke:{INK};stroke-opacity:.16}}.frame{{fill:none;stroke:#5B4630;stroke-width:5}}
.shade{{fill:{INK};opacity:.2}}.thin,.thick{{fill:none;stroke:{INK};stroke-width:.9;stroke-linecap:round}}
.thick{{stroke-width:1.9}}.edge{{stroke:{INK};stroke-width:1.2;stroke-linejoin:round}}
.slot{{fill:none;stroke:{SECONDARY};stroke-dasharray:4 3;opacity:.75}}
.zen{{fill:{ZEN};stroke:{INK};stroke-width:1}}.rake{{fill:none;stroke:#B9AF98;stroke-width:1.1}}
"""


def fibres(rng: Generator) -> str:
    """A few threads, as in hand-made paper."""
    drawn = []
    for x, y, width, height in PANELS:
        for _ in range(width * height // 7000):
            a, b, c, d = below(rng, 61) - 30, below(rng, 21) - 10, below(rng, 61) - 30, below(rng, 21) - 10
            drawn.append(f"M{x + 35 + below(rng, width - 70)} {y + 20 + below(rng, height - 40)}q{a} {b} {c} {d}")
    return f'<path d="{"".join(drawn)}" fill="none" stroke="#705C3C" stroke-opacity=".14" stroke-width=".8"/>'


def page() -> str:
    """Gravel, raked round two sheets of paper."""
    moment = played()
    x, y, width, height = PANELS[0][0], PANELS[0][1], WIDTH - 2 * PANELS[0][0], PANELS[0][3]
    rings = "".join(rect(x - by, y - by, width + 2 * by, height + 2 * by, f'rx="{12 + by}"') for by in (5, 10, 15, 20))
    gap = PANELS[0][0] + PANELS[0][2]
    rings += "".join(f'<path d="M{gap + by} {y - 5}V{y + height + 5}"/>' for by in (5, 11))
    sheets = "".join(
        rect(x, y + 3, width, height, f'rx="12" fill="{INK}" opacity=".28"')
        + rect(x, y, width, height, f'rx="12" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"')
        for x, y, width, height in PANELS
    )
    names = (*OBJECT_LETTERS, "lantern", "field", "silver", "golden", "bonsai", "crest0", "crest1")
    title = (
        f"Miyabi, round {moment.view['round']}: the gardens of {' and '.join(moment.names)}, and the tiles on display"
    )
    paper = fibres(seeded(SEED))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{STYLE}</style><defs>{symbols(names)}"
        f'<path id="t" d="{tuft()}" fill="none" stroke="{MOSS}" stroke-opacity=".6" stroke-linecap="round"/>'
        f'<clipPath id="zen"><rect x="2" y="2" width="{CELL - 4}" height="{CELL - 4}"/></clipPath>'
        f'<radialGradient id="glow"><stop offset="0" stop-color="{GOLD}" stop-opacity=".7"/>'
        f'<stop offset="1" stop-color="{GOLD}" stop-opacity="0"/></radialGradient>'
        f'<clipPath id="page"><rect width="{WIDTH}" height="{HEIGHT}" rx="18"/></clipPath></defs>'
        f'<g clip-path="url(#page)"><rect width="{WIDTH}" height="{HEIGHT}" fill="{GRAVEL}"/>'
        f'<g fill="none" stroke="{RAKE_LIGHT}" stroke-width="1.6" transform="translate(0 1.3)">{rings}</g>'
        f'<g fill="none" stroke="{RAKE}" stroke-width="1.5">{rings}</g></g>{sheets}{paper}'
        + "".join(Garden.of(moment, seat).draw() + header(moment, seat) for seat in (0, 1))
        + middle(moment)
        + display(moment)
        + zen_display(moment)
        + bonuses(moment)
        + "</svg>\n"
    )
