"""SVG elements as text, and the document around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from unicodedata import east_asian_width
from xml.sax.saxutils import escape as escape_markup
from zlib import crc32

from niwashi.pictures.palette import INK, SANS

Definitions = Mapping[str, Callable[[], str]]
"""By id, what `url(#…)` and `<use>` refer to. Only those that a drawing uses are written."""
MARK = "§"
"""Stands before every id, until the drawing is known: several drawings may lie on one page, where ids must differ."""
_REFERENCE = re.compile(rf"#{MARK}([\w-]+)")
_CLASSES = re.compile(r'class="([^"]+)"')


def number(value: float) -> str:
    """As short as it can be written with one decimal."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def escape(what: object) -> str:
    """Text as XML, without our mark for ids."""
    return escape_markup(str(what), {'"': "&quot;", MARK: f"&#{ord(MARK)};"})


def rect(x: float, y: float, width: float, height: float, more: str) -> str:
    corner = f'x="{number(x)}" y="{number(y)}"'
    return f'<rect {corner} width="{number(width)}" height="{number(height)}" {more}/>'


def text(x: float, y: float, what: object, kind: str, more: str = "") -> str:
    return f'<text x="{number(x)}" y="{number(y)}" class="{kind}"{more}>{escape(what)}</text>'


def line(d: str, kind: str) -> str:
    return f'<path d="{d}" class="{kind}"/>'


def group(x: float, y: float, inner: str, more: str = "") -> str:
    """Moved by x and y."""
    return f'<g transform="translate({number(x)} {number(y)})"{more}>{inner}</g>'


def use(name: str, x: float, y: float, size: float, more: str = "") -> str:
    """A symbol with its centre at x, y."""
    corner = f'x="{number(x - size / 2)}" y="{number(y - size / 2)}"'
    return f'<use href="#{MARK}{name}" {corner} width="{number(size)}" height="{number(size)}"{more}/>'


def symbol(name: str, art: str, box: str = "0 0 100 100") -> str:
    return f'<symbol id="{MARK}{name}" viewBox="{box}">{art}</symbol>'


def shorten(words: str, room: float) -> str:
    """As much of a text as fits, measured in letters of ordinary width; East Asian ones are twice as wide."""
    widths = [2 if east_asian_width(letter) in "WF" else 1 for letter in words]
    if sum(widths) <= room:
        return words
    kept = 0
    while sum(widths[: kept + 1]) <= room - 1:
        kept += 1
    return words[:kept].rstrip() + "…"


@dataclass(frozen=True)
class Drawing:
    """A drawing before it is a document."""

    width: float
    height: float
    body: str
    title: str
    description: str
    styles: Mapping[str, str]
    """CSS by class."""
    definitions: Definitions


def document(drawing: Drawing, size: int | None) -> str:
    """A standalone SVG. The styles apply inside it only, since notebooks put it into their own page."""
    width, height = number(drawing.width), number(drawing.height)
    shown = (width, height) if size is None else (number(size), number(size * drawing.height / drawing.width))
    defined = "".join(_definitions(drawing.body, drawing.definitions))
    written = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="niwashi" viewBox="0 0 {width} {height}" '
        f'width="{shown[0]}" height="{shown[1]}" role="img" aria-label="{escape(drawing.title)}">'
        f"<title>{escape(drawing.title)}</title><desc>{escape(drawing.description)}</desc>"
        f"<style>{_style(drawing.body + defined, drawing.styles)}</style>"
        f"<defs>{defined}</defs>{drawing.body}</svg>\n"
    )
    return written.replace(MARK, f"n{crc32(written.encode()):08x}-")


def _definitions(body: str, known: Definitions) -> list[str]:
    """What the body refers to, and what that refers to, in the order of the known ones."""
    made: dict[str, str] = {}
    wanted = set(_REFERENCE.findall(body))
    while wanted:
        made.update((name, known[name]()) for name in wanted)
        wanted = set(_REFERENCE.findall("".join(made.values()))) - made.keys()
    return [made[name] for name in known if name in made]


def _style(written: str, styles: Mapping[str, str]) -> str:
    used = {name for names in _CLASSES.findall(written) for name in names.split()}
    rules = "".join(f".niwashi .{name}{{{rule}}}" for name, rule in styles.items() if name in used)
    return f".niwashi text{{font-family:{SANS};fill:{INK};font-variant-numeric:tabular-nums}}{rules}"
