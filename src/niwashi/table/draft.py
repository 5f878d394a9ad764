"""The unit of work of a command: entries take effect on a copy of the table's state, and nowhere else yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from niwashi.core.errors import NiwashiError
from niwashi.engine.actions import Action
from niwashi.engine.events import TABLE, TableEvent
from niwashi.table.entries import Entry, Happened
from niwashi.table.latency import Latencies
from niwashi.table.reducer import apply
from niwashi.table.state import Refusal, TableState


class Stale(Refusal):
    """A command that builds on an older state of the table; its sender has missed entries."""


@dataclass
class Draft:
    """A unit of work: a state to change and the entries that changed it.

    The table stores the entries and then adopts the state, or drops both.
    """

    state: TableState
    now: int
    latencies: Latencies
    entries: list[Entry] = field(default_factory=list)
    max_lag: int | None = None
    """The most that the one-way time of the command can be, as far as the transport knows that."""
    refusal: NiwashiError | None = None
    """For a command that is refused and still leaves an entry: a press before the signal."""

    def add(self, entry: Entry) -> None:
        apply(self.state, entry)
        self.entries.append(entry)

    def add_action(self, action: Action, **note: Any) -> None:
        """Add an action that the game has just checked; it is not parsed and judged a second time."""
        entry = Happened(at=self.now, who=action.seat, what=action.notation, note=note)
        apply(self.state, entry, action)
        self.entries.append(entry)

    def add_table_event(self, event: TableEvent, **note: Any) -> None:
        self.add(Happened(at=self.now, who=TABLE, what=str(event), note=note))
