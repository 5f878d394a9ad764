"""kill -9 under load: every acknowledged action is stored once and in order, and every message was true."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from niwashi.store import load_answers, load_events, open_store
from niwashi.store.records import load_record
from niwashi.table.entries import Sat, decode_entry
from tests.server.process import PATIENCE, ServerProcess
from tests.simulation.checks import Kept, check_end, check_witnesses
from tests.simulation.follower import Follower, Message
from tests.store.postgres import running_server

QUICK, MORE, FULL = 1, 6, 100
"""Kills on each database."""
how_often = pytest.mark.parametrize(
    "kills", [QUICK, pytest.param(MORE, marks=pytest.mark.more), pytest.param(FULL, marks=pytest.mark.full)]
)
PARTIES = (("aki", "miyabi", "2"), ("bo", "edo_yashiki", "3"))
LONGEST_LIFE = 40
"""Answers that a server gives before it is killed."""


@dataclass
class Diary:
    """One person's recorded messages at one table."""

    name: str
    id: str = ""
    made: dict[str, Message] = field(default_factory=dict)
    follower: Follower = field(default_factory=Follower)


def diaries(folder: Path) -> dict[str, list[Diary]]:
    """By table."""
    found: dict[str, dict[str, Diary]] = {}
    for path in folder.glob("*.jsonl"):
        for line in path.read_text().splitlines():
            said = json.loads(line)
            one = found.setdefault(said["table"], {}).setdefault(path.stem, Diary(path.stem))
            if made := said.get("made"):
                one.made[made["id"]] = made
                one.follower.waiting[made["id"]] = made
            else:
                one.follower.hear(said["heard"])
    return {table: list(people.values()) for table, people in found.items() if table}


@contextmanager
def parties(folder: Path) -> Iterator[None]:
    running = [subprocess.Popen([sys.executable, "-m", "tests.server.party", folder, *words]) for words in PARTIES]
    try:
        yield
        (folder / "stop").touch()
        assert [party.wait(PATIENCE) for party in running] == [0] * len(running)
    finally:
        for party in running:
            party.kill()
            party.wait()


def answers(folder: Path) -> int:
    return sum(path.read_bytes().count(b'"answer": "done"') for path in folder.glob("*.jsonl"))


def wait_for_answers(folder: Path, more: int) -> None:
    before, end = answers(folder), time.monotonic() + PATIENCE
    while answers(folder) < before + more and time.monotonic() < end:
        time.sleep(0.01)
    assert answers(folder) > before, "nobody plays"


def start(server: ServerProcess, folder: Path) -> None:
    """Write the address atomically, because another process may be reading it."""
    server.start()
    (folder / "new address").write_text(server.address)
    (folder / "new address").rename(folder / "address")


def kill_again_and_again(server: ServerProcess, folder: Path, kills: int, random: Random) -> None:
    start(server, folder)
    with parties(folder):
        for _ in range(kills):
            wait_for_answers(folder, random.randint(1, LONGEST_LIFE))
            server.kill()
            start(server, folder)
        wait_for_answers(folder, 1)
    assert server.end() == 0


def kill_writer_again_and_again(server: ServerProcess, folder: Path, kills: int, random: Random) -> None:
    """The process that writes to SQLite alone. People play on without a restart of the server."""
    start(server, folder)
    with parties(folder):
        for _ in range(kills):
            wait_for_answers(folder, random.randint(1, LONGEST_LIFE))
            os.kill(server.writer_pid(), signal.SIGKILL)
        wait_for_answers(folder, LONGEST_LIFE)
    assert server.end() == 0


async def check_everything(place: str, folder: Path) -> None:
    """Every table with at least one player."""
    async with open_store(place) as store:
        for table, people in diaries(folder).items():
            bodies = [event.body for event in await load_events(store.database, table, limit=100_000)]
            kept = Kept(bodies, await load_answers(store.database, table))
            ids = {one.name: one.person for one in map(decode_entry, bodies) if isinstance(one, Sat)}
            for one in people:
                one.id = ids.get(one.name) or "nobody"
            check_witnesses(people, kept)
            record = await load_record(store.database, table)
            check_end(kept.table, [] if record is None else [record])


def kill_and_check(place: str | None, folder: Path, kills: int, seed: int) -> None:
    server = ServerProcess(folder, place)
    kill_again_and_again(server, folder, kills, Random(seed))
    asyncio.run(check_everything(server.place, folder))
    assert answers(folder) > kills
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :]


@how_often
def test_what_was_acknowledged_survives_on_sqlite(tmp_path: Path, kills: int) -> None:
    kill_and_check(None, tmp_path, kills, seed=1)


@how_often
def test_what_was_acknowledged_survives_when_the_writer_alone_is_killed(tmp_path: Path, kills: int) -> None:
    server = ServerProcess(tmp_path)
    kill_writer_again_and_again(server, tmp_path, 2 * kills, Random(3))
    asyncio.run(check_everything(server.place, tmp_path))
    log = server.log.read_text()
    assert "Traceback" not in log, log[log.index("Traceback") - 500 :]
    assert log.count('"serving"') == 1


def test_no_writer_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    writer = os.pidfd_open(server.writer_pid())
    server.kill()
    assert select.select([writer], [], [], PATIENCE)[0]
    os.close(writer)


@pytest.mark.parametrize(
    "kills",
    [pytest.param(QUICK, marks=pytest.mark.more), *(pytest.param(n, marks=pytest.mark.full) for n in (MORE, FULL))],
)
def test_what_was_acknowledged_survives_on_postgresql(tmp_path: Path, kills: int) -> None:
    with running_server() as postgres:
        kill_and_check(postgres.address(postgres.new_database()), tmp_path, kills, seed=2)
