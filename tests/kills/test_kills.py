"""kill -9 under load: every acknowledged command is stored once and in order, and every message was true."""

from __future__ import annotations

import asyncio
import os
import select
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median

import pytest

from niwashi.core.errors import NiwashiError
from tests.kills.__main__ import run
from tests.kills.cycles import Tally, make_plans, season
from tests.kills.journal import Journal
from tests.kills.ledger import Ledger
from tests.kills.nursery import running_nursery
from tests.kills.worlds import KINDS, NOTHING, sqlite_world
from tests.server.process import PATIENCE, ServerProcess

SOME = 25


def test_what_was_acknowledged_survives_on_sqlite() -> None:
    tally = Tally()
    run(6, seed=1, what=["front", "tables", "writer"], tally=tally, where=["processes"])
    assert tally.cycles == 6
    assert tally.commands > 6


@pytest.mark.more
def test_games_go_on_within_a_second_after_the_writer_alone_was_killed() -> None:
    """On a busy machine within a multiple of what people wait for each other when nothing was killed."""
    tally = Tally()
    run(40, seed=3, what=["writer", NOTHING], tally=tally, where=["processes"])
    usual, killed = median(tally.gaps[NOTHING]), median(tally.gaps["writer"])
    assert killed <= max(1.0, 4 * usual), tally.gaps


@pytest.mark.parametrize(
    "cycles", [pytest.param(20, marks=pytest.mark.more), pytest.param(1000, marks=pytest.mark.full)]
)
def test_what_was_acknowledged_survives_whatever_is_killed(cycles: int) -> None:
    tally = Tally()
    run(cycles, seed=2, what=list(KINDS), tally=tally)
    assert tally.cycles == cycles
    assert tally.commands > cycles


def test_a_run_goes_on_after_the_seasons_that_have_passed(tmp_path: Path) -> None:
    file, (first, second) = tmp_path / "journal", make_plans(50, 1, ["writer"], ["sqlite"])
    tally = Tally(commands=7)
    tally.note("writer", 0.25)
    Journal(file, "50 cycles").note(first, tally)
    again = Journal(file, "50 cycles")
    assert again.passed(first) == tally
    assert again.passed(second) is None
    with pytest.raises(NiwashiError, match="belongs to another run"):
        Journal(file, "60 cycles")
    file.write_text("no JSON")
    with pytest.raises(NiwashiError, match="is no journal"):
        Journal(file)


DONE = "(SELECT table_id, max(command) FROM answers WHERE instr(answer, '\"done\"') GROUP BY table_id)"
NEWEST = "(SELECT table_id, max(sequence) FROM events GROUP BY table_id)"
TAMPERING = {
    "is not kept": f"DELETE FROM answers WHERE (table_id, command) IN {DONE}",
    "the log ends": f"DELETE FROM events WHERE (table_id, sequence) IN {NEWEST}",
    "has a gap": "DELETE FROM events WHERE sequence = 3",
    "was told": "UPDATE events SET body = CAST(replace(body, 'p0-1', 'q0-1') AS BLOB) WHERE instr(body, 'p0-1')",
}
"""What the ledger says, and what has happened to the store."""


def test_the_ledger_notices_what_is_lost_missing_or_changed(tmp_path: Path) -> None:
    asyncio.run(_tamper(tmp_path))


async def _tamper(folder: Path) -> None:
    with running_nursery() as nursery, sqlite_world(nursery, folder, Random(1)) as world:
        world.start()
        async with season(world, Random(1)) as played:
            async with asyncio.timeout(PATIENCE):
                await played.acknowledgements.reach(SOME)
            await played.settle_and_check(resume=False)
            for said, statement in TAMPERING.items():
                copy = folder / "copy.sqlite"
                _copy_and_change(world.place, copy, statement)
                with pytest.raises(AssertionError, match=said):
                    Ledger(str(copy)).check(played.companies)
            for company in played.companies:
                company.resume()


def _copy_and_change(place: str, copy: Path, statement: str) -> None:
    copy.unlink(missing_ok=True)
    with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        assert target.execute(statement).rowcount
        target.commit()


def test_no_writer_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start()
    writer = os.pidfd_open(server.writer_pid())
    server.kill()
    assert select.select([writer], [], [], PATIENCE)[0]
    os.close(writer)
