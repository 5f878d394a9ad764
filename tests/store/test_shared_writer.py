"""One process writes to SQLite for several: in one order, in turn with their own writes, whoever is killed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import NoReturn, cast

import pytest

from niwashi.store import Append, LogSequence, Receipt, Store, leases, open_store, writer_process
from niwashi.store.errors import LogConflict, StoreError
from niwashi.store.writer import LogWriter, connect_to, run_shared_writer
from tests.store.logs import batch, bodies, seated, whole_log
from tests.store.test_log import commits_in_wal
from tests.store.test_writer_process import PATIENCE, kill, pid_of, sent, wait_for_end

QUICK, FULL = 6, 100


@asynccontextmanager
async def two_stores(file: Path) -> AsyncIterator[tuple[Store, Store]]:
    async with (
        run_shared_writer(file) as address,
        open_store(file, writer=address) as one,
        open_store(file, writer=address) as other,
    ):
        yield one, other


@contextmanager
def sharer(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.store.sharer", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


async def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), PATIENCE)).strip()


# -- one order ---------------------------------------------------------------------------------------------------------
async def test_several_stores_append_through_one_process(tmp_path: Path) -> None:
    async with two_stores(tmp_path / "store.sqlite") as (one, other):
        first, second = await seated(one, "t1", "t2")
        assert await one.log.append(batch(first, 0, 2)) == Receipt(2, b"")
        assert await other.log.append(batch(second, 0)) == Receipt(1, b"")
        assert pid_of(one) == pid_of(other)
        with pytest.raises(LogConflict):
            await other.log.append(batch(first, 1))
        assert await whole_log(other, "t1") == list(bodies(0, 2))


async def test_appends_of_all_stores_that_wait_share_one_commit(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with two_stores(file) as (one, other):
        first, second = await seated(one, "t1", "t2")
        async with one.database.write_transaction():  # whose turn it is, while the others' appends arrive
            waiting = [await sent(one, batch(first, 0)), await sent(other, batch(second, 0))]
            await asyncio.sleep(0.1)
            before = commits_in_wal(file)
        assert await asyncio.gather(*waiting) == [Receipt(1, b"")] * 2
        assert commits_in_wal(file) == before + 1


async def test_a_group_that_the_database_refuses_leaves_the_others_groups_alone(tmp_path: Path) -> None:
    async with two_stores(tmp_path / "store.sqlite") as (one, other):
        first, second = await seated(one, "t1", "t2")
        await one.log.append(batch(first, 0, 3))
        async with one.database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE tables SET newest = 2 WHERE id = 't1'")  # it lost count
        async with one.database.write_transaction():
            refused, written = await sent(one, batch(first, 2)), await sent(other, batch(second, 0))
            await asyncio.sleep(0.1)
        outcomes = await asyncio.gather(refused, written, return_exceptions=True)
        assert isinstance(outcomes[0], StoreError)
        assert outcomes[1] == Receipt(1, b"")


# -- turns -------------------------------------------------------------------------------------------------------------
async def test_writes_beside_the_log_take_turns_with_it_and_with_those_of_other_processes(tmp_path: Path) -> None:
    order: list[str] = []

    async def write(store: Store, name: str) -> None:
        async with store.database.write_transaction():
            order.append(f"{name} begins")
            await asyncio.sleep(0.02)
            order.append(f"{name} ends")

    async with two_stores(tmp_path / "store.sqlite") as (one, other):
        (lease,) = await seated(one, "t1")
        async with one.database.write_transaction():
            append = await sent(other, batch(lease, 0))
            append.add_done_callback(lambda _: order.append("appended"))
            writes = [asyncio.create_task(write(store, name)) for store, name in ((other, "b"), (one, "a"))]
            await asyncio.sleep(0.1)
            assert not order
        await asyncio.gather(append, *writes)
    assert sorted(order[-4:-1:2] + order[-3::2]) == ["a begins", "a ends", "b begins", "b ends"]
    for begins, ends in zip(order[-4::2], order[-3::2], strict=True):
        assert begins.split()[0] == ends.split()[0], f"one transaction at a time: {order}"


async def test_a_process_killed_in_its_transaction_leaves_nothing_locked(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with run_shared_writer(file) as address, open_store(file, writer=address) as store:
        (lease,) = await seated(store, "t1")
        with sharer(file, address, "t2", "hold") as process:
            assert await read_line(process) == "holds"
            append = await sent(store, batch(lease, 0))
            renewal = asyncio.create_task(leases.renew_all(store.database, "node", 60))
            await asyncio.sleep(0.1)
            assert not append.done()
            assert not renewal.done()
            process.kill()
            assert await append == Receipt(1, b"")
            assert await renewal == {"t1": 1}


async def test_who_stops_waiting_for_a_turn_gives_it_up(tmp_path: Path) -> None:
    async with two_stores(tmp_path / "store.sqlite") as (one, other):
        (lease,) = await seated(one, "t1")
        async with one.database.write_transaction():
            waiting = asyncio.create_task(leases.renew_all(other.database, "node", 60))
            await asyncio.sleep(0.05)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        assert await one.log.append(batch(lease, 0)) == Receipt(1, b"")
        assert await leases.renew_all(other.database, "node", 60) == {"t1": 1}


async def test_a_process_that_is_stopped_in_its_turn_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(tmp_path / "store.sqlite") as store:
        (lease,) = await seated(store, "t1")
    monkeypatch.setattr(writer_process, "TIMEOUT_SECONDS", 0.2)
    with running_in_a_thread(tmp_path / "store.sqlite", monkeypatch) as starter:
        stopped, other = (LogWriter.of(lambda: handed(starter)) for _ in range(2))
        await stopped._take_turn()
        results, _ = await other.write([batch(lease, 0)])
        assert results == [Receipt(1, b"")]
        async with other.turn():
            pass
        stopped.close()
        other.close()


@contextmanager
def running_in_a_thread(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The process's own code, here, so that its times can be made short."""

    def end(_: int) -> NoReturn:
        raise SystemExit

    def serve() -> None:
        server = writer_process.Server(theirs, file)
        with suppress(SystemExit):
            server.serve_forever()
        assert server._database is not None
        server._database.close()
        for key in server._selector.get_map().values():
            cast(socket.socket, key.fileobj).close()
        server._selector.close()

    monkeypatch.setattr(os, "_exit", end)
    ours, theirs = socket.socketpair()
    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield ours
    finally:
        ours.close()
        thread.join(PATIENCE)


def handed(starter: socket.socket) -> socket.socket:
    ours, theirs = socket.socketpair()
    with theirs:
        socket.send_fds(starter, [writer_process.CONNECTION], [theirs.fileno()])
    return ours


async def test_a_process_that_reads_no_answers_does_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    answer = b'"' + b"a" * 100_000 + b'"'
    async with run_shared_writer(file) as address, open_store(file, writer=address) as store:
        one, other = await seated(store, "t1", "t2")
        await store.log.append(batch(one, 0, command="c1", answer=answer))
        with closing(connect_to(address)()) as deaf:
            deaf.setblocking(True)
            repeated: writer_process.Batch = ("t1", one.epoch, 0, [b"1"], "c1", answer, None, 0, [], False, False)
            deaf.sendall(writer_process.encode([repeated] * 40))  # 4 MB of answers, more than a socket holds
            for after in range(20):
                assert (await store.log.append(batch(other, after))).newest == after + 1


# -- replaced ----------------------------------------------------------------------------------------------------------
async def test_a_killed_writer_is_replaced_for_all_that_share_it(tmp_path: Path) -> None:
    async with two_stores(tmp_path / "store.sqlite") as (one, other):
        first, second = await seated(one, "t1", "t2")
        kill(before := pid_of(one))
        assert (await other.log.append(batch(second, 0))).newest == 1
        assert (await one.log.append(batch(first, 0))).newest == 1
        assert pid_of(one) == pid_of(other) != before
        assert await leases.renew_all(other.database, "node", 60) == {"t1": 1, "t2": 1}


async def test_appends_under_way_when_the_writer_is_killed_are_written_by_the_next_one(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with two_stores(file) as (one, other):
        first, second = await seated(one, "t1", "t2")
        with closing(sqlite3.connect(file, isolation_level=None)) as outside:
            outside.execute("BEGIN IMMEDIATE")  # the writer waits inside SQLite
            under_way = [await sent(one, batch(first, 0)), await sent(other, batch(second, 0))]
            kill(pid_of(one))
            assert await whole_log(other, "t1") == []
            assert not any(append.done() for append in under_way), "nobody is told before it is durable"
            outside.execute("ROLLBACK")
        await asyncio.gather(*under_way)
        assert await whole_log(other, "t1") == await whole_log(other, "t2") == list(bodies(0, 1))


async def test_a_writer_that_dies_in_a_turn_does_not_break_the_transaction(tmp_path: Path) -> None:
    async with two_stores(tmp_path / "store.sqlite") as (one, other):
        (lease,) = await seated(one, "t1")
        async with one.database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE tables SET state = 'running'")
            kill(pid_of(one))
            append = asyncio.create_task(other.log.append(batch(lease, 0)))
            await asyncio.sleep(0.1)
        assert (await append).newest == 1
        async with other.database.read_transaction() as reading:
            assert (await reading.exec_driver_sql("SELECT state FROM tables")).scalar() == "running"


# -- begun and ended ---------------------------------------------------------------------------------------------------
async def test_a_shared_writer_leaves_one_file(tmp_path: Path) -> None:
    async with two_stores(tmp_path / "store.sqlite") as (one, _):
        (lease,) = await seated(one, "t1")
        await one.log.append(batch(lease, 0))
    assert [file.name for file in tmp_path.iterdir()] == ["store.sqlite"]


async def test_only_its_owner_can_reach_the_writer(tmp_path: Path) -> None:
    async with run_shared_writer(tmp_path / "store.sqlite") as address:
        assert address.parent.stat().st_mode & 0o777 == 0o700
    assert not address.parent.exists()


PROGRAM = """
import asyncio, sys
from pathlib import Path
from niwashi.store import open_store
from niwashi.store.writer import run_shared_writer

async def main(file):
    async with run_shared_writer(file) as address, open_store(file, writer=address) as store:
        print(store.database.log_writer_pid, address, flush=True)
        await asyncio.Event().wait()

asyncio.run(main(Path(sys.argv[1])))
"""


def test_a_shared_writer_ends_with_its_starter_and_leaves_no_folder(tmp_path: Path) -> None:
    words = [sys.executable, "-c", PROGRAM, str(tmp_path / "store.sqlite")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        pid, address = starter.stdout.readline().split()
        starter.kill()
    wait_for_end(int(pid))
    assert not Path(address).parent.exists()


# -- killed at random --------------------------------------------------------------------------------------------------
class Sharers:
    """Processes that append, each to its own table, and what they were told."""

    def __init__(self, file: Path, address: Path) -> None:
        self._file, self._address = file, address
        self.acknowledged: dict[str, int] = {}
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._readers: list[threading.Thread] = []

    def start(self, table: str) -> None:
        words = [sys.executable, "-m", "tests.store.sharer", str(self._file), str(self._address), table]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        self._processes[table] = process
        reader = threading.Thread(target=self._read, args=(table, process))
        self._readers.append(reader)
        reader.start()

    def _read(self, table: str, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith("\n") and line[0].isdigit():
                self.acknowledged[table] = int(line)
        process.stdout.close()

    def kill(self, table: str) -> None:
        self._processes[table].kill()
        self._processes[table].wait()

    def kill_all(self) -> None:
        for table in self._processes:
            self.kill(table)
        for reader in self._readers:
            reader.join(PATIENCE)

    async def wait_for_progress(self) -> None:
        """Until each has been acknowledged something more."""
        before = dict(self.acknowledged)
        async with asyncio.timeout(PATIENCE):
            for table in self._processes:
                while self.acknowledged.get(table, 0) <= before.get(table, 0):
                    await asyncio.sleep(0.005)


async def writer_at(address: Path) -> int:
    """The process of today: it says who it is."""
    with closing(LogWriter.of(connect_to(address))) as writer:
        await writer.connect()
        assert writer.pid is not None
        return writer.pid


async def kill_many(file: Path, cycles: int, seed: int) -> None:
    chance = random.Random(seed)
    async with run_shared_writer(file) as address, open_store(file, writer=address) as store:
        sharers = Sharers(file, address)
        try:
            for table in ("t1", "t2", "t3"):
                sharers.start(table)
            await sharers.wait_for_progress()
            for _ in range(cycles):
                await asyncio.sleep(chance.uniform(0, 0.1))
                if (victim := chance.choice(["t1", "t2", "t3", "writer"])) == "writer":
                    os.kill(await writer_at(address), signal.SIGKILL)
                else:
                    sharers.kill(victim)
                    sharers.start(victim)
                await sharers.wait_for_progress()
        finally:
            sharers.kill_all()
        for table, acknowledged in sharers.acknowledged.items():
            there = await whole_log(store, table)
            assert there == list(bodies(0, len(there)))
            assert acknowledged <= len(there), "what was acknowledged is there"


async def test_whoever_is_killed_nothing_acknowledged_is_lost_and_all_go_on(tmp_path: Path) -> None:
    await kill_many(tmp_path / "store.sqlite", QUICK, seed=3)


@pytest.mark.full
async def test_a_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    await kill_many(tmp_path / "store.sqlite", FULL, seed=4)


def test_the_writers_batches_have_the_fields_of_an_append() -> None:
    """They cross between processes as plain tuples, in this order."""
    names = ("table", "epoch", "after", "events", "command", "answer", "state", "awaited", "mentions", "untold")
    assert tuple(Append("t1", 1, LogSequence(0), (b"1",)).__dataclass_fields__) == names
