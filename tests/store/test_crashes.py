"""Killed at any moment: whatever was acknowledged is there once and in order."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.store.postgres import Server, running_server
from tests.store.writer import TABLES, newest_in

QUICK, FULL = 12, 200
LONGEST_LIFE = 0.25
"""Seconds after the first acknowledgement of a life."""
PATIENCE = 60


class Writers:
    """Lives of a writer, one after the other."""

    def __init__(self, process: subprocess.Popen[str], place: str, acknowledged: Path) -> None:
        self.process = process
        self.place = place
        self.acknowledged = acknowledged
        self.kept = dict.fromkeys(TABLES, 0)
        """What was there after the life before: a short one may end before it has acknowledged anything of a table."""

    def start(self) -> int:
        """The number of a process that has begun to write."""
        before = self._size()
        number = int(self._tell(f"{self.place} {self.acknowledged}"))
        end = time.monotonic() + PATIENCE
        while self._size() == before and time.monotonic() < end:
            time.sleep(0.002)
        assert self._size() > before, "the writer wrote nothing"
        return number

    def _size(self) -> int:
        return self.acknowledged.stat().st_size if self.acknowledged.exists() else 0

    def kill(self, number: int) -> None:
        with suppress(ProcessLookupError):  # it may have ended by itself, its database gone
            os.kill(number, signal.SIGKILL)
        assert self._read() == "gone"

    def _tell(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self._read()

    def _read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def newest(self) -> dict[str, int]:
        """The last event of each table that was acknowledged; a line that the kill cut short was not."""
        newest = dict.fromkeys(TABLES, 0)
        for line in self.acknowledged.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                table, number = line.split()
                newest[table] = int(number)
        return newest


@contextmanager
def writers(place: str, folder: Path) -> Iterator[Writers]:
    words = [sys.executable, "-m", "tests.store.writer"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield Writers(process, place, folder / "acknowledged")
        finally:  # and a writer that is left over, if a test has failed
            os.killpg(process.pid, signal.SIGKILL)


def check_nothing_is_lost(lives: Writers) -> None:
    there, acknowledged = asyncio.run(newest_in(lives.place)), lives.newest()
    for table in TABLES:
        kept = max(acknowledged[table], lives.kept[table])
        assert there[table] >= kept, (table, there, acknowledged, lives.kept)
        assert there[table] <= kept + 3, "at most the one batch that was under way may be more"
    lives.kept = there


def kill_many(place: str, folder: Path, lives: int, seed: int) -> None:
    chance = random.Random(seed)
    with writers(place, folder) as writing:
        for _ in range(lives):
            number = writing.start()
            time.sleep(chance.uniform(0, LONGEST_LIFE))
            writing.kill(number)
            check_nothing_is_lost(writing)


def test_a_killed_writer_loses_nothing_that_it_acknowledged(place: str, tmp_path: Path) -> None:
    kill_many(place, tmp_path, QUICK if place.startswith("/") else 3, seed=1)


@pytest.mark.full
def test_a_writer_killed_hundreds_of_times_loses_nothing(place: str, tmp_path: Path) -> None:
    kill_many(place, tmp_path, FULL, seed=2)


def crash_many(server: Server, folder: Path, lives: int, seed: int) -> None:
    """The database itself dies, and has to recover; the writer then fails, which is its end."""
    chance = random.Random(seed)
    with writers(server.address(server.new_database()), folder) as writing:
        for _ in range(lives):
            number = writing.start()
            time.sleep(chance.uniform(0, LONGEST_LIFE))
            server.crash()
            writing.kill(number)
            server.start()
            check_nothing_is_lost(writing)


def test_a_postgresql_that_dies_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    with running_server() as server:
        crash_many(server, tmp_path, 1, seed=3)


@pytest.mark.full
def test_a_postgresql_that_dies_often_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    with running_server() as server:
        crash_many(server, tmp_path, 50, seed=4)
