"""A store that an earlier version wrote opens, replays and goes on as it did there (old_store/README.md)."""

from __future__ import annotations

import json
import lzma
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pytest

from niwashi.core.record import read_record
from niwashi.store import (
    Append,
    LogSequence,
    accounts,
    bans,
    chat,
    leases,
    load_answers,
    load_events,
    open_store,
    records,
    retention,
    reviews,
    tables,
)
from niwashi.store.erasure import delete_account
from niwashi.store.exports import export
from niwashi.store.imports import import_file
from niwashi.table import Command, CommandResult, Table, privacy
from niwashi.table.verification import find_difference
from niwashi.wire import read_request, to_json
from niwashi.wire.replay import replay_record

FOLDER = Path(__file__).with_name("old_store")
EXPECTED: dict[str, Any] = json.loads(lzma.decompress((FOLDER / "expected.json.xz").read_bytes()))
TABLES: list[dict[str, Any]] = EXPECTED["tables"]
each_table = pytest.mark.parametrize("expected", TABLES, ids=[table["id"] for table in TABLES])


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    return unpack("store.sqlite", tmp_path)


def unpack(name: str, folder: Path) -> Path:
    path = folder / name
    with lzma.open(FOLDER / f"{name}.xz") as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    return path


def as_json(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


# -- the store -------------------------------------------------------------------------------------------------------
async def test_accounts_chat_and_what_a_host_has_set_are_there(old_store: Path) -> None:
    async with open_store(old_store) as store:
        database = store.database
        for expected in EXPECTED["accounts"]:
            account = await accounts.find(database, expected["id"])
            assert account is not None
            assert {**asdict(account), "guest": account.guest, "shown": account.display_name} == expected
            results = await records.list_results(database, account.id)
            assert [asdict(result) for result in results] == EXPECTED["results"][account.id]
        assert await accounts.find(database, EXPECTED["deleted"]) is None
        assert [asdict(ban) for ban in await bans.list_active(database)] == EXPECTED["bans"]
        assert asdict(await retention.read(database)) == EXPECTED["retention"]
        for table, lines in EXPECTED["chat"].items():
            assert [asdict(line) for line in await chat.list_messages(database, table)] == lines


@each_table
async def test_a_table_is_kept_as_it_was(expected: dict[str, Any], old_store: Path) -> None:
    async with open_store(old_store) as store:
        database, table = store.database, expected["id"]
        assert as_json(asdict(await tables.find(database, table))) == {**expected["row"], "components": None}
        assert await bodies_of(database, table) == [body.encode() for body in expected["log"]]
        assert await load_answers(database, table) == answers(expected)
        assert await records.load_record(database, table) == _bytes(expected["kept"])
        assert await reviews.load_review(database, table) == _bytes(expected["review"])


async def test_its_export_is_the_same_and_an_old_export_can_be_imported(old_store: Path, tmp_path: Path) -> None:
    old = unpack("export.jsonl", tmp_path)
    async with open_store(old_store) as store:
        await export(store.database, tmp_path / "today.jsonl")
        assert (tmp_path / "today.jsonl").read_bytes() == old.read_bytes()
        assert (await import_file(store.database, old)).same == len(TABLES)
    async with open_store(tmp_path / "new.sqlite") as store:
        assert (await import_file(store.database, old)).new == len(TABLES)
        for expected in TABLES:
            assert await bodies_of(store.database, expected["id"]) == [body.encode() for body in expected["log"]]


async def test_an_account_can_still_be_deleted_from_it(old_store: Path) -> None:
    person, name = EXPECTED["accounts"][0]["id"], EXPECTED["accounts"][0]["name"]
    async with open_store(old_store) as store:
        await delete_account(store.database, person, privacy)
        for expected in TABLES:
            log = await bodies_of(store.database, expected["id"])
            kept = await records.load_record(store.database, expected["id"]) or b""
            commands = await load_answers(store.database, expected["id"])
            assert not any(person.encode() in body or f'"name":"{name}"'.encode() in body for body in [*log, kept])
            assert not any(person in command for command in commands)
            assert Table.rebuild(log, commands).phase == expected["phase"]


# -- the tables ------------------------------------------------------------------------------------------------------
@each_table
def test_a_log_replays_to_the_same_table(expected: dict[str, Any]) -> None:
    table = rebuilt(expected)
    assert find_difference([body.encode() for body in expected["log"]], _bytes(expected["kept"])) is None
    assert described(table) == {name: expected[name] for name in described(table)}
    table._told = None  # the old program did not hold back what happens in a live grab until it is judged
    assert [as_before(one) for one in table.news(-1)] == [json.loads(one) for one in expected["news"]]
    for person, snapshot in expected["snapshots"]:
        assert as_before(table.snapshot(person, EXPECTED["now"])) == json.loads(snapshot)


ADDED = {"host_seat", "races", "racing", "best", "trials", "components"}
"""Fields that messages have gained since."""


def as_before(value: object) -> Any:
    """As the old program sent it, without what it did not say."""
    return without_added(as_json(value))


def without_added(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_added(one) for name, one in value.items() if name not in ADDED}
    return [without_added(one) for one in value] if isinstance(value, list) else value


def described(table: Table) -> dict[str, Any]:
    """As the old program described it, by its names."""
    game = table.game
    return {
        "id": table.id,
        "seq": table.seq,
        "phase": table.phase,
        "due": table.due(),
        "game": table.game_name,
        "options": table.options,
        "rules": table.rules_version,
        "term": table.lease_epoch,
        "touched": table.last_entry_at,
        "people": table.people,
        "present": table.present,
        "awaited": table.awaited,
        "seats_awaited": table.seats_awaited,
        "bots": [asdict(turn) for turn in table.bots_to_act()],
        "rematched": table.rematched,
        "ending": as_json(table.ending),
        "scores": list(game.scores) if game else None,
        "winners": list(game.winners) if game else None,
        "sheet": str(game.sheet()) if game else None,
        "record": table.record().to_json().decode() if game else None,
    }


@each_table
def test_it_goes_on_with_the_same_entries_and_answers(expected: dict[str, Any]) -> None:
    table = rebuilt(expected)
    for step in expected["steps"]:
        with settling(table, step) as result:
            bodies = result.batch.bodies if result.batch else ()
            assert [body.decode() for body in bodies] == step["bodies"]
            assert answer_of(result, table) == (step["answer"] and json.loads(step["answer"]))
    assert as_before(table.snapshot(None, EXPECTED["now"])) == json.loads(expected["after"][0][1])
    assert (table.record().to_json().decode() if table.game else None) == expected["after_record"]


def answer_of(result: CommandResult, table: Table) -> Any:
    """As the old program gave it: “done” named the newest entry, also while that is held back."""
    answer = json.loads(to_json(result.answer)) if result.answer else None
    if answer and answer["answer"] == "done" and table.told_seq < table.seq:
        assert answer["seq"] == table.told_seq
        answer["seq"] = table.seq
    return answer


@contextmanager
def settling(table: Table, step: dict[str, Any]) -> Iterator[CommandResult]:
    result = take(table, step)
    if result.batch is not None:
        assert (result.batch.command, list(result.batch.awaited)) == (step["command"], step["awaited"])
        table.commit(result.batch)
    yield result


def take(table: Table, step: dict[str, Any]) -> CommandResult:
    match step["do"]:
        case "handle":
            return table.handle(
                Command(read_request(step["request"].encode()), step["person"], step["bot"]), step["at"]
            )
        case "presence":
            return table.set_presence(step["person"], step["here"], step["at"])
        case "rest":
            return table.suspend(step["since"], step["at"], step["term"])
        case "see_off":
            return table.drop_deleted_accounts(step["at"])
        case _:
            return table.tick(step["at"])


@each_table
async def test_what_is_played_on_can_be_stored(expected: dict[str, Any], old_store: Path) -> None:
    """And replays together with what was there."""
    table = rebuilt(expected)
    async with open_store(old_store) as store:
        lease = await leases.acquire(store.database, table.id, "today", 60)
        for step in expected["steps"]:
            with settling(table, step) as result:
                if batch := result.batch:
                    append = Append(
                        batch.table,
                        lease.epoch,
                        LogSequence(batch.first),
                        batch.bodies,
                        batch.command,
                        batch.answer or b"",
                    )
                    await store.log.append(append)
        log = await bodies_of(store.database, table.id)
    again = Table.rebuild(log)
    assert again.snapshot(None, EXPECTED["now"]) == table.snapshot(None, EXPECTED["now"])
    assert len(log) == table.seq + 1


# -- records ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(len(EXPECTED["replays"])))
def test_a_record_loads_and_is_told_as_before(number: int) -> None:
    expected = EXPECTED["replays"][number]
    record = read_record(expected["record"].encode())
    assert record.to_json().decode() == expected["record"]
    assert as_before(replay_record(record)) == json.loads(expected["replay"])


# -- shorthand -------------------------------------------------------------------------------------------------------
def rebuilt(expected: dict[str, Any]) -> Table:
    return Table.rebuild([body.encode() for body in expected["log"]], answers(expected))


def answers(expected: dict[str, Any]) -> dict[str, bytes]:
    return {command: answer.encode() for command, answer in expected["answers"].items()}


async def bodies_of(database: Any, table: str) -> list[bytes]:
    return [event.body for event in await load_events(database, table, limit=1_000_000)]


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
