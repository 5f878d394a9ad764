"""Power cuts: of what was not yet synced any part may be on the disk, and nothing that was acknowledged is lost.

Before a commit is acknowledged its part of the write-ahead log is synced. So between two acknowledgements a power cut
leaves the log as it was, with any of the sectors written since; and the database itself, which a checkpoint writes
from a synced log, likewise.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from niwashi.store import open_store
from tests.store.logs import batch, bodies, seated

SECTOR = 512
QUICK, FULL = 60, 1000
COMMITS_PER_CHECKPOINT = 4


@dataclass(frozen=True)
class Moment:
    """The files as they are right after an acknowledgement, all of it synced."""

    newest: int
    database: bytes
    wal: bytes


async def moments(folder: Path, commits: int) -> list[Moment]:
    """With a checkpoint every few commits, so that the log begins anew over its old frames."""
    file = folder / "live.sqlite"
    seen: list[Moment] = []
    async with open_store(file) as store:
        (lease,) = await seated(store, "t1")
        for number in range(commits):
            newest = seen[-1].newest if seen else 0
            receipt = await store.log.append(batch(lease, newest, newest % 4 + 1))
            if number % COMMITS_PER_CHECKPOINT == 0:
                _checkpoint(file)
            wal = file.with_name(file.name + "-wal").read_bytes()
            seen.append(Moment(receipt.newest, file.read_bytes(), wal))
    return seen


def _checkpoint(file: Path) -> None:
    """As SQLite does by itself after more commits. It begins with a synced log."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def torn(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """Cut anywhere, or any of the new sectors and not the others."""
    if chance.random() < 0.5:
        cut = chance.randint(0, len(after))
        return after[:cut] + before[cut:]
    longest = max(len(before), len(after))
    sectors = []
    for at in range(0, longest, SECTOR):
        old, new = before[at : at + SECTOR], after[at : at + SECTOR]
        sectors.append(chance.choice((old or bytes(len(new)), new or old)))
    return b"".join(sectors)


def power_cuts(seen: list[Moment], count: int, seed: int) -> Iterator[tuple[Moment, bytes, bytes]]:
    """What was acknowledged, and the files that a cut before the next acknowledgement leaves."""
    chance = random.Random(seed)
    while count:
        at = chance.randrange(len(seen) - 1)
        before, after = seen[at], seen[at + 1]
        if before.database == after.database:
            yield before, before.database, torn(before.wal, after.wal, chance)
        else:  # a checkpoint, which begins only when the log is synced
            yield after, torn(before.database, after.database, chance), after.wal
        count -= 1


def reopened(folder: Path, database: bytes, wal: bytes) -> list[bytes]:
    file = folder / "torn.sqlite"
    for beside in folder.glob("torn.sqlite*"):
        beside.unlink()
    file.write_bytes(database)
    file.with_name(file.name + "-wal").write_bytes(wal)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (newest,) = connection.execute("SELECT newest FROM tables").fetchone()
        rows = connection.execute("SELECT sequence, body FROM events ORDER BY sequence").fetchall()
    assert [sequence for sequence, _ in rows] == list(range(1, newest + 1))
    return [body for _, body in rows]


async def cut_power(folder: Path, commits: int, cuts: int, seed: int) -> None:
    seen = await moments(folder, commits)
    checkpoints = sum(one.database != other.database for one, other in pairwise(seen))
    assert 0 < checkpoints < commits - 1
    outcomes = set()
    ends = {moment.newest for moment in seen}
    for acknowledged, database, wal in power_cuts(seen, cuts, seed):
        there = reopened(folder, database, wal)
        assert len(there) >= acknowledged.newest
        assert len(there) in ends, "a batch is there whole or not at all"
        assert there == list(bodies(0, len(there)))
        outcomes.add(len(there) > acknowledged.newest)
    assert outcomes == {False, True}, "some cuts must lose the batch under way and some must not"


async def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    await cut_power(tmp_path, commits=30, cuts=QUICK, seed=1)


@pytest.mark.full
async def test_a_thousand_power_cuts_lose_nothing(tmp_path: Path) -> None:
    await cut_power(tmp_path, commits=200, cuts=FULL, seed=2)
