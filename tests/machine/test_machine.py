"""Only what the selected tests need is prepared."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.machine import browser
from tests.machine.__main__ import selects_tests
from tests.machine.needs import needs_of

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class SelectedTest:
    nodeid: str
    fixturenames: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("selected", "needs"),
    [
        (SelectedTest("tests/games/miyabi/test_m6_frog.py::test_m6_e3"), set()),
        (SelectedTest("tests/analysis/test_reasons.py::test_a"), set()),
        (SelectedTest("tests/store/test_log.py::test_a"), {"kernels"}),
        (SelectedTest("tests/server/test_nodes.py::test_a", ("cluster", "redis", "postgres")), {"kernels", "redis"}),
        (SelectedTest("tests/web/test_client.py::test_a", ("built_client",)), {"kernels", "client"}),
        (
            SelectedTest("tests/web/test_visits.py::test_a", ("built_client", "chromium")),
            {"kernels", "client", "browser"},
        ),
        (SelectedTest("tests/env/test_interfaces.py::test_a", ("env_packages",)), {"env_packages"}),
    ],
    ids=lambda value: value.nodeid if isinstance(value, SelectedTest) else "",
)
def test_a_tests_folder_and_fixtures_say_what_it_needs(selected: SelectedTest, needs: set[str]) -> None:
    assert needs_of([selected]) == needs


@pytest.mark.parametrize(
    ("words", "some"),
    [([], False), (["-x", "--durations=5", "--full"], False), (["-k", "frog"], True), (["tests/core"], True)],
)
def test_words_that_choose_no_tests_mean_all_of_them(words: list[str], some: bool) -> None:
    assert selects_tests(words) is some


def test_a_browser_that_cannot_start_is_one_sentence_before_anything_slow(tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho 'chromium: cannot open shared object file: libnss3.so' >&2\nexit 127\n")
    broken.chmod(0o755)
    environment = {**os.environ, "NIWASHI_CHROMIUM": str(broken), "NIWASHI_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "tests.machine", "tests/web/test_legible.py", "-q"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    said = done.stderr.strip().splitlines()
    assert said[-1].startswith(
        f"test: {broken} does not start (chromium: cannot open shared object file: libnss3.so): "
    )
    assert said[-1].endswith(browser.ADVICE)
    assert "passed" not in done.stdout
    assert not list((tmp_path / "cache").rglob("*.nb?")), "something was compiled before"


def test_a_browser_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIWASHI_CHROMIUM", str(tmp_path / "nowhere"))
    browser.chromium.cache_clear()
    with pytest.raises(browser.NoBrowser, match=r"nowhere does not start \(No such file or directory\): install one"):
        browser.chromium()
    browser.chromium.cache_clear()
