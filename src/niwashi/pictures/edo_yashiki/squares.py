"""The four squares of an Edo Yashiki card, told apart by their lines, also in grey; and cards made of them."""

from __future__ import annotations

from functools import partial
from typing import Final

from niwashi.pictures.elements import Definitions, number, rect, symbol, use

COLOURS: Final = {"T": "#EDCD7E", "P": "#1682CA", "F": "#8A8780", "G": "#13462D"}


def _weave(blocks: int, lines: int) -> str:
    """Basket weave: blocks of lines, lying and standing in turn."""
    side = 60 / blocks
    margin, d = side * 0.1, ""
    for place in range(blocks * blocks):
        row, column = divmod(place, blocks)
        for line in range(1, lines + 1):
            offset, length = side * line / (lines + 1), number(side - 2 * margin)
            if (row + column) % 2:
                d += f"M{number(column * side + offset)} {number(row * side + margin)}v{length}"
            else:
                d += f"M{number(column * side + margin)} {number(row * side + offset)}h{length}"
    return d


def _leaf(x: int, y: int, turn: int, size: float, colour: str) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn}) scale({size})">'
        f'<path d="M0 0C5-8 15-8.5 23 0C15 8.5 5 8 0 0Z" fill="{colour}"/>'
        f'<path d="M1 0H19" stroke="#13462D" stroke-width="1.7" stroke-linecap="round"/></g>'
    )


def _wave(y: int, width: float) -> str:
    return f'<path d="M-1 {y}q8-9 15.5 0t15 0 15 0 15.5 0" stroke="#F7F2E6" stroke-width="{width}" fill="none"/>'


def _tatami() -> str:
    return f'<path d="{_weave(4, 3)}" stroke="#8A6419" stroke-width="1.25" stroke-linecap="round" fill="none"/>'


def _pond() -> str:
    deep = '<path d="M0 36q7.5-9 15 0t15 0 15 0 15 0V60H0Z" fill="#0E69A8"/>'
    return deep + _wave(16, 3.2) + _wave(33, 3.2) + _wave(50, 2.2)


def _floor() -> str:
    """Planks with nails."""
    return (
        '<rect y="15" width="60" height="15" fill="#98958D"/><rect y="45" width="60" height="15" fill="#7E7B74"/>'
        '<path d="M6 6h20M42 9h14M22 22h24M4 37h22M36 39h12M8 53h12M34 54h20" stroke="#B3B0A8" stroke-width="1.4"/>'
        '<path d="M0 15H60M0 30H60M0 45H60M36 0V15M14 15V30M44 30V45M26 45V60" stroke="#2B2E32" stroke-width="2"/>'
    )


def _garden() -> str:
    stems = '<path d="M6 34C16 26 22 18 26 5M34 58C42 50 48 40 51 30" stroke="#3C7A4E" stroke-width="1.8" fill="none"/>'
    leaves = (
        (24, 12, -8, 0.92, "#8CBF72"),
        (20, 20, 196, 0.82, "#5FA065"),
        (16, 27, 28, 0.8, "#5FA065"),
        (49, 37, 200, 0.9, "#8CBF72"),
        (45, 45, 10, 0.62, "#5FA065"),
        (40, 52, 196, 0.92, "#5FA065"),
    )
    return stems + "".join(_leaf(*leaf) for leaf in leaves)


_ART: Final = {"T": _tatami, "P": _pond, "F": _floor, "G": _garden}


def _square(feature: str) -> str:
    ground = f'<rect width="60" height="60" fill="{COLOURS[feature]}"/>'
    return symbol(feature, ground + _ART[feature](), "0 0 60 60")


SQUARES: Definitions = {feature: partial(_square, feature) for feature in COLOURS}


def square(feature: str, x: float, y: float, side: float) -> str:
    """With its top left corner at x, y."""
    return use(feature, x + side / 2, y + side / 2, side) + rect(x, y, side, side, 'class="square"')


def card(face: str, side: float) -> str:
    """A card from 0, 0; `side` is that of its squares."""
    rows = face.split("/")
    squares = "".join(
        square(feature, column * side, row * side, side)
        for row, features in enumerate(rows)
        for column, feature in enumerate(features)
    )
    return squares + rect(0, 0, 2 * side, 3 * side, 'class="card" rx="2"')
