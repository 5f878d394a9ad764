"""What a host can watch: counters and times for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LATENCY_BUCKETS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """A registry of its own, so that two servers in one process do not count together."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter("niwashi_commands", "Commands by their answer", ["answer"], registry=self.registry)
        self.append = Histogram(
            "niwashi_append_seconds",
            "Until a batch is durable",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        self.judging = Histogram(
            "niwashi_judging_seconds",
            "What a command comes to, without the disk",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        self.telling = Histogram(
            "niwashi_telling_seconds",
            "News and choices made and handed to all",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        self.committing = Gauge("niwashi_commit_seconds", "Spent in COMMIT since the start", registry=self.registry)
        self.command = Histogram(
            "niwashi_command_seconds",
            "From a command's arrival to its answer",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        self.thinking = Histogram(
            "niwashi_bot_seconds",
            "From a bot's turn to its action",
            buckets=LATENCY_BUCKETS_SECONDS,
            registry=self.registry,
        )
        self.tables = Gauge("niwashi_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("niwashi_sockets", "Open sockets", registry=self.registry)
        self.redis = Gauge("niwashi_redis_up", "Whether other nodes can be reached", registry=self.registry)
        self.forwarded = Counter("niwashi_forwarded", "Questions to other nodes", ["what"], registry=self.registry)
        self.dropped = Counter("niwashi_slow_readers", "Sockets closed since they did not read", registry=self.registry)
        self.requests = Counter("niwashi_http_requests", "HTTP requests by status", ["status"], registry=self.registry)
        self.failures = Counter("niwashi_failures", "Our own mistakes, by where", ["where"], registry=self.registry)

    def text(self) -> bytes:
        return generate_latest(self.registry)
