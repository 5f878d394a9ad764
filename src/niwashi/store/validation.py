"""Validation of data before it is written; the same limits for both databases."""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

import msgspec

from niwashi.core.errors import quote
from niwashi.core.record import MAX_DEPTH
from niwashi.store.errors import BadEntry

MAX_ID_LENGTH, MAX_COMMAND_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 64, 128, 64, 2000
MAX_BODY_BYTES = 1 << 20
MAX_NUMBER = 2**31 - 1
MAX_TIME_MS = 2**53 - 1

_id = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)
_whole = msgspec.json.Decoder(msgspec.Raw)


def check_id(text: str, what: str = "table") -> str:
    """Ids are used in URLs and file names, so they have letters, digits, - and _ only."""
    if len(text) > MAX_ID_LENGTH or not _id.fullmatch(text):
        raise BadEntry(
            "store/id", f"a {what}'s id must be 1 to {MAX_ID_LENGTH} letters, digits, - and _; got {quote(text)}"
        )
    return text


def check_text(text: str, longest: int, what: str) -> str:
    if not 0 < len(text) <= longest or not _is_storable(text):
        raise BadEntry("store/text", f"a {what} must have 1 to {longest} characters; got {quote(text)}")
    return text


def _is_storable(text: str) -> bool:
    """PostgreSQL stores neither NUL nor lone surrogates. SQLite does, but could then not move to PostgreSQL."""
    try:
        return b"\0" not in text.encode()
    except UnicodeEncodeError:
        return False


def check_body(body: bytes, largest: int = MAX_BODY_BYTES) -> bytes:
    """One JSON value on one line: a line of an export holds it byte for byte."""
    if len(body) > largest:
        raise BadEntry("store/size", f"a body may have at most {largest:,} bytes; this has {len(body):,}")
    if body.strip() != body or b"\n" in body or b"\r" in body or not _is_json(body):
        raise BadEntry("store/body", f"a body must be JSON on one line; got {quote(body)}")
    return body


def check_settings(settings: dict[str, Any]) -> dict[str, Any]:
    """A game's options or an account's settings: JSON that means the same to both databases and to an export."""
    if not _is_plain(settings, MAX_DEPTH):
        raise BadEntry(
            "store/settings", f"settings must be plain JSON of at most {MAX_DEPTH} levels; got {quote(settings)}"
        )
    return settings


def _is_plain(value: object, levels: int) -> bool:
    match value:
        case dict():
            return levels > 0 and all(_is_key(key) and _is_plain(inner, levels - 1) for key, inner in value.items())
        case list():
            return levels > 0 and all(_is_plain(inner, levels - 1) for inner in value)
        case str():
            return _is_storable(value)
        case float():
            return isfinite(value)
        case int():
            return abs(value) <= MAX_TIME_MS
    return value is None


def _is_key(key: object) -> bool:
    return isinstance(key, str) and _is_storable(key)


def _is_json(body: bytes) -> bool:
    try:
        _whole.decode(body)
        body.decode()
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True
