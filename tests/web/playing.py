"""Games in a window, by keys, by clicks or by taps: what may be chosen comes from the server, how is the client's."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from playwright.sync_api import Page, Request, expect

import niwashi
from tests.web.hands import Hands, is_sent_at_once
from tests.web.visiting import Visitor, storing

PATIENCE = 20.0
_ids = count()


# -- a table, by the API -----------------------------------------------------------------------------------------------
class Table:
    """Somebody's table: opened, filled and read over HTTP, in the session of their window."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.id = visitor, table
        self.made = -1
        """The number of the decision that was made last in this window."""

    @classmethod
    def open(cls, visitor: Visitor, game: str, name: str = "Aki", **more: Any) -> Table:
        """`options`, `settings` and `visibility` as the API takes them."""
        post(visitor, "session", {"name": name})
        table = cls(visitor, post(visitor, "tables", {"game": game, **more})["table"])
        table.ask("sit", name=name)
        return table

    @classmethod
    def with_bots(cls, visitor: Visitor, game: str, level: str = "beginner", **more: Any) -> Table:
        table = cls.open(visitor, game, **more)
        for seat, held in enumerate(table.now()["seats"]):
            if held["held"] == "open":
                table.ask("bot", seat=seat, level=level)
        table.ask("start")
        return table

    def ask(self, what: str, **fields: Any) -> dict[str, Any]:
        request = {"do": what, "id": f"test{next(_ids)}", **fields}
        return dict(post(self.visitor, f"tables/{self.id}/requests", request))

    def now(self) -> dict[str, Any]:
        answer = self.visitor.context.request.get(f"{self.visitor.address}api/tables/{self.id}")
        assert answer.ok, answer.text()
        return dict(answer.json())

    def decision(self, after: int = -1, alone: bool = False) -> dict[str, Any] | None:
        """What is open to this seat, later than a decision that was made; None once the game is over.

        `alone`: and nobody else is to act, so that everything now stays as it is.
        """

        def is_open(now: dict[str, Any]) -> bool:
            later = now.get("choices") and now["choices"]["seq"] > after
            return bool(later) and (not alone or now["view"]["to_act"] == [now["you"]])

        now = self._once(lambda now: now["phase"] == "over" or is_open(now))
        return None if now["phase"] == "over" else dict(now["choices"])

    def settle(self) -> dict[str, Any]:
        """The table, once what was confirmed last in this window has reached it."""
        return self._once(lambda now: not now.get("choices") or now["choices"]["seq"] > self.made)

    def _once(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            now = self.now()
            if true(now):
                return now
            time.sleep(0.01)
        raise AssertionError(f"nobody acts: {now['phase']}, decision {self.made} was made here")

    def act(self, action: str | None = None) -> str:
        """For a seat whose window does nothing: this action, or the first."""
        choices = self.decision()
        assert choices is not None
        action = action or choices["actions"][0]
        self.ask("act", seq=choices["seq"], action=action)
        return str(action)

    def show(self) -> Page:
        """In the window, with a socket, ready to be played."""
        self.visitor.context.add_init_script(storing("localStorage['niwashi.came-in'] = '1'"))
        page = self.visitor.page
        page.goto(f"{self.visitor.address}#/t/{self.id}")
        expect(page.get_by_role("grid").first).to_be_visible()
        return page

    def record(self) -> niwashi.Game:
        answer = self.visitor.context.request.get(f"{self.visitor.address}api/tables/{self.id}/record")
        return niwashi.loads(answer.body())


def post(visitor: Visitor, path: str, what: dict[str, Any]) -> Any:
    origin = {"Origin": visitor.address.rstrip("/")}
    answer = visitor.context.request.post(f"{visitor.address}api/{path}", data=what, headers=origin)
    assert answer.ok, answer.text()
    return answer.json()


# -- a whole game ------------------------------------------------------------------------------------------------------
@dataclass
class Played:
    """What somebody did, and what the confirm button promised for it."""

    actions: list[str] = field(default_factory=list)
    promised: list[int] = field(default_factory=list)


Choose = Callable[[dict[str, Any]], int]


def any_action(seed: int) -> Choose:
    """Any placing, so that every kind comes to pass; of what is asked on the way, what scores most."""
    rng = random.Random(seed)

    def choose(choices: dict[str, Any]) -> int:
        if choices["cover"]["does"] == "score":
            return max(range(len(choices["actions"])), key=lambda n: choices["points"][n])
        return rng.randrange(len(choices["actions"]))

    return choose


def play_on(table: Table, hands: Hands, choose: Choose, most: int = 1000) -> Iterator[tuple[str, int]]:
    """Action by action to the end: which, and the points that the confirm button promised."""
    page = table.visitor.page
    for _ in range(most):
        choices = table.decision(table.made)
        if choices is None:
            return
        place = choose(choices)
        hands.prepare(page, choices, place)
        if is_sent_at_once(choices, place):
            points = int(choices["points"][place])
        else:
            points = promised(page)
            hands.confirm(page)
        table.made = choices["seq"]
        yield choices["actions"][place], points


def promised(page: Page) -> int:
    button = page.locator(".confirm")
    expect(button).to_be_enabled()
    found = re.search(r"\+(\d+)", button.inner_text())
    return int(found[1]) if found else 0


def played(table: Table, hands: Hands, choose: Choose, most: int = 1000) -> Played:
    done = Played()
    for action, points in play_on(table, hands, choose, most):
        done.actions.append(action)
        done.promised.append(points)
    table.settle()
    return done


def awarded(game: niwashi.Game, seat: int) -> list[tuple[str, int]]:
    """Every action of a seat, and how many points more it had by its next one, without what the end of a game pays."""
    own = [number for number, (who, _) in enumerate(game.events) if who == seat]
    actions = [str(game.events[number][1]) for number in own]
    after = points_of(game, seat)
    found: list[tuple[str, int]] = []
    for number, action in zip(reversed(own), reversed(actions), strict=True):
        game.undo(number)
        before = points_of(game, seat)
        found.append((action, after - before))
        after = before
    return found[::-1]


def points_of(game: niwashi.Game, seat: int) -> int:
    """On the score track."""
    view = game.view()
    return int(view["gardens"][seat]["points"] if view["game"] == "miyabi" else view["scores"][seat])


# -- what goes out -----------------------------------------------------------------------------------------------------
UNASKED = ('"do":"pong"', '"do":"think"', '"do":"botact"')
"""Whatever a person does or leaves, a window measures its line and computes bots."""


class Sent:
    """Everything by which a window tells what its person does: frames of its sockets, and requests."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._framed))
        page.on("request", self._requested)

    def _framed(self, frame: str | bytes) -> None:
        if not any(part in str(frame) for part in UNASKED):
            self.frames.append(str(frame))

    def _requested(self, request: Request) -> None:
        if request.method != "GET":
            self.frames.append(request.url)
