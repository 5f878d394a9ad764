"""The server's side of the process that writes to SQLite: it starts, feeds and replaces `writer_process.py`."""

from __future__ import annotations

import asyncio
import marshal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from niwashi.store import writer_process
from niwashi.store.append import Append, AppendResult, to_result
from niwashi.store.errors import StoreError, Unavailable
from niwashi.store.writer_process import LENGTH_BYTES, Batch, Reply

LOST = "the process that writes to the store ended unexpectedly; it is being replaced"


class WriterProcess:
    """One group at a time: the caller waits for a group before it sends the next."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._process: subprocess.Popen[bytes] | None = None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Returns when it can write. Raises the database's error if it cannot open the file."""
        await self._reap()
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(self._command(theirs.fileno()), pass_fds=[theirs.fileno()])
        self._streams = await asyncio.open_unix_connection(sock=ours)
        try:
            _raise_error(await self._receive())
        except (OSError, EOFError):
            self._drop()
            raise Unavailable("store/writer", LOST) from None
        except BaseException:
            self._drop()
            raise

    def _command(self, descriptor: int) -> list[str]:
        # Isolated and without site packages it starts in a few hundredths of a second.
        return [sys.executable, "-I", "-S", writer_process.__file__, str(descriptor), str(self._file)]

    async def write(self, batches: Sequence[Append]) -> tuple[list[AppendResult], float]:
        """The result of each batch once the group is durable, and the seconds in COMMIT."""
        try:
            seconds, verdicts, error = await self._exchange(batches)
        except (OSError, EOFError):
            await self._replace()
            raise Unavailable("store/writer", LOST) from None
        except BaseException:
            self._drop()
            raise
        _raise_error((seconds, verdicts, error))
        return [to_result(batch, *verdict) for batch, verdict in zip(batches, verdicts, strict=True)], seconds

    async def _exchange(self, batches: Sequence[Append]) -> Reply:
        if self._streams is None or self._process is None or self._process.poll() is not None:  # nothing is sent yet
            self._drop()
            await self.start()
        assert self._streams is not None, "it has been started"
        _, stream = self._streams
        stream.write(writer_process.encode([_to_plain(batch) for batch in batches]))
        await stream.drain()
        return await self._receive()

    async def _receive(self) -> Reply:
        assert self._streams is not None, "it has been started"
        stream, _ = self._streams
        length = int.from_bytes(await stream.readexactly(LENGTH_BYTES), "big")
        reply: Reply = marshal.loads(await stream.readexactly(length))
        return reply

    async def _replace(self) -> None:
        """Before anybody is told: the new process first syncs what the dead one may have committed."""
        self._drop()
        with suppress(StoreError, DBAPIError):  # the next write tries again
            await self.start()

    def _drop(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None
        if self._process is not None:
            self._process.kill()

    async def _reap(self) -> None:
        if self._process is not None:
            await asyncio.to_thread(self._process.wait)
            self._process = None

    async def close(self) -> None:
        """It ends when it has read everything and its socket is closed."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
        await self._reap()


def _to_plain(batch: Append) -> Batch:
    events, mentions = list(batch.events), list(batch.mentions)
    head = (batch.table, batch.epoch, int(batch.after))
    return *head, events, batch.command, batch.answer, batch.state, batch.awaited, mentions


def _raise_error(reply: Reply) -> None:
    """Raise a writer's error as SQLAlchemy would have raised it here."""
    _, _, error = reply
    if error is not None:
        kind, text = error
        original: sqlite3.Error = getattr(sqlite3, kind)(text)
        raise DBAPIError.instance("append", None, original, sqlite3.Error)
