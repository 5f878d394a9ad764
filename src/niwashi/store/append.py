"""What is appended, and what becomes of it: decided here, with no database, from what the database said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NewType

from niwashi.core.errors import quote
from niwashi.store.errors import BadEntry, Conflict, Fenced, StoreError, Unknown
from niwashi.store.schema import STATES
from niwashi.store.validation import MAX_COMMAND_LENGTH, MAX_NUMBER, check_body, check_id, check_text

LogSequence = NewType("LogSequence", int)
"""The number of an event in its table's log, counted from 1; 0 where there is none yet."""


@dataclass(frozen=True)
class Append:
    """Events of one table that are written together or not at all."""

    table: str
    epoch: int
    """The writer's lease."""
    after: LogSequence
    """The number of the log's last event as the writer knows it; the batch's own follow."""
    events: tuple[bytes, ...]
    command: str | None = None
    """What the batch answers, and `answer` how: sent again, it is answered the same and writes nothing."""
    answer: bytes = b""
    state: str | None = None
    """The table's state from here on, where it changes."""
    awaited: int = 0
    """A bit for each seat whose person is to act then."""
    mentions: tuple[tuple[int, str], ...] = ()
    """Which of the events name which account, so that it can be taken out of them again."""

    def __post_init__(self) -> None:
        check_id(self.table)
        if not self.events:
            raise BadEntry("store/empty", f"a batch for table {quote(self.table)} has no events")
        if not 0 <= self.after <= MAX_NUMBER - len(self.events):
            raise BadEntry("store/after", f"a log's last event has a number from 0 up, unlike {self.after}")
        if self.command is not None:
            check_text(self.command, MAX_COMMAND_LENGTH, "command id")
        if self.state is not None and self.state not in STATES:
            raise BadEntry("store/state", f"a table is {', '.join(STATES)}, not {quote(self.state)}")
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
    """What was asked for is on disk."""

    newest: int
    answer: bytes
    repeated: bool = False
    """It was there before: the command had been answered already."""


class Head(NamedTuple):
    """A table as an append needs to know it."""

    epoch: int
    newest: int


AppendResult = Receipt | StoreError
Commands = dict[tuple[str, str], bytes]


@dataclass
class Commit:
    """The rows of one commit, and for each batch its outcome once that is durable."""

    results: list[AppendResult] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    answers: list[dict[str, Any]] = field(default_factory=list)
    mentions: list[dict[str, Any]] = field(default_factory=list)
    heads: dict[str, dict[str, Any]] = field(default_factory=dict)


def decide(batches: Iterable[Append], heads: Mapping[str, Head], answered: Commands) -> Commit:
    """In the order of arrival; a batch that is refused changes nothing for the others."""
    decided, heads, answered = Commit(), dict(heads), dict(answered)
    for batch in batches:
        outcome = _judge(batch, heads.get(batch.table), answered)
        decided.results.append(outcome)
        if isinstance(outcome, Receipt) and not outcome.repeated:
            heads[batch.table] = Head(batch.epoch, batch.newest)
            _add_rows(decided, batch)
            if batch.command is not None:
                answered[batch.table, batch.command] = batch.answer
    return decided


def _judge(batch: Append, head: Head | None, answered: Commands) -> AppendResult:
    # A repeat comes first: who sends again has seen neither a new owner nor the events since.
    if batch.command is not None and (answer := answered.get((batch.table, batch.command))) is not None:
        return Receipt(head.newest if head else batch.newest, answer, repeated=True)
    if head is None:
        return Unknown("store/table", f"there is no table {quote(batch.table)}")
    if batch.epoch != head.epoch:
        return Fenced(batch.table, batch.epoch, head.epoch)
    if batch.after != head.newest:
        return Conflict(batch.table, head.newest)
    return Receipt(batch.newest, batch.answer)


def _add_rows(decided: Commit, batch: Append) -> None:
    for sequence, body in enumerate(batch.events, batch.after + 1):
        decided.events.append({"table_id": batch.table, "sequence": sequence, "body": body})
    for place, account in batch.mentions:
        sequence = batch.after + 1 + place
        decided.mentions.append({"table_id": batch.table, "sequence": sequence, "account_id": account})
    if batch.command is not None:
        decided.answers.append({"table_id": batch.table, "command": batch.command, "answer": batch.answer})
    before = decided.heads.get(batch.table, {"state_now": None})
    state = batch.state or before["state_now"]
    now = {"newest_now": batch.newest, "state_now": state, "awaited_now": batch.awaited}
    decided.heads[batch.table] = {"table": batch.table, **now}
