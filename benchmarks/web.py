"""The browser client in a real Chromium: bytes loaded, time to the first board, smoothness of animations."""

from __future__ import annotations

import gzip
import os
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Response, expect

from tests.web.hands import clicks
from tests.web.playing import Table, any_action, play_on
from tests.web.snapshots import at_table
from tests.web.visiting import Visitor, Visitors

NETWORK_4G = {"latency": 170, "downloadThroughput": 9_000_000 / 8, "uploadThroughput": 9_000_000 / 8}
"""A typical 4G connection: round trip in milliseconds, bytes per second."""
CPU_SLOWDOWN = 4
"""CPU slowdown of a phone against a desktop."""
ANIMATION_SECONDS = 2.4
"""Own points rise and the stone walks (1.2 s); then rivals' pieces fly."""
FRAME_MS = 1000 / 60
UNTIL_ALIVE_SECONDS = 8
"""Nothing stirs before that."""
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
    """Seconds from that press to a board, pressed at once."""
    idle_board: float
    """… and pressed once the lobby has fetched the board's parts."""


@dataclass(frozen=True)
class Frames:
    count: int
    median: float
    late: float
    """Milliseconds, the 95th percentile."""
    missed: int
    """Frames that should have been drawn between two of them."""
    busy: float
    """Milliseconds per frame of the page's main thread: scripts, styles, layout, painting."""


@dataclass(frozen=True)
class Idle:
    """Shares of a core."""

    thread: float
    """The page's main thread."""
    renderer: float
    """All processes that draw pages, with their threads."""
    compositor: float


# -- loading -----------------------------------------------------------------------------------------------------------
def loading(browser: Browser, address: str, times: int) -> Loading:
    hasty = [_visit(Visitors(browser, address).come(), hasty=True) for _ in range(times)]
    idle = [_visit(Visitors(browser, address).come(), hasty=False) for _ in range(times)]
    return Loading(
        scripts=hasty[0].scripts,
        lobby=median(one.lobby for one in hasty),
        board=median(one.board for one in hasty),
        idle_board=median(one.board for one in idle),
    )


@dataclass(frozen=True)
class Visit:
    scripts: int
    lobby: float
    board: float


def _visit(visitor: Visitor, hasty: bool) -> Visit:
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
    if not hasty:
        page.wait_for_load_state("networkidle")
    pressed = time.perf_counter()
    button.click()
    expect(page.get_by_role("grid")).to_be_visible()
    played = time.perf_counter()
    page.wait_for_load_state("networkidle")
    size = sum(len(gzip.compress(response.body(), 9)) for response in scripts)
    visitor.context.close()
    return Visit(size, ready - start, played - pressed)


def _devtools(page: Page) -> CDPSession:
    return page.context.new_cdp_session(page)


# -- frames ------------------------------------------------------------------------------------------------------------
# When every frame was drawn, and whether a piece was flying over the page then.
COUNT_FRAMES = """() => {
  window.frames_seen = []
  const seen = (at) => {
    window.frames_seen.push([at, document.querySelector('.motion-piece') !== null])
    requestAnimationFrame(seen)
  }
  requestAnimationFrame(seen)
}"""


def frames(browser: Browser, address: str, game: str, actions: int) -> tuple[Frames, Frames | None]:
    """At a table with the most seats: the frames while own points are shown and rivals' pieces travel; of these last
    ones also alone, if any piece flew."""
    visitor = Visitors(browser, address).come(motion="full")
    table = Table.with_bots(visitor, game, options=MOST_SEATS[game])
    page = table.show()
    devtools = _devtools(page)
    devtools.send("Performance.enable")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    page.evaluate(COUNT_FRAMES)
    waits: list[tuple[float, bool]] = []
    busy = 0.0
    for _ in play_on(table, clicks(), any_action(1), actions):
        page.evaluate("window.frames_seen.length = 0")
        before = _busy(devtools)
        page.wait_for_timeout(1000 * ANIMATION_SECONDS)
        busy += _busy(devtools) - before
        seen = page.evaluate("window.frames_seen")
        waits += [(later - earlier, flying) for (earlier, _), (later, flying) in pairwise(seen)]
    visitor.context.close()
    share = 1000 * busy / len(waits)
    in_flight = [wait for wait, flying in waits if flying]
    return _frames([wait for wait, _ in waits], share), _frames(in_flight, share) if in_flight else None


def _frames(waits: list[float], busy: float) -> Frames:
    waits = sorted(waits)
    missed = sum(round(wait / FRAME_MS) - 1 for wait in waits if wait > FRAME_MS)
    return Frames(len(waits), median(waits), waits[int(0.95 * len(waits))], missed, busy)


def _busy(devtools: CDPSession) -> float:
    """Seconds of work of the page's main thread."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


# -- an idle garden ----------------------------------------------------------------------------------------------------
def idle(browser: Browser, address: str, seconds: float) -> Idle:
    """A garden by night in which koi swim, lanterns flicker and petals fall, and nobody does anything."""
    visitor = Visitors(browser, address).come(theme="dark", motion="full")
    at_table("miyabi", "two")(visitor)
    devtools = _devtools(visitor.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    processes = _processes(browser)
    visitor.page.wait_for_timeout(1000 * UNTIL_ALIVE_SECONDS)
    before, thread = _processor_seconds(processes), _busy(devtools)
    visitor.page.wait_for_timeout(1000 * seconds)
    after = _processor_seconds(processes)
    thread = _busy(devtools) - thread
    visitor.context.close()
    used = {kind: (after[kind] - before[kind]) / seconds for kind in after}
    return Idle(thread / seconds, used["renderer"], used["GPU"])


def _processes(browser: Browser) -> dict[str, list[int]]:
    """The browser's processes by their kind; without a graphics card “GPU” puts the picture together."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    kinds = ("renderer", "GPU")
    return {kind: [int(one["id"]) for one in found if one["type"] == kind] for kind in kinds}


def _processor_seconds(processes: dict[str, list[int]]) -> dict[str, float]:
    return {kind: sum(map(_used_by, numbers)) for kind, numbers in processes.items()}


def _used_by(process: int) -> float:
    """In user and kernel mode, as Linux counts it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
