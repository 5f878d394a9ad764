"""Before anybody comes in: kernels are loaded, which takes a second, or on a new machine compiled, a minute."""

from __future__ import annotations

from niwashi import catalog
from niwashi.table import Command, Table
from niwashi.table.chance import SECRET_BYTES
from niwashi.wire import Settings, requests

SOMEBODY = ("a", "b")


def warm_up() -> None:
    """A few steps of a game of each kind, at a table that nobody sees."""
    for name in catalog.names():
        table, batch = Table.open("warm-up", name, host="a", secret=bytes(SECRET_BYTES), now=0, settings=_settings())
        table.commit(batch)
        for person in SOMEBODY[: len(table.people)]:
            _do(table, person, requests.Sit(id="sit", name=person))
        for seat in range(len(SOMEBODY), len(table.people)):
            _do(table, "a", requests.Bot(id=f"bot {seat}", seat=seat, level="beginner"))
        _do(table, "a", requests.Start(id="start"))
        _act_once(table)


def _settings() -> Settings:
    return Settings(auto_ready=True)


def _act_once(table: Table) -> None:
    if (due := table.due()) is not None and (outcome := table.tick(due)).batch:
        table.commit(outcome.batch)
    for seat, person in enumerate(table.people):
        if person and (choices := table.choices(seat)):
            _do(table, person, requests.Act(id="act", seq=choices.seq, action=choices.actions[0]))


def _do(table: Table, person: str, request: requests.Request) -> None:
    outcome = table.handle(Command(request, person), table.touched)
    if outcome.batch:
        table.commit(outcome.batch)
