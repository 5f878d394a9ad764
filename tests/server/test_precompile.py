"""A new machine compiles the kernels of bots and hints while it already serves clients."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from niwashi.parallel.progress import CompileProgress
from niwashi.server.errors import RetryLater
from niwashi.server.ops.metrics import Metrics
from niwashi.server.workers import advice, precompile
from niwashi.server.workers.advice import PREPARING, AdviceService
from niwashi.server.workers.jobs import Job
from niwashi.server.workers.pool import ProcessPool
from niwashi.server.workers.precompile import precompile_in_background
from niwashi.store import open_store
from tests.server.process import ServerProcess
from tests.server.tables import started, to_act
from tests.table.owners import Owner

TO_COMPILE = 1800.0
"""Seconds on a slow, busy machine."""


async def test_until_all_is_compiled_hints_are_for_later(tmp_path: Path) -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    mover = owner.table.people[next(iter(owner.table.seats_awaited))]
    assert mover is not None
    async with open_store(tmp_path / "store.sqlite") as store:
        service = AdviceService(store.database, ProcessPool(1), Metrics())
        service.compiled.clear()
        with pytest.raises(RetryLater, match="try again in a few minutes"):
            await service.hint(owner.table, mover)


async def test_a_hint_that_takes_long_is_waited_for_by_asking_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a worker still loads what it computes with."""
    monkeypatch.setattr(advice, "HINT_SECONDS", 0.01)
    computed, asked = asyncio.Event(), list[Job]()

    class SlowRunner:
        async def run(self, job: Job) -> bytes:
            asked.append(job)
            await computed.wait()
            return b"{}"

        async def close(self) -> None:
            pass

    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    mover = owner.table.people[next(iter(owner.table.seats_awaited))]
    assert mover is not None
    async with open_store(tmp_path / "store.sqlite") as store:
        service = AdviceService(store.database, SlowRunner(), Metrics())
        with pytest.raises(RetryLater, match="longer than usual") as refused:
            await service.hint(owner.table, mover)
        assert refused.value.code == "hint/slow"
        computed.set()
        assert await service.hint(owner.table, mover) == b"{}"
        assert len(asked) == 1, "it was computed meanwhile"


async def test_a_server_that_ends_while_it_compiles_says_that_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "is_compiled", lambda: False)
    monkeypatch.setattr(precompile, "_compile_quietly", signal.pause)  # for ever
    compiled = asyncio.Event()
    with capture_logs() as said:
        async with precompile_in_background(compiled, CompileProgress()):
            assert not compiled.is_set()
        await compiled.wait()
    assert [(line["event"], line["log_level"]) for line in said] == [("stopped compiling", "info")]


async def test_a_compiler_that_fails_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precompile, "is_compiled", lambda: False)
    monkeypatch.setattr(precompile, "_compile_quietly", os.abort)
    compiled = asyncio.Event()
    with capture_logs() as said:
        async with precompile_in_background(compiled, CompileProgress()):
            await compiled.wait()
    assert [(line["event"], line["log_level"]) for line in said] == [("not compiled", "warning")]


@pytest.mark.full
async def test_on_a_new_machine_there_are_hints_in_the_end(tmp_path: Path) -> None:
    cache = {"NIWASHI_CACHE": str(tmp_path / "cache")}
    rules = [sys.executable, "-c", "from niwashi.server.workers.warmup import warm_up; warm_up()"]
    subprocess.run(rules, env={**os.environ, **cache}, check=True)
    server = ServerProcess(tmp_path, **cache)
    server.start()
    try:
        table, *guests = await started(server, "edo_yashiki", options={"seats": 2, "grab": "calm"})
        mover, _, actions = await to_act(table, *guests)
        first = await mover.http.post(f"/api/tables/{table}/hints")
        assert (first.status_code, first.json()["sentence"]) == (503, PREPARING)
        end = time.monotonic() + TO_COMPILE
        while '"compiled"' not in server.log.read_text():
            assert time.monotonic() < end
            await asyncio.sleep(1)
        assert (await mover.http.post(f"/api/tables/{table}/hints")).json()["action"] in actions
    finally:
        assert server.end() == 0
    assert "Traceback" not in server.log.read_text()
