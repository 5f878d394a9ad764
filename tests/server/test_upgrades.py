"""After an upgrade, tables of other rules are logged, and a table that no longer replays waits in the store."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import UpdateBase, delete, update
from structlog.testing import capture_logs

from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import SingleNode
from niwashi.server.error_status import status_of
from niwashi.server.errors import RetryLater
from niwashi.server.halts import HaltWatch
from niwashi.server.ops.metrics import Metrics
from niwashi.server.realtime.lobby import Lobby
from niwashi.server.settings import Settings
from niwashi.server.tables.actor import TableActor
from niwashi.server.tables.handle import ask
from niwashi.server.tables.registry import TableRegistry
from niwashi.server.tables.replay import Unplayable
from niwashi.server.tables.services import TableServices
from niwashi.server.workers.advice import AdviceService
from niwashi.server.workers.pool import ProcessPool
from niwashi.store import Append, LogSequence, Store, leases, open_store, schema, tables
from niwashi.table import Command
from niwashi.table.entries import Happened, Opened, decode_entry, encode_entry
from niwashi.wire import requests
from tests.table.owners import Owner


def game(table: str, change: Callable[[Any], Any] = lambda entry: entry) -> tuple[bytes, ...]:
    """The log of a running game, as another version of the program may have written it."""
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    owner.play(6)
    first, *rest = (decode_entry(body) for body in owner.bodies)
    named = msgspec.structs.replace(first, table=table)
    return tuple(encode_entry(change(entry)) for entry in (named, *rest))


def of_old_rules(entry: Any) -> Any:
    return msgspec.structs.replace(entry, rules=0) if isinstance(entry, Opened) else entry


def with_tiles_that_fitted_then(entry: Any) -> Any:
    return msgspec.structs.replace(entry, what="sHaN") if isinstance(entry, Happened) and entry.who == 0 else entry


@asynccontextmanager
async def keeping(
    place: Path, logs: dict[str, tuple[bytes, ...]], clock: Clock | None = None, halts: HaltWatch | None = None
) -> AsyncIterator[tuple[TableRegistry, Store]]:
    clock = clock or Clock()
    async with open_store(place) as store:
        for table, bodies in logs.items():
            await tables.create(store.database, table, "miyabi", {"seats": 2})
            lease = await leases.acquire(store.database, table, "before", 60)
            await store.log.append(Append(table, lease.epoch, LogSequence(0), bodies, state="running"))
            await leases.release(store.database, lease)
        jobs, alone = ProcessPool(1), SingleNode()
        advice = AdviceService(store.database, jobs, Metrics())
        services = TableServices(store.log, clock, jobs, advice, alone, Metrics(), halts or HaltWatch(clock), 60.0)
        registry = TableRegistry(store, Settings(), services, Lobby(alone))
        try:
            yield registry, store
        finally:
            await registry.close()
            await jobs.close()


async def test_at_the_start_running_tables_of_other_rules_are_named(tmp_path: Path) -> None:
    logs = {"old": game("old", of_old_rules), "new": game("new")}
    with capture_logs() as said:
        async with keeping(tmp_path / "store.sqlite", logs) as (registry, _):
            assert (await registry.resume_all()).tables == 2, "it goes on where the log replays"
    named = [(one["table"], one["rules"], one["ours"]) for one in said if one["event"] == "table of other rules"]
    assert named == [("old", 0, 1)]


async def test_a_table_that_no_longer_replays_is_refused_with_a_sentence_and_kept(tmp_path: Path) -> None:
    logs = {"stuck": game("stuck", with_tiles_that_fitted_then), "fine": game("fine")}
    with capture_logs() as said:
        async with keeping(tmp_path / "store.sqlite", logs) as (registry, store):
            assert (await registry.resume_all()) == (1, 0)
            with pytest.raises(Unplayable, match="other rules than this server has") as refused:
                await registry.find("stuck")
            assert (refused.value.code, status_of(refused.value)) == ("table/rules", 409)
            assert (await tables.find(store.database, "stuck")).newest == len(logs["stuck"])
            await leases.acquire(store.database, "stuck", "a node with the old program", 60)
    assert [one["table"] for one in said if one["event"] == "table not resumed"] == ["stuck"]


DAMAGED = {
    "half an entry": b'{"kind":"happ',
    "no text": b"\xff\xfe\x00",
    "another kind": b'{"kind":"nothing"}',
    "a list": b"[]",
}


@pytest.mark.parametrize("body", DAMAGED.values(), ids=DAMAGED)
async def test_a_table_whose_log_is_damaged_is_refused_with_a_sentence_and_kept(tmp_path: Path, body: bytes) -> None:
    log = game("damaged")
    async with keeping(tmp_path / "store.sqlite", {"damaged": log}) as (registry, store):
        await change(store, update(schema.events).values(body=body).where(schema.events.c.sequence == len(log)))
        await assert_refused(registry, store, "damaged", len(log), "its log is damaged in the store")


async def test_a_table_whose_log_ends_too_soon_is_refused_with_a_sentence_and_kept(tmp_path: Path) -> None:
    log = game("short")
    async with keeping(tmp_path / "store.sqlite", {"short": log}) as (registry, store):
        await change(store, delete(schema.events).where(schema.events.c.sequence == len(log)))
        await assert_refused(registry, store, "short", len(log), "this game cannot go on")


async def change(store: Store, statement: UpdateBase) -> None:
    """As damage would."""
    async with store.database.write_transaction() as connection:
        await connection.execute(statement)


async def assert_refused(registry: TableRegistry, store: Store, table: str, newest: int, why: str) -> None:
    with pytest.raises(Unplayable, match=why) as refused:
        await registry.find(table)
    assert (refused.value.code, status_of(refused.value)) == ("table/rules", 409)
    assert (await tables.find(store.database, table)).newest == newest


async def test_why_a_table_was_lost_stands_in_the_log(tmp_path: Path) -> None:
    """Visitors are told only that they should come again."""
    with capture_logs() as said:
        async with keeping(tmp_path / "store.sqlite", {"lost": game("lost")}) as (registry, store):
            actor = await registry.find("lost")
            assert isinstance(actor, TableActor)
            store.log.close()
            with pytest.raises(RetryLater):
                await ask(actor, Command(requests.Resign(id="1"), "aki"))
    (lost,) = [one for one in said if one["event"] == "table lost"]
    assert (lost["code"], lost["reason"]) == ("store/closed", "the store is closed")
