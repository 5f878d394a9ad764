"""A store that has lost the end of its write-ahead log says so, instead of going on as if nothing had been there."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from niwashi.store import open_database, open_store
from niwashi.store.backup import backup
from niwashi.store.errors import BadStore
from niwashi.store.writer_process import NUMBERS, Mark, count_lost, mark_path
from tests.cli.process import niwashi
from tests.store.logs import batch, seated, whole_log

COMMITS = 6


async def killed_store(folder: Path) -> Path:
    """As a killed server leaves it: everything since its start is in the write-ahead log."""
    live, left = folder / "live" / "store.sqlite", folder / "left"
    async with open_store(live):
        pass
    async with open_store(live) as store:
        (lease,) = await seated(store, "t1")
        for number in range(COMMITS):
            await store.log.append(batch(lease, number))
        shutil.copytree(live.parent, left)
    return left / live.name


def without_log(file: Path) -> None:
    file.with_name(file.name + "-wal").unlink()
    file.with_name(file.name + "-shm").unlink(missing_ok=True)


def cut_log(file: Path) -> None:
    """Two thirds of it are left."""
    log = file.with_name(file.name + "-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size * 2 // 3])


def damaged_log(file: Path) -> None:
    """SQLite ignores everything after the damage."""
    log = file.with_name(file.name + "-wal")
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 0xFF
    log.write_bytes(content)


async def test_a_killed_store_is_whole(tmp_path: Path) -> None:
    async with open_store(await killed_store(tmp_path)) as store:
        assert len(await whole_log(store, "t1")) == COMMITS


@pytest.mark.parametrize("lose", [without_log, cut_log, damaged_log])
async def test_a_lost_log_is_noticed_until_somebody_says_to_go_on(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    file = await killed_store(tmp_path)
    lose(file)
    for _ in range(2):
        with pytest.raises(BadStore, match=r"missing from .* delete") as refused:
            async with open_store(file):
                pass
        assert refused.value.code == "store/lost"
    mark_path(file).unlink()
    async with open_store(file):
        pass


@pytest.mark.parametrize("lose", [without_log, cut_log, damaged_log])
async def test_a_refused_start_leaves_a_log_that_can_be_put_back(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    file = await killed_store(tmp_path)
    log = file.with_name(file.name + "-wal")
    whole = log.read_bytes()
    lose(file)
    damaged = log.read_bytes() if log.exists() else None
    for open_it in (open_store, open_database):
        with pytest.raises(BadStore):
            async with open_it(file):
                pass
    assert damaged is None or log.read_bytes() == damaged, "what is behind the damage is still there"
    log.write_bytes(whole)
    async with open_store(file) as store:
        assert len(await whole_log(store, "t1")) == COMMITS


def test_admin_check_and_serve_say_what_is_missing(tmp_path: Path) -> None:
    file = asyncio.run(killed_store(tmp_path))
    without_log(file)
    for words, code in ((["admin", "check"], 1), (["serve", "--port", "0"], 2)):
        told = niwashi(*words, "--store", str(file), code=code)
        assert f"the last {COMMITS} commits are missing" in told.out + told.err
        assert "delete “store.sqlite-mark”" in told.out + told.err


async def test_a_backup_in_the_place_of_a_store_has_lost_nothing(tmp_path: Path) -> None:
    file = await killed_store(tmp_path)
    async with open_database(file) as database:
        await backup(database, tmp_path / "early.backup")
    async with open_store(file) as store:
        (lease,) = await seated(store, "t2")
        await store.log.append(batch(lease, 0))
    shutil.copy(tmp_path / "early.backup", file)
    async with open_store(file) as store:
        assert len(await whole_log(store, "t1")) == COMMITS


async def test_a_mark_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    file = await killed_store(tmp_path)
    mark_path(file).write_bytes(b"soon")
    async with open_store(file):
        pass


@pytest.mark.parametrize(("number", "marked", "lost"), [(7, 7, 0), (8, 7, 0), (NUMBERS - 1, 2, 3), (2, NUMBERS - 1, 0)])
def test_numbers_begin_again(tmp_path: Path, number: int, marked: int, lost: int) -> None:
    file = tmp_path / "numbered.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA application_id = 77")
        connection.execute(f"PRAGMA user_version = {number}")
        Mark(file, connection).write(marked)
        assert count_lost(file, connection) == lost
