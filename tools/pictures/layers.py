"""The picture of ARCHITECTURE.md: the layers, with imports pointing down only, and where the four ideas live."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from niwashi.pictures.palette import (
    GRAVEL,
    HEIGHTS,
    INK,
    PAPER,
    RAKE,
    RAKE_LIGHT,
    SANS,
    SECONDARY,
    SERIF,
    VERMILION,
    WALLS,
)

WIDTH: Final = 960
LEFT, SPAN = 64, 530
HIGH, GAP, TOP = 42, 19, 44
NOTE_LEFT, NOTE_SPAN, NOTE_HIGH = 640, 288, 104


@dataclass(frozen=True)
class Layer:
    """Boxes of one layer do not import each other."""

    boxes: tuple[tuple[str, str], ...]
    tint: int


LAYERS: Final = (
    Layer((("build", "kernels ahead of time"), ("cli", "the command line")), 0),
    Layer((("data", "files for research"), ("site", "a garden without a server")), 0),
    Layer((("terminal", "full screen"), ("env", "learners"), ("server", "hosting")), 0),
    Layer((("arena", "matches"), ("batch", "many games"), ("table", "one game")), 1),
    Layer((("store", "logs"), ("wire", "messages")), 1),
    Layer((("analysis", "hints and reviews, with reasons"),), 2),
    Layer((("bots", "five levels, from beginner to expert"),), 2),
    Layer((("engine", "new, load, Game, records"), ("parallel", "all cores, clusters")), 3),
    Layer((("pictures", "positions as SVG"),), 3),
    Layer((("games/miyabi", "one folder"), ("games/edo_yashiki", "another")), 4),
    Layer((("core", "kernel, rng, contract, record, errors"),), 5),
)


@dataclass(frozen=True)
class Idea:
    number: int
    title: str
    lines: tuple[str, ...]
    layer: int
    """Where it lives: the number of a layer from the top."""


IDEAS: Final = (
    Idea(4, "The browser knows no rule", ("It draws and asks: each event brings", "the new view."), 2),
    Idea(3, "A game is its log", ("Options, then events. Loading it", "and checking it are replays."), 7),
    Idea(2, "A position holds no secrets", ("One flat record. Chance is drawn", "when it is needed, not before."), 9),
    Idea(1, "Rules are kernels", ("Plain Python functions that", "Numba compiles."), 10),
)

STYLE: Final = f"""
text{{font-family:{SANS};fill:{INK}}}.name{{font:600 16px {SERIF}}}.does{{font:400 13.5px {SANS}}}
.title{{font:600 14.5px {SERIF}}}.line{{font-size:14px;fill:{SECONDARY}}}
.number{{font:600 16px {SERIF};fill:{PAPER};text-anchor:middle}}
.side{{font-size:14px;fill:{SECONDARY};text-anchor:middle}}
.box{{stroke:{INK};stroke-width:1.5}}
.arrow{{fill:none;stroke:{INK};stroke-width:2;stroke-linecap:round;stroke-linejoin:round}}
.leader{{fill:none;stroke:{VERMILION};stroke-width:2}}
"""


def y_of(layer: int) -> int:
    return TOP + layer * (HIGH + GAP)


def box(x: float, y: float, width: float, name: str, does: str, tint: int) -> str:
    """A name, followed by what it does."""
    middle = y + HIGH / 2 + 5
    foot = (
        f'<rect x="{x:.0f}" y="{y + 4}" width="{width:.0f}" height="{HIGH}" rx="8" fill="{WALLS[tint]}" class="box"/>'
    )
    face = f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{HIGH}" rx="8" fill="{HEIGHTS[tint]}" class="box"/>'
    label = f'<text x="{x + 16:.0f}" y="{middle}" class="name">{name}<tspan dx="9" class="does">{does}</tspan></text>'
    return foot + face + label


def layer(number: int) -> str:
    """Boxes share the width in proportion to their text."""
    boxes, tint = LAYERS[number].boxes, LAYERS[number].tint
    shares = [9 * len(name) + 7 * len(does) + 45 for name, does in boxes]
    room = SPAN - 12 * (len(boxes) - 1)
    drawn, x = "", float(LEFT)
    for (name, does), share in zip(boxes, shares, strict=True):
        width = room * share / sum(shares)
        drawn += box(x, y_of(number), width, name, does, tint)
        x += width + 12
    return drawn


def arrow(number: int) -> str:
    """From a layer to the next one down."""
    y = y_of(number) + HIGH + 5
    return "".join(
        f'<path d="M{LEFT + SPAN * share} {y}v10m-4.5-4.5l4.5 4.5l4.5-4.5" class="arrow"/>' for share in (0.25, 0.75)
    )


def idea(place: int) -> str:
    this = IDEAS[place]
    y = TOP + place * (y_of(len(LAYERS) - 1) + HIGH + 4 - TOP - NOTE_HIGH) / (len(IDEAS) - 1)
    goal, start = y_of(this.layer) + HIGH / 2, y + 30
    edge, bend = LEFT + SPAN, (LEFT + SPAN + NOTE_LEFT) / 2 + (6, -6, 6, -6)[place]
    leader = (
        f'<path d="M{NOTE_LEFT} {start:.0f}H{bend}V{goal:.0f}H{edge}" class="leader"/>'
        f'<circle cx="{edge}" cy="{goal:.0f}" r="4" fill="{VERMILION}"/>'
    )
    lines = "".join(
        f'<text x="{NOTE_LEFT + 18}" y="{y + 62 + 21 * row:.0f}" class="line">{line}</text>'
        for row, line in enumerate(this.lines)
    )
    return (
        f'{leader}<rect x="{NOTE_LEFT}" y="{y + 3:.0f}" width="{NOTE_SPAN}" height="{NOTE_HIGH}" rx="12" fill="{INK}" '
        f'opacity=".28"/><rect x="{NOTE_LEFT}" y="{y:.0f}" width="{NOTE_SPAN}" height="{NOTE_HIGH}" rx="12" '
        f'fill="{PAPER}" class="box"/><circle cx="{NOTE_LEFT + 30}" cy="{y + 30:.0f}" r="13" fill="{VERMILION}"/>'
        f'<text x="{NOTE_LEFT + 30}" y="{y + 35.5:.1f}" class="number">{this.number}</text>'
        f'<text x="{NOTE_LEFT + 52}" y="{y + 36:.0f}" class="title">{this.title}</text>{lines}'
    )


def page() -> str:
    height = y_of(len(LAYERS) - 1) + HIGH + 4 + TOP
    rings = "".join(
        f'<rect x="{by}" y="{by}" width="{WIDTH - 2 * by}" height="{height - 2 * by}" rx="{18 - by / 2}"/>'
        for by in (5, 10, 15, 20)
    )
    middle = height / 2
    down = f'<path d="M41 {middle + 96}v54m-5-6l5 6l5-6" class="arrow"/>'
    side = f'<text class="side" transform="translate(37 {middle})rotate(90)">imports point down only</text>'
    title = "Niwashi’s layers, from the command line down to the core, and the four ideas that carry them"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<rect width="{WIDTH}" height="{height}" rx="18" fill="{GRAVEL}"/>'
        f'<g fill="none" stroke="{RAKE_LIGHT}" stroke-width="1.6" transform="translate(0 1.3)">{rings}</g>'
        f'<g fill="none" stroke="{RAKE}" stroke-width="1.5">{rings}</g>{side}{down}'
        + "".join(layer(number) for number in range(len(LAYERS)))
        + "".join(idea(place) for place in range(len(IDEAS)))
        + "".join(arrow(number) for number in range(len(LAYERS) - 1))
        + "</svg>\n"
    )
