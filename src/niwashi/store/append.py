"""Appends, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

from niwashi.core.errors import quote
from niwashi.store.errors import BadEntry, Fenced, LogConflict, StoreError, Unknown
from niwashi.store.schema import STATES
from niwashi.store.validation import MAX_COMMAND_LENGTH, MAX_NUMBER, check_body, check_id, check_text
from niwashi.store.writer_process import Batch

LogSequence = NewType("LogSequence", int)
"""The number of an event in its table's log, counted from 1; 0 where there is none yet."""


@dataclass(frozen=True)
class Append:
    """Events of one table that are written together or not at all: a batch."""

    table: str
    epoch: int
    """The epoch of the writer's lease."""
    after: LogSequence
    """The number of the log's last event as the writer knows it; the batch's events follow it."""
    events: tuple[bytes, ...]
    command: str | None = None
    """The key of the command that the batch carries out. Sent again, it gets the same `answer` and writes nothing."""
    answer: bytes = b""
    state: str | None = None
    """The table's new state; None if it does not change."""
    awaited: int = 0
    """One bit for each seat whose person is to act then."""
    mentions: tuple[tuple[int, str], ...] = ()
    """The events that name an account, by their place in `events`, so that it can be erased from them later."""
    untold: bool = False
    """Nobody may learn of the batch yet, so the table's row shows nothing of it: `updated` and `awaited` stay."""

    def __post_init__(self) -> None:
        check_id(self.table)
        if not self.events:
            raise BadEntry("store/empty", f"a batch for table {quote(self.table)} has no events")
        if not 0 <= self.after <= MAX_NUMBER - len(self.events):
            raise BadEntry("store/after", f"the number of a log's last event must be from 0 up; got {self.after}")
        if self.command is not None:
            check_text(self.command, MAX_COMMAND_LENGTH, "command id")
        if self.state is not None and self.state not in STATES:
            raise BadEntry(
                "store/state", f"a table's state must be one of {', '.join(STATES)}; got {quote(self.state)}"
            )
        for body in self.events:
            check_body(body)

    @property
    def newest(self) -> LogSequence:
        return LogSequence(self.after + len(self.events))

    @property
    def size(self) -> int:
        return sum(map(len, self.events)) + len(self.answer)


@dataclass(frozen=True)
class Receipt:
    """The batch is durable."""

    newest: int
    answer: bytes
    repeated: bool = False
    """The command had been answered before; nothing new was written."""


AppendResult = Receipt | StoreError


def to_result(batch: Append, verdict: str, head: tuple[int, int] | None, answer: bytes | None) -> AppendResult:
    """`head` is the table's before the batch, and `answer` the stored one of a repeated command."""
    epoch, newest = head or (0, batch.newest)
    match verdict:
        case "written":
            return Receipt(batch.newest, batch.answer)
        case "repeated":
            assert answer is not None, "it was repeated because an answer is stored"
            return Receipt(newest, answer, repeated=True)
        case "fenced":
            return Fenced(batch.table, batch.epoch, epoch)
        case "conflict":
            return LogConflict(batch.table, newest)
    return Unknown("store/table", f"there is no table {quote(batch.table)}")


def to_plain(batch: Append, again: bool = False) -> Batch:
    """As SQLite's writer process takes it; `again` if a writer that died may have committed it."""
    events, mentions = list(batch.events), list(batch.mentions)
    head = (batch.table, batch.epoch, int(batch.after))
    return *head, events, batch.command, batch.answer, batch.state, batch.awaited, mentions, batch.untold, again
