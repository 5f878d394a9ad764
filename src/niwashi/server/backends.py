"""Services that depend on the deployment: in this process for a single node, in Redis for several.

A node may consist of several processes. Its front and its table processes have services of their own, which reach each
other over Unix sockets. With Redis each of them is a node there, too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from niwashi.server.access.tickets import MemoryTickets, Tickets
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import BusHandlers, Cluster, SingleNode
from niwashi.server.cluster.local_bus import LocalBus
from niwashi.server.cluster.placement import Placement
from niwashi.server.cluster_handler import ClusterHandler
from niwashi.server.ops.metrics import Metrics
from niwashi.server.processes.supervisor import TableProcesses
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.round_trips import RoundTrips
from niwashi.server.settings import Settings
from niwashi.server.workers.front_jobs import FrontJobRunner
from niwashi.server.workers.pool import JobRunner, ProcessPool


@dataclass(frozen=True)
class Backends:
    cluster: Cluster
    tickets: Tickets
    jobs: JobRunner
    listen: Callable[[ClusterHandler], AbstractAsyncContextManager[None]]
    """Messages from other nodes go to the handler while this is open."""
    placement: Placement | None = None
    """Which process of this node runs a table; None if it has only one."""
    processes: TableProcesses | None = None
    """In a front process, those that run its tables."""

    @property
    def is_table_process(self) -> bool:
        return self.placement is not None and self.processes is None


async def make_backends(settings: Settings, clock: Clock, metrics: Metrics) -> Backends:
    """For a node of a single process."""
    if settings.redis is None:
        tickets = MemoryTickets(clock.seconds)
        return Backends(SingleNode(), tickets, ProcessPool(settings.worker_count), lambda _: nullcontext())
    return await _redis_backends(settings, settings.redis, metrics)


async def make_front_backends(
    settings: Settings,
    clock: Clock,
    metrics: Metrics,
    connections: ConnectionRegistry,
    round_trips: RoundTrips,
    writer: Path | None,
) -> Backends:
    """`writer` is the address of the process that writes to SQLite."""
    placement = Placement(settings.owner, settings.process_count)
    processes = TableProcesses(settings, placement, metrics, connections, round_trips, writer)
    tickets, jobs = MemoryTickets(clock.seconds), ProcessPool(settings.worker_count)
    local = Backends(processes.bus, tickets, jobs, listen_to(processes.bus), placement, processes)
    found = await _with_redis(local, settings, metrics)
    processes.start_template()
    return found


async def make_process_backends(
    settings: Settings, clock: Clock, metrics: Metrics, bus: LocalBus, placement: Placement
) -> Backends:
    """For a table process. It issues no tickets; the front redeems them."""
    jobs = FrontJobRunner(bus, placement.node)
    local = Backends(bus, MemoryTickets(clock.seconds), jobs, listen_to(bus), placement)
    return await _with_redis(local, settings, metrics)


async def _with_redis(local: Backends, settings: Settings, metrics: Metrics) -> Backends:
    """Other nodes are reached through Redis, and so are the node's own processes where a table is concerned."""
    if settings.redis is None:
        return local
    redis = await _redis_backends(settings, settings.redis, metrics)

    @asynccontextmanager
    async def listen(handler: ClusterHandler) -> AsyncIterator[None]:
        async with redis.listen(handler), local.listen(handler):
            yield

    return replace(local, cluster=redis.cluster, tickets=redis.tickets, jobs=redis.jobs, listen=listen)


def listen_to(bus: LocalBus) -> Callable[[ClusterHandler], AbstractAsyncContextManager[None]]:
    return lambda handler: bus.open(_handlers(handler))


def _handlers(handler: ClusterHandler) -> BusHandlers:
    return BusHandlers(handler.on_message, handler.on_request, handler.on_reconnect)


async def _redis_backends(settings: Settings, redis: str, metrics: Metrics) -> Backends:
    # Imported here because only several nodes need the extra “nodes”.
    from niwashi.server.cluster import redis_connection
    from niwashi.server.cluster.bus import RedisBus
    from niwashi.server.cluster.redis_tickets import RedisTickets
    from niwashi.server.workers.queue import RedisJobRunner

    bus = RedisBus(redis, settings.owner, metrics)
    await redis_connection.check_reachable(bus.redis, redis)

    def listen(handler: ClusterHandler) -> AbstractAsyncContextManager[None]:
        return bus.open(_handlers(handler))

    return Backends(bus, RedisTickets(bus.redis), RedisJobRunner(bus, settings.task_seconds), listen)
