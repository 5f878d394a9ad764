"""Loads the kernels of the rules before the first client connects: a second, or a minute to compile them."""

from __future__ import annotations

import niwashi
from niwashi.engine import catalog
from niwashi.server.ops.garbage import freeze_startup_objects
from niwashi.table import Command, Table
from niwashi.table.entries import SECRET_BYTES
from niwashi.wire import TableSettings, requests
from niwashi.wire.score import score

PLAYERS = ("a", "b")
RULES_PARTS = 164
"""Kernels that `warm_up` compiles on a new machine, as last counted (tests/server/test_warmup.py)."""


def prepare_process() -> None:
    warm_up()
    freeze_startup_objects()


def warm_up() -> None:
    """Play a whole game of each kind, a few steps at a temporary table, and fill in a score sheet."""
    for name in catalog.names():
        play_out(name)
        table, batch = Table.open("warm-up", name, host="a", secret=bytes(SECRET_BYTES), now=0, settings=_settings())
        table.commit(batch)
        for person in PLAYERS[: len(table.people)]:
            _do(table, person, requests.Sit(id="sit", name=person))
        for seat in range(len(PLAYERS), len(table.people)):
            _do(table, "a", requests.Bot(id=f"bot {seat}", seat=seat, level="beginner"))
        _do(table, "a", requests.Start(id="start"))
        _act_once(table)
        score({"game": name, **catalog.rules(name).tally_example})


def play_out(name: str) -> None:
    """Play a game with all its options, and build every view."""
    *_, everything = catalog.rules(name).variants()
    game = niwashi.new(name, seed=1, **everything.as_dict())
    while not game.over:
        seat = game.to_act[0]
        choices = game.choices(seat)
        game.choices_key(seat)
        game.play(choices.actions[game.length * 31 % len(choices.actions)], seat)
        game.view()
        game.effects(game.length - 1)
    game.record()  # with the scores


def _settings() -> TableSettings:
    return TableSettings(auto_ready=True)


def _act_once(table: Table) -> None:
    if (due := table.due()) is not None and (outcome := table.tick(due)).batch:
        table.commit(outcome.batch)
    for seat, person in enumerate(table.people):
        if person and (choices := table.choices(seat)):
            _do(table, person, requests.Act(id="act", seq=choices.seq, action=choices.actions[0]))


def _do(table: Table, person: str, request: requests.Request) -> None:
    outcome = table.handle(Command(request, person), table.last_entry_at)
    if outcome.batch:
        table.commit(outcome.batch)
