"""SQLite's writer process: killed alone, it is replaced, and nobody is told of an append that is not durable."""

from __future__ import annotations

import asyncio
import os
import resource
import select
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from niwashi.store import Append, LogSequence, Receipt, Store, open_store, writer_process
from niwashi.store.append import to_plain
from niwashi.store.errors import Unavailable
from tests.store.logs import batch, bodies, seated, whole_log

PATIENCE = 60
PROGRAM = """
import asyncio, sys
from niwashi.store import open_store

async def main():
    async with open_store(sys.argv[1]) as store:
        print(store.database.log_writer_pid, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


def pid_of(store: Store) -> int:
    pid = store.database.log_writer_pid
    assert pid is not None
    return pid


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    wait_for_end(pid)


def wait_for_end(pid: int) -> None:
    """Also of processes that are not our children, which a zombie still is."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([descriptor], [], [], PATIENCE)[0], "it does not end"
    finally:
        os.close(descriptor)


async def sent(store: Store, append: Append) -> asyncio.Task[object]:
    """An append that the writer has been given."""
    task: asyncio.Task[object] = asyncio.create_task(store.log.append(append))
    await asyncio.sleep(0)
    while store.log._waiting:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0)
    return task


async def test_a_writer_that_is_killed_while_idle_is_replaced(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0))
        before = pid_of(store)
        kill(before)
        assert (await store.log.append(batch(lease, 1))).newest == 2
        assert pid_of(store) != before
        assert await whole_log(store, "t1") == list(bodies(0, 2))


async def test_an_append_under_way_when_the_writer_is_killed_is_written_by_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with open_store(file) as store:
        first, second = await seated(store, "t1", "t2")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer waits inside SQLite
            under_way = await sent(store, batch(first, 0))
            waiting = asyncio.create_task(store.log.append(batch(second, 0)))
            await asyncio.sleep(0)
            kill(pid_of(store))
            assert await whole_log(store, "t1") == []
            assert not under_way.done()
            other.execute("ROLLBACK")
        assert (await under_way, await waiting) == (Receipt(LogSequence(1), b""), Receipt(LogSequence(1), b""))
        assert await whole_log(store, "t1") == list(bodies(0, 1))


async def test_what_a_killed_writer_has_committed_is_not_written_twice(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with open_store(file) as store:
        (lease,) = await seated(store, "t1")
        plain = to_plain(batch(lease, 0, command="c1"))
    with closing(writer_process.connect(file)) as database:
        assert writer_process.write_batch(database, plain)[0] == writer_process.WRITTEN
        again = (*plain[:-1], True)
        assert writer_process.write_batch(database, again)[0] == writer_process.WRITTEN
        other = to_plain(batch(lease, 0, 2), again=True)
        assert writer_process.write_batch(database, other)[0] == writer_process.CONFLICT, "it is another batch"
        assert database.execute("SELECT count(*) FROM events").fetchone() == (1,)


async def test_a_group_that_kills_every_writer_is_given_up(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with open_store(file) as store:
        (lease,) = await seated(store, "t1")
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            under_way = await sent(store, batch(lease, 0))
            killed: set[int] = set()
            while not under_way.done():
                if (pid := pid_of(store)) not in killed:
                    killed.add(pid)
                    kill(pid)
                await asyncio.sleep(0.005)
            other.execute("ROLLBACK")
        with pytest.raises(Unavailable, match="ended unexpectedly"):
            await under_way
        assert (await store.log.append(batch(lease, 0))).newest == 1


async def test_the_next_writer_waits_already(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        (lease,) = await seated(store, "t1")
        first = pid_of(store)
        async with asyncio.timeout(PATIENCE):
            while len(writers := own_writers()) < 2:
                await asyncio.sleep(0.02)
        kill(first)
        await store.log.append(batch(lease, 0))
        assert {pid_of(store)} == writers - {first}
    assert own_writers() == set()


def own_writers() -> set[int]:
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {int(pid) for pid in children if b"writer_process" in Path(f"/proc/{pid}/cmdline").read_bytes()}


async def test_a_writer_ends_with_its_store(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        pid = pid_of(store)
        assert Path(f"/proc/{pid}").exists()
    assert not Path(f"/proc/{pid}").exists()


async def test_a_killed_writer_is_not_left_as_a_zombie(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        pid = pid_of(store)
        kill(pid)
    assert not Path(f"/proc/{pid}").exists()


def test_a_writer_does_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    words = [sys.executable, "-c", PROGRAM, str(tmp_path / "store.sqlite")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        writer = int(server.stdout.readline())
        server.kill()
    wait_for_end(writer)
    assert (tmp_path / "store.sqlite-wal").exists(), "it leaves the files as a killed server would"


async def test_a_store_that_is_closed_leaves_one_file(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0))
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite"]


async def test_signals_to_the_whole_group_do_not_end_the_writer_before_the_server(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        (lease,) = await seated(store, "t1")
        pid = pid_of(store)
        for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(pid, one)
        assert (await store.log.append(batch(lease, 0))).newest == 1
        assert pid_of(store) == pid


async def test_a_full_disk_is_told_and_writing_goes_on_when_there_is_room(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with open_store(file) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0))
        size = file.with_name(file.name + "-wal").stat().st_size
        before = resource.prlimit(pid_of(store), resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        with pytest.raises(Unavailable, match=r"the database .* failed: .*(full|disk)") as refused:
            await store.log.append(batch(lease, 1))
        assert refused.value.code == "store/database"
        resource.prlimit(pid_of(store), resource.RLIMIT_FSIZE, before)
        assert (await store.log.append(batch(lease, 1))).newest == 2
        assert await whole_log(store, "t1") == list(bodies(0, 2))


@pytest.mark.parametrize("wrong", [{"awaited": 1 << 70}, {"mentions": ((0, "\ud800"),)}], ids=["number", "text"])
async def test_a_value_that_sqlite_cannot_store_is_refused_and_ends_no_writer(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        (lease,) = await seated(store, "t1")
        pid = pid_of(store)
        with pytest.raises(Unavailable, match=r"the database .* failed: (UnicodeEncodeError|OverflowError)"):
            await store.log.append(replace(batch(lease, 0), **wrong))
        assert (await store.log.append(batch(lease, 0))).newest == 1
        assert pid_of(store) == pid
