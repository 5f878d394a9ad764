"""Metrics for Prometheus. docs/hosting.md explains each."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)


class Metrics:
    """A registry for each application, so that two in one process do not add up."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = self._counter("niwashi_commands", "Commands by answer", "answer")
        self.append = self._histogram("niwashi_append_seconds", "Time until a batch is durable")
        self.judging = self._histogram("niwashi_judging_seconds", "Time to execute a command, without the disk")
        self.telling = self._histogram("niwashi_telling_seconds", "Time to publish news and choices")
        self.committing = self._gauge("niwashi_commit_seconds", "Time spent in COMMIT since the start")
        self.command = self._histogram("niwashi_command_seconds", "Time from a command's arrival to its answer")
        self.thinking = self._histogram("niwashi_bot_seconds", "Time from a bot's turn to its action")
        self.bot_actions = self._counter("niwashi_bot_actions", "Actions of bots by who computed them", "by")
        self.advice = self._counter("niwashi_advice", "Hints and judged actions by who computed them", "by")
        self.loop_lag = self._histogram("niwashi_loop_lag_seconds", "How late the event loop runs a timer")
        self.collecting = self._histogram("niwashi_gc_seconds", "Time in garbage collection", "generation")
        self.tables = self._gauge("niwashi_tables", "Tables in memory")
        self.sockets = self._gauge("niwashi_sockets", "Open sockets")
        self.redis = self._gauge("niwashi_redis_up", "Whether other nodes can be reached")
        self.handed_over = Counter(
            "niwashi_handed_over", "Sockets handed over to table processes", registry=self.registry
        )
        self.forwarded = self._counter("niwashi_forwarded", "Calls to other nodes by kind", "what")
        self.dropped = Counter("niwashi_slow_readers", "Sockets closed for reading too slowly", registry=self.registry)
        self.requests = self._counter("niwashi_http_requests", "HTTP requests by status", "status")
        self.failures = self._counter("niwashi_failures", "Internal errors by place", "where")

    def text(self) -> bytes:
        return generate_latest(self.registry)

    def _counter(self, name: str, help_text: str, label: str) -> Counter:
        return Counter(name, help_text, [label], registry=self.registry)

    def _gauge(self, name: str, help_text: str) -> Gauge:
        return Gauge(name, help_text, registry=self.registry)

    def _histogram(self, name: str, help_text: str, *labels: str) -> Histogram:
        return Histogram(name, help_text, labels, buckets=BUCKETS_SECONDS, registry=self.registry)
