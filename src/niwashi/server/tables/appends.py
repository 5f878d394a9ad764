"""Converts a table's pending entries into the store's append."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from niwashi.store import Append
from niwashi.table import PendingEntries
from niwashi.table.entries import Ended, Entry, Opened, Sat, Started


def to_append(batch: PendingEntries, entries: Sequence[Entry], epoch: int) -> Append:
    """`batch.first` counts entries from 0 and `Append.after` from 1, so the first new entry follows entry `first`."""
    kinds = {type(entry) for entry in entries}
    return Append(
        table=batch.table,
        epoch=epoch,
        after=batch.first,
        events=batch.bodies,
        command=batch.command,
        answer=batch.answer or b"",
        state="over" if Ended in kinds else "running" if Started in kinds else None,
        awaited=sum(1 << seat for seat in batch.awaited),
        mentions=tuple(_mentions(entries)),
    )


def _mentions(entries: Sequence[Entry]) -> Iterator[tuple[int, str]]:
    """Entries that name a person, which deleting that person's account must rewrite."""
    for place, entry in enumerate(entries):
        match entry:
            case Sat(person=str(person)) | Opened(host=str(person)) if person:
                yield place, person
