"""A garden that is written once, and a real Chromium.

Playwright's loop must not be left running when a module is done: other folders' tests run loops of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.machine.browser import chromium as find_chromium
from tests.site.gardens import write_garden
from tests.web import windows


@pytest.fixture(scope="session")
def chromium() -> str:
    return find_chromium()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with windows.window_maker(chromium) as running:
        yield running


@pytest.fixture(scope="session")
def garden(built_client: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_garden(tmp_path_factory.mktemp("site") / "garden")
