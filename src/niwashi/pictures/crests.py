"""The signs of seats: a colour, an ink outline and a crest, so that no seat is told by colour alone."""

from __future__ import annotations

from functools import partial

from niwashi.pictures.elements import Definitions, symbol, use
from niwashi.pictures.palette import INK, PAPER, SEATS

_WAVES = (
    f'<circle r="10.7" fill="none" stroke="{PAPER}" stroke-width=".9"/><g fill="none" stroke="{PAPER}">'
    '<path d="M-7.4 3.6a7.4 7.4 0 0 1 14.8 0M-4.6 3.6a4.6 4.6 0 0 1 9.2 0M-1.8 3.6a1.8 1.8 0 0 1 3.6 0" '
    'stroke-width="1.7"/><path d="M-8 6.2H8M-5.6 8.6H5.6" stroke-width="1.5"/></g>'
)
_PETAL = f'd="M0-1.6C-4.8-3.2-5.2-8.8 0-9.9C5.2-8.8 4.8-3.2 0-1.6Z" fill="#FFF8EA" stroke="{INK}" stroke-width=".7"'
_BLOSSOM = (
    "".join(f'<path transform="rotate({turn})" {_PETAL}/>' for turn in (45, 135, 225, 315))
    + f'<circle r="1.9" fill="#FFF8EA" stroke="{INK}" stroke-width=".7"/>'
)
_WISTERIA = (
    f'<g fill="{PAPER}"><path d="M-8.6-5.4C-4-9.6 4-9.6 8.6-5.4C4-4.8-4-4.8-8.6-5.4Z"/>'
    '<circle cx="-4.6" cy="-1.5" r="2.2"/><circle cy="-1.5" r="2.2"/><circle cx="4.6" cy="-1.5" r="2.2"/>'
    '<circle cx="-2.3" cy="2.8" r="2.1"/><circle cx="2.3" cy="2.8" r="2.1"/><circle cy="6.9" r="1.9"/></g>'
)
_TORTOISESHELL = (
    '<path d="M0-9L7.8-4.5V4.5L0 9L-7.8 4.5V-4.5Z" fill="none" stroke="#FFFDF6" stroke-width="1.9" '
    'stroke-linejoin="round"/><path d="M0-4.6L4-2.3V2.3L0 4.6L-4 2.3V-2.3Z" fill="#FFFDF6"/>'
)
_FAN = (
    f'<path d="M0 7.2L-9.2-1.6A12.8 12.8 0 0 1 9.2-1.6Z" fill="{INK}"/>'
    f'<path d="M0 7.2L-4.6-4.4M0 7.2V-5.6M0 7.2L4.6-4.4" stroke="{SEATS[4]}" stroke-width="1.1"/>'
)
_MARKS = (_WAVES, _BLOSSOM, _WISTERIA, _TORTOISESHELL, _FAN)


def _art(seat: int) -> str:
    ground = f'<circle r="12.6" fill="{SEATS[seat]}" stroke="{INK}" stroke-width="1.6"/>'
    return symbol(f"crest{seat}", ground + _MARKS[seat], "-14 -14 28 28")


CRESTS: Definitions = {f"crest{seat}": partial(_art, seat) for seat in range(len(SEATS))}


def crest(seat: int, x: float, y: float, size: float) -> str:
    """With its centre at x, y."""
    return use(f"crest{seat % len(SEATS)}", x, y, size)
