"""Logs: one JSON object a line on standard error. Nothing that opens a door is ever given to them."""

from __future__ import annotations

import logging
import sys

import structlog


def write_json_logs(level: str = "info") -> None:
    """Libraries say only what is wrong: what they say of requests would name tickets."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s", force=True)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper(), logging.INFO)),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def shown_id(table: str) -> str:
    """Enough to find a table by; all of it would be the link to it."""
    return table[:9]
