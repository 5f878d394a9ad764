"""What is logged and counted of each HTTP request."""

from __future__ import annotations

import structlog

from niwashi.server.ops.metrics import Metrics

log = structlog.get_logger()


def note_response(metrics: Metrics, method: str, path: str, status: int) -> None:
    """The path is that of the route, without its parameters, which may be a private table's key."""
    metrics.requests.labels(str(status)).inc()
    log.info("request", method=method, path=path, status=status)
