"""The process that appends to table logs in SQLite: `python writer_process.py SOCKET FILE`, started by `writer`.

It reads groups of appends from its socket, commits each group in one transaction and only then answers. It ends when
the socket closes, however the server ended. It imports nothing but the standard library: importing Niwashi takes more
than a second, and games wait while a writer is replaced.
"""

import marshal
import os
import signal
import socket
import sqlite3
import sys
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO

WRITTEN, REPEATED, UNKNOWN, FENCED, CONFLICT = "written", "repeated", "unknown", "fenced", "conflict"
TIMEOUT_SECONDS = 30
"""For another process's lock on the file."""
LENGTH_BYTES = 4
NOW = "CAST((julianday('now') - 2440587.5) * 86400000.0 + 0.5 AS INTEGER)"

_HEAD = "SELECT epoch, newest FROM tables WHERE id = ?"
_ANSWER = "SELECT answer FROM answers WHERE table_id = ? AND command = ?"
_ADD_EVENT = "INSERT INTO events (table_id, sequence, body) VALUES (?, ?, ?)"
_ADD_ANSWER = "INSERT INTO answers (table_id, command, answer) VALUES (?, ?, ?)"
_ADD_MENTION = "INSERT INTO mentions (table_id, sequence, account_id) VALUES (?, ?, ?)"
_MOVE_HEAD = f"UPDATE tables SET newest = ?, state = coalesce(?, state), awaited = ?, updated = {NOW} WHERE id = ?"

Head = tuple[int, int]
"""A table's epoch and newest sequence."""
Batch = tuple[str, int, int, list[bytes], str | None, bytes, str | None, int, list[tuple[int, str]]]
"""The fields of an `Append`, in their order."""
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


# -- writing -----------------------------------------------------------------------------------------------------------
def write_group(database: sqlite3.Connection, batches: list[Batch]) -> Reply:
    try:
        database.execute("BEGIN IMMEDIATE")
        verdicts = [_write_batch(database, batch) for batch in batches]
        before_commit = perf_counter()
        database.execute("COMMIT")
        return perf_counter() - before_commit, verdicts, None
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):  # some errors have ended the transaction already
            database.execute("ROLLBACK")
        return 0.0, [], (type(error).__name__, str(error))


def _write_batch(database: sqlite3.Connection, batch: Batch) -> Verdict:
    """A refused batch writes nothing and does not affect the others."""
    table, epoch, after, events, command, answer, state, awaited, mentions = batch
    head = database.execute(_HEAD, (table,)).fetchone()
    stored = database.execute(_ANSWER, (table, command)).fetchone() if command is not None else None
    stored_answer = None if stored is None else bytes(stored[0])
    verdict = judge(epoch, after, head, stored_answer)
    if verdict == WRITTEN:
        database.executemany(_ADD_EVENT, [(table, after + place, body) for place, body in enumerate(events, 1)])
        database.execute(_MOVE_HEAD, (after + len(events), state, awaited, table))
        database.executemany(_ADD_MENTION, [(table, after + 1 + place, account) for place, account in mentions])
        if command is not None:
            database.execute(_ADD_ANSWER, (table, command, answer))
    return verdict, head, stored_answer


def connect(file: Path) -> sqlite3.Connection:
    """First sync what a killed process may have committed and not synced, since readers see it already."""
    with suppress(FileNotFoundError):
        log = os.open(f"{file}-wal", os.O_RDWR | os.O_CLOEXEC)
        os.fsync(log)
        os.close(log)
    database = sqlite3.connect(f"{file.as_uri()}?mode=rw", TIMEOUT_SECONDS, isolation_level=None, uri=True)
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


def _read_message(stream: BinaryIO) -> Any:
    """None at the end, also in the middle of a message."""
    length = int.from_bytes(stream.read(LENGTH_BYTES), "big")
    body = stream.read(length)
    return marshal.loads(body) if body and len(body) == length else None


def serve(connection: socket.socket, file: Path) -> None:
    try:
        database = connect(file)
    except (sqlite3.Error, OSError) as error:
        connection.sendall(encode((0.0, [], ("OperationalError", str(error)))))
        return
    with suppress(OSError), connection.makefile("rb") as stream:  # the server may be killed at any time
        connection.sendall(encode((0.0, [], None)))
        while (batches := _read_message(stream)) is not None:
            connection.sendall(encode(write_group(database, batches)))
    # The database is not closed: that would merge and delete the write-ahead log of a server that was killed, while
    # its host may be replacing the file. A server that shuts down does it with its own last connection.
    os._exit(0)


def main(descriptor: str, file: str) -> None:
    for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # sent to the whole group; the server's end is ours
        signal.signal(one, signal.SIG_IGN)
    with socket.socket(fileno=int(descriptor)) as connection:
        serve(connection, Path(file))


if __name__ == "__main__":
    main(*sys.argv[1:])
