"""Runs pytest, on all cores where there is much to do, once the machine has what the chosen tests need."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import pytest

from tests.machine.needs import EVERYTHING, Unprepared, needs_of, prepare

CHOOSING = ("-k", "-m", "--lf", "--last-failed", "--sw", "--stepwise", "--pyargs")
FEW = 200
"""So many tests are run here before other processes would have found them."""


class Preparation:
    """Looks at what was collected before any of it runs."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.config.option.collectonly or not session.items:
            return
        capturing = session.config.pluginmanager.getplugin("capturemanager")
        with capturing.global_and_fixture_disabled():
            many = len(session.items) > FEW
            prepare_or_end(needs_of(session.items) | ({"kernels"} if many else set()))
            if many:
                capturing.suspend_global_capture(in_=True)
                run_on_all_cores(self.words)


def chooses(words: list[str]) -> bool:
    return any(word.startswith(CHOOSING) or not word.startswith("-") for word in words)


def prepare_or_end(needs: Iterable[str]) -> None:
    try:
        prepare(needs)
    except Unprepared as error:
        print(f"\ntest: {error}", file=sys.stderr, flush=True)
        os._exit(2)  # pytest would take an exception for a fault of its own


def run_on_all_cores(words: list[str]) -> None:
    """A process more than there are cores, since many tests wait for a browser, a server or a disk."""
    sys.stdout.flush()
    processes = str(len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else "auto")
    os.execv(sys.executable, [sys.executable, "-m", "pytest", "-n", processes, "--dist", "worksteal", *words])


def main(words: list[str]) -> int:
    if chooses(words):
        return int(pytest.main(words, plugins=[Preparation(words)]))
    prepare_or_end(EVERYTHING)
    run_on_all_cores(words)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
