"""The location of a store: a file for SQLite, or the address of a PostgreSQL server."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from niwashi.core.errors import quote
from niwashi.engine.folders import data_folder
from niwashi.store.errors import BadStore

FILE_NAME = "niwashi.sqlite"
POSTGRESQL = ("postgresql", "postgres")
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


@dataclass(frozen=True)
class StoreLocation:
    """A store's URL for SQLAlchemy, and its path if it is a file."""

    url: URL
    file: Path | None
    display: str
    """For people and logs: as the user wrote it, without the password."""

    def __str__(self) -> str:
        return self.display


def read_location(text: str | Path | None = None) -> StoreLocation:
    """Read a location as users write it. None is the file in the data folder."""
    if text is None:
        return _file(data_folder() / FILE_NAME)
    if isinstance(text, str) and "://" in text:
        return _address(text)
    return _file(Path(text))


def _file(path: Path) -> StoreLocation:
    if not str(path) or "\0" in str(path):
        raise BadStore("store/file", f"a store's file cannot be named {quote(str(path))}")
    file = Path(os.path.abspath(path))  # stays the same if the working directory changes
    return StoreLocation(URL.create("sqlite+aiosqlite", database=str(file)), file, str(path))


def _address(text: str) -> StoreLocation:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadStore("store/address", f"{quote(_without_password(text))} is not the address of a database") from None
    if url.drivername not in POSTGRESQL:
        sentence = f"a store must be a file or postgresql://…; got {quote(_without_password(text))}"
        raise BadStore("store/address", sentence)
    return StoreLocation(
        _with_ssl(url.set(drivername="postgresql+asyncpg")), None, url.render_as_string(hide_password=True)
    )


def _with_ssl(url: URL) -> URL:
    """PostgreSQL's own programs call it sslmode, asyncpg ssl; `host` may be the folder of a socket."""
    mode = url.query.get("sslmode", url.query.get("ssl"))
    if unknown := sorted(set(url.query) - {"host", "sslmode", "ssl"}):
        raise BadStore("store/address", f"unknown parameter {quote(unknown[0])}; an address may have host and sslmode")
    if mode is not None and mode not in SSL_MODES:
        raise BadStore("store/address", f"sslmode must be one of {', '.join(SSL_MODES)}; got {quote(mode)}")
    query = {"host": url.query["host"]} if "host" in url.query else {}
    return url.set(query=query if mode is None else {**query, "ssl": mode})


def _without_password(text: str) -> str:
    scheme, _, rest = text.partition("://")
    return f"{scheme}://…@{rest.rpartition('@')[2]}" if "@" in rest else text
