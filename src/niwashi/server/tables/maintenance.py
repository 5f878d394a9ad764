"""Periodic work on all tables of a node: leases, idle tables, take-over, stale subscriptions."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from niwashi.server.clock import Clock
from niwashi.server.settings import Settings
from niwashi.server.tables.handle import TableHandle
from niwashi.server.tables.registry import TableRegistry
from niwashi.store.errors import StoreError

log = structlog.get_logger()
RETRY_SECONDS, MAX_RETRY_SECONDS = 1.0, 30.0
MISSED_HEARTBEATS = 3
"""A node that has missed so many is considered gone."""


class TableMaintenance:
    """Every method but `resume` runs until it is cancelled."""

    def __init__(self, registry: TableRegistry, settings: Settings, clock: Clock) -> None:
        self._registry, self._settings, self._clock = registry, settings, clock

    async def resume(self) -> None:
        """After the start, until all games are back. Whoever asks for a table meanwhile has it loaded at once."""
        retry = RETRY_SECONDS
        while await self._resume():
            await asyncio.sleep(retry)
            retry = min(2 * retry, MAX_RETRY_SECONDS)

    async def _resume(self) -> bool:
        """Whether something failed that may succeed later."""
        try:
            resumed = await self._registry.resume_all()
        except StoreError as error:
            log.warning("games not resumed", code=error.code, sentence=error.sentence)
            return True
        log.info("resumed", **resumed._asdict())
        return bool(resumed.failed)

    async def renew_leases(self) -> None:
        """Also retries failed projections and unloads idle tables."""
        registry = self._registry
        while True:
            await asyncio.sleep(self._settings.lease / 3)
            actors = dict(registry.actors)  # tables opened during the query are missing from its result
            try:
                held = await registry.leases.renew(actors) if actors else {}
            except StoreError as error:
                log.warning("leases not renewed", code=error.code, sentence=error.sentence)
                continue
            await registry.projections.retry_dirty()
            for actor in actors.values():
                if held.get(actor.table.id) != actor.lease.epoch:
                    actor.stop()
                elif self._is_unused(actor) and actor.idle:
                    actor.unload_idle()
            registry.drop_remote(None, lambda table: table.closed or (not table.subscribers and self._is_unused(table)))

    def _is_unused(self, table: TableHandle) -> bool:
        return self._clock.seconds() - table.idle_since > self._settings.quiet

    async def take_over(self) -> None:
        """Resume games whose node is gone: at once if it said so, otherwise when its leases expire."""
        registry = self._registry
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.lease / 3):
                    await registry.node_down.wait()
            registry.node_down.clear()
            try:
                if (resumed := await registry.resume_all()).tables:
                    log.info("taken over", tables=resumed.tables)
            except StoreError as error:
                log.warning("take-over failed", code=error.code, sentence=error.sentence)

    async def expire_subscriptions(self) -> None:
        """People who were connected through a node that has died become absent."""
        while True:
            await asyncio.sleep(self._settings.heartbeat)
            for actor in list(self._registry.actors.values()):
                if actor.stream.nodes:
                    actor.stream.nodes.drop_stale(MISSED_HEARTBEATS * self._settings.heartbeat)
                    await actor.sync_presence()
