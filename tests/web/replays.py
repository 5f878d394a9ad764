"""Games to look at again: records as files, and tables that were played on this server."""

from __future__ import annotations

import json
import time
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import APIRequestContext, FilePayload, Page, expect

from niwashi.analysis.review import review
from niwashi.engine import factory
from niwashi.engine.game import Game
from niwashi.server.workers.jobs import METHOD
from tests.web.visiting import Visitor

_ids = count()
AS_DRAWN = """roots => roots.flatMap((root) => [root, ...root.querySelectorAll('*')].map((one) => {
  const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join('')
  const classes = [...one.classList].filter((name) => !name.startsWith('svelte-')).sort().join('.')
  const names = ['href', 'role', 'aria-label', 'aria-pressed', 'disabled', 'd', 'transform', 'fill']
  return [one.tagName, classes, ...names.map((name) => one.getAttribute(name) ?? ''), own].join('|')
}))"""
"""Every element, with what it draws and says; not its place on the page, which the screen around it decides."""


def careless_game(actions: int = 6) -> Game:
    """Seat 0 takes what scores most, seat 1 what scores least, and gives up: there is something to find."""
    game = factory.new("miyabi", seats=2, seed=3, names=["Hana", "Bo"])
    for _ in range(actions):
        legal = game.legal()
        game.play((min if legal[0].seat else max)(legal, key=game.gain))
    game.resign(1)
    return game


def expected_review(game: Game) -> dict[str, Any]:
    """As the server has it, which says “seat 0” and never a name."""
    record = msgspec.structs.replace(game.record(), names=[f"seat {seat}" for seat in range(len(game.names))])
    return dict(json.loads(msgspec.json.encode(review(record, METHOD).out().without_names())))


def as_file(game: Game, name: str = "game.json", **changed: Any) -> FilePayload:
    record = {**json.loads(game.record().to_json()), **changed}
    return {"name": name, "mimeType": "application/json", "buffer": json.dumps(record).encode()}


def open_file(visitor: Visitor, file: FilePayload | Path) -> Page:
    page = visitor.open("#/replay")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("slider").first).to_be_visible()
    return page


class PlayedTable:
    """A table of this server, played over HTTP: its host and bots."""

    def __init__(self, visitor: Visitor, game: str, **options: Any) -> None:
        self.address, self.http = visitor.address.rstrip("/"), visitor.page.request
        self._post("session", {"name": "Aki"})
        self.id: str = self._post("tables", {"game": game, "options": options})["table"]
        self.ask("sit", name="Aki")
        for seat in range(1, options["seats"]):
            self.ask("bot", seat=seat, level="beginner")
        self.ask("arrange", order=list(range(options["seats"])))
        self.ask("start")

    @property
    def _headers(self) -> dict[str, str]:
        return {"Origin": self.address}

    def _post(self, place: str, body: Any) -> Any:
        answer = self.http.post(f"{self.address}/api/{place}", data=body, headers=self._headers)
        assert answer.ok, answer.text()
        return answer.json()

    def ask(self, what: str, **fields: Any) -> None:
        self._post(f"tables/{self.id}/requests", {"do": what, "id": f"replay{next(_ids)}", **fields})

    def awaited(self) -> dict[str, Any]:
        """The table, once it waits for its host and for nobody else, or is over."""
        while True:
            shown: dict[str, Any] = self.http.get(f"{self.address}/api/tables/{self.id}").json()
            if shown["phase"] == "over" or (shown.get("choices") and shown["view"]["to_act"] == [shown["you"]]):
                return shown
            time.sleep(0.05)

    def act(self, turns: int = 1) -> None:
        for _ in range(turns):
            choices = self.awaited()["choices"]
            best = max(range(len(choices["actions"])), key=lambda n: int(choices["points"][n]))
            self.ask("act", seq=choices["seq"], action=choices["actions"][best])


def come_in(visitor: Visitor, name: str) -> None:
    """With a session, so that news come at once."""
    http: APIRequestContext = visitor.page.request
    address = visitor.address.rstrip("/")
    assert http.post(f"{address}/api/session", data={"name": name}, headers={"Origin": address}).ok
    visitor.context.add_init_script("localStorage['niwashi.came-in'] = '1'")


def drawn(page: Page) -> list[str]:
    """The game's own part of a table or of a replay: board, the others, track."""
    parts = page.locator(".stage > :not(.result), .rail > :not(.panels), .track > *")
    return list(parts.evaluate_all(AS_DRAWN))
