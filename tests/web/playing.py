"""Games in a window, by keys, by clicks or by taps: what may be chosen comes from the server, how is the client's."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, Request, expect

import niwashi
from tests.web.visiting import Visitor, table_in

PATIENCE = 20.0
TURNING = ("", "E", "S", "W", "N")
"""The order in which a tile turns."""
CARD_WIDE, CARD_HIGH = 2, 3
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
        self.visitor.context.add_init_script("localStorage['niwashi.came-in'] = '1'")
        page = self.visitor.page
        page.goto(f"{self.visitor.address}#/t/{self.id}")
        expect(page.get_by_role("grid").first).to_be_visible()
        return page

    def record(self) -> niwashi.Game:
        answer = self.visitor.context.request.get(f"{self.visitor.address}api/tables/{self.id}/record")
        return niwashi.loads(answer.body())


def shown_table(visitor: Visitor) -> Table:
    return Table(visitor, table_in(visitor.page.url))


def post(visitor: Visitor, path: str, what: dict[str, Any]) -> Any:
    origin = {"Origin": visitor.address.rstrip("/")}
    answer = visitor.context.request.post(f"{visitor.address}api/{path}", data=what, headers=origin)
    assert answer.ok, answer.text()
    return answer.json()


# -- hands -------------------------------------------------------------------------------------------------------------
class Hands(Protocol):
    """How somebody does one action, up to where only the confirmation is left, and how they confirm."""

    def prepare(self, page: Page, choices: dict[str, Any], place: int) -> None: ...

    def confirm(self, page: Page) -> None: ...


def told(choices: dict[str, Any], name: str, place: int) -> Any:
    return choices["cover"].get(name, [None] * (place + 1))[place]


def turns_on(choices: dict[str, Any], place: int) -> int:
    """Which of the turns that a tile has in its column this is, from 1."""
    return sorted(_same_place(choices, place), key=lambda n: TURNING.index(told(choices, "turn", n))).index(place) + 1


def ways_to_turn(choices: dict[str, Any], place: int) -> int:
    return len(_same_place(choices, place))


def _same_place(choices: dict[str, Any], place: int) -> list[int]:
    """Actions with the same tile in the same column."""
    pairs = list(zip(choices["cover"]["tile"], choices["cover"]["column"], strict=True))
    return [n for n, pair in enumerate(pairs) if pair == pairs[place]]


def turned_now(page: Page) -> tuple[int, int]:
    found = re.search(r"turn (\d) of (\d)", page.locator(".actions .what").inner_text())
    return (int(found[1]), int(found[2])) if found else (1, 1)


class Pointer:
    """Single clicks, or taps, and nothing else."""

    def __init__(self, press: Callable[[Locator], None], at: Callable[[Page, float, float], None]) -> None:
        self.press, self.at = press, at

    def prepare(self, page: Page, choices: dict[str, Any], place: int) -> None:
        does = choices["cover"]["does"]
        (self._miyabi if isinstance(does, list) else self._edo)(page, choices, place)

    def confirm(self, page: Page) -> None:
        self.press(page.locator(".confirm"))

    # -- Miyabi
    def _miyabi(self, page: Page, choices: dict[str, Any], place: int) -> None:
        does = told(choices, "does", place)
        if does in ("tile", "zen"):
            self.press(page.locator(f'.tile[data-kind="{told(choices, "tile", place)}"][aria-disabled="false"]').first)
            self.press(page.locator(".columns button").nth(told(choices, "column", place)))
            now, of = turned_now(page)
            for _ in range((turns_on(choices, place) - now) % of):
                self.press(page.locator(".actions").get_by_role("button", name="Turn"))
        elif does in ("frog", "step"):
            self.press(page.locator(f'[data-cell="{told(choices, "at", place)}"]'))
        else:
            self.press(page.locator(".actions").get_by_role("button", name={"pass": "Pass", "end": "End turn"}[does]))

    # -- Edo Yashiki
    def _edo(self, page: Page, choices: dict[str, Any], place: int) -> None:
        does = choices["cover"]["does"]
        if does == "grab":
            page.locator(".cards button[aria-disabled=false]").first.wait_for()
            self.press(page.locator(".cards button").nth(told(choices, "card", place)))
        elif does == "score":
            self.press(page.locator(".choices button").nth(place))
        else:
            self._lay(page, choices, place)

    def _lay(self, page: Page, choices: dict[str, Any], place: int) -> None:
        expect(page.locator(".dock .confirm")).to_be_attached()
        self.press(page.get_by_role("button", name="Show the whole house"))
        self.at(page, *self._in_sight(page, choices, place))
        if told(choices, "turned", place):
            self.press(page.get_by_role("button", name="Half turn"))

    def _in_sight(self, page: Page, choices: dict[str, Any], place: int) -> tuple[float, float]:
        """The middle of where the card would lie, from as far away as it takes to have it in the house's window."""
        for _ in range(6):
            page.locator(".house .stage").evaluate("stage => stage.scrollIntoView({block: 'center'})")
            if page.evaluate(FREE, self._middle(page, choices, place)):
                break
            self.press(page.get_by_role("button", name="Zoom out"))
        return self._middle(page, choices, place)

    def _middle(self, page: Page, choices: dict[str, Any], place: int) -> tuple[float, float]:
        x, y = told(choices, "x", place), told(choices, "y", place)
        box = page.locator(f'[data-square="{x},{y}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] * CARD_WIDE / 2, box["y"] + box["height"] * CARD_HIGH / 2


# Neither beyond the edge of the house's window nor beneath one of its buttons.
FREE = """([x, y]) => {
  const there = document.elementFromPoint(x, y)
  return Boolean(there?.closest('.house .stage') && !there.closest('.tools'))
}"""


def clicks() -> Pointer:
    return Pointer(lambda button: button.click(), lambda page, x, y: page.mouse.click(x, y))


def taps() -> Pointer:
    return Pointer(lambda button: button.tap(), lambda page, x, y: page.touchscreen.tap(x, y))


class Drags(Pointer):
    """A mouse whose button is held down: tiles are carried and swung round, cards are moved."""

    def __init__(self) -> None:
        super().__init__(lambda button: button.click(), lambda page, x, y: page.mouse.click(x, y))

    def _miyabi(self, page: Page, choices: dict[str, Any], place: int) -> None:
        if told(choices, "does", place) not in ("tile", "zen"):
            super()._miyabi(page, choices, place)
            return
        tile = page.locator(f'.tile[data-kind="{told(choices, "tile", place)}"][aria-disabled="false"]').first
        tile.hover()  # which waits until it stands still
        drag(page, middle_of(tile), lambda: middle_of(cell_at(page, told(choices, "at", place))))
        now, _ = turned_now(page)
        lies = next(n for n in _same_place(choices, place) if turns_on(choices, n) == now)
        if lies != place:
            green = told(choices, "cells", lies)[1]
            drag(page, middle_of(cell_at(page, green)), lambda: self._beyond_the_green(page, choices, place))

    def _beyond_the_green(self, page: Page, choices: dict[str, Any], place: int) -> tuple[float, float]:
        """Where a hand would swing it to: as far from its object as its green cells are, all of them taken together."""
        at, *greens = (middle_of(cell_at(page, cell)) for cell in told(choices, "cells", place))
        away = [sum(green[axis] - at[axis] for green in greens) for axis in (0, 1)]
        return greens[0] if not any(round(way) for way in away) else (at[0] + away[0], at[1] + away[1])

    def _lay(self, page: Page, choices: dict[str, Any], place: int) -> None:
        """Somewhere else first, as one does who looks where it may lie."""
        there = told(choices, "x", place), told(choices, "y", place)
        spots = zip(choices["cover"]["x"], choices["cover"]["y"], choices["cover"]["turned"], strict=True)
        first = next((n for n, (x, y, turned) in enumerate(spots) if (x, y) != there and not turned), place)
        super()._lay(page, choices, first)
        self._in_sight(page, choices, place)
        drag(page, self._in_sight(page, choices, first), lambda: self._middle(page, choices, place))
        if told(choices, "turned", place):
            self.press(page.get_by_role("button", name="Half turn"))


def cell_at(page: Page, cell: int) -> Locator:
    return page.locator(f'[data-cell="{cell}"]').first


def middle_of(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: Callable[[], tuple[float, float]]) -> None:
    """A hand looks where it goes: what is written beside a house may push it a little meanwhile."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end(), steps=6)
    page.mouse.move(*end())
    page.mouse.up()


class Keys:
    """A keyboard and nothing else: Tab, arrows, figures, letters, Enter."""

    def prepare(self, page: Page, choices: dict[str, Any], place: int) -> None:
        does = choices["cover"]["does"]
        (self._miyabi if isinstance(does, list) else self._edo)(page, choices, place)

    def confirm(self, page: Page) -> None:
        if not has_focus(page, ".confirm"):
            reach(page, ".confirm", "Tab")
        page.keyboard.press("Enter")

    def _miyabi(self, page: Page, choices: dict[str, Any], place: int) -> None:
        does = told(choices, "does", place)
        if does in ("tile", "zen"):
            self._tile(page, choices, place)
        elif does in ("frog", "step"):
            page.locator(f'[data-cell="{told(choices, "at", place)}"][aria-label*="frog can"]').wait_for()
            reach(page, "[role=gridcell]", "Tab")
            self._to_cell(page, told(choices, "at", place))
            page.keyboard.press("Enter")
        else:
            name = {"pass": "Pass", "end": "End turn"}[does]
            page.locator(".actions").get_by_role("button", name=name).wait_for()
            reach(page, ".actions button", "Tab")
            page.keyboard.press("Enter")

    def _tile(self, page: Page, choices: dict[str, Any], place: int) -> None:
        wanted = f'.tile[data-kind="{told(choices, "tile", place)}"][aria-disabled="false"]'
        page.locator(wanted).first.wait_for()
        reach(page, ".tile", "Shift+Tab")
        page.keyboard.press("Home")
        reach(page, wanted, "ArrowRight")
        page.keyboard.press("Enter")
        page.keyboard.press(str(told(choices, "column", place) + 1))
        now, of = turned_now(page)
        for _ in range((turns_on(choices, place) - now) % of):
            page.keyboard.press("r")

    def _to_cell(self, page: Page, cell: int) -> None:
        page.keyboard.press("Control+Home")
        for key, times in (("ArrowDown", cell // 6), ("ArrowRight", cell % 6)):
            for _ in range(times):
                page.keyboard.press(key)

    def _edo(self, page: Page, choices: dict[str, Any], place: int) -> None:
        does = choices["cover"]["does"]
        if does == "grab":
            page.locator(".cards button[aria-disabled=false]").first.wait_for()
            page.keyboard.press(str(told(choices, "card", place) + 1))
        elif does == "score":
            page.locator(".choices button").first.wait_for()
            page.keyboard.press(str(place + 1))
        else:
            page.locator('[role=gridcell][aria-label*="the card can"]').first.wait_for()
            self._lay(page, choices, place)

    def _lay(self, page: Page, choices: dict[str, Any], place: int) -> None:
        if not has_focus(page, ".stage [role=gridcell]"):
            reach(page, ".stage [role=gridcell]", "Shift+Tab")
        page.keyboard.press(" ")
        x, y = (int(n) for n in str(page.evaluate("document.activeElement.dataset.square")).split(","))
        right, down = told(choices, "x", place) - x, told(choices, "y", place) - y
        for key, times in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowDown", down), ("ArrowUp", -down)):
            for _ in range(times):
                page.keyboard.press(key)
        if told(choices, "turned", place):
            page.keyboard.press("r")


def has_focus(page: Page, selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))


def reach(page: Page, selector: str, key: str, most: int = 80) -> None:
    """The same key until the focus is there."""
    for _ in range(most):
        if has_focus(page, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {selector}: {page.evaluate('document.activeElement.outerHTML')[:300]}")


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
class Sent:
    """Everything that leaves a window but pongs: frames of its sockets, and requests."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        page.on("websocket", lambda socket: socket.on("framesent", self._framed))
        page.on("request", self._requested)

    def _framed(self, frame: str | bytes) -> None:
        if '"pong"' not in str(frame):
            self.frames.append(str(frame))

    def _requested(self, request: Request) -> None:
        if request.method != "GET":
            self.frames.append(request.url)
