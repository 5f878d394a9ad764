"""Small pictures of the main screens, kept beside this file: `python -m tests.web.snapshots` takes them anew.

What is on them is always the same: positions of the boards' own fixtures, fixed names, a fixed day, nothing that moves.
They are compared as somebody compares them who squints: by the colours of a coarse grid of cells, so that another
machine's way to draw letters does not matter, but something that moved or changed its colour does.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.web.visiting import DESKTOP, PHONE, Theme, Visitor, Visitors
from tests.web.windows import windows

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "snapshots"
FIXTURES = ROOT / "web" / "src" / "games" / "fixtures"
TODAY = datetime(2026, 11, 15, 12, tzinfo=UTC)
NAMES = ("Aki", "Bo", "Mei", "Yui", "Ren")
WIDTH, QUALITY = 480, 0.72
CELL = 10
"""Pixels of the small picture: 30 of a desktop's, 7.5 of a phone's."""
MOST_IN_A_CELL, MOST_IN_ALL = 14.0, 1.5
"""Of 255: how far the mean colour of one cell may be off, and of all cells together."""


# -- what is on them ---------------------------------------------------------------------------------------------------
def ended(scores: list[int]) -> dict[str, Any]:
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return {"event": "ended", "scores": scores, "winners": [ranks.index(1)], "ranks": ranks, "seed": ""}


def snapshot(game: str, position: str) -> dict[str, Any]:
    """A table in a position of the fixtures, as the server would tell it to the seat that is to act."""
    told = json.loads((FIXTURES / f"{game}.json").read_text())[position]
    view, choices = told["view"], told["choices"]
    over, seq = choices is None, len(told["history"])
    options = {key: view[key] for key in ("seats", "expansions", "grab", "specialists", "edition") if view.get(key)}
    return {
        "table": "t1",
        "seq": seq,
        "at": 0,
        "phase": "over" if over else "playing",
        "game": game,
        "options": options,
        "settings": {},
        "components": {"name": "reconstruction-1"},
        "commitment": "",
        "events": seq,
        "newest": seq,
        "seats": [{"name": name, "held": "person", "here": True} for name in NAMES[: view["seats"]]],
        "you": 0 if over else choices["seat"],
        "view": view,
        "choices": choices and {**choices, "seq": seq},
        "ended": ended(view["scores"]) if over else None,
        "story": [{"at": 0, **one} for one in told["history"]],
    }


def at_table(game: str, position: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        page, table = visitor.page, snapshot(game, position)
        page.route("**/api/tables/t1", lambda route: route.fulfill(json=table))
        page.route("**/api/tables/t1/news*", lambda route: route.fulfill(json=table["story"]))
        page.route("**/api/session", lambda route: route.fulfill(json={"name": NAMES[0], "guest": True}))
        page.route("**/api/tables/mine", lambda route: route.fulfill(json=[]))
        page.route("**/api/tables/t1/chat", lambda route: route.fulfill(json=[]))
        page.route("**/api/tickets", lambda route: route.fulfill(json={"ticket": "any", "path": ""}))
        page.route_web_socket("**/api/**", lambda _: None)  # a line on which nothing is ever said
        page.goto(f"{visitor.address}#/t/t1")
        expect(page.get_by_role("grid").first).to_be_visible()

    return show


def with_a_tile_in_hand(visitor: Visitor) -> None:
    at_table("miyabi", "two")(visitor)
    visitor.page.locator(".tile[aria-disabled=false]").first.click()
    visitor.page.locator(".columns button.open").first.click()


ROWS = [
    {
        "table": "t1",
        "game": "miyabi",
        "options": {"seats": 4, "expansions": "CE"},
        "clock": {"kind": "days", "days": 3},
    },
    {"table": "t2", "game": "edo_yashiki", "options": {"seats": 3, "grab": "live", "specialists": True}},
]


def lobby(visitor: Visitor) -> None:
    def listed(route: Route) -> None:
        seats = [{"seat": 0, "name": "Aki", "bot": False}]
        rows = [{"state": "open", "visibility": "public", "seats": seats, "updated": 0, **row} for row in ROWS]
        route.fulfill(json=rows if "state=open" in route.request.url else [])

    visitor.page.route("**/api/tables?state=*", listed)
    visitor.open()
    expect(visitor.page.get_by_text("Aki’s table").first).to_be_visible()


def new_table(visitor: Visitor) -> None:
    lobby(visitor)
    visitor.page.get_by_role("button", name="New table (Miyabi)").click()
    expect(visitor.page.get_by_role("dialog")).to_be_visible()


def settings(visitor: Visitor) -> None:
    visitor.open("#/settings")


@dataclass(frozen=True)
class Shot:
    name: str
    show: Callable[[Visitor], None]
    size: tuple[int, int] = DESKTOP
    theme: Theme = "light"
    quick: bool = False


SHOTS = [
    Shot("lobby", lobby),
    Shot("lobby-phone-dark", lobby, PHONE, "dark", quick=True),
    Shot("new-table", new_table),
    Shot("settings-phone", settings, PHONE),
    Shot("miyabi", at_table("miyabi", "two"), quick=True),
    Shot("miyabi-expansions-dark", at_table("miyabi", "expansions"), DESKTOP, "dark", quick=True),
    Shot("miyabi-preview-phone", with_a_tile_in_hand, PHONE),
    Shot("miyabi-over", at_table("miyabi", "over")),
    Shot("edo-place", at_table("edo_yashiki", "place"), quick=True),
    Shot("edo-calm-phone-dark", at_table("edo_yashiki", "calm"), PHONE, "dark"),
    Shot("edo-over", at_table("edo_yashiki", "over")),
]


# -- taking and comparing ----------------------------------------------------------------------------------------------
def look(visitors: Visitors, shot: Shot) -> Visitor:
    """The screen, once nothing on it changes any more."""
    visitor = visitors.come(shot.size, shot.theme, name="Aki")
    visitor.page.clock.set_fixed_time(TODAY)
    visitor.page.route(visitor.address, in_a_network)
    shot.show(visitor)
    visitor.page.evaluate(WITHOUT_CODES)
    visitor.page.evaluate("document.fonts.ready")
    settle(visitor.page)
    return visitor


def in_a_network(route: Route) -> None:
    """As a server tells it that other devices can reach: there are codes to scan."""
    told = route.fetch()
    route.fulfill(response=told, body=told.text().replace("<html ", '<html data-shared="http://garden.example/" ', 1))


def settle(page: Page) -> None:
    before = b""
    for _ in range(40):
        page.wait_for_timeout(120)
        now = page.screenshot(animations="disabled", caret="hide")
        if now == before:
            return
        before = now
    raise AssertionError("the page never stands still")


def small_picture(page: Page, width: int = WIDTH, quality: float = QUALITY) -> bytes:
    """As it is kept."""
    taken = page.screenshot(animations="disabled", caret="hide")
    return base64.b64decode(page.evaluate(SMALLER, [base64.b64encode(taken).decode(), width, quality]))


def apart(page: Page, one: bytes, other: bytes) -> tuple[float, float]:
    """How far two small pictures are apart: in the cell where it is most, and over all cells."""
    given = [base64.b64encode(picture).decode() for picture in (one, other)]
    most, mean = page.evaluate(APART, [*given, CELL])
    return float(most), float(mean)


# A code to scan says where the server is, which is somewhere else each time.
WITHOUT_CODES = """() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.qr > svg { visibility: hidden }')
  document.adoptedStyleSheets.push(sheet)
}"""
READ = """
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const read = async (text) => createImageBitmap(new Blob([bytes(text)]))
  const draw = (picture, width, height) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    return [canvas, context]
  }
"""
SMALLER = f"""async ([text, width, quality]) => {{
  {READ}
  const picture = await read(text)
  const [canvas] = draw(picture, width, Math.round((picture.height * width) / picture.width))
  const blob = await canvas.convertToBlob({{ type: 'image/webp', quality }})
  return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))
}}"""
# The mean colour of each cell; cells of both pictures are then held against each other.
APART = f"""async ([one, other, cell]) => {{
  {READ}
  const means = async (text) => {{
    const picture = await read(text)
    const {{ width, height }} = picture
    const data = draw(picture, width, height)[1].getImageData(0, 0, width, height).data
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
    const sums = new Float64Array(columns * rows * 4)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {{
        const [to, from] = [(Math.floor(y / cell) * columns + Math.floor(x / cell)) * 4, (y * width + x) * 4]
        for (let colour = 0; colour < 3; colour++) sums[to + colour] += data[from + colour]
        sums[to + 3] += 1
      }}
    return sums
  }}
  const [p, q] = [await means(one), await means(other)]
  if (p.length !== q.length) return [255, 255]
  let [most, total] = [0, 0]
  for (let n = 0; n < p.length; n += 4) {{
    const by = (colour) => Math.abs(p[n + colour] / p[n + 3] - q[n + colour] / q[n + 3])
    const off = (by(0) + by(1) + by(2)) / 3
    most = Math.max(most, off)
    total += off
  }}
  return [most, total / (p.length / 4)]
}}"""


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with windows() as (browser, address):
        visitors = Visitors(browser, address)
        for shot in SHOTS:
            if not names or shot.name in names:
                picture = small_picture(look(visitors, shot).page)
                (FOLDER / f"{shot.name}.webp").write_bytes(picture)
                print(f"{shot.name}: {len(picture):,} bytes", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
