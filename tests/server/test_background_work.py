"""What runs in the background of a server goes on after a mistake, which is logged and counted."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from niwashi.server import application
from niwashi.server.application import Application
from niwashi.server.settings import Settings
from niwashi.server.tables.maintenance import TableMaintenance

PATIENCE = 30.0


async def test_work_that_a_mistake_ends_begins_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, again = 0, asyncio.Event()

    async def renew_leases(_: TableMaintenance) -> None:
        nonlocal begun
        begun += 1
        if begun == 1:
            raise KeyError("a mistake of ours")
        again.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(application, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(TableMaintenance, "renew_leases", renew_leases)
    made = Application(Settings(store=str(tmp_path / "store.sqlite")), prepare=lambda: None)
    async with asyncio.timeout(PATIENCE), made.open():
        await made.prepare()
        await again.wait()
        failures = made.metrics.registry.get_sample_value("niwashi_failures_total", {"where": "background"})
    assert (begun, failures) == (2, 1)
