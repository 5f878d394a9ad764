"""Before anybody comes in: kernels are loaded, which takes a second, or on a new machine compiled, a minute."""

from __future__ import annotations

from niwashi import catalog, play
from niwashi.table import Command, Table
from niwashi.table.chance import SECRET_BYTES
from niwashi.wire import Settings, requests

SOMEBODY = ("a", "b")
STEPS = 8


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
        _play_a_little(name)


def _play_a_little(name: str) -> None:
    """Without the table, which in a live grab would first wait for its signal: nothing is left to be compiled while
    everybody waits, and leases run out."""
    game = play.new(name, seed=1)
    for _ in range(STEPS):
        seat = game.to_act[0]
        action = game.legal(seat)[0]
        game.offer(seat), game.gain(action), game.play(action), game.view()
    assert len(game.scores) == game.options.seats


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
