"""Requests are cancelled when a server stops. However far one has come, its connection goes back to the pool whole."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from sqlalchemy import event, text

from niwashi.store import Database, open_database


async def _read(database: Database) -> None:
    async with database.read_transaction() as connection:
        await connection.execute(text("SELECT 1"))


async def test_a_read_that_is_cancelled_gives_its_connection_back(place: str, caplog: pytest.LogCaptureFixture) -> None:
    async with open_database(place) as database:
        reading = asyncio.create_task(_read(database))

        def cancel(*_: Any) -> None:
            reading.cancel()

        event.listen(database.engine.sync_engine, "reset", cancel)
        with caplog.at_level(logging.ERROR, "sqlalchemy.pool"), pytest.raises(asyncio.CancelledError):
            await reading
        event.remove(database.engine.sync_engine, "reset", cancel)
        await _read(database)
    assert not caplog.messages
