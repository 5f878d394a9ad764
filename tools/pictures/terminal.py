"""Takes pictures of the full screen in a terminal: `python -m tools.pictures.terminal [NAME…]`, from the root.

Textual writes its screen as SVG, and Chromium draws that. The system needs the fonts DejaVu Sans Mono and Noto Sans
Mono CJK (Debian: fonts-dejavu-core, fonts-noto-cjk).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from niwashi.terminal.saved_games import PERSON
from niwashi.terminal.screens.board_view import BoardView
from tests.machine.browser import chromium
from tests.terminal.driving import Person, at_table, open_table
from tests.web.snapshots import small_picture
from tests.web.windows import window_maker
from tools.pictures.screens import FOLDER

QUALITY = 0.8
# Textual's cells are 0.61 of the size of the type wide, and twice that for a kanji.
FONTS = """
  @font-face { font-family: Cells; src: local("DejaVu Sans Mono"); size-adjust: 101.3% }
  @font-face { font-family: Cells; src: local("DejaVu Sans Mono Bold"); font-weight: bold; size-adjust: 101.3% }
  @font-face { font-family: Kanji; src: local("Noto Sans Mono CJK JP"), local("Noto Sans Mono CJK JP Regular");
    size-adjust: 122%; unicode-range: U+2E80-9FFF, U+FF00-FFEF }
  body { margin: 0 }
  svg { display: block; width: 100% }
"""


class Shot(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any]
    size: tuple[int, int]
    turns: int
    """Actions of the person, each the one with the most points."""
    press: str = ""
    """The key that is pressed then, which opens a dialog."""


SHOTS = {
    "terminal-miyabi": Shot("miyabi", 2, {"expansions": "CE"}, (100, 32), 15),
    "terminal-miyabi-hint": Shot("miyabi", 2, {}, (80, 24), 8, "h"),
    "terminal-edo-yashiki": Shot("edo_yashiki", 3, {"specialists": True, "grab": "calm"}, (132, 36), 16),
}


async def play(person: Person, turns: int) -> None:
    for _ in range(turns):
        await aim(person)
        await person.play()
    await aim(person)


async def aim(person: Person) -> None:
    """Moves the cursor to the action with the most points."""
    await person.own_turn()
    scene = person.screen.table.scene
    offer = scene and scene.offer
    assert offer, "the game was over before the picture"
    person.board.aim_at(offer.actions[offer.points.index(max(offer.points))])
    person.app.screen.query_one(BoardView).redraw()
    await person.pilot.pause()


async def draw(shot: Shot) -> str:
    """The screen as SVG."""
    table = open_table(shot.game, PERSON, *["casual"] * (shot.seats - 1), **shot.options)
    async with at_table(table, shot.size) as person:
        await play(person, shot.turns)
        if shot.press:
            await person.press(shot.press)
            await person.until(lambda: person.app.screen is not person.screen)
            await person.pilot.pause()
        return person.app.export_screenshot(title="niwashi play")


def on_a_page(picture: str) -> str:
    """With fonts of this machine: Textual's picture names one that a browser would have to fetch, and counts a kanji as
    one cell where it stretches text.
    """
    picture = re.sub(r"@font-face\s*{[^}]*}", "", picture)
    picture = re.sub(r' textLength="[^"]*"', "", picture)
    picture = re.sub(r"font-family:\s*Fira Code,\s*monospace", "font-family: Kanji, Cells", picture)
    return f"<!doctype html><style>{FONTS}</style>{picture}"


def keep(browser: Browser, name: str, picture: str) -> None:
    page = browser.new_page(viewport={"width": 1080, "height": 600}, device_scale_factor=2)
    page.set_content(on_a_page(picture))
    height = page.evaluate("Math.ceil(document.querySelector('svg').getBoundingClientRect().height)")
    page.set_viewport_size({"width": 1080, "height": height})
    path = FOLDER / f"{name}.webp"
    path.write_bytes(small_picture(page, 1080, QUALITY))
    page.close()
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SHOTS)}; all without any")
    names = parser.parse_args().names or list(SHOTS)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NIWASHI_DATA"] = folder
        pictures = {name: asyncio.run(draw(SHOTS[name])) for name in names}
    with window_maker(chromium()) as browser:
        for name, picture in pictures.items():
            keep(browser, name, picture)


if __name__ == "__main__":
    main()
