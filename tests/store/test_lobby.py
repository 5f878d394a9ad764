"""Tables as people see them, finished games, and what is deleted after a while."""

from __future__ import annotations

import pytest

from niwashi.core.record import DELETED, read_record
from niwashi.store import Database, open_database, open_store
from niwashi.store.accounts import create
from niwashi.store.erasure import delete_account
from niwashi.store.errors import BadEntry, Taken, Unknown
from niwashi.store.leases import release
from niwashi.store.records import PlayedGame, SeatResult, list_results, load_record, save_record
from niwashi.store.retention import Retention, sweep
from niwashi.store.tables import (
    StoredSeat,
    find,
    list_lobby,
    list_unfinished_of,
    replace_seats,
)
from niwashi.store.tables import create as create_table
from niwashi.store.tables import remove as remove_table
from niwashi.table import privacy
from tests.store.logs import batch, seated, set_state, whole_log

RECORD = (
    b'{"niwashi":1,"game":"miyabi","options":{"seats":2},"names":["Aki","Bo"],"events":[],'
    b'"result":{"scores":[3,2],"winners":[0]}}'
)


# -- tables ----------------------------------------------------------------------------------------------------------
async def test_a_new_table_is_open_empty_and_private(place: str) -> None:
    async with open_database(place) as database:
        await create_table(database, "t1", "miyabi", {"seats": 2, "expansions": "CE"})
        table = await find(database, "t1")
        assert (table.state, table.visibility, table.newest, table.seats) == ("open", "private", 0, ())
        assert table.options == {"seats": 2, "expansions": "CE"}
        with pytest.raises(Taken, match="“t1”"):
            await create_table(database, "t1", "miyabi", {})
        with pytest.raises(Unknown, match="“t2”"):
            await find(database, "t2")


@pytest.mark.parametrize(
    "options", [{"a": "\0"}, {"a": float("nan")}, {"a": 2**70}, {"a": "\ud800"}, {"a": {1}}], ids=str
)
async def test_options_are_plain_json(place: str, options: dict[str, object]) -> None:
    async with open_database(place) as database:
        with pytest.raises(BadEntry):
            await create_table(database, "t1", "miyabi", options)


async def test_the_lobby_shows_public_tables_the_latest_first(place: str) -> None:
    async with open_database(place) as database:
        for name in ("t1", "t2", "t3", "t4"):
            await create_table(database, name, "miyabi", {}, visibility="private" if name == "t4" else "public")
            await _date(database, name, updated=1000 + int(name[1]))
        await replace_seats(database, "t1", [])
        assert [table.id for table in await list_lobby(database)] == ["t1", "t3", "t2"]
        await set_state(database, "t3", "running")
        assert [table.id for table in await list_lobby(database)] == ["t1", "t2"]
        assert [table.id for table in await list_lobby(database, "running")] == ["t3"]
        with pytest.raises(BadEntry, match="“closed”"):
            await list_lobby(database, "closed")


async def test_people_find_their_tables_again(place: str) -> None:
    async with open_database(place) as database:
        aki, bo = await create(database, "Aki"), await create(database, "Bo")
        await seated(database, "t1", "t2", "t3")
        for name in ("t2", "t3"):
            await replace_seats(database, name, [StoredSeat(0, "Aki", aki)])
        await replace_seats(database, "t1", [StoredSeat(0, "Aki", aki), StoredSeat(1, "Bo", bo)])
        await set_state(database, "t3", "over")
        assert {table.id for table in await list_unfinished_of(database, aki)} == {"t1", "t2"}
        assert [table.seats for table in await list_unfinished_of(database, bo)] == [
            (StoredSeat(0, "Aki", aki), StoredSeat(1, "Bo", bo))
        ]
        await replace_seats(database, "t1", [StoredSeat(0, "Aki", aki)])
        assert await list_unfinished_of(database, bo) == []


# -- records ---------------------------------------------------------------------------------------------------------
async def test_a_record_is_kept_once_with_its_results(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        await seated(database, "t1")
        results = [SeatResult(0, 3, 1, account=aki), SeatResult(1, 2, 2, bot="strong")]
        for _ in range(2):
            await save_record(database, "t1", RECORD, results, rated=True)
        assert await load_record(database, "t1") == RECORD
        (played,) = await list_results(database, aki, "miyabi")
        assert played == PlayedGame("t1", "miyabi", 0, 3, 1, True, played.finished)
        assert await list_results(database, aki, "edo_yashiki") == []
        with pytest.raises(Taken):
            await save_record(database, "t1", RECORD.replace(b"Bo", b"Mo"))
        with pytest.raises(Unknown):
            await save_record(database, "t2", RECORD)


async def test_who_deletes_an_account_leaves_the_games_without_the_name(place: str) -> None:
    async with open_database(place) as database:
        aki, bo = await create(database, "Aki"), await create(database, "Bo")
        await seated(database, "t1")
        await replace_seats(database, "t1", [StoredSeat(0, "Aki", aki), StoredSeat(1, "Bo", bo)])
        await save_record(database, "t1", RECORD, [SeatResult(0, 3, 1, aki), SeatResult(1, 2, 2, bo)])
        await delete_account(database, aki, privacy)
        assert (await find(database, "t1")).seats == (StoredSeat(0, DELETED), StoredSeat(1, "Bo", bo))
        kept = await load_record(database, "t1")
        assert kept is not None
        assert b"Aki" not in kept
        assert read_record(kept).names == [DELETED, "Bo"]
        assert await list_results(database, aki) == []
        assert len(await list_results(database, bo)) == 1


async def test_a_table_goes_with_all_that_hangs_on_it(place: str) -> None:
    async with open_store(place) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0, command="c1"))
        await save_record(store.database, "t1", RECORD)
        await remove_table(store.database, "t1")
        assert await whole_log(store, "t1") == []
        assert await load_record(store.database, "t1") is None


# -- retention -------------------------------------------------------------------------------------------------------
async def _date(database: Database, table: str, updated: int) -> None:
    async with database.write_transaction() as connection:
        await connection.exec_driver_sql(f"UPDATE tables SET updated = {updated} WHERE id = '{table}'")


async def test_what_is_past_its_time_goes_and_the_rest_stays(place: str) -> None:
    async with open_store(place) as store:
        database = store.database
        held = await seated(database, "fresh", "stale", "running", "over", "held")
        for lease in held[:4]:
            await store.log.append(batch(lease, 0, command="c1"))
            assert await release(database, lease)
        await set_state(database, "running", "running")
        await set_state(database, "over", "over")
        for name in ("stale", "running", "over", "held"):
            await _date(database, name, updated=0)
        swept = await sweep(database)
        assert {what: count for what, count in swept.items() if count} == {
            "never started": 1,
            "abandoned": 1,
            "answers": 1,  # those of the tables went with them
        }
        for name in ("fresh", "over", "held"):
            await find(database, name)
        assert (await sweep(database, Retention(finished=30)))["finished"] == 1


async def test_old_guests_go_unless_they_sit_somewhere(place: str) -> None:
    async with open_database(place) as database:
        await seated(database, "t1")
        await create(database, "Gone")
        await create(database, "Member", password="hash")
        await replace_seats(database, "t1", [StoredSeat(0, "Seated", await create(database, "Seated"))])
        async with database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE accounts SET seen = 0")
        assert (await sweep(database))["guests"] == 1
        assert (await sweep(database, Retention(guests=None))).get("guests") is None
