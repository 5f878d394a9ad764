"""The link of a table, as browsers show it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from niwashi.core.errors import NiwashiError, quote

EXAMPLE = "http://127.0.0.1:8000/#/t/tabc123"
_PLACE = re.compile(r"/?t/([A-Za-z0-9_-]{1,64})/?")


@dataclass(frozen=True)
class TableLink:
    base: str
    """The server's address, without a slash at the end."""
    table: str

    def __str__(self) -> str:
        return f"{self.base}/#/t/{self.table}"


def read_link(text: str) -> TableLink:
    parts = _split(text.strip())
    place = _PLACE.fullmatch(parts.fragment)
    if parts.scheme not in ("http", "https") or not parts.hostname or place is None:
        raise NiwashiError("terminal/link", f"{quote(text)} is not the link of a table, such as {EXAMPLE}")
    return TableLink(f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}", place[1])


def _split(text: str) -> SplitResult:
    """Nothing at all, if the address of the server cannot be read."""
    try:
        parts = urlsplit(text)
        _ = parts.port  # which is read only now
        return parts
    except ValueError:
        return urlsplit("")
