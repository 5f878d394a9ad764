"""The browser client in a real Chromium: bytes loaded, time to the first board, smoothness of animations."""

from __future__ import annotations

import gzip
import time
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Response, expect

from tests.web.hands import clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.visiting import Visitor, Visitors

NETWORK_4G = {"latency": 170, "downloadThroughput": 9_000_000 / 8, "uploadThroughput": 9_000_000 / 8}
"""A typical 4G connection: round trip in milliseconds, bytes per second."""
CPU_SLOWDOWN = 4
"""CPU slowdown of a phone against a desktop."""
ANIMATION_SECONDS = 1.2
"""The length of a placement's animation: it settles, glows, its points rise and the stone walks."""
MOST_SEATS: dict[str, dict[str, Any]] = {
    "miyabi": {"seats": 4, "expansions": "ABCDE"},
    "edo_yashiki": {"seats": 5, "grab": "calm", "specialists": True},
}


@dataclass(frozen=True)
class Loading:
    scripts: int
    """Bytes of gzipped JavaScript before the first action."""
    lobby: float
    """Seconds on 4G until “Play now” can be pressed."""
    board: float
    """Seconds from that press to a board."""


@dataclass(frozen=True)
class Frames:
    count: int
    median: float
    late: float
    """Milliseconds, the 95th percentile."""
    busy: float
    """Milliseconds per frame of the page's main thread: scripts, styles, layout, painting."""


# -- loading -----------------------------------------------------------------------------------------------------------
def loading(browser: Browser, address: str, times: int) -> Loading:
    visits = [_visit(Visitors(browser, address).come()) for _ in range(times)]
    return Loading(visits[0].scripts, median(one.lobby for one in visits), median(one.board for one in visits))


def _visit(visitor: Visitor) -> Loading:
    page, scripts = visitor.page, list[Response]()
    page.on("response", lambda response: scripts.append(response) if response.url.endswith(".js") else None)
    devtools = _devtools(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **NETWORK_4G})
    start = time.perf_counter()
    page.goto(visitor.address, wait_until="commit")
    button = page.get_by_role("button", name="Play now against bots (Miyabi)")
    expect(button).to_be_enabled()
    ready = time.perf_counter()
    button.click()
    expect(page.get_by_role("grid")).to_be_visible()
    played = time.perf_counter()
    page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(response.body(), 9)) for response in scripts)
    visitor.context.close()
    return Loading(size, ready - start, played - ready)


def _devtools(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


# -- frames ------------------------------------------------------------------------------------------------------------
COUNT_FRAMES = """() => {
  window.frames_seen = []
  const seen = (at) => {
    window.frames_seen.push(at)
    requestAnimationFrame(seen)
  }
  requestAnimationFrame(seen)
}"""


def frames(browser: Browser, address: str, game: str, actions: int) -> Frames:
    """The frames while own actions are animated, at a table with the most seats."""
    visitor = Visitors(browser, address).come(motion="full")
    table = Table.with_bots(visitor, game, options=MOST_SEATS[game])
    page = table.show()
    devtools = _devtools(page)
    devtools.send("Performance.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    page.evaluate(COUNT_FRAMES)
    waits: list[float] = []
    busy = 0.0
    for _ in play_on(table, clicks(), any_action(1), actions):
        page.evaluate("window.frames_seen.length = 0")
        before = _busy(devtools)
        page.wait_for_timeout(1000 * ANIMATION_SECONDS)
        busy += _busy(devtools) - before
        seen = page.evaluate("window.frames_seen")
        waits += [later - earlier for earlier, later in pairwise(seen)]
    visitor.context.close()
    waits.sort()
    return Frames(len(waits), median(waits), waits[int(0.95 * len(waits))], 1000 * busy / len(waits))


def _busy(devtools: CDPSession) -> float:
    """Seconds of work of the page's main thread."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))
