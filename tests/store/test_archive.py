"""Exports and imports: what goes out comes back the same, and nothing else comes in."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niwashi.core.errors import NiwashiError
from niwashi.store import Append, Database, LogSequence, leases, open_database, open_store
from niwashi.store.archive import read_archive
from niwashi.store.backup import backup
from niwashi.store.errors import BadArchive, BadEntry, BadStore, Fenced, LogConflict, Unknown
from niwashi.store.exports import TableSelection, export, export_records
from niwashi.store.imports import ImportCounts, import_file
from niwashi.store.records import load_record, save_record
from niwashi.store.tables import StoredSeat, create, find, replace_seats
from niwashi.store.validation import check_id
from tests.store.logs import batch, seated, set_state, whole_log
from tests.store.postgres import Server
from tests.store.test_lobby import RECORD

Json = dict[str, Any]


async def some_games(place: str | Path) -> None:
    async with open_store(place) as store:
        held = await seated(store, "t1", "t2", "t3")
        await create(store.database, "edo", "edo_yashiki", {"seats": 3, "grab": "calm"})
        for lease, count in zip(held, (3, 1, 2500), strict=True):
            await store.log.append(batch(lease, 0, count))
            assert await leases.release(store.database, lease)
        await replace_seats(store.database, "t1", [StoredSeat(0, "Aki"), StoredSeat(1, "庭師")])
        await save_record(store.database, "t1", RECORD)
        await set_state(store.database, "t1", "over")


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four tables, one of them finished."""

    async def make() -> None:
        await some_games(folder / "store.sqlite")
        async with open_database(folder / "store.sqlite") as database:
            await export(database, folder / "games.jsonl")

    folder = tmp_path_factory.mktemp("archive")
    asyncio.run(make())
    return folder / "games.jsonl"


# -- there and back --------------------------------------------------------------------------------------------------
async def test_an_import_has_everything_and_exports_to_the_same_bytes(
    place: str, archive: Path, tmp_path: Path
) -> None:
    async with open_store(place) as store:
        assert await import_file(store.database, archive) == ImportCounts(new=4, events=2504)
        again = tmp_path / "again.jsonl"
        await export(store.database, again)
        assert again.read_bytes() == archive.read_bytes()
        assert len(await whole_log(store, "t3")) == 2500
        assert await load_record(store.database, "t1") == RECORD
        assert [seat.name for seat in (await find(store.database, "t1")).seats] == ["Aki", "庭師"]


async def test_an_import_done_twice_changes_nothing(place: str, archive: Path, tmp_path: Path) -> None:
    async with open_database(place) as database:
        told: list[tuple[int, int]] = []
        await import_file(database, archive, lambda done, of: told.append((done, of)))
        assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
        assert await import_file(database, archive) == ImportCounts(same=4)


async def test_an_imported_table_can_be_played_on(place: str, archive: Path) -> None:
    async with open_store(place) as store:
        await import_file(store.database, archive)
        lease = await leases.acquire(store.database, "t2", "node", 60)
        assert (await store.log.append(batch(lease, 1))).newest == 2
        assert await import_file(store.database, archive) == ImportCounts(same=4)  # the file knows a part of it


@st.composite
def stores(draw: st.DrawFn) -> dict[str, tuple[Json, list[bytes], list[str]]]:
    """Options, log and names of some tables."""
    texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)
    values = st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, width=64) | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=8,
    )
    finite = values.filter(_is_finite)
    logs = st.lists(finite.map(msgspec.json.encode), max_size=6)
    ids = st.text("abcXYZ019-_", min_size=1, max_size=8).filter(_is_id)
    options = st.dictionaries(texts, finite, max_size=4)
    return draw(st.dictionaries(ids, st.tuples(options, logs, st.lists(texts, max_size=3)), max_size=4))


def _is_finite(value: object) -> bool:
    return "Infinity" not in json.dumps(value)


def _is_id(text: str) -> bool:
    try:
        return bool(check_id(text))
    except BadEntry:
        return False


async def fill(database: Database, log: Any, given: dict[str, tuple[Json, list[bytes], list[str]]]) -> None:
    for table, (options, events, names) in given.items():
        await create(database, table, "miyabi", options)
        lease = await leases.acquire(database, table, "node", 60)
        if events:
            await log.append(Append(table, lease.epoch, LogSequence(0), tuple(events)))
        await replace_seats(database, table, [StoredSeat(seat, name) for seat, name in enumerate(names)])


@settings(max_examples=max(15, settings().max_examples // 5))  # each opens two stores
@given(stores())
def test_whatever_a_store_holds_comes_back_the_same(
    sqlite_template: Path, given: dict[str, tuple[Json, list[bytes], list[str]]]
) -> None:
    async def there_and_back(folder: Path) -> None:
        for name in ("one", "other"):
            shutil.copy(sqlite_template, folder / name)
        async with open_store(folder / "one") as store:
            await fill(store.database, store.log, given)
            await export(store.database, folder / "one.jsonl")
        async with open_store(folder / "other") as store:
            await import_file(store.database, folder / "one.jsonl")
            await export(store.database, folder / "other.jsonl")
            for table, (options, events, names) in given.items():
                found = await find(store.database, table)
                assert (found.options, [seat.name for seat in found.seats]) == (options, names)
                assert await whole_log(store, table) == events
        assert (folder / "one.jsonl").read_bytes() == (folder / "other.jsonl").read_bytes()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(there_and_back(Path(folder)))


# -- what is chosen --------------------------------------------------------------------------------------------------
async def test_tables_and_games_can_be_chosen(place: str, archive: Path, tmp_path: Path) -> None:
    async with open_database(place) as database:
        await import_file(database, archive)
        for chosen, expected in (
            (TableSelection(tables=["t2", "edo"]), {"t2", "edo"}),
            (TableSelection(games=["edo_yashiki"]), {"edo"}),
            (TableSelection(tables=["t2", "edo"], games=["miyabi"]), {"t2"}),
        ):
            done = await export(database, tmp_path / "some.jsonl", chosen)
            assert done.tables == len(expected)
            assert {line.id for line in read_archive(tmp_path / "some.jsonl") if hasattr(line, "id")} == expected
        with pytest.raises(Unknown, match="“t9”"):
            await export(database, tmp_path / "none.jsonl", TableSelection(tables=["t9"]))
        assert not list(tmp_path.glob("none*")), "no half of a file, under any name"
        assert (await export_records(database, tmp_path / "records.jsonl")).tables == 1
        assert (tmp_path / "records.jsonl").read_bytes() == RECORD + b"\n"


async def test_a_full_disk_is_the_files_fault_and_not_the_databases(place: str, archive: Path) -> None:
    async with open_database(place) as database:
        await import_file(database, archive)
        with pytest.raises(NiwashiError, match="cannot write “/dev/full”"):
            await export(database, "/dev/full")


async def test_an_export_is_of_one_moment(place: str, archive: Path, tmp_path: Path) -> None:
    async with open_store(place) as store:
        await import_file(store.database, archive)
        lease = await leases.acquire(store.database, "t3", "node", 60)
        writing: list[asyncio.Task[Any]] = []

        def append(done: int, of: int) -> None:
            if done == 1:
                writing.append(asyncio.create_task(store.log.append(batch(lease, 2500, 5))))

        await export(store.database, tmp_path / "moment.jsonl", progress=append)
        assert (await writing[0]).newest == 2505
        assert b'"events":2500,' in (tmp_path / "moment.jsonl").read_bytes()


# -- contradictions --------------------------------------------------------------------------------------------------
def signed(lines: list[Json]) -> bytes:
    """An export of these lines with correct checksums, as an attacker would write it."""
    out, section = b"", b""
    for line in lines:
        if line["is"] == "table":
            section = b""
        if line["is"] in ("end of table", "end"):
            line = {**line, "sha256": hashlib.sha256(section if line["is"] == "end of table" else out).hexdigest()}
        raw = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass") + b"\n"
        out, section = out + raw, section + raw
    return out


def one_table(**changes: Any) -> list[Json]:
    """A small export; changes to the table's own line."""
    table = {"is": "table", "id": "t1", "game": "miyabi", "options": {"seats": 2}, "state": "open"}
    shown = {"visibility": "private", "created": 1, "updated": 2, "seats": [{"seat": 0, "name": "Aki"}]}
    return [
        {"is": "niwashi export", "version": 1},
        {**table, **shown, **changes},
        {"is": "event", "sequence": 1, "body": [0, "action 1"]},
        {"is": "event", "sequence": 2, "body": [0, "action 2"]},
        {"is": "end of table", "events": 2},
        {"is": "end", "tables": 1},
    ]


async def refused(place: str | Path, content: bytes, folder: Path) -> str:
    """The sentence; and nothing was written."""
    (folder / "file.jsonl").write_bytes(content)
    async with open_database(place) as database:
        await export(database, folder / "before.jsonl")
        with pytest.raises(NiwashiError) as error:
            await import_file(database, folder / "file.jsonl")
        await export(database, folder / "after.jsonl")
    assert (folder / "before.jsonl").read_bytes() == (folder / "after.jsonl").read_bytes()
    assert error.value.sentence.isprintable()
    assert len(error.value.sentence) < 400
    return error.value.sentence


async def test_what_contradicts_what_is_there_is_refused(place: str, tmp_path: Path) -> None:
    async with open_store(place) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0))
    other = one_table()
    other[2]["body"] = [0, "another"]
    assert "event 1 of table “t1” differs from the store's" in await refused(place, signed(other), tmp_path)
    assert "“t1” already exists with another game or other options: miyabi" in await refused(
        place, signed(one_table(game="edo_yashiki")), tmp_path
    )
    assert "already exists with" in await refused(place, signed(one_table(options={"seats": 3})), tmp_path)
    assert "is being run by “node”" in await refused(place, signed(one_table()), tmp_path)


async def test_a_longer_log_extends_a_shorter_one_and_fences_its_owner_off(place: str, tmp_path: Path) -> None:
    (tmp_path / "longer.jsonl").write_bytes(signed(one_table(state="running")))
    async with open_store(place) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0))
        await leases.renew_all(store.database, "node", -1)
        assert await import_file(store.database, tmp_path / "longer.jsonl") == ImportCounts(extended=1, events=1)
        with pytest.raises((Fenced, LogConflict)):
            await store.log.append(batch(lease, 1))
        table = await find(store.database, "t1")
        assert (table.newest, table.state, table.seats) == (2, "running", (StoredSeat(0, "Aki"),))


async def test_another_record_of_the_same_table_is_refused(place: str, archive: Path, tmp_path: Path) -> None:
    async with open_database(place) as database:
        await import_file(database, archive)
    lines = [json.loads(line) for line in archive.read_text().splitlines()]
    for line in lines:
        if line["is"] == "record":
            line["body"]["names"] = ["Aki", "Mo"]
    assert "the record of table “t1”" in await refused(place, signed(lines), tmp_path)


# -- hostile files ---------------------------------------------------------------------------------------------------
def line(number: int, **changes: Any) -> Callable[[], bytes]:
    def make() -> bytes:
        lines = one_table()
        lines[number] = {**lines[number], **changes}
        return signed(lines)

    return make


def order(*numbers: int) -> Callable[[], bytes]:
    return lambda: signed([one_table()[number] for number in numbers])


def raw(change: Callable[[bytes], bytes]) -> Callable[[], bytes]:
    return lambda: change(signed(one_table()))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no JSON": lambda: b"hello\n",
    "a record": lambda: RECORD + b"\n",
    "noughts": lambda: bytes(10_000),
    "no end of line": lambda: b"[" * 10_000_000,
    "nested too deep": lambda: b'{"is":"niwashi export","version":' + b"[" * 100_000 + b"\n",
    "another version": line(0, version=2),
    "an unknown field": line(1, epoch=5),
    "a missing header": order(1, 2, 3, 4, 5),
    "a table within a table": order(0, 1, 1, 2, 3, 4, 5),
    "the same table twice": order(0, 1, 2, 3, 4, 1, 2, 3, 4, 5),
    "events out of order": order(0, 1, 3, 2, 4, 5),
    "an event missing": order(0, 1, 3, 4, 5),
    "an event twice": order(0, 1, 2, 2, 4, 5),
    "a table without an end": order(0, 1, 2, 3, 5),
    "no end": order(0, 1, 2, 3, 4),
    "two ends": order(0, 1, 2, 3, 4, 5, 5),
    "a wrong number of events": line(4, events=3),
    "a wrong number of tables": line(5, tables=2),
    "a huge number": line(2, sequence=10**30),
    "a negative number": line(2, sequence=-1),
    "a time beyond time": line(1, created=2**60),
    "an id that climbs": line(1, id="../../etc"),
    "an id too long": line(1, id="a" * 100),
    "an id that is a number": line(1, id=7),
    "an unknown game": line(1, game="go"),
    "an unknown state": line(1, state="lost"),
    "a seat twice": line(1, seats=[{"seat": 0, "name": "Aki"}, {"seat": 0, "name": "Bo"}]),
    "a seat before the first": line(1, seats=[{"seat": -1, "name": "Aki"}]),
    "an account": line(1, seats=[{"seat": 0, "name": "Aki", "account": "a1"}]),
    "too many seats": line(1, seats=[{"seat": seat, "name": "Aki"} for seat in range(101)]),
    "a name that is not there": line(1, seats=[{"seat": 0, "name": ""}]),
    "a name with a nought": line(1, seats=[{"seat": 0, "name": "a\0b"}]),
    "a name of half a pair": line(1, seats=[{"seat": 0, "name": "\ud800"}]),
    "options with a nought": line(1, options={"a": ["\0"]}),
    "options too deep": line(1, options={"a": json.loads("[" * 40 + "]" * 40)}),
    "an event too large": line(2, body="a" * (1 << 21)),
    "half a file": raw(lambda content: content[: len(content) // 2]),
    "a file without its last byte": raw(lambda content: content[:-1]),
    "something after the end": raw(lambda content: content + b"\n"),
    "a changed letter": raw(lambda content: content.replace(b"action 2", b"action 3")),
    "a byte that is no text": raw(lambda content: content.replace(b"action 2", b"action \xff")),
    "a byte order mark": raw(lambda content: b"\xef\xbb\xbf" + content),
    "Windows' lines": raw(lambda content: content.replace(b"\n", b"\r\n")),
}


def test_the_samples_are_good_before_they_are_spoilt(tmp_path: Path) -> None:
    (tmp_path / "file.jsonl").write_bytes(signed(one_table()))
    assert len(list(read_archive(tmp_path / "file.jsonl"))) == 4


@pytest.mark.parametrize("what", HOSTILE)
async def test_a_hostile_file_is_refused_with_a_sentence_and_changes_nothing(
    what: str, sqlite_template: Path, tmp_path: Path
) -> None:
    place = shutil.copy(sqlite_template, tmp_path / "store.sqlite")
    sentence = await refused(place, HOSTILE[what](), tmp_path)
    assert "line " in sentence or what == "an unknown game"


async def test_a_file_that_is_no_export_is_not_called_incomplete(sqlite_template: Path, tmp_path: Path) -> None:
    """Such as a record, which people may take for one."""
    place = shutil.copy(sqlite_template, tmp_path / "store.sqlite")
    assert "the file is no export, or was cut off" in await refused(place, RECORD, tmp_path)


async def test_a_damaged_file_is_never_taken_in(sqlite_template: Path, archive: Path, tmp_path: Path) -> None:
    content, chance = archive.read_bytes(), random.Random(1)
    for _ in range(40):
        spoilt = bytearray(content)
        at = chance.randrange(len(spoilt))
        spoilt[at] ^= 1 << chance.randrange(8)
        (tmp_path / "spoilt.jsonl").write_bytes(spoilt)
        with pytest.raises(BadArchive):
            list(read_archive(tmp_path / "spoilt.jsonl"))


async def test_a_missing_file_and_a_pipe_are_refused(sqlite_template: Path, tmp_path: Path) -> None:
    place = shutil.copy(sqlite_template, tmp_path / "store.sqlite")
    async with open_database(place) as database:
        for path, reason in ((tmp_path / "missing", "cannot read"), (Path("/dev/null"), "is not a file")):
            with pytest.raises(NiwashiError, match=reason):
                await import_file(database, path)


# -- backups ---------------------------------------------------------------------------------------------------------
async def test_a_backup_of_a_store_in_use_is_a_store_of_one_moment(tmp_path: Path) -> None:
    live, copy = tmp_path / "live.sqlite", tmp_path / "copy.sqlite"
    async with open_store(live) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0, 2000))
        copying = asyncio.create_task(backup(store.database, copy))
        newest, during = 2000, 0
        while not copying.done():
            newest = (await store.log.append(batch(lease, newest))).newest
            during += 1
        assert (await copying).bytes == copy.stat().st_size
        assert await whole_log(store, "t1")
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite"]
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    async with open_store(copy) as store:
        assert 2000 <= len(await whole_log(store, "t1")) <= 2000 + during


async def test_what_cannot_be_backed_up_says_why(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    async with open_database(place) as database:
        wrong = Path(place) if database.is_sqlite else tmp_path / "copy.dump"
        with pytest.raises(BadStore, match="the store itself" if database.is_sqlite else "needs the program pg_dump"):
            await backup(database, wrong)
        with pytest.raises(BadStore, match="is not a file"):
            await backup(database, tmp_path)
    assert not list(tmp_path.glob("copy*"))


async def test_what_pg_dump_says_is_passed_on(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{postgres.programs}{os.pathsep}{os.environ['PATH']}")
    name = postgres.new_database()
    async with open_database(postgres.address(name)) as database:
        pass
    postgres.ask(f"DROP DATABASE {name}")
    with pytest.raises(BadStore, match=f'pg_dump could not copy the store: .*"{name}" does not exist'):
        await backup(database, tmp_path / "copy.dump")
    assert not list(tmp_path.iterdir())


async def test_a_backup_of_a_postgresql_restores(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{postgres.programs}{os.pathsep}{os.environ['PATH']}")
    live, restored, copy = postgres.address(postgres.new_database()), postgres.new_database(), tmp_path / "copy.dump"
    async with open_store(live) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0, 20))
        assert (await backup(store.database, copy)).bytes == copy.stat().st_size
        events = await whole_log(store, "t1")
    words = ["-h", str(postgres.folder), "-U", "postgres", "--exit-on-error", f"--dbname={restored}", str(copy)]
    restoring = await asyncio.create_subprocess_exec(postgres.programs / "pg_restore", *words)
    assert await restoring.wait() == 0
    async with open_store(postgres.address(restored)) as store:
        assert await whole_log(store, "t1") == events
