"""Writes web/src/sync/stories.json: real tables, entry by entry, each with a player's snapshot after it.

The client keeps a table up to date by applying news to a snapshot; its tests compare the result with these
snapshots. `python -m tools.client.stories`, from the root.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import msgspec

from niwashi.table import Command, Table
from niwashi.wire import requests

PLACE = Path(__file__).parents[2] / "web" / "src" / "sync" / "stories.json"


class Story:
    """One table seen by one person."""

    def __init__(self, game: str, **options: Any) -> None:
        self.now, self._ids = 1000, itertools.count()
        self.table, batch = Table.open("t1", game, host="aki", secret=bytes(range(16)), now=self.now, **options)
        self.table.commit(batch)
        self.told: list[dict[str, Any]] = []
        self.first = self._snapshot()

    def ask(self, person: str, kind: type[Any], **fields: Any) -> None:
        self.now += 10
        command = Command(kind(id=f"c{next(self._ids)}", **fields), person=person)
        self._settle(self.table.handle(command, self.now))

    def presence(self, person: str, here: bool) -> None:
        self.now += 10
        self._settle(self.table.set_presence(person, here, self.now))

    def tick(self, milliseconds: int) -> None:
        self.now += milliseconds
        self._settle(self.table.tick(self.now))

    def act(self, person: str, which: int = 0) -> None:
        seat = self.table.people.index(person)
        choices = self.table.choices(seat)
        assert choices is not None, f"{person} has nothing to decide"
        self.ask(person, requests.Act, seq=choices.seq, action=choices.actions[which % len(choices.actions)])

    def acting(self) -> str:
        game = self.table.game
        assert game is not None
        return self.table.people[game.to_act[0]] or ""

    def _settle(self, outcome: Any) -> None:
        assert outcome.batch is not None, outcome.answer
        before = self.table.told_seq
        self.table.commit(outcome.batch)
        news = [_small(_plain(one)) for one in self.table.news(before)]
        self.told.append({"news": news, "snapshot": self._snapshot()})

    def _snapshot(self) -> dict[str, Any]:
        found = _plain(self.table.snapshot("aki", self.now))
        return _small({key: value for key, value in found.items() if key not in ("choices", "story")})


def _plain(told: msgspec.Struct) -> dict[str, Any]:
    return dict(msgspec.json.decode(msgspec.json.encode(told)))


def _small(told: dict[str, Any]) -> dict[str, Any]:
    """Without what the client's table does not depend on: most of a view, and the effects of actions and chance."""
    view = told.get("view")
    if (told.get("event") or {}).get("who") != "table":
        told.pop("effects", None)
    return {**told, "view": {key: view[key] for key in ("phase", "to_act")}} if view else told


def miyabi() -> Story:
    story = Story("miyabi", seats=3)
    story.ask("aki", requests.Sit, name="Aki", seat=1)
    story.ask("bo", requests.Sit, name="Bo", seat=0)
    story.ask("aki", requests.Bot, seat=2, level="club")
    story.ask("aki", requests.Remove, seat=2)
    story.ask("mei", requests.Sit, name="Mei")
    story.ask("mei", requests.Leave)
    story.ask("mei", requests.Sit, name="Mei")
    story.ask("bo", requests.Nonce, text="pebbles")
    story.ask("aki", requests.Start)
    for _ in range(3):
        story.act(story.acting())
    newest = story.table.snapshot("aki", story.now).newest
    asker = next(person for person in story.table.people if person and person != story.acting())
    story.ask(asker, requests.Back, seq=newest, to=1)
    others = [person for person in ("aki", "bo", "mei") if person != asker]
    story.ask(others[0], requests.Agree, seq=story.table.seq)
    story.ask(others[1], requests.Agree, seq=story.table.seq - 1)
    story.ask("bo", requests.Pause)
    story.ask("mei", requests.Decline, seq=story.table.seq)
    story.presence("bo", False)
    story.tick(60_000)
    story.presence("bo", True)
    story.ask("mei", requests.Resign)
    story.ask("bo", requests.Resign)
    return story


def edo() -> Story:
    """A live grab: cards, seen, ready, a press too early, the grab, both place; the next cards, and a pause."""
    story = Story("edo_yashiki", seats=2, grab="live")
    story.ask("aki", requests.Sit, name="Aki")
    story.ask("bo", requests.Sit, name="Bo")
    story.ask("aki", requests.Start)
    cards = story.table.snapshot("aki", story.now).newest
    story.ask("aki", requests.Seen, seq=cards)
    story.ask("bo", requests.Seen, seq=cards)
    story.ask("aki", requests.Ready)
    story.ask("bo", requests.Ready, auto=True)
    story.act("aki")
    signal = story.table.snapshot("aki", story.now).signal
    assert signal is not None
    story.now = signal + 300
    story.act("aki")
    story.tick(1000)
    story.act("bo", 3)
    story.act("aki", 5)
    story.ask("aki", requests.Ready)
    story.ask("bo", requests.Pause)
    story.ask("aki", requests.Agree, seq=story.table.seq)
    story.ask("aki", requests.Resume)
    story.presence("bo", False)
    story.tick(60_000)
    story.ask("aki", requests.Pause)
    story.ask("aki", requests.Resume)
    story.ask("aki", requests.Ready)
    return story


def stories() -> str:
    found = [{"first": one.first, "told": one.told} for one in (miyabi(), edo())]
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    PLACE.write_text(stories(), encoding="utf-8")
