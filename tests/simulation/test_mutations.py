"""Mutation tests of the simulation: deliberate bugs are found within a few seeds."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from niwashi.server.tables import actor, registry, replay
from niwashi.server.tables.stream import TableStream
from niwashi.store import Append, Receipt, writer_process
from niwashi.store import log as logs
from niwashi.table import Command, CommandResult, Table
from niwashi.wire import News
from tests.simulation.world import World, simulate

SEEDS = range(60)


class AcknowledgesBeforeCommit(logs.Log):
    """Acknowledges before the entries are written."""

    async def append(self, batch: Append) -> Receipt:
        writing = asyncio.ensure_future(super().append(batch))
        writing.add_done_callback(lambda done: done.cancelled() or done.exception())
        return Receipt(batch.newest, batch.answer)


def trusts_a_killed_writer(*_: Any) -> bool:
    """Takes every group that is sent again for one that was committed."""
    return True


class CarriesOutTwice(Table):
    """Executes a repeated command again, and hides that from the store by another id."""

    def handle(self, command: Command, now: int) -> CommandResult:
        known = self._answers.pop(command.key, None)
        outcome = super().handle(command, now)
        if known is not None:
            self._answers[command.key] = known
        return outcome

    def _result(self, draft: Any, command: str | None = None, answer: Any = None) -> CommandResult:
        again = command is not None and command in self._answers
        return super()._result(draft, f"{command}#{self.seq}" if again else command, answer)


class LeavesNewsOut(TableStream):
    """Omits some news."""

    def publish(self) -> None:
        if self._table.told_seq % 5:
            super().publish()
        else:
            self._published = self._table.told_seq


class LosesTheOldest(Table):
    """Omits the first missed entry for clients that reconnect."""

    def news(self, since: int, until: int | None = None) -> list[News]:
        return super().news(since, until)[1:] if self.seq - since > 2 else super().news(since, until)


@pytest.mark.parametrize(
    ("module", "part", "mistake"),
    [
        (logs, "Log", AcknowledgesBeforeCommit),
        (writer_process, "is_stored", trusts_a_killed_writer),
        pytest.param(registry, "Table", CarriesOutTwice, marks=pytest.mark.more),
        pytest.param(actor, "TableStream", LeavesNewsOut, marks=pytest.mark.more),
        pytest.param(registry, "Table", LosesTheOldest, marks=pytest.mark.more),
    ],
)
def test_a_mistake_is_noticed(monkeypatch: pytest.MonkeyPatch, module: Any, part: str, mistake: Any) -> None:
    monkeypatch.setattr(module, part, mistake)
    if module is registry:  # which opens tables; those that come back are rebuilt elsewhere
        monkeypatch.setattr(replay, part, mistake)
    for seed in SEEDS:
        try:
            simulate(World(str(seed)))
        except AssertionError:
            return
    pytest.fail(f"{mistake.__name__} was not noticed")
