"""Our own art, in the manner of woodblock prints: flat colours, one ink contour. Every shape lives in a 100 × 100 box.

Nothing here is traced from any publisher. Shape comes before colour: in grey the six objects must still be told apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, radians, sin
from typing import Final

from niwashi.pictures.elements import Definitions, number, symbol
from niwashi.pictures.palette import GOLD, INK, MOSS, PAPER, SECONDARY, VERMILION

OBJECTS: Final = {"m": "#A1430D", "p": "#442153", "f": "#1980E6", "a": "#C56F8F", "b": "#15281F", "s": "#646258"}


def polar(angle: float, radius: float, x: float = 50, y: float = 50) -> tuple[float, float]:
    return x + radius * cos(radians(angle)), y + radius * sin(radians(angle))


def path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def inked(inner: str, width: float = 3.2) -> str:
    """A group with the one contour that every shape has."""
    return f'<g stroke="{INK}" stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round">{inner}</g>'


def lines(d: str, colour: str, width: float) -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


# -- the six objects -------------------------------------------------------------------------------------------------
def maple() -> str:
    """Five lobes with toothed shoulders, and a stalk."""
    lobes = ((-204, 38), (-146, 48), (-90, 52), (-34, 48), (24, 38))
    shoulder = ((-21, 0.56), (-14.5, 0.79), (-9.5, 0.75), (0, 1), (9.5, 0.75), (14.5, 0.79), (21, 0.56))
    outline: list[tuple[float, float]] = []
    for (angle, length), (following, _) in zip(lobes, (*lobes[1:], (0, 0)), strict=True):
        outline += [polar(angle + turn, length * share, 50, 54) for turn, share in shoulder]
        if following:
            outline.append(polar((angle + following) / 2, 17, 50, 54))
    outline += [polar(angle, radius, 50, 54) for angle, radius in ((60, 15), (90, 10), (120, 15))]
    tips = [polar(angle, length * 0.74, 50, 54) for angle, length in lobes]
    veins = "".join(f"M50 58L{number(x)} {number(y)}" for x, y in tips)
    stalk = "M50 60C51 76 54 87 60 97"
    leaf = inked(f'<path d="{path(outline)}" fill="{OBJECTS["m"]}"/>', 3.4)
    return lines(stalk, INK, 7.5) + lines(stalk, OBJECTS["m"], 2.6) + leaf + lines(veins, "#E9A06A", 2.1)


def pagoda() -> str:
    """Three roofs with lifted eaves."""

    def roof(y: float, half: float, rise: float, eave: float) -> str:
        left, right, top = 50 - half, 50 + half, y - rise
        d = (
            f"M{left} {y}Q{left + eave * 1.1:.1f} {y - 1} {50 - half * 0.42:.1f} {top}H{50 + half * 0.42:.1f}"
            f"Q{right - eave * 1.1:.1f} {y - 1} {right} {y}Q{right - 3} {y + 6} {right - 9} {y + 5.5}"
            f"H{left + 9}Q{left + 3} {y + 6} {left} {y}Z"
        )
        return f'<path d="{d}" fill="{OBJECTS["p"]}"/>'

    storeys = ((73, 20), (49, 16), (28, 12))
    walls = "".join(
        f'<rect x="{50 - half}" y="{y}" width="{2 * half}" height="17" fill="{PAPER}"/>' for y, half in storeys
    )
    posts = '<path d="M50 80V89M41 80V89M59 80V89M50 56V64M43 56V64M57 56V64" stroke-width="2.4" fill="none"/>'
    spire = '<path d="M50 4V24M45 10.5H55M46 16H54" stroke-width="3" fill="none"/>'
    base = '<path d="M18 96H82V89.5H18Z" fill="#B7A7BC"/>'
    roofs = roof(72, 41, 14, 14) + roof(49, 34, 13, 12) + roof(29, 27, 11, 10)
    ribs = "M34 66Q29 69 23 70M66 66Q71 69 77 70M50 61V71M37 43Q33 46 28 47M63 43Q67 46 72 47M50 39V48M50 21V28"
    return inked(spire + base + walls + posts + roofs) + lines(ribs, "#A98BB8", 2)


def koi() -> str:
    """A fish in the bend of a stroke, two pale patches on its back."""
    body = (
        "M75 6C88 6 96 17 95 30C94 50 78 60 60 66C46 71 37 76 30 87C27 88 23 86 22 83C24 66 32 58 41 48"
        "C50 38 48 28 55 17C60 9 67 6 75 6Z"
    )
    fins = (
        "M26 80C17 74 9 74 3 78C9 81 12 85 13 89C12 93 13 97 17 100C20 95 27 92 33 92C34 88 31 83 26 80Z"
        "M49 33C40 26 30 26 23 31C30 35 35 42 41 49ZM84 50C90 58 90 68 85 75C79 71 74 66 68 62Z"
    )
    patches = (
        "M54 19C62 31 80 37 95 31C95 17 88 6 75 6C70 6 66 7 62 10C58 13 56 16 54 19Z"
        "M44 45C52 46 66 52 68 63L60 66C56 68 52 69.5 48 71.5C50 64 49 54 44 45Z"
    )
    crown = f'<path d="M68 7C71 13 80 16 90 13C86 8 81 6 75 6Z" fill="{OBJECTS["f"]}"/>'
    scales = "M62 43q5 0 8 4M75 44q4 0 6 4M69 52q5 0 6 4M34 67q5 1 6 5M31 76q4 0 4 4"
    eyes = f'<circle cx="61" cy="20" r="3.3" fill="{INK}"/><circle cx="88" cy="24" r="3.3" fill="{INK}"/>'
    return (
        inked(f'<path d="{fins}" fill="#8CC1F5"/><path d="{body}" fill="{OBJECTS["f"]}"/>')
        + f'<path d="{patches}" fill="{PAPER}"/>{crown}'
        + lines("M54 25C62 32 80 37 94 31", INK, 2.2)
        + lines(body, INK, 3.2)
        + lines(scales, "#0B4E96", 2.3)
        + eyes
        + lines("M66 7q-3-5-8-5M86 9q2-6 8-7", INK, 2.6)
    )


def azalea() -> str:
    """Five notched petals and long stamens."""
    petal = "M0-6C-9-12-24-22-20-36C-18-43-9-47-3.5-44Q0-40 3.5-44C9-47 18-43 20-36C24-22 9-12 0-6Z"
    veins = "M0-10V-31M-4.5-14L-9.5-28M4.5-14L9.5-28"
    turned = "".join(
        f'<path transform="translate(50 51)rotate({turn * 72})" d="{petal}" fill="{OBJECTS["a"]}"/>'
        for turn in (1, 4, 2, 3, 0)
    )
    veined = "".join(f'<path transform="translate(50 51)rotate({turn * 72})" d="{veins}"/>' for turn in range(5))
    tips = [polar(angle, radius, 50, 51) for angle, radius in ((-126, 21), (-90, 24), (-54, 21), (-18, 18), (198, 18))]
    threads = "".join(f"M50 51L{number(x)} {number(y)}" for x, y in tips)
    anthers = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="3"/>' for x, y in tips)
    return (
        inked(turned)
        + f'<g fill="none" stroke="#8A2F55" stroke-width="2" stroke-linecap="round" opacity=".75">{veined}</g>'
        + f'<circle cx="50" cy="51" r="9.5" fill="#8A2F55" stroke="{INK}" stroke-width="2.6"/>'
        + lines(threads, PAPER, 2)
        + f'<g fill="{PAPER}" stroke="{INK}" stroke-width="1.3">{anthers}</g>'
    )


def boxwood() -> str:
    """A shrub clipped into two clouds."""
    trunk = '<path d="M42 78L40 95H47L50 84L54 95H61L58 78Z" fill="#8A6B4C"/>'
    upper = "M24 56C12 50 16 32 30 33C30 14 44 6 54 10C66 5 79 16 75 31C88 32 91 50 78 56Z"
    lower = (
        "M12 84C-1 80 1 61 14 60C15 48 32 44 39 52C46 44 60 44 65 52C73 46 87 50 88 61C101 62 101 80 88 84"
        "C70 89 30 89 12 84Z"
    )
    leaves = (
        "M36 27q2-9 11-10M58 17q9 0 10 9M46 31q6-5 12 0M27 45q4-5 9-2M66 44q5-3 9 2M48 43q3-2 6 0M10 71q3-6 9-5"
        "M26 59q6-4 10 1M49 57q6-4 11 0M75 60q7-1 9 5M28 73q5-4 10 0M50 70q5-4 10 0M69 75q5-4 10 0"
    )
    clouds = f'<path d="{upper}" fill="{OBJECTS["b"]}"/><path d="{lower}" fill="{OBJECTS["b"]}"/>'
    return inked(trunk + clouds) + lines(leaves, "#8FBB97", 2.9) + lines("M26 95.5H74", INK, 3.4)


def stone() -> str:
    """A leaning boulder, lit from the left, with moss at its foot."""
    outline = "M62 6L80 20L86 52L92 84L80 93L22 93L9 85L17 66L33 42L44 18Z"
    light = '<path d="M62 6L44 18L33 42L17 66L30 70L48 54L57 30Z" fill="#A5A297" stroke="none"/>'
    shade = '<path d="M80 20L86 52L92 84L80 93L66 93L70 62L66 34Z" fill="#454439" stroke="none"/>'
    edges = "M62 6L57 30L48 54L30 70L17 66M57 30L66 34L80 20M66 34L70 62L66 93M48 54L70 62M30 70L33 92"
    moss = "M6 90Q10 79 19 84Q25 76 33 84Q40 79 46 87Q50 90 50 94L22 95Q8 96 6 90Z"
    return inked(
        f'<path d="{outline}" fill="{OBJECTS["s"]}"/>{light}{shade}<path d="{edges}" fill="none" stroke-width="1.9"/>'
        f'<path d="{outline}" fill="none"/><path d="{moss}" fill="#7C9A5B" stroke-width="2.6"/>',
        3.4,
    )


# -- lanterns, frogs, the bonsai, crests -------------------------------------------------------------------------------
def lantern() -> str:
    """Of stone, and lit."""
    body, dark = "#A9A598", "#7E7B70"
    return inked(
        f'<path d="M28 100H72L66 91H34ZM26 72H74L66 64H34Z" fill="{dark}"/>'
        f'<path d="M43 91L45 72H55L57 91Z" fill="{body}"/>'
        f'<rect x="33" y="41" width="34" height="23" fill="{body}"/>'
        f'<rect x="40.5" y="44" width="19" height="17" rx="1" fill="{GOLD}" stroke-width="2.6"/>'
        f'<path d="M50 44V61M40.5 52.5H59.5" stroke-width="1.9" fill="none"/>'
        f'<path d="M7 41Q10 36 8 32Q28 31 40 16H60Q72 31 92 32Q90 36 93 41Q72 44 50 44Q28 44 7 41Z" fill="{dark}"/>'
        f'<path d="M41 16Q41 12 45 11Q44 5 50 1.5Q56 5 55 11Q59 12 59 16Z" fill="{body}"/>'
    )


def lantern_field() -> str:
    """The place of a lantern that is not there yet."""
    outline = (
        "M28 100H72L66 91H57L55 72H74L66 64H67V43Q82 43 93 41Q90 36 92 32Q72 31 60 16Q59 12 55 11Q56 5 50 1.5"
        "Q44 5 45 11Q41 12 41 16Q28 31 8 32Q10 36 7 41Q18 43 33 43V64H34L26 72H45L43 91H34Z"
    )
    return (
        f'<path d="{outline}" fill="none" stroke="{SECONDARY}" stroke-width="3.2" stroke-dasharray="6 5.5" '
        'stroke-linejoin="round" opacity=".7"/>'
    )


def frog(skin: str, light: str) -> str:
    """Seen from in front, as a small casting would sit on a board."""
    legs = "M27 56C6 54 0 78 9 90H37L40 78ZM73 56C94 54 100 78 91 90H63L60 78Z"
    body = "M50 25C70 25 80 44 79 62C78 80 66 91 50 91C34 91 22 80 21 62C20 44 30 25 50 25Z"
    belly = "M50 60C60 60 66 68 65 78C64 86 58 89 50 89C42 89 36 86 35 78C34 68 40 60 50 60Z"
    eyes = "".join(
        f'<circle cx="{x}" cy="26" r="12" fill="{skin}"/><circle cx="{x}" cy="25" r="5" fill="{INK}" stroke="none"/>'
        for x in (32, 68)
    )
    return inked(
        f'<path d="{legs}" fill="{skin}"/><path d="{body}" fill="{skin}"/>{eyes}'
        f'<path d="{belly}" fill="{light}" stroke="none"/><path d="M29 47Q50 60 71 47" fill="none"/>'
        '<path d="M38 70V90M62 70V90M30 91H44M56 91H70" fill="none"/>',
        4.6,
    )


def bonsai() -> str:
    trunk = (
        "M40 80C40 66 58 62 56 50C55 42 44 42 40 34L47 31C53 38 65 40 66 51C67 60 60 66 56 80Z"
        "M62 56C70 56 74 52 79 49L82 53C76 58 70 61 63 62Z"
    )
    crowns = (
        "M16 32C8 24 18 15 26 18C30 6 48 4 53 15C62 11 72 19 66 29C60 35 24 37 16 32Z"
        "M64 50C58 43 65 36 72 38C76 31 89 32 90 40C98 42 97 52 90 53C82 55 70 54 64 50Z"
        "M14 58C8 51 15 45 21 47C25 40 37 41 38 48C45 49 45 58 39 60C32 62 20 62 14 58Z"
    )
    pot = "M20 80H80L73 95H27ZM16 76H84V83H16Z"
    return inked(
        f'<path d="{trunk}" fill="#8A6B4C"/><path d="{crowns}" fill="{MOSS}"/><path d="{pot}" fill="{VERMILION}"/>'
    )


_ART: Final[dict[str, Callable[[], str]]] = {
    "m": maple,
    "p": pagoda,
    "f": koi,
    "a": azalea,
    "b": boxwood,
    "s": stone,
    "lantern": lantern,
    "field": lantern_field,
    "silver": lambda: frog("#AEB4B9", "#E3E6E8"),
    "golden": lambda: frog("#E3A92B", "#FFE3A0"),
    "bonsai": bonsai,
}


def _symbol(name: str) -> str:
    return symbol(name, _ART[name]())


SYMBOLS: Definitions = {name: partial(_symbol, name) for name in _ART}
