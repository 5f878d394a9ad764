"""A real server, a real Chromium, and people with a window each.

Playwright's loop must not be left running when a module is done: other folders' tests run loops of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from niwashi.server.workers.precompile import compile_all
from tests.machine.browser import chromium as find_chromium
from tests.server.process import ServerProcess
from tests.web import windows
from tests.web.visiting import Visitor, Visitors


@pytest.fixture(scope="session")
def server(built_client: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    compile_all()
    running = ServerProcess(tmp_path_factory.mktemp("web"), NIWASHI_HEARTBEAT="1")
    running.start()
    yield running
    assert running.end() == 0


@pytest.fixture(scope="session")
def chromium() -> str:
    return find_chromium()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with windows.window_maker(chromium) as running:
        yield running


@pytest.fixture
def visitors(browser: Browser, server: ServerProcess) -> Iterator[Visitors]:
    """Windows of different people; whatever goes wrong in one of them fails the test."""
    coming = Visitors(browser, f"{server.address}/")
    yield coming
    coming.leave()


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    return visitors.come()
