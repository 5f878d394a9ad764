"""Appending: durable before it is acknowledged, in order, many tables in one commit, and each refused on its own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from niwashi.store import Append, LogLimits, LogSequence, Receipt, leases, load_answers, load_events, open_store, tables
from niwashi.store.errors import BadEntry, Fenced, LogConflict, Overloaded, StoreError, Unavailable, Unknown
from niwashi.store.leases import Lease
from niwashi.store.log import SETTLED_AT_ONCE
from tests.store.logs import batch, bodies, seated, whole_log
from tests.store.postgres import Server

SLOW = LogLimits(gather_seconds=0.05)
"""Long enough that whatever a test appends at once goes into one commit."""


async def test_what_is_appended_is_there_in_order_and_after_reopening(place: str) -> None:
    async with open_store(place) as store:
        (lease,) = await seated(store, "t1")
        assert await store.log.append(batch(lease, 0, 3)) == Receipt(3, b"")
        assert await store.log.append(batch(lease, 3, 2)) == Receipt(5, b"")
    async with open_store(place) as store:
        assert await whole_log(store, "t1") == list(bodies(0, 5))
        assert [event.sequence for event in await load_events(store.database, "t1", after=3)] == [4, 5]
        assert (await tables.find(store.database, "t1")).newest == 5


async def test_nobody_waits_for_an_append_after_the_end_of_the_writer(place: str) -> None:
    with suppress(asyncio.CancelledError):  # the store reports how its writer ended
        async with open_store(place) as store:
            (lease,) = await seated(store, "t1")
            waiting = asyncio.create_task(store.log.append(batch(lease, 0)))
            await asyncio.sleep(0)
            (writer,) = [task for task in asyncio.all_tasks() if task.get_name() == "niwashi-log"]
            writer.cancel()
            for append in (waiting, store.log.append(batch(lease, 0))):
                with pytest.raises(Unavailable):
                    await append


async def test_a_batch_that_nobody_may_learn_of_yet_leaves_the_row_as_lists_show_it(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(replace(batch(lease, 0), awaited=3))
        before = await tables.find(store.database, "t1")
        hidden = [replace(batch(lease, after, command=f"c{after}"), awaited=1, untold=True) for after in (1, 2)]
        await asyncio.gather(*map(store.log.append, hidden))
        assert await tables.find(store.database, "t1") == replace(before, newest=3), "durable, and nothing to be seen"
        await asyncio.sleep(0.005)  # the row's time is in milliseconds
        await store.log.append(replace(batch(lease, 3), awaited=2))
        told = await tables.find(store.database, "t1")
        assert (told.newest, told.awaited, told.updated > before.updated) == (4, 2, True)
        assert await whole_log(store, "t1") == list(bodies(0, 4))


# -- group commit ----------------------------------------------------------------------------------------------------
async def test_appends_that_arrive_together_share_one_commit(place: str) -> None:
    names = [f"t{number}" for number in range(20)]
    async with open_store(place, SLOW) as store:
        held = await seated(store, *names)
        receipts = await asyncio.gather(*(store.log.append(batch(lease, 0, 2)) for lease in held))
        assert receipts == [Receipt(2, b"")] * 20
        assert store.log.counters.commits == 1
        for name in names:
            assert await whole_log(store, name) == list(bodies(0, 2))


async def test_after_a_large_commit_the_event_loop_has_time_for_others(place: str) -> None:
    """Each table that is told of its commit tells its people, which takes a while."""
    turn, told = 0, Counter[int]()

    async def count_turns() -> None:
        nonlocal turn
        while True:
            await asyncio.sleep(0)
            turn += 1

    async with open_store(place, SLOW) as store:
        held = await seated(store, *(f"t{number}" for number in range(50)))

        async def append(lease: Lease) -> None:
            await store.log.append(batch(lease, 0))
            told[turn] += 1

        counting = asyncio.create_task(count_turns())
        await asyncio.gather(*(append(lease) for lease in held))
        counting.cancel()
        assert store.log.counters.commits == 1
    assert sum(told.values()) == 50
    assert max(told.values()) <= SETTLED_AT_ONCE


async def test_a_group_is_one_commit_in_sqlites_own_file(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with open_store(file, SLOW) as store:
        held = await seated(store, *"abcdefgh")
        before = commits_in_wal(file)
        await asyncio.gather(*(store.log.append(batch(lease, 0)) for lease in held))
        assert commits_in_wal(file) == before + 1  # and synchronous = FULL syncs once a commit
        async with store.database.read_transaction() as connection:
            assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"


def commits_in_wal(file: Path) -> int:
    """The frames that end a transaction: those that say how large the database is then."""
    wal = file.with_name(file.name + "-wal").read_bytes()
    size = int.from_bytes(wal[8:12], "big")
    headers = [wal[at : at + 24] for at in range(32, len(wal), 24 + size)]
    return sum(header[8:16] == wal[16:24] and header[4:8] != bytes(4) for header in headers)


async def test_a_group_is_one_sync_in_postgresql(postgres: Server) -> None:
    def syncs() -> int:
        sums = postgres.ask(
            "SELECT pg_stat_force_next_flush(); SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'"
        )
        return int(sums.split()[-1])

    async def all_gone() -> None:
        """A server process tells its sums before it goes."""
        async with asyncio.timeout(60):
            while postgres.ask(f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'").split()[-1] != "0":
                await asyncio.sleep(0.02)

    name = postgres.new_database()
    async with open_store(postgres.address(name), SLOW) as store:
        held = await seated(store, *(f"t{number}" for number in range(40)))
    await all_gone()
    async with open_store(store.database.place, SLOW) as store:
        before = syncs()
        await asyncio.gather(*(store.log.append(batch(lease, 0)) for lease in held))
    await all_gone()
    assert 1 <= syncs() - before < 10  # its own upkeep syncs now and then; 40 appends do not


async def test_a_group_holds_no_more_than_its_limit(place: str) -> None:
    async with open_store(place, LogLimits(gather_seconds=0.05, max_group=4)) as store:
        held = await seated(store, *"abcdefghij")
        await asyncio.gather(*(store.log.append(batch(lease, 0)) for lease in held))
        assert store.log.counters.commits == 3


async def test_several_batches_of_one_table_keep_their_order_within_a_group(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        receipts = await asyncio.gather(*(store.log.append(batch(lease, after, 5)) for after in range(0, 50, 5)))
        assert [receipt.newest for receipt in receipts] == list(range(5, 55, 5))
        assert store.log.counters.commits == 1
        assert await whole_log(store, "t1") == list(bodies(0, 50))


# -- refusals --------------------------------------------------------------------------------------------------------
async def test_a_conflict_is_that_tables_alone(place: str) -> None:
    async with open_store(place, SLOW) as store:
        first, second, third = await seated(store, "t1", "t2", "t3")
        await store.log.append(batch(second, 0, 7))
        outcomes = await asyncio.gather(
            store.log.append(batch(first, 0)),
            store.log.append(batch(second, 4)),
            store.log.append(batch(second, 9)),
            store.log.append(batch(third, 0)),
            return_exceptions=True,
        )
        assert outcomes[0] == outcomes[3] == Receipt(1, b"")
        for refused in outcomes[1:3]:
            assert isinstance(refused, LogConflict)
            assert (refused.table, refused.newest, refused.code) == ("t2", 7, "store/conflict")
        assert len(await whole_log(store, "t2")) == 7
        assert store.log.counters.commits == 2


async def test_two_stores_on_one_database_cannot_both_write_the_same_event(place: str) -> None:
    async with open_store(place) as one, open_store(place) as other:
        (lease,) = await seated(one, "t1")
        for after in range(10):
            outcomes = await asyncio.gather(
                one.log.append(batch(lease, after)), other.log.append(batch(lease, after)), return_exceptions=True
            )
            assert sorted(isinstance(outcome, LogConflict) for outcome in outcomes) == [False, True]
        assert await whole_log(one, "t1") == list(bodies(0, 10))


async def test_a_former_owner_is_fenced_off(place: str) -> None:
    async with open_store(place) as store:
        (former,) = await seated(store, "t1")
        await store.log.append(batch(former, 0))
        assert await leases.release(store.database, former)
        owner = await leases.acquire(store.database, "t1", "other", 60)
        with pytest.raises(Fenced) as refused:
            await store.log.append(batch(former, 1))
        assert (refused.value.epoch, refused.value.current) == (1, 2)
        assert (await store.log.append(batch(owner, 1))).newest == 2


async def test_an_unknown_table_is_refused_alone(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        nowhere = leases.Lease("nowhere", "node", 1, 0)
        outcomes = await asyncio.gather(
            store.log.append(batch(nowhere, 0)), store.log.append(batch(lease, 0)), return_exceptions=True
        )
        assert isinstance(outcomes[0], Unknown)
        assert outcomes[1] == Receipt(1, b"")


@pytest.mark.parametrize(
    "wrong",
    [
        {"events": ()},
        {"events": (b"",)},
        {"events": (b"{",)},
        {"events": (b"[1,\n2]",)},
        {"events": (b' "a"',)},
        {"events": (b'"\xff"',)},
        {"events": (b"1 2",)},
        {"events": (b'"' + bytes(1 << 20) + b'"',)},
        {"table": "../t1"},
        {"table": ""},
        {"table": "t" * 65},
        {"after": -1},
        {"after": 2**31},
        {"command": ""},
        {"command": "a\0b"},
        {"command": "\ud800"},
        {"state": "finished"},
    ],
    ids=str,
)
def test_what_no_store_could_keep_is_refused_before_it_waits(wrong: dict[str, Any]) -> None:
    good: dict[str, Any] = {"table": "t1", "epoch": 1, "after": 0, "events": (b"1",)}
    Append(**good)
    with pytest.raises(BadEntry):
        Append(**{**good, **wrong})


async def test_a_batch_that_the_database_refuses_fails_alone(place: str) -> None:
    """A log whose table row lost count: the key (table, sequence) is what cannot be passed."""
    async with open_store(place, SLOW) as store:
        first, second = await seated(store, "t1", "t2")
        await store.log.append(batch(first, 0, 3))
        async with store.database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE tables SET newest = 2 WHERE id = 't1'")
        outcomes = await asyncio.gather(
            store.log.append(batch(first, 2)), store.log.append(batch(second, 0)), return_exceptions=True
        )
        assert isinstance(outcomes[0], StoreError)
        assert outcomes[1] == Receipt(1, b"")
        assert await whole_log(store, "t1") == list(bodies(0, 3))


# -- sent again ------------------------------------------------------------------------------------------------------
async def test_a_command_sent_again_gets_the_stored_answer_and_writes_nothing(place: str) -> None:
    async with open_store(place) as store:
        first, second = await seated(store, "t1", "t2")
        sent = batch(first, 0, 2, command="c1", answer=b'{"ok":true}')
        assert await store.log.append(sent) == Receipt(2, b'{"ok":true}')
        await store.log.append(batch(first, 2))
        assert await store.log.append(sent) == Receipt(3, b'{"ok":true}', repeated=True)
        assert len(await whole_log(store, "t1")) == 3
        assert await load_answers(store.database, "t1") == {"c1": b'{"ok":true}'}
        assert await load_answers(store.database, "t2") == {}
        assert await store.log.append(batch(second, 0, command="c1")) == Receipt(1, b"")  # another table's c1


async def test_a_command_sent_twice_in_one_group_is_done_once(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        sent = batch(lease, 0, command="c1", answer=b"1")
        outcomes = await asyncio.gather(store.log.append(sent), store.log.append(sent))
        assert list(outcomes) == [Receipt(1, b"1"), Receipt(1, b"1", repeated=True)]


async def test_a_refused_command_leaves_no_answer(place: str) -> None:
    async with open_store(place) as store:
        (lease,) = await seated(store, "t1")
        with pytest.raises(LogConflict):
            await store.log.append(batch(lease, 5, command="c1", answer=b"1"))
        assert await load_answers(store.database, "t1") == {}


async def test_a_batch_may_change_the_tables_state_with_it(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        running = Append("t1", lease.epoch, LogSequence(0), (b"1",), state="running")
        await asyncio.gather(store.log.append(running), store.log.append(batch(lease, 1)))
        assert (await tables.find(store.database, "t1")).state == "running"


# -- stalls and limits -----------------------------------------------------------------------------------------------
async def test_a_stalled_disk_stops_neither_the_loop_nor_a_reader(tmp_path: Path) -> None:
    file = tmp_path / "store.sqlite"
    async with open_store(file) as store:
        (lease,) = await seated(store, "t1")
        stall = sqlite3.connect(file, isolation_level=None)
        stall.execute("BEGIN IMMEDIATE")  # as slow as a disk can be: the writer waits inside SQLite
        appending = asyncio.create_task(store.log.append(batch(lease, 0)))
        for _ in range(50):  # had it waited there as well, it would first be back when SQLite gives up
            await asyncio.sleep(0.01)
        assert not appending.done()
        assert (await tables.find(store.database, "t1")).newest == 0
        stall.execute("ROLLBACK")
        stall.close()
        assert (await appending).newest == 1


async def test_more_than_may_wait_is_refused_and_nothing_of_it_written(place: str) -> None:
    async with open_store(place, LogLimits(gather_seconds=0.1, max_waiting=3)) as store:
        held = await seated(store, *"abcde")
        outcomes = await asyncio.gather(*(store.log.append(batch(at, 0)) for at in held), return_exceptions=True)
        assert [isinstance(outcome, Overloaded) for outcome in outcomes] == [False] * 3 + [True] * 2
        assert await whole_log(store, "e") == []
        assert (await store.log.append(batch(held[4], 0))).newest == 1


async def test_the_limit_counts_bytes_too(place: str) -> None:
    async with open_store(place, LogLimits(max_bytes=400)) as store:
        (lease,) = await seated(store, "t1")
        with pytest.raises(Overloaded):
            await store.log.append(Append("t1", lease.epoch, LogSequence(0), (b'"' + b"a" * 400 + b'"',)))
        for after in range(30):  # what was written no longer counts
            await store.log.append(batch(lease, after))


async def test_who_stops_waiting_takes_nothing_back(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        gone = asyncio.create_task(store.log.append(batch(lease, 0)))
        stays = asyncio.create_task(store.log.append(batch(lease, 1)))
        await asyncio.sleep(0)
        gone.cancel()
        assert (await stays).newest == 2


async def test_what_waits_when_a_store_is_closed_is_written(place: str) -> None:
    async with open_store(place, SLOW) as store:
        (lease,) = await seated(store, "t1")
        waiting = asyncio.create_task(store.log.append(batch(lease, 0)))
        await asyncio.sleep(0)
    assert (await waiting).newest == 1
    with pytest.raises(Unavailable):
        await store.log.append(batch(lease, 1))


async def test_a_failing_database_is_told_to_everybody_who_waits_and_may_come_back(tmp_path: Path) -> None:
    async with open_store(tmp_path / "store.sqlite", SLOW) as store:
        first, second = await seated(store, "t1", "t2")
        async with store.database.write_transaction() as connection:
            await connection.exec_driver_sql("ALTER TABLE events RENAME TO hidden")
        outcomes = await asyncio.gather(
            *(store.log.append(batch(lease, 0)) for lease in (first, second)), return_exceptions=True
        )
        assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
        async with store.database.write_transaction() as connection:
            await connection.exec_driver_sql("ALTER TABLE hidden RENAME TO events")
        assert (await store.log.append(batch(first, 0))).newest == 1
