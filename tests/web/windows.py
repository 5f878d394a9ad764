"""A real browser and a real server for it: for programs that look at the client, and in parts for the tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

import hatch_build
from tests.machine.browser import chromium
from tests.server.process import ServerProcess
from tests.web import firefox
from tests.web.visiting import FLAGS


@contextmanager
def window_maker(executable: str) -> Iterator[Browser]:
    with _playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def firefox_maker(folder: Path) -> Iterator[Browser]:
    """The installed Firefox, of somebody who wants no motion; `folder` keeps what starts it."""
    found = firefox.find()
    assert found, "no Firefox is installed"
    with _playwright() as playwright:
        launcher = firefox.write_launcher(folder, found)
        still: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
        browser = playwright.firefox.launch(channel="moz-firefox", executable_path=launcher, firefox_user_prefs=still)
        yield browser
        browser.close()


@contextmanager
def _playwright() -> Iterator[Playwright]:
    # Playwright's own node needs libatomic, which a bare system lacks; the one that builds the client does not.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", hatch_build.find_node().path)
    with sync_playwright() as playwright:
        yield playwright


@contextmanager
def windows() -> Iterator[tuple[Browser, str]]:
    """A browser, and the address of a server that has the newest client."""
    hatch_build.build()
    with tempfile.TemporaryDirectory() as folder, window_maker(chromium()) as browser:
        server = ServerProcess(Path(folder))
        server.start()
        try:
            yield browser, f"{server.address}/"
        finally:
            server.end()
