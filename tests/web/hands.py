"""Hands at a board: how somebody does an action by clicks, by taps, by dragging, or by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

TURNING = ("", "E", "S", "W", "N")
"""The order in which a tile turns."""
CARD_WIDE, CARD_HIGH = 2, 3


class Hands(Protocol):
    """How somebody does one action, up to where only the confirmation is left, and how they confirm."""

    def prepare(self, page: Page, choices: dict[str, Any], place: int) -> None: ...

    def confirm(self, page: Page) -> None: ...


def told(choices: dict[str, Any], name: str, place: int) -> Any:
    return choices["cover"].get(name, [None] * (place + 1))[place]


def is_sent_at_once(choices: dict[str, Any], place: int) -> bool:
    """Ending a turn, and passing where nothing else is possible, need no confirmation."""
    does = choices["cover"]["does"][place] if isinstance(choices["cover"]["does"], list) else ""
    return does == "end" or (does == "pass" and len(choices["actions"]) == 1)


def await_decision(page: Page, choices: dict[str, Any]) -> None:
    """The window offers this decision, and no longer the one before, which may still be on its way to the server."""
    page.locator(f'[data-decision="{choices["seq"]}"]').wait_for(state="attached")


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

    def __init__(
        self,
        press: Callable[[Locator], None] = lambda button: button.click(),
        at: Callable[[Page, float, float], None] = lambda page, x, y: page.mouse.click(x, y),
    ) -> None:
        self.press, self.at = press, at

    def prepare(self, page: Page, choices: dict[str, Any], place: int) -> None:
        await_decision(page, choices)
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
            expect(page.get_by_role("heading", name="Place your card")).to_be_visible()
            self.lay(page, choices, place)

    def lay(self, page: Page, choices: dict[str, Any], place: int) -> None:
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
        else:
            self._pull_into_sight(page, choices, place)
        return self._middle(page, choices, place)

    def _pull_into_sight(self, page: Page, choices: dict[str, Any], place: int) -> None:
        """A house too high for any window is drawn by the gravel beside it."""
        window = page.locator(".house .stage").bounding_box()
        assert window is not None
        x, y = self._middle(page, choices, place)
        right, down = window["x"] + window["width"] / 2 - x, window["y"] + window["height"] / 2 - y
        start = _far_end(window["x"], window["width"], right), _far_end(window["y"], window["height"], down)
        drag(page, start, lambda: (start[0] + right, start[1] + down))

    def _middle(self, page: Page, choices: dict[str, Any], place: int) -> tuple[float, float]:
        x, y = told(choices, "x", place), told(choices, "y", place)
        box = page.locator(f'[data-square="{x},{y}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] * CARD_WIDE / 2, box["y"] + box["height"] * CARD_HIGH / 2


def _far_end(start: float, length: float, way: float) -> float:
    """Where a finger goes down that has this way to go within its window."""
    return start + 12 if way > 0 else start + length - 12


# Neither beneath a button of the house's window nor at its edge, where a fraction of a pixel would decide.
FREE = """([x, y]) => {
  const there = document.elementFromPoint(x, y)
  const box = there?.closest('.house .stage')?.getBoundingClientRect()
  const within = box && Math.min(x - box.left, box.right - x, y - box.top, box.bottom - y) > 3
  return Boolean(within && !there.closest('.tools'))
}"""


def clicks() -> Pointer:
    return Pointer()


def taps() -> Pointer:
    return Pointer(lambda button: button.tap(), lambda page, x, y: page.touchscreen.tap(x, y))


class Drags(Pointer):
    """A mouse whose button is held down: tiles are carried and swung round, cards are moved."""

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

    def lay(self, page: Page, choices: dict[str, Any], place: int) -> None:
        """Somewhere else first, as one does who looks where it may lie."""
        there = told(choices, "x", place), told(choices, "y", place)
        spots = zip(choices["cover"]["x"], choices["cover"]["y"], choices["cover"]["turned"], strict=True)
        first = next((n for n, (x, y, turned) in enumerate(spots) if (x, y) != there and not turned), place)
        super().lay(page, choices, first)
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
        await_decision(page, choices)
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
            self.lay(page, choices, place)

    def lay(self, page: Page, choices: dict[str, Any], place: int) -> None:
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
