"""WebAssembly in real browsers, inside a worker, reproduces the conformance file, and can be measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from benchmarks import targets as benchmark
from tests.build.libraries import built
from tests.build.pages import by_browser
from tests.build.runners import write_script
from tests.conformance import targets
from tests.conformance.variants import ALL, Variant
from tests.machine.browser import chromium
from tests.web import firefox, windows


def difference(browser: Browser, variants: list[Variant], folder: Path) -> str | None:
    (modules,) = built("wasm32")
    script = write_script(folder / "conformance.json", variants)
    return targets.first_difference(by_browser(browser, modules, script), variants)


@pytest.mark.more
def test_chromium_reproduces_a_part_of_the_file(tmp_path: Path) -> None:
    with windows.window_maker(chromium()) as browser:
        assert not difference(browser, targets.some(6), tmp_path)


@pytest.mark.more
def test_speeds_are_measured_in_a_page(tmp_path: Path) -> None:
    (modules,) = built("wasm32")
    script = benchmark.write_measures(tmp_path / "measures.json")
    with windows.window_maker(chromium()) as browser:
        (line,) = by_browser(browser, modules, script, 0.01)
    rates = json.loads(line)
    assert set(rates) == set(benchmark.measures())
    assert all(1e3 < found < 1e9 for found in rates.values()), rates


@pytest.mark.full
def test_chromium_reproduces_the_file(tmp_path: Path) -> None:
    with windows.window_maker(chromium()) as browser:
        assert not difference(browser, list(ALL), tmp_path)


@pytest.mark.full
@pytest.mark.skipif(firefox.find() is None, reason="no Firefox: install one or name yours in NIWASHI_FIREFOX")
def test_firefox_reproduces_the_file(tmp_path: Path) -> None:
    with windows.firefox_maker(tmp_path) as browser:
        assert not difference(browser, list(ALL), tmp_path)
