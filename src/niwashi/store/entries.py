"""What may be written at all: the same for both databases, and checked before either sees it."""

from __future__ import annotations

import re

import msgspec

from niwashi.core.errors import quote
from niwashi.store.errors import BadEntry

LONGEST_ID, LONGEST_COMMAND, LONGEST_NAME, LONGEST_TEXT = 64, 128, 64, 2000
LARGEST_BODY = 1 << 20
LARGEST_NUMBER = 2**31 - 1
LARGEST_TIME = 2**53 - 1

_id = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)
_whole = msgspec.json.Decoder(msgspec.Raw)


def check_id(text: str, what: str = "table") -> str:
    """Ids stand in addresses and file names, so they are letters, digits, - and _ only."""
    if len(text) > LONGEST_ID or not _id.fullmatch(text):
        raise BadEntry(
            "store/id", f"a {what}'s id is up to {LONGEST_ID} letters, digits, - and _, unlike {quote(text)}"
        )
    return text


def check_text(text: str, longest: int, what: str) -> str:
    """PostgreSQL keeps no NUL and no half of a pair of surrogates; SQLite would, and then could not move there."""
    if not 0 < len(text) <= longest or "\0" in text or not _is_unicode(text):
        raise BadEntry("store/text", f"a {what} has 1 to {longest} letters, unlike {quote(text)}")
    return text


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_body(body: bytes) -> bytes:
    """An event is a line of an export as it stands, byte by byte: one JSON value, on one line."""
    if len(body) > LARGEST_BODY:
        raise BadEntry("store/size", f"an event has at most {LARGEST_BODY:,} bytes; this one has {len(body):,}")
    if body.strip() != body or b"\n" in body or b"\r" in body or not _is_json(body):
        raise BadEntry("store/body", f"an event is JSON on one line, unlike {quote(body)}")
    return body


def _is_json(body: bytes) -> bool:
    try:
        _whole.decode(body)
        body.decode()
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return True
