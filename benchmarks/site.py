"""A garden without a server, opened from what the browser keeps: bytes, time, processor and memory.

python -m benchmarks.site [DIR]      a folder that `niwashi site` wrote; left out, one is written

The machine is made four times slower by stopping the browser's processes three quarters of the time: a browser's own
throttling leaves workers alone, and Python runs in workers.
"""

from __future__ import annotations

import gzip
import os
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, expect

from niwashi.site.offline import JAPANESE
from tests.machine.browser import chromium
from tests.site.gardens import served, write_garden
from tests.site.in_browser import ASK, READY_MS, GardenTable, wait_for
from tests.web.visiting import Visitor, Visitors
from tests.web.windows import window_maker

SLOWDOWN = 4
SLICE_SECONDS = 0.02
"""A browser that is stopped runs for so long, then rests for the remaining turns."""
TIMES = 5
IDLE_SECONDS = 30
REST_SECONDS = 5
"""What was begun ends before anything is measured."""
AGAINST_A_BOT: list[dict[str, Any]] = [{"you": True}, {"bot": "beginner"}]


@dataclass(frozen=True)
class Opening:
    seconds: float
    """From the address to a garden that answers."""
    processor: float
    """Seconds of all the browser's processes meanwhile."""


@dataclass(frozen=True)
class Rest:
    """A table at which somebody thinks, for a while."""

    processor: float
    """Seconds of a core, per second, of all the browser's processes."""
    tab: float
    """Megabytes of the tab's process, shared ones left out."""


def bytes_to_load(folder: Path) -> int:
    """As a web server that compresses sends them; Japanese letters left out."""
    files = [path for path in folder.rglob("*") if path.is_file() and not JAPANESE.search(path.name)]
    return sum(len(gzip.compress(path.read_bytes(), 6)) for path in files)


# -- opening -----------------------------------------------------------------------------------------------------------
def opening(browser: Browser, address: str, slow: bool) -> Opening:
    """From the cache, with the line cut."""
    visitor = _visit(browser, address)
    found = []
    for _ in range(TIMES):
        before, start = _processor_seconds(browser), time.perf_counter()
        with _slowed(browser) if slow else _as_it_is():
            visitor.page.reload(wait_until="commit")
            wait_for(visitor.page, "garden-ready")
            seconds = time.perf_counter() - start
        found.append(Opening(seconds, _processor_seconds(browser) - before))
    visitor.context.close()
    return Opening(median(one.seconds for one in found), median(one.processor for one in found))


def _visit(browser: Browser, address: str) -> Visitor:
    visitor = Visitors(browser, address).come(motion="full")
    visitor.context.add_init_script(ASK)
    visitor.page.goto(address)
    wait_for(visitor.page, "garden-kept")
    visitor.context.set_offline(True)
    visitor.page.reload()
    wait_for(visitor.page, "garden-ready")
    return visitor


@contextmanager
def _as_it_is() -> Iterator[None]:
    yield


@contextmanager
def _slowed(browser: Browser) -> Iterator[None]:
    """All threads of all pages' processes, also of those that begin meanwhile."""
    end = threading.Event()
    processes = _processes(browser)
    worker = threading.Thread(target=_stop_and_go, args=(processes, end))
    worker.start()
    try:
        yield
    finally:
        end.set()
        worker.join()


def _stop_and_go(processes: list[int], end: threading.Event) -> None:
    while not end.is_set():
        _signal(processes, signal.SIGSTOP)
        end.wait(SLICE_SECONDS * (SLOWDOWN - 1))
        _signal(processes, signal.SIGCONT)
        end.wait(SLICE_SECONDS)


def _signal(processes: list[int], what: signal.Signals) -> None:
    for process in processes:
        try:
            os.kill(process, what)
        except ProcessLookupError:
            continue


# -- resting -----------------------------------------------------------------------------------------------------------
def resting(browser: Browser, address: str, seconds: float) -> Rest:
    """It is one's own turn, and a bot has moved before."""
    visitor = _visit(browser, address)
    table = GardenTable.start(visitor, "miyabi", {"seats": 2}, AGAINST_A_BOT)
    page = table.show()
    table.decision()
    table.act()
    table.decision()
    expect(page.get_by_role("grid").first).to_be_visible(timeout=READY_MS)
    page.wait_for_timeout(1000 * REST_SECONDS)
    before = _processor_seconds(browser)
    page.wait_for_timeout(1000 * seconds)
    processor = (_processor_seconds(browser) - before) / seconds
    tab = max(_private_megabytes(process) for process in _processes(browser))
    visitor.context.close()
    return Rest(processor, tab)


def _private_megabytes(process: int) -> float:
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_\w+:\s+(\d+) kB", text)) / 1000


# -- processes ---------------------------------------------------------------------------------------------------------
def _processes(browser: Browser) -> list[int]:
    """Those that draw pages and run their workers."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [int(one["id"]) for one in found if one["type"] == "renderer"]


def _processor_seconds(browser: Browser) -> float:
    return sum(map(_used_by, _processes(browser)))


def _used_by(process: int) -> float:
    """In user and kernel mode, as Linux counts it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(folder: Path) -> None:
    print(f"loaded once                {bytes_to_load(folder) / 1e6:8.2f} MB, compressed")
    with served(folder) as address, window_maker(chromium()) as browser:
        for name, slow in (("ready, from the cache", False), (f"… {SLOWDOWN} times slower", True)):
            found = opening(browser, address, slow)
            print(f"{name:<26} {found.seconds:8.2f} s; the tab used {found.processor:.2f} s of processor")
        rest = resting(browser, address, IDLE_SECONDS)
        print(f"a table at rest            {100 * rest.processor:8.2f} % of a core, over {IDLE_SECONDS} s")
        print(f"the tab's own memory       {rest.tab:8.0f} MB")


def main(words: list[str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        measure(Path(words[0]) if words else write_garden(Path(place) / "garden"))


if __name__ == "__main__":
    main(sys.argv[1:])
