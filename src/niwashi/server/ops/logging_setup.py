"""Logging to standard error: one JSON object per line, or text for people. No secret may be logged."""

from __future__ import annotations

import json
import logging
import sys

import structlog
from structlog.types import EventDict, Processor


def configure_logging(how: str = "json", level: str = "info", process: str | None = None) -> None:
    """Libraries log warnings only: their request logs would contain tickets. `process` is named in every line."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s", force=True)
    as_text = how == "text" or (how == "auto" and sys.stderr.isatty())
    if not as_text:
        logging.getLogger().handlers[0].setFormatter(_JsonFormatter())
    structlog.configure(
        processors=[
            *([_name_process(process)] if process else []),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%H:%M:%S" if as_text else "iso", utc=not as_text),
            *(_text_processors() if as_text else _json_processors()),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        # It writes a line in one piece, with its end: several processes of a server have the same standard error.
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )


def _name_process(process: str) -> Processor:
    def add(_: object, __: str, event: EventDict) -> EventDict:
        return {**event, "process": process}

    return add


class _JsonFormatter(logging.Formatter):
    """For what libraries log, which may have several lines."""

    def format(self, record: logging.LogRecord) -> str:
        said = {"event": record.getMessage(), "logger": record.name, "level": record.levelname.lower()}
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        return json.dumps(said)


def _text_processors() -> list[Processor]:
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]


def _json_processors() -> list[Processor]:
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def short_id(table: str) -> str:
    """Enough to identify a table in the log; the whole id would be the key to a private table."""
    return table[:9]
