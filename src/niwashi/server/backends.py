"""Services that depend on the deployment: in this process for a single node, in Redis for several."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass

from niwashi.server.access.tickets import MemoryTickets, Tickets
from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Cluster, SingleNode
from niwashi.server.cluster_handler import ClusterHandler
from niwashi.server.ops.metrics import Metrics
from niwashi.server.settings import Settings
from niwashi.server.workers.pool import JobRunner, ProcessPool


@dataclass(frozen=True)
class Backends:
    cluster: Cluster
    tickets: Tickets
    jobs: JobRunner
    listen: Callable[[ClusterHandler], AbstractAsyncContextManager[None]]
    """Messages from other nodes go to the handler while this is open."""


async def make_backends(settings: Settings, clock: Clock, metrics: Metrics) -> Backends:
    if settings.redis is None:
        tickets = MemoryTickets(clock.seconds)
        return Backends(SingleNode(), tickets, ProcessPool(settings.worker_count), lambda _: nullcontext())
    return await _redis_backends(settings, settings.redis, metrics)


async def _redis_backends(settings: Settings, redis: str, metrics: Metrics) -> Backends:
    # Imported here because only several nodes need the extra “nodes”.
    from niwashi.server.cluster import redis_connection
    from niwashi.server.cluster.bus import BusHandlers, RedisBus
    from niwashi.server.cluster.redis_tickets import RedisTickets
    from niwashi.server.workers.queue import RedisJobRunner

    bus = RedisBus(redis, settings.owner, metrics)
    await redis_connection.check_reachable(bus.redis, redis)

    def listen(handler: ClusterHandler) -> AbstractAsyncContextManager[None]:
        return bus.open(BusHandlers(handler.on_message, handler.on_request, handler.on_reconnect))

    return Backends(bus, RedisTickets(bus.redis), RedisJobRunner(bus, settings.task_seconds), listen)
