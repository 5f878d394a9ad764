"""Makes short films of the browser client: `python -m tools.pictures.film [NAME…]`, from the root.

A page's frames come from Chromium's screencast, and another page of the same browser encodes them as WebM.
"""

from __future__ import annotations

import argparse
import base64
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.endings import LastAction
from tests.web.hands import await_decision, clicks
from tests.web.playing import Table
from tests.web.visiting import Visitor, Visitors
from tests.web.windows import windows

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "films"
SIZE = (1280, 720)
WIDTH, HEIGHT, BITS_PER_SECOND = 960, 540, 800_000
LAST_TILES = 2
"""On display before the last action of somebody who begins a round of two."""
ENCODE = """async ({ frames, width, height, bits }) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  const pictures = await Promise.all(frames.map(async ([at, data]) =>
    [at, await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${data}`)).blob())]))
  const recorder = new MediaRecorder(canvas.captureStream(30), {
    mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: bits })
  const parts = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.start()
  for (const [number, [at, picture]] of pictures.entries()) {
    pen.drawImage(picture, 0, 0, width, height)
    const next = pictures[number + 1]?.[0] ?? at + 0.5
    await new Promise((done) => setTimeout(done, (next - at) * 1000))
  }
  recorder.stop()
  await new Promise((done) => (recorder.onstop = done))
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}"""


class Camera:
    def __init__(self, page: Page) -> None:
        self.frames: list[tuple[float, str]] = []
        self._page, self._devtools = page, page.context.new_cdp_session(page)
        self._devtools.on("Page.screencastFrame", self._keep)
        self._devtools.send("Page.startScreencast", {"format": "jpeg", "quality": 85, "everyNthFrame": 1})

    def _keep(self, frame: dict[str, Any]) -> None:
        self.frames.append((frame["metadata"]["timestamp"], frame["data"]))
        self._devtools.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def develop(self) -> bytes:
        self._devtools.send("Page.stopScreencast")
        dark_room = self._page.context.new_page()
        dark_room.goto("about:blank")
        given = {"frames": self.frames, "width": WIDTH, "height": HEIGHT, "bits": BITS_PER_SECOND}
        return base64.b64decode(dark_room.evaluate(ENCODE, given))


# -- what is filmed ----------------------------------------------------------------------------------------------------
def film_turn(visitor: Visitor) -> bytes:
    """One's own tile and those of three bots."""
    table = Table.with_bots(visitor, "miyabi", "casual", options={"seats": 4})
    page = table.show()
    page.wait_for_timeout(4000)
    camera = Camera(page)
    page.wait_for_timeout(600)
    choices, hands = table.decision(), clicks()
    assert choices is not None
    hands.prepare(page, choices, len(choices["actions"]) // 2)
    page.wait_for_timeout(700)
    hands.confirm(page)
    await_next_turn(table, page, choices)
    return camera.develop()


def film_round(visitor: Visitor) -> bytes:
    """The last tile of a round, the sweep, the word, and the new tiles."""
    table = Table.with_bots(visitor, "miyabi", "casual", options={"seats": 2})
    choices = table.decision()
    while choices is not None and len(table.now()["view"]["display"]) > LAST_TILES:
        best = max(range(len(choices["actions"])), key=choices["points"].__getitem__)
        table.ask("act", seq=choices["seq"], action=choices["actions"][best])
        choices = table.decision(after=choices["seq"])
    assert choices is not None
    page, hands = table.show(), clicks()
    page.wait_for_timeout(3000)
    camera = Camera(page)
    hands.prepare(page, choices, 0)
    page.wait_for_timeout(500)
    hands.confirm(page)
    await_next_turn(table, page, choices)
    return camera.develop()


def await_next_turn(table: Table, page: Page, before: dict[str, Any]) -> None:
    """What everybody did has been shown."""
    choices = table.decision(after=before["seq"])
    assert choices is not None
    await_decision(page, choices)
    page.wait_for_timeout(1200)


def film_grab(visitor: Visitor) -> bytes:
    """Look, ready, lamps, hajime."""
    table = Table.with_bots(visitor, "edo_yashiki", "club", options={"seats": 3, "grab": "live"})
    page = table.show()
    page.locator(".scene .cards button").first.wait_for()
    page.wait_for_timeout(1000)
    camera = Camera(page)
    page.wait_for_timeout(1200)
    page.get_by_role("button", name="I am ready").click()
    page.locator(".scene .cards button:not([aria-disabled=true])").first.click(timeout=15_000)
    page.get_by_role("heading", name="Place your card").wait_for()
    page.wait_for_timeout(2500)
    return camera.develop()


def film_ceremony(visitor: Visitor) -> bytes:
    last = LastAction(visitor, "miyabi")
    page = last.table.show()
    page.wait_for_timeout(3000)
    camera = Camera(page)
    last.end()
    page.get_by_role("heading", name="won").wait_for(timeout=40_000)
    page.wait_for_timeout(2500)
    return camera.develop()


FILMS: dict[str, Callable[[Visitor], bytes]] = {
    "turn": film_turn,
    "round": film_round,
    "grab": film_grab,
    "ceremony": film_ceremony,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(FILMS)}; all without any")
    names = parser.parse_args().names or list(FILMS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with windows() as (browser, address):
        for name in names:
            visitors = Visitors(browser, address)
            began = time.monotonic()
            film = FILMS[name](visitors.come(SIZE, motion="full"))
            (FOLDER / f"{name}.webm").write_bytes(film)
            print(f"{name}: {len(film) // 1000} kB, {time.monotonic() - began:.0f} s", flush=True)
            visitors.leave()


if __name__ == "__main__":
    main()
