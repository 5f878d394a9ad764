"""The process that appends to table logs in SQLite: `python writer_process.py SOCKET FILE`, started by `writer`.

It has a connection to each process of a server. It reads groups of appends, commits all that wait in one transaction
and only then answers. Between its commits it gives the other processes turns for their own write transactions. It ends
when the socket of its starter closes, however that ended. It imports nothing but the standard library: importing
Niwashi takes more than a second, and games wait while a writer is replaced.
"""

import marshal
import os
import selectors
import signal
import socket
import sqlite3
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

WRITTEN, REPEATED, UNKNOWN, FENCED, CONFLICT = "written", "repeated", "unknown", "fenced", "conflict"
TIMEOUT_SECONDS = 30
"""For another process's lock on the file."""
LENGTH_BYTES = 4
CHUNK_BYTES = 1 << 18
CONNECTION, LISTENER = b"c", b"l"
"""What the starter hands over: a connected socket, or one at which other processes connect."""
TURN, DONE = "turn", "done"
"""A process asks for its turn to write, is given it with the same word, and has written."""
NOW = "CAST((julianday('now') - 2440587.5) * 86400000.0 + 0.5 AS INTEGER)"

_HEAD = "SELECT epoch, newest FROM tables WHERE id = ?"
_ANSWER = "SELECT answer FROM answers WHERE table_id = ? AND command = ?"
_EVENTS = "SELECT body FROM events WHERE table_id = ? AND sequence > ? AND sequence <= ? ORDER BY sequence"
_ADD_EVENT = "INSERT INTO events (table_id, sequence, body) VALUES (?, ?, ?)"
_ADD_ANSWER = "INSERT INTO answers (table_id, command, answer) VALUES (?, ?, ?)"
_ADD_MENTION = "INSERT INTO mentions (table_id, sequence, account_id) VALUES (?, ?, ?)"
_MOVE_HEAD = f"UPDATE tables SET newest = ?, state = coalesce(?, state), awaited = ?, updated = {NOW} WHERE id = ?"
_MOVE_HEAD_UNTOLD = "UPDATE tables SET newest = ?, state = coalesce(?, state) WHERE id = ?"

_READ_NUMBER, _WRITE_NUMBER = "PRAGMA user_version", "PRAGMA user_version = {}"
_READ_ID = "PRAGMA application_id"
NUMBERS = 1 << 31
"""Commits are numbered in the database's header, and from 0 again after so many."""

Head = tuple[int, int]
"""A table's epoch and newest sequence."""
Batch = tuple[str, int, int, list[bytes], str | None, bytes, str | None, int, list[tuple[int, str]], bool, bool]
"""The fields of an `Append`, in their order, and whether it was sent before to a writer that died."""
Verdict = tuple[str, Head | None, bytes | None]
"""What became of a batch, the table's head before it, and the stored answer of a repeated command."""
Reply = tuple[float, list[Verdict], tuple[str, str] | None]
"""Seconds in COMMIT, the verdicts, and the class and text of an error, after which nothing is written."""


def judge(epoch: int, after: int, head: Head | None, stored_answer: bytes | None) -> str:
    # Repeats come first: the sender of a repeat knows neither a new owner nor the events since.
    if stored_answer is not None:
        return REPEATED
    if head is None:
        return UNKNOWN
    if epoch != head[0]:
        return FENCED
    return WRITTEN if after == head[1] else CONFLICT


# -- the mark ----------------------------------------------------------------------------------------------------------
class Mark:
    """The number of the newest commit, in a file of its own: SQLite does not notice that its log has lost its end.

    It is written after the commit and before anybody is told of it, so it is never ahead of a database that is whole.
    """

    def __init__(self, file: Path, database: sqlite3.Connection) -> None:
        self._file = os.open(mark_path(file), os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        (self._id,) = database.execute(_READ_ID).fetchone()

    def write(self, number: int) -> None:
        with suppress(OSError):  # it is then behind
            os.pwrite(self._file, b"%011d %010d\n" % (self._id, number), 0)


def mark_path(file: Path) -> Path:
    return file.with_name(file.name + "-mark")


def remove_mark(file: Path) -> None:
    """Of a store that is closed: without a write-ahead log it is whole by itself."""
    if not os.path.exists(f"{file}-wal"):
        mark_path(file).unlink(missing_ok=True)


def read_mark(file: Path) -> tuple[int, int] | None:
    """The store's id and the number of its newest commit; None if there is none that can be read."""
    with suppress(OSError, ValueError):
        store, number = mark_path(file).read_bytes().split()
        return int(store), int(number)
    return None


def count_lost(file: Path, database: sqlite3.Connection) -> int:
    """How many commits were acknowledged and are not in the database. A backup is another store, with its own id."""
    mark, (store,) = read_mark(file), database.execute(_READ_ID).fetchone()
    if mark is None or mark[0] != store:
        return 0
    (number,) = database.execute(_READ_NUMBER).fetchone()
    behind = (mark[1] - number) % NUMBERS
    return behind if behind < NUMBERS // 2 else 0


# -- writing -----------------------------------------------------------------------------------------------------------
def write_group(database: sqlite3.Connection, batches: list[Batch], mark: Mark | None = None) -> Reply:
    try:
        database.execute("BEGIN IMMEDIATE")
        verdicts = [write_batch(database, batch) for batch in batches]
        number = (database.execute(_READ_NUMBER).fetchone()[0] + 1) % NUMBERS
        database.execute(_WRITE_NUMBER.format(number))
        before_commit = perf_counter()
        database.execute("COMMIT")
        seconds = perf_counter() - before_commit
        if mark is not None:
            mark.write(number)
        return seconds, verdicts, None
    except (
        Exception
    ) as error:  # also of a value that SQLite cannot store: it must not end the writer, and the next ones
        with suppress(sqlite3.Error):  # some errors have ended the transaction already
            database.execute("ROLLBACK")
        return 0.0, [], describe_error(error)


def describe_error(error: Exception) -> tuple[str, str]:
    if isinstance(error, sqlite3.Error):
        return type(error).__name__, str(error)
    return "DatabaseError", f"{type(error).__name__}: {error!a}"


def write_batch(database: sqlite3.Connection, batch: Batch) -> Verdict:
    """A refused batch writes nothing and does not affect the others."""
    table, epoch, after, events, command, answer, state, awaited, mentions, untold, again = batch
    head = database.execute(_HEAD, (table,)).fetchone()
    if again and is_stored(database, batch, head):
        return WRITTEN, head, None
    stored = database.execute(_ANSWER, (table, command)).fetchone() if command is not None else None
    stored_answer = None if stored is None else bytes(stored[0])
    verdict = judge(epoch, after, head, stored_answer)
    if verdict == WRITTEN:
        database.executemany(_ADD_EVENT, [(table, after + place, body) for place, body in enumerate(events, 1)])
        if untold:
            database.execute(_MOVE_HEAD_UNTOLD, (after + len(events), state, table))
        else:
            database.execute(_MOVE_HEAD, (after + len(events), state, awaited, table))
        database.executemany(_ADD_MENTION, [(table, after + 1 + place, account) for place, account in mentions])
        if command is not None:
            database.execute(_ADD_ANSWER, (table, command, answer))
    return verdict, head, stored_answer


def is_stored(database: sqlite3.Connection, batch: Batch, head: Head | None) -> bool:
    """Whether the writer before us has committed it. A table's owner sends one batch at a time."""
    table, epoch, after, events = batch[:4]
    if head is None or head[0] != epoch:
        return False
    stored = database.execute(_EVENTS, (table, after, after + len(events))).fetchall()
    return [bytes(body) for (body,) in stored] == events


def connect(file: Path) -> sqlite3.Connection:
    """First sync what a killed process may have committed and not synced, since readers see it already."""
    with suppress(FileNotFoundError):
        log = os.open(f"{file}-wal", os.O_RDWR | os.O_CLOEXEC)
        os.fsync(log)
        os.close(log)
    database = sqlite3.connect(f"{file.as_uri()}?mode=rw", timeout=TIMEOUT_SECONDS, isolation_level=None, uri=True)
    set_up(database)
    return database


def set_up(database: sqlite3.Connection) -> None:
    # FULL syncs at every commit: without it a power cut loses the last commits, which were acknowledged.
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        database.execute(f"PRAGMA {pragma}")


# -- messages: a length, and plain values as the same Python at both ends writes them ----------------------------------
def encode(message: Any) -> bytes:
    body = marshal.dumps(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


class Connection:
    """One process's socket. Nothing here waits: a process that does not read must not stop the others."""

    def __init__(self, stream: socket.socket) -> None:
        stream.setblocking(False)
        self.stream = stream
        self._received, self._unsent = bytearray(), b""

    def read_messages(self) -> list[Any]:
        """Raises OSError at the end of the stream, also in the middle of a message."""
        chunk = self.stream.recv(CHUNK_BYTES)
        if not chunk:
            raise ConnectionResetError
        self._received += chunk
        messages = []
        while len(self._received) >= LENGTH_BYTES:
            end = LENGTH_BYTES + int.from_bytes(self._received[:LENGTH_BYTES], "big")
            if len(self._received) < end:
                break
            messages.append(marshal.loads(self._received[LENGTH_BYTES:end]))
            del self._received[:end]
        return messages

    def send(self, message: Any) -> None:
        self._unsent += encode(message)
        self.flush()

    def flush(self) -> None:
        with suppress(BlockingIOError):
            self._unsent = self._unsent[self.stream.send(self._unsent) :]

    @property
    def events(self) -> int:
        """What the selector should wait for."""
        return selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)


# -- serving -----------------------------------------------------------------------------------------------------------
class Server:
    """Writes for all connections, in one order. Ends with its starter."""

    def __init__(self, starter: socket.socket, file: Path) -> None:
        self._file = file
        self._database: sqlite3.Connection | None = None
        self._mark: Mark | None = None
        self._listener: socket.socket | None = None
        self._selector = selectors.DefaultSelector()
        self._selector.register(starter, selectors.EVENT_READ, self._take_socket)
        self._groups: list[tuple[Connection, list[Batch]]] = []
        self._turns: deque[Connection] = deque()
        self._holder: Connection | None = None
        """The connection whose turn it is."""
        self._turn_ends = 0.0

    def serve_forever(self) -> None:
        while True:
            for key, mask in self._selector.select(self._turn_ends - monotonic() if self._holder else None):
                if isinstance(key.data, Connection):
                    self._serve(key.data, mask)
                else:
                    key.data(key.fileobj)
            if self._holder and monotonic() > self._turn_ends:  # it has been stopped; SQLite's own lock decides now
                self._holder = None
            if self._holder is None:
                self._write_waiting()
                self._give_turn()

    # -- connections -----------------------------------------------------------------------------------------------
    def _take_socket(self, starter: socket.socket) -> None:
        kind, descriptors, _, _ = socket.recv_fds(starter, 1, 1)
        if not descriptors:
            if self._listener is not None:
                remove_address(self._listener)
            # The database is not closed: that would merge and delete the write-ahead log of a server that was killed,
            # while its host may be replacing the file. A server that shuts down merges it itself.
            os._exit(0)
        handed = socket.socket(fileno=descriptors[0])
        if kind == LISTENER:
            self._listener = handed
            handed.setblocking(False)
            self._selector.register(handed, selectors.EVENT_READ, self._accept)
        else:
            self._greet(handed)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # it has gone already
            self._greet(listener.accept()[0])

    def _greet(self, stream: socket.socket) -> None:
        """With our process id, and the reason why we cannot write."""
        connection, error = Connection(stream), None
        try:
            if self._database is None:
                self._database = connect(self._file)
                self._mark = Mark(self._file, self._database)
        except (sqlite3.Error, OSError) as failure:
            error = ("OperationalError", str(failure))
        self._selector.register(stream, selectors.EVENT_READ, connection)
        self._answer(connection, (os.getpid(), error))

    def _serve(self, connection: Connection, mask: int) -> None:
        try:
            if mask & selectors.EVENT_WRITE:
                self._answer(connection)
            if mask & selectors.EVENT_READ:
                for message in connection.read_messages():
                    self._take(connection, message)
        except OSError:  # it has gone: killed, or closed
            self._forget(connection)

    def _take(self, connection: Connection, message: Any) -> None:
        if message == TURN:
            self._turns.append(connection)
        elif message == DONE:
            self._end_turn(connection)
        else:
            self._groups.append((connection, message))

    def _answer(self, connection: Connection, message: Any = None) -> None:
        try:
            connection.flush() if message is None else connection.send(message)
            self._selector.modify(connection.stream, connection.events, connection)
        except (OSError, KeyError):  # it has gone, now or before
            self._forget(connection)

    def _forget(self, connection: Connection) -> None:
        """Groups that it sent whole are still written; a turn that it had ends."""
        self._end_turn(connection)
        with suppress(KeyError, ValueError):
            self._selector.unregister(connection.stream)
        connection.stream.close()
        self._turns = deque(one for one in self._turns if one is not connection)

    # -- writing ---------------------------------------------------------------------------------------------------
    def _write_waiting(self) -> None:
        """All groups that wait, in one transaction. If the database refuses it, each group in one of its own."""
        groups, self._groups = self._groups, []
        if not groups or self._database is None:
            return
        seconds, verdicts, error = write_group(
            self._database, [batch for _, group in groups for batch in group], self._mark
        )
        if error is not None and len(groups) > 1:
            for connection, group in groups:
                self._answer(connection, write_group(self._database, group, self._mark))
            return
        for connection, group in groups:
            self._answer(connection, (seconds, verdicts[: len(group)], error))
            verdicts = verdicts[len(group) :]

    def _give_turn(self) -> None:
        """To one, after each commit: so neither the log nor the other writers starve."""
        while self._turns and self._holder is None:  # more than once only if it has just gone
            self._holder = self._turns.popleft()
            self._turn_ends = monotonic() + TIMEOUT_SECONDS
            self._answer(self._holder, TURN)

    def _end_turn(self, connection: Connection) -> None:
        if self._holder is connection:
            self._holder = None


def remove_address(listener: socket.socket) -> None:
    """With its folder. The starter does it, too, but it may have been killed."""
    address = Path(listener.getsockname())
    with suppress(OSError):
        address.unlink()
        address.parent.rmdir()


def main(descriptor: str, file: str) -> None:
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # sent to the whole group; the starter's end is ours
        signal.signal(one, signal.SIG_IGN)
    Server(socket.socket(fileno=int(descriptor)), Path(file)).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
