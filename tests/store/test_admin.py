"""`niwashi admin` on a store that no server runs on."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select, update

from niwashi import cli
from niwashi.core.errors import NiwashiError
from niwashi.store import (
    Append,
    LogSequence,
    accounts,
    chat,
    leases,
    open_database,
    open_store,
    records,
    schema,
    tables,
)
from niwashi.wire import requests
from tests.cli.process import niwashi
from tests.table.owners import Owner

AKI, GUESTS = "Aki", ("Bo", "Bo", "Cleo")


def a_game() -> Owner:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    owner.play(6)
    owner.done("aki", requests.Resign)
    return owner


async def furnish(place: str) -> list[str]:
    """An account, three guests, two tables, some chat; returns the guests' ids."""
    async with open_store(place) as store:
        database = store.database
        aki = await accounts.create(database, AKI, "hash")
        guests = [await accounts.create(database, f"~{number}") for number in range(len(GUESTS))]
        for guest, name in zip(guests, GUESTS, strict=True):
            await accounts.set_settings(database, guest, {"name": name})
        for table in ("tea", "team"):
            await tables.create(database, table, "miyabi", {"seats": 2})
        await tables.replace_seats(database, "tea", [tables.StoredSeat(0, AKI, aki)])
        for name, account in ((AKI, aki), ("Bo", guests[0]), ("Bo", guests[0])):
            await chat.add_message(database, "tea", name, "hello", account)
        owner, lease = a_game(), await leases.acquire(database, "team", "node", 60)
        await store.log.append(Append("team", lease.epoch, LogSequence(0), tuple(owner.bodies), state="over"))
        await records.save_record(database, "team", owner.table.record().to_json())
        return guests


@pytest.fixture
def guests(place: str) -> list[str]:
    return asyncio.run(furnish(place))


class Admin:
    def __init__(self, place: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.place, self.capsys = place, capsys
        capsys.readouterr()

    def __call__(self, *words: str, code: int = 0) -> str:
        assert cli.run(["admin", *words, "--store", self.place]) == code
        return self.capsys.readouterr().out

    def read(self, *words: str, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code))

    def refused(self, *words: str) -> str:
        with pytest.raises(NiwashiError) as error:
            cli.run(["admin", *words, "--store", self.place])
        return error.value.sentence


@pytest.fixture
def admin(place: str, guests: list[str], capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(place, capsys)


def test_a_host_sees_what_there_is(admin: Admin, guests: list[str]) -> None:
    assert {table["id"] for table in admin.read("tables")} == {"tea", "team"}
    assert [table["id"] for table in admin.read("tables", "--state", "over", "--game", "miyabi")] == ["team"]
    assert admin("tables", "--closed") == "none\n"
    (aki,) = admin.read("accounts")
    assert aki["name"] == AKI
    assert set(aki) == {"id", "name", "created", "seen"}, "no hash of a password"
    assert sorted(one["name"] for one in admin.read("accounts", "--guests")) == sorted(GUESTS)
    assert [(line["name"], line["account"] == guests[0]) for line in admin.read("chat", "tea")] == [
        (AKI, False),
        ("Bo", True),
        ("Bo", True),
    ]
    assert "hello" in admin("chat", "tea")


def test_a_table_is_meant_by_its_id_or_by_how_it_begins(admin: Admin) -> None:
    assert admin("close", "tea") == "tea is closed\n", "all of an id comes before the beginning of another"
    assert admin("close", "tea") == "tea was already closed\n"
    assert "several tables begin with “te”: tea, team" in admin.refused("close", "te")
    assert "no table “coffee”" in admin.refused("close", "coffee")
    assert [table["id"] for table in admin.read("tables", "--closed")] == ["tea"]
    assert admin("reopen", "tea") == "tea is open again\n"


def test_somebody_is_meant_by_an_address_a_name_or_an_id(admin: Admin, guests: list[str]) -> None:
    assert admin("ban", "192.0.2.7/24", "--reason", "spam").startswith("192.0.2.0/24 is banned for ever")
    assert admin("ban", "aki", "--until", "2099-12-31").startswith("Aki (account ")
    assert "several guests are called “Bo”" in admin.refused("ban", "Bo")
    assert f"Bo (guest {guests[0]}) is banned until" in admin("ban", guests[0], "--until", "7d")
    assert "neither an account nor an address" in admin.refused("ban", "nobody")
    listed = {ban["subject"]: ban for ban in admin.read("bans")}
    assert len(listed) == 3
    assert (listed["192.0.2.0/24"]["until"], listed["192.0.2.0/24"]["reason"]) == (None, "spam")
    assert admin("unban", "192.0.2.0/24") == "192.0.2.0/24 is no longer banned\n"
    assert "there is no ban on 192.0.2.0/24" in admin.refused("unban", "192.0.2.0/24")


def test_before_something_is_deleted_there_is_a_question(
    admin: Admin, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for answer, code in (("n\n", 1), ("y\n", 0)):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        admin("delete-chat", "--table", "tea", "--by", "aki", code=code)
    assert len(admin.read("chat", "tea")) == 2
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "pass --yes" in admin.refused("delete-account", "aki")
    assert "is deleted" in admin("delete-account", "aki", "--yes")
    assert admin("accounts") == "none\n"
    assert "deleted player" in admin("tables")
    assert admin("delete-chat", "--table", "tea", "--yes") == "2 lines deleted\n"
    assert "no line of chat matches" in admin.refused("delete-chat", "--table", "tea")
    assert "--line, --table or --by" in admin.refused("delete-chat")


def test_retention_is_set_and_shown(admin: Admin) -> None:
    assert "chat           30 days" in admin("retention", "chat=30", "finished=never")
    assert admin.read("retention")["chat"] == 30
    for wrong in ("chat", "chat=", "chat=-1", "chat=nan", "chat=soon"):
        assert f"“{wrong}” needs a number of days" in admin.refused("retention", wrong)


def test_stored_games_are_checked_against_todays_rules(admin: Admin, place: str) -> None:
    assert admin("check") == "1 table replayed; 0 differ\n"
    asyncio.run(falsify(place))
    found = admin.read("check", code=1)
    assert [(one["table"], one["state"]) for one in found["differ"]] == [("team", "over")]
    assert "does not replay" in found["differ"][0]["difference"]
    assert "DIFFERS  team, miyabi, over: entry" in admin("check", "--table", "team", code=1)


def test_a_log_that_ends_too_soon_is_found(admin: Admin, place: str) -> None:
    asyncio.run(cut_off(place))
    (found,) = admin.read("check", code=1)["differ"]
    assert re.fullmatch(r"its log has [\d,]+ entries, but [\d,]+ were stored", found["difference"])


async def cut_off(place: str) -> None:
    """As if the last entries had never reached the disk."""
    async with open_database(place) as database, database.write_transaction() as connection:
        last = select(func.max(schema.events.c.sequence)).scalar_subquery()
        await connection.execute(delete(schema.events).where(schema.events.c.sequence == last))


def test_a_file_that_sqlite_calls_damaged_does_not_pass(tmp_path: Path) -> None:
    place = tmp_path / "damaged.sqlite"
    asyncio.run(furnish(str(place)))
    with closing(sqlite3.connect(place)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        query = "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'accounts'"
        (page,), size = connection.execute(query).fetchone(), connection.execute("PRAGMA page_size").fetchone()[0]
    whole = bytearray(place.read_bytes())
    whole[(page - 1) * size : page * size] = bytes(size)
    place.write_bytes(whole)
    found = niwashi("admin", "check", "--store", str(place), code=1).out
    assert found.startswith("DAMAGED  the database: ")


async def falsify(place: str) -> None:
    """As if tiles had fitted elsewhere when it was played."""
    async with open_database(place) as database, database.write_transaction() as connection:
        log = schema.events.c
        found = (await connection.execute(select(log.sequence, log.body).order_by(log.sequence))).all()
        acted = next(row for row in found if b'"who":0' in bytes(row.body))
        changed = json.dumps({**json.loads(bytes(acted.body)), "what": "sHaN"}).encode()
        this = update(schema.events).where(log.sequence == acted.sequence)
        await connection.execute(this.values(body=changed))


def test_the_store_may_be_named_by_the_environment(tmp_path: Path) -> None:
    asyncio.run(furnish(str(tmp_path / "named.sqlite")))
    listed = niwashi("admin", "tables", env={"NIWASHI_STORE": str(tmp_path / "named.sqlite")}).out
    assert "team" in listed
    niwashi("backup", tmp_path / "copy.sqlite", env={"NIWASHI_STORE": str(tmp_path / "named.sqlite")})
    assert (tmp_path / "copy.sqlite").exists()
