"""The front of a server with several processes: it has the port, the sessions and the limits, and runs no table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from niwashi.server.application import Application
from niwashi.server.backends import Backends, make_front_backends
from niwashi.server.clock import Clock
from niwashi.server.ops.metrics import Metrics
from niwashi.server.settings import Settings
from niwashi.store import Store, open_store, read_location, run_shared_writer


def make_front(settings: Settings) -> Application:
    """An application whose tables are in other processes. All of them write to SQLite through one more."""
    writer: Path | None = None

    @asynccontextmanager
    async def open_shared_store(place: str | None) -> AsyncIterator[Store]:
        nonlocal writer
        location = read_location(place)
        if location.file is None:
            async with open_store(location) as store:
                yield store
            return
        async with run_shared_writer(location.file) as writer, open_store(location, writer=writer) as store:
            yield store

    async def make_backends(settings: Settings, clock: Clock, metrics: Metrics) -> Backends:
        return await make_front_backends(settings, clock, metrics, front.connections, front.round_trips, writer)

    front = Application(settings, open_store=open_shared_store, make_backends=make_backends)
    return front
