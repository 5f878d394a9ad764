"""What a host does beside the servers that run: closing tables, taking names out of logs, notices, retention."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import Connection, text

from niwashi.core.record import DELETED
from niwashi.store import (
    Append,
    Database,
    LogSequence,
    Store,
    leases,
    notices,
    open_database,
    open_store,
    retention,
    tables,
)
from niwashi.store.accounts import create
from niwashi.store.chat import add_message, delete_messages, list_messages
from niwashi.store.database import connect
from niwashi.store.erasure import delete_account
from niwashi.store.errors import BadEntry, Closed, Fenced, Unavailable, Unknown
from niwashi.store.exports import export
from niwashi.store.imports import import_file
from niwashi.store.location import read_location
from niwashi.store.migration import migrate, upgrade
from niwashi.store.retention import Retention, sweep
from niwashi.store.tables import StoredSeat
from niwashi.table import privacy
from tests.store.logs import batch, seated, set_state, whole_log


def opened(host: str) -> dict[str, Any]:
    return {"entry": "opened", "at": 1, "host": host, "seed": "00"}


def sat(person: str, name: str, seat: int = 0) -> dict[str, Any]:
    return {"entry": "sat", "at": 2, "seat": seat, "name": name, "person": person}


async def append(store: Store, lease: leases.Lease, after: int, *entries: dict[str, Any]) -> None:
    """As a table's owner does: whom an entry names is said beside it."""
    bodies = tuple(json.dumps(entry).encode() for entry in entries)
    named = [(place, entry.get("person") or entry.get("host")) for place, entry in enumerate(entries)]
    mentions = tuple((place, str(who)) for place, who in named if who)
    await store.log.append(Append(lease.table, lease.epoch, LogSequence(after), bodies, mentions=mentions))


# -- closing -----------------------------------------------------------------------------------------------------------
async def test_a_closed_table_is_nobodys_to_run_to_find_or_to_continue(place: str) -> None:
    async with open_store(place) as store:
        database, aki = store.database, await create(store.database, "Aki")
        await tables.create(database, "t1", "miyabi", {"seats": 2}, "public")
        lease = await leases.acquire(database, "t1", "node", 60)
        await tables.replace_seats(database, "t1", [StoredSeat(0, "Aki", aki)])
        assert await tables.close(database, "t1")
        assert not await tables.close(database, "t1")
        with pytest.raises(Fenced):
            await store.log.append(batch(lease, 0))
        with pytest.raises(Closed):
            await leases.acquire(database, "t1", "node", 60)
        assert (await tables.list_lobby(database), await tables.list_unfinished_of(database, aki)) == ([], [])
        assert [table.id for table in await tables.list_tables(database, closed=True)] == ["t1"]
        assert await tables.reopen(database, "t1")
        assert [table.id for table in await tables.list_lobby(database)] == ["t1"]
        await leases.acquire(database, "t1", "node", 60)
        with pytest.raises(Unknown, match="“t9”"):
            await tables.close(database, "t9")


async def test_a_closed_table_stays_closed_where_it_is_imported(place: str, tmp_path: Any) -> None:
    async with open_database(place) as database, open_database(tmp_path / "other.sqlite") as other:
        await seated(database, "t1", "t2")
        await tables.close(database, "t1")
        await export(database, tmp_path / "games.jsonl")
        await import_file(other, tmp_path / "games.jsonl")
        assert [table.id for table in await tables.list_tables(other, closed=True)] == ["t1"]
        assert [table.id for table in await tables.list_tables(other)] == ["t2"]


# -- whose turn --------------------------------------------------------------------------------------------------------
async def test_whose_turn_it_is_stands_with_the_table(place: str) -> None:
    async with open_store(place) as store:
        database = store.database
        aki, bo = await create(database, "Aki"), await create(database, "Bo")
        (lease,) = await seated(store, "t1")
        await tables.replace_seats(database, "t1", [StoredSeat(0, "Aki", aki), StoredSeat(1, "Bo", bo)], lease.epoch)
        await store.log.append(Append("t1", lease.epoch, LogSequence(0), (b"1",), state="running", awaited=0b10))
        assert [table.id for table in await tables.list_waiting_for(database, bo)] == ["t1"]
        assert await tables.list_waiting_for(database, aki) == []
        (table,) = await tables.list_unfinished_of(database, aki)
        assert (table.awaits(aki), table.awaits(bo)) == (False, True)
        await store.log.append(Append("t1", lease.epoch, LogSequence(1), (b"2",)))
        assert await tables.list_waiting_for(database, bo) == []


async def test_who_lost_a_table_does_not_say_who_sits_there(place: str) -> None:
    async with open_database(place) as database:
        (lease,) = await seated(database, "t1")
        with pytest.raises(Fenced):
            await tables.replace_seats(database, "t1", [StoredSeat(0, "Aki")], lease.epoch - 1)


async def test_people_of_another_host_are_kept_by_their_names(place: str) -> None:
    async with open_database(place) as database:
        await seated(database, "t1")
        await tables.replace_seats(database, "t1", [StoredSeat(0, "Aki", "somebody-elsewhere")])
        assert (await tables.find(database, "t1")).seats == (StoredSeat(0, "Aki"),)


# -- forgetting --------------------------------------------------------------------------------------------------------
async def test_a_deleted_account_is_in_no_log_and_in_no_export(place: str, tmp_path: Any) -> None:
    async with open_store(place) as store:
        database = store.database
        aki, bo = await create(database, "Akiko"), await create(database, "Bo")
        first, second, third = await seated(store, "t1", "t2", "t3")
        await append(store, first, 0, opened(aki), sat(aki, "Akiko"), sat(bo, "Bo", 1))
        await append(store, second, 0, opened(bo), sat(aki, "Akiko"))  # left again: no seat says so any more
        await append(store, third, 0, opened(bo))
        await tables.replace_seats(database, "t1", [StoredSeat(0, "Akiko", aki)])
        await delete_account(database, aki, privacy)

        log = [json.loads(body) for body in await whole_log(store, "t1")]
        assert [entry.get("name") for entry in log] == [None, DELETED, "Bo"]
        assert log[0]["host"] == ""
        assert log[1]["person"] != json.loads((await whole_log(store, "t2"))[1])["person"], "at one table only"
        with pytest.raises(Fenced):
            await append(store, first, 3, sat(bo, "Bo", 1))
        await append(store, third, 1, sat(bo, "Bo", 1))
        await export(database, tmp_path / "games.jsonl")
        exported = (tmp_path / "games.jsonl").read_text()
        assert aki not in exported
        assert "Akiko" not in exported
        assert "Bo" in exported


async def test_nobody_without_an_account_gets_into_a_log(place: str) -> None:
    """Somebody who sits down while their account is being deleted does not."""
    async with open_store(place) as store:
        aki = await create(store.database, "Aki")
        (lease,) = await seated(store, "t1")
        await delete_account(store.database, aki, privacy)
        with pytest.raises(Unavailable):
            await append(store, lease, 0, sat(aki, "Aki"))
        assert await whole_log(store, "t1") == []


async def test_old_guests_whose_name_stands_in_a_log_stay_known(place: str) -> None:
    async with open_store(place) as store:
        ghost = await create(store.database, "Ghost")
        (lease,) = await seated(store, "t1")
        await append(store, lease, 0, sat(ghost, "Ghost"))
        async with store.database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE accounts SET seen = 0")
        assert (await sweep(store.database))["guests"] == 0
        await tables.remove(store.database, "t1")
        assert (await sweep(store.database))["guests"] == 1


# -- chat --------------------------------------------------------------------------------------------------------------
async def test_deleted_chat_is_told_and_its_numbers_are_not_used_again(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        await seated(database, "t1", "t2")
        lines = [await add_message(database, table, "Aki", "hello", aki) for table in ("t1", "t1", "t2")]
        other = await add_message(database, "t2", "Bo", "hello")
        before = await notices.newest_id(database)
        assert await delete_messages(database, account=aki) == 3
        told = {
            notice.subject: sorted(notice.details["lines"]) for notice in await notices.list_since(database, before)
        }
        assert told == {"t1": lines[:2], "t2": lines[2:]}
        assert await delete_messages(database, table="t2") == 1
        assert await delete_messages(database, line=other) == 0
        assert await list_messages(database, "t2") == []
        assert await add_message(database, "t1", "Bo", "later") > other


# -- notices -----------------------------------------------------------------------------------------------------------
async def test_every_notice_is_read_once_whoever_posts_at_the_same_time(place: str) -> None:
    async with open_database(place) as database:
        last, read = await notices.newest_id(database), list[str]()

        async def post(number: int) -> None:
            async with database.write_transaction() as connection:
                await notices.post(connection, notices.CLOSED, f"t{number}")
                await asyncio.sleep(0.01 * (number % 3))

        posting = asyncio.gather(*(post(number) for number in range(12)))
        while not posting.done() or len(read) < 12:
            finished = posting.done()
            for notice in await notices.list_since(database, last):
                last = notice.id
                read.append(notice.subject)
            assert len(read) == 12 or not finished, "one was overtaken by another, and is never seen"
        await posting
        assert sorted(read) == sorted(f"t{number}" for number in range(12))


# -- retention ---------------------------------------------------------------------------------------------------------
async def test_how_long_things_are_kept_is_the_hosts_to_say(place: str) -> None:
    async with open_database(place) as database:
        assert await retention.read(database) == Retention()
        await retention.change(database, {"chat": None, "finished": 30})
        await retention.change(database, {"finished": 0.5})
        assert await retention.read(database) == Retention(chat=None, finished=0.5)
        with pytest.raises(BadEntry, match=r"“chats”; there are never_started, .*chat"):
            await retention.change(database, {"chats": 1})
        await seated(database, "t1")
        await set_state(database, "t1", "over")
        async with database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE tables SET updated = 0, owner = NULL, lease_until = NULL")
        assert (await sweep(database))["finished"] == 1


# -- from the schema before --------------------------------------------------------------------------------------------
def _old_store(connection: Connection) -> None:
    upgrade(connection, "0001")
    account = "INSERT INTO accounts VALUES ('{0}', '{1}', '{1}', NULL, '{{}}', 1, 1)"
    table = "INSERT INTO tables VALUES ('t1', 'miyabi', '{}', 'open', 'private', 1, 1, 3, NULL, 0, NULL)"
    for statement in (account.format("a1", "aki"), account.format("a2", "bo"), table):
        connection.execute(text(statement.replace(":", r"\:")))
    new = text("INSERT INTO events (table_id, sequence, body) VALUES ('t1', :sequence, :body)")
    for number, entry in enumerate((opened("a1"), sat("a1", "Aki"), [0, "fIcE"], sat("else", "Cleo")), 1):
        connection.execute(new, {"sequence": number, "body": json.dumps(entry).encode()})
    said = "INSERT INTO chat (table_id, account_id, name, text, written) VALUES ('t1', 'a2', 'Bo', 'hello', 1)"
    connection.execute(text(said))


async def test_a_store_of_the_first_schema_knows_whom_its_logs_name(empty_place: str) -> None:
    old: Database = await connect(read_location(empty_place))
    async with old.write_transaction() as connection:
        await connection.run_sync(_old_store)
    await migrate(old)
    await old.close()
    async with open_store(empty_place) as store:
        (line,) = await list_messages(store.database, "t1")
        assert (line.name, line.text) == ("Bo", "hello")
        await delete_messages(store.database, line=line.id)
        assert await add_message(store.database, "t1", "Bo", "again") > line.id
        await delete_account(store.database, "a1", privacy)
        names = [json.loads(body).get("name") for body in await whole_log(store, "t1") if body.startswith(b"{")]
        assert names == [None, DELETED, "Cleo"]
