"""Records of every kind: what a file of records may hold."""

from __future__ import annotations

from pathlib import Path

import niwashi
from niwashi.core.record import Record
from niwashi.engine import catalog
from niwashi.wire import requests
from tests.conformance.variants import mixed
from tests.conformance.walks import generator
from tests.table.owners import Owner

EARLIER = Path(__file__).parents[1] / "conformance" / "earlier"


def play(game: niwashi.Game, most: int = 10_000) -> niwashi.Game:
    """Random actions, until the game is over or so many have been played."""
    rng = generator("samples")
    while not game.over and most:
        seat, most = game.to_act[0], most - 1
        game.play(int(game.rules.kernels.sample(game.position, seat, rng)), seat)
    return game


def some_games(game: str, count: int = 4) -> list[Record]:
    """Finished, each of another variant."""
    return [play(variant.new(f"game {number}")).record() for number, variant in enumerate(mixed(game, count))]


def own_box(game: str) -> Record:
    """A component set that nobody shipped, which the record holds in full."""
    rules = catalog.rules(game)
    content = {"game": game, "name": "Aki’s box", **rules.box.content}
    return play(niwashi.new(game, seed=1, components=content), 5).record()


def taken_back(game: str) -> Record:
    """A finished game with take-backs, also of a take-back."""
    table = niwashi.new(game, seed=2)
    play(table, 6)
    events = table.length
    for words in ("back 4", "back 2", f"back {events + 1}"):
        table.apply(("table", words))
    return play(table).record()


def resigned(game: str) -> Record:
    """Seat 0 has most points, and has given up."""
    table = play(niwashi.new(game, seed=3), 12)
    table.apply(("table", "resign 0"))
    return table.record()


def of_a_table() -> Record:
    """With the commitment to the seed, how seats were drawn, and the time of every event."""
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("aki", requests.Start)
    owner.play(3)
    owner.done("aki", requests.Resign)
    return owner.table.record()


def lines_of_all_kinds() -> list[bytes]:
    """Also with notes, as tables write them, and as other programs may write them."""
    records = [
        record
        for game in catalog.names()
        for record in (*some_games(game), own_box(game), taken_back(game), resigned(game))
    ]
    records += [of_a_table(), play(niwashi.new("miyabi", seed=1), 3).record()]
    records += [niwashi.new("edo_yashiki", chance="told").record()]
    lines = [record.to_json() for record in records]
    lines += [line for file in sorted(EARLIER.glob("*/*.jsonl")) for line in file.read_bytes().splitlines()]
    spaced = lines[0].replace(b'"game":', b'  "game" : ').replace(b'"names":["Aki"', '"names":["秋\\u00e9"'.encode())
    return [*lines, spaced, b'{"niwashi":1,"game":"miyabi","options":{},"events":[]}']
