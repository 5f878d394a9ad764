"""Converts a table's pending entries into the store's append."""

from __future__ import annotations

from niwashi.store import Append, LogSequence
from niwashi.table import PendingEntries
from niwashi.wire.news import EntrySeq

STATES = {"playing": "running", "over": "over"}
"""The store's state for a table's phase. A pause does not change it."""


def to_append(batch: PendingEntries, epoch: int) -> Append:
    return Append(
        table=batch.table,
        epoch=epoch,
        after=sequence_before(batch.first),
        events=batch.bodies,
        command=batch.command,
        answer=batch.answer or b"",
        state=STATES.get(batch.phase or ""),
        awaited=sum(1 << seat for seat in batch.awaited),
        mentions=batch.mentions,
        untold=batch.untold,
    )


def sequence_before(first: EntrySeq) -> LogSequence:
    """The store's number of the event before an entry: a table counts its entries from 0, the store from 1."""
    return LogSequence(first)
