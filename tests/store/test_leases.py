"""One owner at a time, by the database's clock."""

from __future__ import annotations

import asyncio

import pytest

from niwashi.store import open_database, open_store
from niwashi.store.errors import BadEntry, Held, Unknown
from niwashi.store.leases import Lease, acquire, read_lease_end, release, renew_all
from niwashi.store.records import save_record
from niwashi.store.tables import list_resumable
from tests.store.logs import batch, seated, set_state
from tests.store.test_lobby import RECORD

MANY_TABLES = """
INSERT INTO tables (id, game, options, state, visibility, created, updated, newest, owner, epoch, lease_until)
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
SELECT 't' || i, 'miyabi', '{}', 'running', 'public', 0, 0, 0, 'node', 1, 0 FROM n
"""


async def test_a_held_table_is_not_given_away(place: str) -> None:
    async with open_database(place) as database:
        (lease,) = await seated(database, "t1")
        assert (lease.owner, lease.epoch) == ("node", 1)
        with pytest.raises(Held, match="“node”"):
            await acquire(database, "t1", "other", 60)


async def test_what_was_given_back_is_free_at_once_and_in_a_new_epoch(place: str) -> None:
    async with open_database(place) as database:
        (lease,) = await seated(database, "t1")
        assert await release(database, lease)
        assert not await release(database, lease)
        assert (await acquire(database, "t1", "other", 60)).epoch == 2
        assert not await release(database, lease)


async def test_an_expired_lease_can_be_taken_over(place: str) -> None:
    async with open_database(place) as database:
        await seated(database, "t1")
        with pytest.raises(Held):
            await acquire(database, "t1", "other", 60)
        await renew_all(database, "node", -1)  # it ended a second ago
        assert (await acquire(database, "t1", "other", 60)).epoch == 2
        assert await renew_all(database, "node", 60) == {}


async def test_an_expired_lease_that_nobody_took_can_be_renewed(place: str) -> None:
    async with open_database(place) as database:
        await seated(database, "t1")
        await renew_all(database, "node", -1)
        expired = await read_lease_end(database, "t1") or 0
        assert await renew_all(database, "node", 60) == {"t1": 1}
        assert (await read_lease_end(database, "t1") or 0) > expired + 60_000


async def test_an_owner_that_starts_again_fences_off_its_former_self(place: str) -> None:
    async with open_database(place) as database:
        (former,) = await seated(database, "t1")
        assert (await acquire(database, "t1", "node", 60)).epoch == 2
        assert await renew_all(database, "node", 60) == {"t1": 2}
        assert not await release(database, former)


async def test_an_owner_renews_all_its_tables_at_once_and_nobody_elses(place: str) -> None:
    async with open_database(place) as database:
        *_, third = await seated(database, "t1", "t2", "t3")
        assert await release(database, third)
        await acquire(database, "t3", "other", -1)
        await renew_all(database, "node", -1)
        assert await renew_all(database, "node", 60) == {"t1": 1, "t2": 1}
        for table, owner in (("t1", "node"), ("t2", "node")):
            with pytest.raises(Held, match=f"“{owner}”"):
                await acquire(database, table, "third", 60)
        assert (await acquire(database, "t3", "third", 60)).epoch == 3


async def test_only_those_are_renewed_that_are_named(place: str) -> None:
    async with open_database(place) as database:
        await seated(database, "t1", "t2")
        before = [await read_lease_end(database, table) for table in ("t1", "t2")]
        assert await renew_all(database, "node", 3600, ["t2", "t3"]) == {"t2": 1}
        after = [await read_lease_end(database, table) for table in ("t1", "t2")]
        assert after[0] == before[0]
        assert (after[1] or 0) > (before[1] or 0)
        assert await renew_all(database, "node", 60, []) == {}


async def test_forty_thousand_leases_are_renewed_and_an_append_does_not_wait_for_all(place: str) -> None:
    async with open_store(place) as store:
        (lease,) = await seated(store, "first")
        names = [f"t{number}" for number in range(1, 40_001)]
        async with store.database.write_transaction() as connection:
            await connection.exec_driver_sql(MANY_TABLES)
            await connection.exec_driver_sql("ANALYZE")  # PostgreSQL does it by itself in time
        renewing = asyncio.create_task(renew_all(store.database, "node", 60, names))
        await asyncio.sleep(0)
        assert (await store.log.append(batch(lease, 0))).newest == 1
        assert not renewing.done(), "the append took its turn between two portions"
        assert await renewing == dict.fromkeys(names, 1)
        assert await read_lease_end(store.database, names[-1]) != 0


async def test_leases_of_what_is_not_there(place: str) -> None:
    async with open_database(place) as database:
        with pytest.raises(Unknown, match="“t1”"):
            await acquire(database, "t1", "node", 60)
        assert await renew_all(database, "node", 60, ["t1"]) == {}
        with pytest.raises(BadEntry):
            await acquire(database, "t1", "", 60)


async def test_of_many_who_want_it_one_gets_it(place: str) -> None:
    async with open_database(place) as one, open_database(place) as other:
        (held,) = await seated(one, "t1")
        for turn in range(2, 7):
            await renew_all(one, held.owner, -1)
            wanting = [acquire(one if number % 2 else other, "t1", f"{turn}-{number}", 60) for number in range(10)]
            outcomes = await asyncio.gather(*wanting, return_exceptions=True)
            (held,) = [outcome for outcome in outcomes if isinstance(outcome, Lease)]
            assert held.epoch == turn
            assert sum(isinstance(outcome, Held) for outcome in outcomes) == 9


async def test_a_game_that_is_asleep_is_run_once_somebody_asks_for_it(place: str) -> None:
    async with open_database(place) as database:
        (lease,) = await seated(database, "t1")
        await set_state(database, "t1", "running")
        await release(database, lease, asleep=True)
        assert await list_resumable(database, "other") == []
        lease = await acquire(database, "t1", "other", 60)
        assert await list_resumable(database, "other") == ["t1"]
        await release(database, lease)
        assert await list_resumable(database, "node") == ["t1"], "given back, but not to sleep"


async def test_a_game_that_ended_before_its_record_was_stored_is_run_until_it_is(place: str) -> None:
    async with open_database(place) as database:
        (lease,) = await seated(database, "t1")
        await set_state(database, "t1", "over")
        await release(database, lease, asleep=True)
        assert await list_resumable(database, "node") == ["t1"]
        await save_record(database, "t1", RECORD)
        assert await list_resumable(database, "node") == []
