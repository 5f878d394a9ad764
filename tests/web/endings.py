"""Games one action before their end: played by the engine, put on a table, and ended there."""

from __future__ import annotations

import json
from functools import cache
from itertools import count
from typing import Any

from niwashi.engine import factory
from niwashi.engine.game import Game
from tests.web.playing import Table, post
from tests.web.visiting import Visitor

NAMES = ["Hana", "Kenji", "Mei", "Yui", "Ren"]
GAMES: dict[str, dict[str, Any]] = {
    "miyabi": {"game": "miyabi", "seats": 2},
    "miyabi, all expansions": {"game": "miyabi", "seats": 4, "expansions": "ABCDE"},
    "edo yashiki": {"game": "edo_yashiki", "seats": 3, "grab": "calm"},
}
_ids = count()


@cache
def whole_game(title: str) -> Game[Any]:
    """Everybody takes what scores most."""
    options = GAMES[title]
    game = factory.new(**options, seed=7, names=NAMES[: options["seats"]])
    while not game.over:
        legal = game.legal()
        game.play(max(legal, key=game.gain))
    return game


class LastAction:
    """A table that the visitor's next action ends; bots have the other seats."""

    def __init__(self, visitor: Visitor, title: str) -> None:
        game = whole_game(title)
        self.game, self.visitor = game, visitor
        self.seat, self.action = (game.events[-1][0], str(game.events[-1][1]))
        record = json.loads(game.record().to_json())
        post(visitor, "session", {"name": "Aki"})
        until = len(game.events) - 1
        cut = {**record, "events": record["events"][:until], "result": None}
        self.id = post(visitor, "study/tables", {"record": cut, "until": until})["table"]
        self.table = Table(visitor, self.id)
        seats = list(range(len(record["names"])))
        self.table.ask("sit", name="Aki", seat=self.seat)
        for other in seats:
            if other != self.seat:
                self.table.ask("bot", seat=other, level="beginner")
        self.table.ask("arrange", order=seats)
        self.table.ask("start")

    def end(self) -> None:
        self.table.act(self.action)
