"""Appends, and the pure decision which of them a commit writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NewType

from niwashi.core.errors import quote
from niwashi.store.errors import BadEntry, Fenced, LogConflict, StoreError, Unknown
from niwashi.store.schema import STATES
from niwashi.store.validation import MAX_COMMAND_LENGTH, MAX_NUMBER, check_body, check_id, check_text
from niwashi.store.writer_process import judge

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


class Head(NamedTuple):
    """The part of a table's row that decides about an append."""

    epoch: int
    newest: int


AppendResult = Receipt | StoreError
Commands = dict[tuple[str, str], bytes]


@dataclass
class Commit:
    """The rows to write, and the result of each batch once they are durable."""

    results: list[AppendResult] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[dict[str, Any]] = field(default_factory=list)
    heads: dict[str, dict[str, Any]] = field(default_factory=dict)


def decide(batches: Iterable[Append], heads: Mapping[str, Head], answered: Commands) -> Commit:
    """Decide in the order of arrival. A refused batch does not affect the others."""
    commit, heads, answered = Commit(), dict(heads), dict(answered)
    for batch in batches:
        result = _judge(batch, heads.get(batch.table), answered)
        commit.results.append(result)
        if isinstance(result, Receipt) and not result.repeated:
            heads[batch.table] = Head(batch.epoch, batch.newest)
            _add_rows(commit, batch)
            if batch.command is not None:
                answered[batch.table, batch.command] = batch.answer
    return commit


def _judge(batch: Append, head: Head | None, answered: Commands) -> AppendResult:
    answer = None if batch.command is None else answered.get((batch.table, batch.command))
    return to_result(batch, judge(batch.epoch, batch.after, head, answer), head, answer)


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


def _add_rows(commit: Commit, batch: Append) -> None:
    for sequence, body in enumerate(batch.events, batch.after + 1):
        commit.events.append({"table_id": batch.table, "sequence": sequence, "body": body})
    for place, account in batch.mentions:
        sequence = batch.after + 1 + place
        commit.mentions.append({"table_id": batch.table, "sequence": sequence, "account_id": account})
    if batch.command is not None:
        commit.answers.append({"table_id": batch.table, "command": batch.command, "answer": batch.answer})
    before = commit.heads.get(batch.table, {"state_now": None})
    state = batch.state or before["state_now"]
    now = {"newest_now": batch.newest, "state_now": state, "awaited_now": batch.awaited}
    commit.heads[batch.table] = {"table": batch.table, **now}
