"""A client's knowledge of a table: sequence numbers, gaps, answers. It has no connection and no clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

Message: TypeAlias = dict[str, Any]


class Contradiction(AssertionError):
    """A message contradicts earlier messages."""


@lru_cache(maxsize=256)
def decoded(raw: bytes) -> Message:
    """Shared by all clients that receive the same bytes, so it must not be changed."""
    return dict(msgspec.json.decode(raw))


@dataclass
class Follower:
    """Processes messages one by one. `seq` is the newest entry without a gap before it."""

    seq: int = -1
    behind: bool = False
    """An entry is missing: reconnect with `since`."""
    view: Message | None = None
    choices: Message | None = None
    phase: str = ""
    signal: int | None = None
    asked: tuple[int, int] | None = None
    """The entry that asks all players for consent, and the seat that asked."""
    newest: int = 0
    called: bool = False
    """All players are asked to look at the cards and to say that they are ready."""
    ready: set[int] = field(default_factory=set)
    """The seats that have said so."""
    seats: list[str] = field(default_factory=list)
    """Names by seat; an empty seat is ""."""
    rematch: str | None = None
    known: dict[int, Message] = field(default_factory=dict)
    """All news ever received, by number."""
    snapshots: list[Message] = field(default_factory=list)
    answers: dict[str, list[Message]] = field(default_factory=dict)
    conflicts: list[tuple[Message, Message]] = field(default_factory=list)
    waiting: dict[str, Message] = field(default_factory=dict)
    """Unanswered requests, in the order in which they were made."""

    def hear(self, message: Message, orderly: bool = False) -> list[Message]:
        """Returns the news that is new. On an orderly connection nothing may be missing."""
        new = []
        if snapshot := message.get("snapshot"):
            self._show(snapshot)
        if "news" in message:
            new = self._follow(message["news"], orderly)
        if (choices := message.get("choices")) and (not self.choices or choices["seq"] >= self.choices["seq"]):
            self.choices = choices
        if answer := message.get("answer"):
            new = self._answered(answer)
        if (beat := message.get("heartbeat")) and beat["seq"] > self.seq:
            self.behind = True
            if orderly:
                raise Contradiction(f"the table is at {beat['seq']}, and we were told only up to {self.seq}")
        self.rematch = message.get("rematch", self.rematch)
        return new

    def _show(self, snapshot: Message) -> None:
        self.snapshots.append(snapshot)
        if snapshot["seq"] >= self.seq:
            self.seq, self.behind = snapshot["seq"], False
            self.view, self.choices = snapshot.get("view"), snapshot.get("choices")
            self.phase, self.signal = snapshot["phase"], snapshot.get("signal")
            self.newest, self.called = snapshot.get("newest", 0), "called" in snapshot
            self.seats = [seat.get("name", "") for seat in snapshot["seats"]]
            self.ready = {n for n, seat in enumerate(snapshot["seats"]) if seat.get("ready")}
            asked = snapshot.get("asked")
            self.asked = (snapshot["asked_seq"], asked["seat"]) if asked else None

    def _follow(self, news: list[Message], orderly: bool) -> list[Message]:
        new = []
        for one in news:
            self._compare(one)
            if one["seq"] == self.seq + 1:
                self._take(one)
                new.append(one)
            elif one["seq"] > self.seq + 1:
                self.behind = True
                if orderly:
                    raise Contradiction(f"after entry {self.seq} came {one['seq']}")
        return new

    def _compare(self, one: Message) -> None:
        before = self.known.setdefault(one["seq"], one)
        if before is not one and before != one:
            raise Contradiction(f"entry {one['seq']} was told as {before['event']} and as {one['event']}")

    def _take(self, one: Message) -> None:
        self.seq, event = one["seq"], one["event"] or {}
        self.view = one.get("view", self.view)
        match event.get("event"):
            case "opened":
                self.phase, self.seats = "gathering", [""] * event["options"]["seats"]
            case "sat":
                self.seats[event["seat"]] = event["name"]
            case "emptied":
                self.seats[event["seat"]] = ""
            case "arranged":
                self.seats = [self.seats[n] for n in event["order"]]
            case "started":
                self.phase, self.seats = "playing", [self.seats[n] for n in event["order"]]
            case "happened":
                self.newest, self.asked = self.seq, None
                self.called = self.called and event["who"] == "table"
                self.signal = None if event["who"] == "chance" else self.signal
            case "called":
                self.called, self.ready = True, set()
            case "readied" if event.get("now", True):
                self.ready.add(event["seat"])
            case "announced":
                self.signal, self.called, self.asked = event["signal"], False, None
            case "asked":
                self.asked = self.seq, event["seat"]
            case "went" if self.asked and self.asked[1] == event["seat"]:
                self.asked = None  # the player who asked has left, which withdraws the question
            case "declined" | "rematched":
                self.asked = None
            case "paused":
                self.phase, self.asked = "paused", None
            case "resumed":
                self.phase = "playing"
            case "ended":
                self.phase = "over"

    def _answered(self, answer: Message) -> list[Message]:
        """An answer may arrive twice, and each copy of a command may be refused for another reason."""
        self.answers.setdefault(answer["id"], []).append(answer)
        request = self.waiting.pop(answer["id"], None)
        if answer["answer"] != "conflict":
            return []
        if request is not None:
            self.conflicts.append((request, answer))
        self.behind = self.behind or answer["seq"] > self.seq
        return self._follow(answer["missing"], orderly=False)
