"""The process that writes to SQLite, as the server sees it: started and replaced by one process, used by several.

`WriterProcess` starts `writer_process.py`. `LogWriter` sends it groups of appends and asks it for turns, in the process
that started it or, with the address that `WriterProcess.share` returns, in any other.
"""

from __future__ import annotations

import asyncio
import marshal
import os
import select
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy.exc import DBAPIError

from niwashi.store import writer_process
from niwashi.store.append import Append, AppendResult, to_plain, to_result
from niwashi.store.errors import Unavailable
from niwashi.store.writer_process import CONNECTION, DONE, LENGTH_BYTES, LISTENER, TIMEOUT_SECONDS, TURN, Reply

LOST = "the process that writes to the store ended unexpectedly; it is being replaced"
RETRY_SECONDS = 0.01
RESTART_SECONDS = 0.5
"""Between two starts at least, if the process ends at once."""
LONGEST_FOLDER = 70
MAX_ATTEMPTS = 3
"""Of a group whose writer dies: perhaps it is the group that kills it."""
OpenSocket = Callable[[], socket.socket]


# -- the process -------------------------------------------------------------------------------------------------------
class _Child:
    """One process of `writer_process.py`. It ends with our end of its socket, and is handed others through it."""

    def __init__(self, file: Path) -> None:
        # Isolated and without site packages it starts in a few hundredths of a second.
        self.socket, theirs = socket.socketpair()
        self.socket.setblocking(False)
        with theirs:
            command = [sys.executable, "-I", "-S", writer_process.__file__, str(theirs.fileno()), str(file)]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def hand_over(self, kind: bytes, handed: socket.socket) -> None:
        socket.send_fds(self.socket, [kind], [handed.fileno()])

    async def wait_for_end(self) -> None:
        with suppress(OSError):
            await asyncio.get_running_loop().sock_recv(self.socket, 1)

    async def end(self) -> None:
        self.socket.close()
        await asyncio.to_thread(self._process.wait)


class WriterProcess:
    """Runs the process until `close`, and replaces it if it dies.

    A second process has started and waits, so that games need not wait until one has: on a busy machine that can take
    a second. It opens the file only when it is needed.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._child: _Child | None = None
        self._spare: _Child | None = None
        self._listener: socket.socket | None = None
        self._watch: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._replace()
        self._watch = asyncio.create_task(self._replace_forever(), name="niwashi-writer")

    def _replace(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None and not spare.runs:
            self._reap(spare)
            spare = None
        self._child = spare or _Child(self._file)
        if self._listener is not None:
            self._child.hand_over(LISTENER, self._listener)

    async def _replace_forever(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            started = monotonic()
            preparing = loop.call_later(RESTART_SECONDS, self._start_spare)
            try:
                await self._wait_for_end()
            finally:
                preparing.cancel()
            await asyncio.sleep(max(0.0, RESTART_SECONDS - (monotonic() - started)))
            with suppress(OSError):  # no process or no memory left: tried again
                self._replace()

    def _start_spare(self) -> None:
        with suppress(OSError):  # then the next process starts when it is needed
            self._spare = self._spare or _Child(self._file)

    async def _wait_for_end(self) -> None:
        if self._child is not None:
            await self._child.wait_for_end()
            self._reap(self._child)
            self._child = None

    def _reap(self, child: _Child) -> None:
        task = asyncio.create_task(child.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    def _hand_over(self, kind: bytes, handed: socket.socket) -> None:
        if self._child is None:
            raise ConnectionResetError(LOST)
        self._child.hand_over(kind, handed)

    def connect(self) -> socket.socket:
        """A new connection for this process. Raises OSError while the writer is being replaced."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                self._hand_over(CONNECTION, theirs)
            except BaseException:
                ours.close()
                raise
        return ours

    def share(self) -> Path:
        """The address at which other processes of this user can connect, also after the writer was replaced."""
        if self._listener is None:
            self._listener = socket.socket(socket.AF_UNIX)
            self._listener.bind(f"{_make_private_folder()}/writer")
            self._listener.listen()
            with suppress(OSError):  # the next process gets it
                self._hand_over(LISTENER, self._listener)
        return Path(self._listener.getsockname())

    async def close(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.wait([self._watch])
        for child in (self._child, self._spare):
            if child is not None:
                self._reap(child)
        await asyncio.gather(*self._ending)
        if self._listener is not None:
            writer_process.remove_address(self._listener)
            self._listener.close()


def _make_private_folder() -> str:
    """Only its owner may look into it. The address of a socket has room for about 100 bytes."""
    usual = tempfile.gettempdir()
    return tempfile.mkdtemp(prefix="niwashi-", dir=usual if len(os.fsencode(usual)) < LONGEST_FOLDER else "/tmp")


@asynccontextmanager
async def run_shared_writer(file: Path) -> AsyncIterator[Path]:
    """A writer for several processes of one server, which must have closed their stores before this exits. Yields the
    address for `open_store`."""
    process = WriterProcess(file)
    process.start()
    try:
        yield process.share()
    finally:
        await process.close()
        if file.exists():
            await asyncio.to_thread(_merge_wal, file)
            writer_process.remove_mark(file)


def _merge_wal(file: Path) -> None:
    """As the last connection of a store does when it closes: here the writer was the last, which does not."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def connect_to(address: Path) -> OpenSocket:
    """How a process that did not start the writer connects to it."""

    def open_socket() -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        try:
            connection.connect(str(address))
        except BaseException:
            connection.close()
            raise
        return connection

    return open_socket


# -- its users ---------------------------------------------------------------------------------------------------------
class LogWriter:
    """One process's use of the writer: one group of appends at a time, and one turn."""

    def __init__(self, groups: WriterLine, turns: WriterLine) -> None:
        self._groups, self._turns = groups, turns

    @classmethod
    def of(cls, open_socket: OpenSocket) -> LogWriter:
        return cls(WriterLine(open_socket), WriterLine(open_socket))

    @property
    def pid(self) -> int | None:
        return self._groups.pid

    async def connect(self) -> None:
        """Returns when it can write. Raises the database's error if it cannot open the file."""
        await self._groups.connect()

    async def write(self, batches: Sequence[Append]) -> tuple[list[AppendResult], float]:
        """The result of each batch once the group is durable, and the seconds in COMMIT.

        If the writer dies meanwhile, the next one gets the group again. It first syncs what the dead one may have
        committed, and then writes what is missing.
        """
        for attempt in range(MAX_ATTEMPTS):
            try:
                seconds, verdicts, error = await self._exchange(batches, again=attempt > 0)
            except (OSError, EOFError):
                continue
            _raise_error(error)
            return [to_result(batch, *verdict) for batch, verdict in zip(batches, verdicts, strict=True)], seconds
        raise Unavailable("store/writer", LOST)

    async def _exchange(self, batches: Sequence[Append], again: bool) -> Reply:
        await self._groups.ensure()
        reply: Reply = await self._groups.ask([to_plain(batch, again) for batch in batches])
        return reply

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """While this is entered, neither the writer nor another process writes. If the writer dies meanwhile,
        SQLite's own lock keeps the transaction safe, and others poll for it."""
        await self._take_turn()
        try:
            yield
        finally:
            self._turns.send(DONE)

    async def _take_turn(self) -> None:
        while True:
            await self._turns.ensure()
            with suppress(OSError, EOFError):  # it died; asking again is harmless
                await self._turns.ask(TURN)
                return

    def close(self) -> None:
        for line in (self._groups, self._turns):
            line.drop()


class WriterLine:
    """One connection to the writer, made again when it is lost."""

    def __init__(self, open_socket: OpenSocket) -> None:
        self._open_socket = open_socket
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.pid: int | None = None

    async def connect(self) -> None:
        """Waits for a writer that is being replaced."""
        self.drop()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while not await self._try_to_connect():
                    await asyncio.sleep(RETRY_SECONDS)
        except TimeoutError:
            self.drop()
            raise Unavailable("store/writer", LOST) from None

    async def _try_to_connect(self) -> bool:
        try:
            self._streams = await asyncio.open_unix_connection(sock=self._open_socket())
            self.pid, error = await self._receive()
        except (OSError, EOFError):
            self.drop()
            return False
        if error is not None:
            self.drop()
            _raise_error(error)
        return True

    async def ensure(self) -> None:
        """Connect unless a living writer listens. An idle connection can be read only at its end."""
        if self._streams is None or _can_be_read(*self._streams):
            await self.connect()

    async def ask(self, message: Any) -> Any:
        """Raises OSError or EOFError if the writer died: then it is unknown what it did."""
        try:
            self.send(message)
            return await self._receive()
        except BaseException:  # also where the caller stops waiting: the reply must not be taken for a later one's
            self.drop()
            raise

    def send(self, message: Any) -> None:
        if self._streams is not None:
            self._streams[1].write(writer_process.encode(message))

    async def _receive(self) -> Any:
        assert self._streams is not None, "it is connected"
        stream, _ = self._streams
        length = int.from_bytes(await stream.readexactly(LENGTH_BYTES), "big")
        return marshal.loads(await stream.readexactly(length))

    def drop(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None


def _can_be_read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Also where the event loop has not yet heard of it."""
    if reader.at_eof() or reader.exception() is not None or writer.is_closing():
        return True
    poll = select.poll()
    poll.register(writer.get_extra_info("socket").fileno(), select.POLLIN)
    return bool(poll.poll(0))


def _raise_error(error: tuple[str, str] | None) -> None:
    """Raise a writer's error as SQLAlchemy would have raised it here."""
    if error is not None:
        kind, text = error
        original: sqlite3.Error = getattr(sqlite3, kind)(text)
        raise DBAPIError.instance("append", None, original, sqlite3.Error)
