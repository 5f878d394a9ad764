"""Records for the tests of commands: good ones and broken ones."""

from __future__ import annotations

import json
from pathlib import Path

import niwashi as api
from niwashi.core.record import Record


def first_actions(game: str, seed: int) -> api.Game:
    """A game whose every action is the first legal one."""
    table = api.new(game, seed=seed)
    while not table.over:
        seat = table.to_act[0]
        table.play(table.legal(seat)[0])
    return table


def save(path: Path, record: Record, **fields: object) -> None:
    path.write_text(json.dumps({**json.loads(record.to_json()), **fields}))


def rigged(game: api.Game) -> Record:
    """The same game up to its second deal, in which one tile is another that was in the box as well."""
    record = game.record()
    place = [number for number, (who, _) in enumerate(record.events) if who == "chance"][1]
    deal = record.events[place][1].split()
    record.result = None
    for letter in "mpfabs":
        record.events = [*record.events[:place], ("chance", " ".join([deal[0], f"{letter}1", *deal[2:]]))]
        try:
            if api.loads(record.to_json()).events != game.events[: place + 1]:
                return record
        except api.NiwashiError:
            continue
    raise AssertionError("no tile could be exchanged")
