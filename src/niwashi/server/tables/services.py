"""Services that all tables of a node share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from niwashi.server.clock import Clock
from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.placement import Placement
from niwashi.server.entropy import Entropy
from niwashi.server.halts import HaltWatch
from niwashi.server.ops.metrics import Metrics
from niwashi.server.ops.store_health import StoreHealth
from niwashi.server.workers.advice import AdviceService
from niwashi.server.workers.pool import JobRunner
from niwashi.store import Log


@dataclass(frozen=True)
class TableServices:
    log: Log
    clock: Clock
    jobs: JobRunner
    advice: AdviceService
    cluster: Cluster
    metrics: Metrics
    halts: HaltWatch
    polling: float
    """Seconds for which an HTTP-only client counts as present after a request."""
    entropy: Entropy = field(default_factory=Entropy)
    placement: Placement | None = None
    """Which process of this node runs a table; None if it has only one."""
    store_health: StoreHealth = field(default_factory=StoreHealth)
    long_news: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while news of many entries are made."""
