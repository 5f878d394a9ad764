"""Prepares what the selected tests need, then runs pytest, on all cores if there are many tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable

import pytest

from tests.machine.needs import EVERYTHING, LONGER_RUNS_ONLY, PreparationError, needs_of, prepare

SELECTING_OPTIONS = ("-k", "-m", "--lf", "--last-failed", "--sw", "--stepwise", "--pyargs")
MAX_IN_PROCESS = 200
"""More tests than this are faster in several processes, which each collect them anew."""


class Preparation:
    """Prepares what the collected tests need before the first of them runs."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.config.option.collectonly or not session.items:
            return
        capturing = session.config.pluginmanager.getplugin("capturemanager")
        with capturing.global_and_fixture_disabled():
            many = len(session.items) > MAX_IN_PROCESS
            prepare_or_exit(needs_of(session.items) | ({"kernels"} if many else set()))
            if many:
                capturing.suspend_global_capture(in_=True)
                run_on_all_cores(self.words)


def selects_tests(words: list[str]) -> bool:
    return any(word.startswith(SELECTING_OPTIONS) or not word.startswith("-") for word in words)


def prepare_or_exit(needs: Iterable[str]) -> None:
    try:
        prepare(needs)
    except PreparationError as error:
        print(f"\ntest: {error}", file=sys.stderr, flush=True)
        os._exit(2)  # pytest would report an exception as an internal error


def run_on_all_cores(words: list[str]) -> None:
    """One process more than there are cores, since many tests wait for a browser, a server or a disk."""
    sys.stdout.flush()
    processes = str(len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else "auto")
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-n", processes, "--dist", "worksteal", *words])


def build_meanwhile() -> None:
    """Tests that need the libraries wait for them, all in turn; so they are begun early. A failure is told there."""
    command = [sys.executable, "-m", "tests.build.libraries"]
    subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main(words: list[str]) -> int:
    if selects_tests(words):
        return int(pytest.main(words, plugins=[Preparation(words)]))
    if {"--more", "--full"} & set(words):
        prepare_or_exit(EVERYTHING)
        build_meanwhile()
    else:
        prepare_or_exit(EVERYTHING - LONGER_RUNS_ONLY)
    run_on_all_cores(words)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
