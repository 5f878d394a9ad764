"""Durations and dates as people write and read them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from niwashi.core.errors import BadOptions, quote

UNIT_SECONDS = {"m": 60, "h": 3600, "d": 86_400, "w": 604_800}
MAX_SECONDS = 100 * 365 * UNIT_SECONDS["d"]


def parse_seconds_until(text: str) -> float:
    """From now: 30m, 12h, 7d, 4w, or a date, 2027-01-31 or 2027-01-31T18:00, in UTC unless it names a zone."""
    if found := re.fullmatch(r"(\d{1,9})([mhdw])", text.strip(), re.ASCII):
        seconds = float(int(found[1]) * UNIT_SECONDS[found[2]])
    else:
        seconds = (_parse_date(text) - datetime.now(UTC)).total_seconds()
    if not 0 < seconds <= MAX_SECONDS:
        raise BadOptions("options/time", f"{quote(text)} is not in the next hundred years")
    return seconds


def _parse_date(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        sentence = f"{quote(text)} is not a time; write 30m, 12h, 7d, 4w or 2027-01-31"
        raise BadOptions("options/time", sentence) from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def format_time(milliseconds: int | None, never: str = "") -> str:
    """2027-01-31 18:00 UTC, as in the logs."""
    if milliseconds is None:
        return never
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
