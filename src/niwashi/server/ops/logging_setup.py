"""Logs on standard error: a JSON object a line, or text for people. Nothing that opens a door is ever given to them."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.types import Processor


def configure_logging(how: str = "json", level: str = "info") -> None:
    """Libraries say only what is wrong: what they say of requests would name tickets."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s", force=True)
    as_text = how == "text" or (how == "auto" and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S" if as_text else "iso", utc=not as_text),
            *(_for_people() if as_text else _for_programs()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _for_people() -> list[Processor]:
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]


def _for_programs() -> list[Processor]:
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def short_id(table: str) -> str:
    """Enough to find a table by; all of it would be the link to it."""
    return table[:9]
