"""Converts a table's pending entries into the store's append."""

from __future__ import annotations

from collections.abc import Sequence

from niwashi.store import Append, LogSequence
from niwashi.table import PendingEntries
from niwashi.table.entries import Ended, Entry, Started
from niwashi.wire.news import EntrySeq


def to_append(batch: PendingEntries, entries: Sequence[Entry], epoch: int) -> Append:
    kinds = {type(entry) for entry in entries}
    return Append(
        table=batch.table,
        epoch=epoch,
        after=sequence_before(batch.first),
        events=batch.bodies,
        command=batch.command,
        answer=batch.answer or b"",
        state="over" if Ended in kinds else "running" if Started in kinds else None,
        awaited=sum(1 << seat for seat in batch.awaited),
        mentions=batch.mentions,
    )


def sequence_before(first: EntrySeq) -> LogSequence:
    """The store's number of the event before an entry: a table counts its entries from 0, the store from 1."""
    return LogSequence(first)
