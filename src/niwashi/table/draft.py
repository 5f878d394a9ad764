"""A command being carried out on a copy: entries are written and take effect there, and nowhere else yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from niwashi.core.errors import NiwashiError
from niwashi.table.entries import Entry
from niwashi.table.latency import Latencies
from niwashi.table.reducer import apply
from niwashi.table.state import Refusal, TableState


class Stale(Refusal):
    """A command that builds on what is no longer so; its sender is missing something."""


@dataclass
class Draft:
    state: TableState
    now: int
    latencies: Latencies
    entries: list[Entry] = field(default_factory=list)
    refusal: NiwashiError | None = None
    """For what is written down and refused all the same: a press before the signal."""

    def add(self, entry: Entry) -> None:
        apply(self.state, entry)
        self.entries.append(entry)
