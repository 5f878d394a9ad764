"""Takes pictures of the browser client's main screens: `python -m docs.pictures.screens`, from the root.

A real server, a real Chromium, and games that were played on to where there is something to see.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import APIRequestContext, Browser, Page

from tests.web.replays import as_file, careless_game
from tests.web.test_screens import GARDENS
from tests.web.visiting import Theme, Visitors
from tests.web.windows import windows

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "screens"
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES: tuple[Theme, ...] = ("light", "dark")
SETTLED = 1500
"""Milliseconds until fonts, paper and gravel are there."""
Screen: TypeAlias = Callable[[Page, str], None]
_ids = count()


def lobby(page: Page, address: str) -> None:
    page.goto(address)


def settings(page: Page, address: str) -> None:
    page.goto(f"{address}/#/settings")


def new_table(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="New table (Miyabi)").click()


def lesson(page: Page, address: str) -> None:
    page.goto(f"{address}/#/learn/miyabi")
    page.get_by_role("button", name="Continue").click()


def rules(page: Page, address: str) -> None:
    page.goto(f"{address}/#/rules/miyabi/M3.6")


def miyabi(page: Page, address: str) -> None:
    game_under_way(page, address, "miyabi", {"seats": 2}, turns=14)


def miyabi_with_a_hint(page: Page, address: str) -> None:
    miyabi(page, address)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("region", name="Hint").get_by_role("heading").wait_for()


def miyabi_with_all_expansions(page: Page, address: str) -> None:
    game_under_way(page, address, "miyabi", {"seats": 4, "expansions": "ABCDE"}, turns=10)


def edo_yashiki(page: Page, address: str) -> None:
    game_under_way(page, address, "edo_yashiki", {"seats": 3, "grab": "calm", "specialists": True}, turns=11)


def score_sheet(page: Page, address: str) -> None:
    page.goto(f"{address}/{GARDENS}")


def one_device(page: Page, address: str) -> None:
    """Two people, and the device is to be passed on."""
    page.goto(address)
    page.get_by_role("button", name="New table (Miyabi)").click()
    page.get_by_label("Together at this device").check(force=True)
    for number, name in enumerate(("Hana", "Ken"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/#/t/*")
    table = page.url.rpartition("/")[2]
    for _ in range(9):
        choices = page.request.get(f"{address}/api/tables/{table}").json()["choices"]
        best = max(range(len(choices["actions"])), key=lambda i: choices["points"][i])
        action = choices["actions"][best]
        ask(page.request, address, table, "act", seq=choices["seq"], action=action, seat=choices["seat"])


def replay(page: Page, address: str) -> None:
    """A record at a turning point, with its analysis."""
    page.goto(f"{address}/#/replay")
    page.locator("input[type=file]").set_input_files(as_file(careless_game()))
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Next turning point").click(timeout=120_000)
    page.locator(".better").wait_for()


def better_action(page: Page, address: str) -> None:
    replay(page, address)
    page.locator(".better button:not([aria-disabled=true])").first.click()


SCREENS: dict[str, Screen] = {
    "lobby": lobby,
    "new-table": new_table,
    "settings": settings,
    "lesson": lesson,
    "rules": rules,
    "miyabi": miyabi,
    "miyabi-hint": miyabi_with_a_hint,
    "miyabi-expansions": miyabi_with_all_expansions,
    "edo-yashiki": edo_yashiki,
    "score-sheet": score_sheet,
    "one-device": one_device,
    "replay": replay,
    "better-action": better_action,
}


# -- a game that is under way ----------------------------------------------------------------------------------------
def game_under_way(page: Page, address: str, game: str, options: dict[str, Any], turns: int) -> None:
    """With bots at it, after so many turns of one's own, each the best at once."""
    http = page.request
    http.post(f"{address}/api/session", data={"name": "Aki"}, headers={"Origin": address})
    opened = http.post(f"{address}/api/tables", data={"game": game, "options": options}, headers={"Origin": address})
    name = opened.json()["table"]
    ask(http, address, name, "sit", name="Aki")
    for seat in range(1, options["seats"]):
        ask(http, address, name, "bot", seat=seat, level="casual")
    ask(http, address, name, "start")
    for _ in range(turns):
        take_a_turn(http, address, name)
    page.goto(f"{address}/#/t/{name}")


def take_a_turn(http: APIRequestContext, address: str, name: str) -> None:
    while not (choices := http.get(f"{address}/api/tables/{name}").json().get("choices")):
        time.sleep(0.1)
    best = max(range(len(choices["actions"])), key=lambda i: choices["points"][i])
    ask(http, address, name, "act", seq=choices["seq"], action=choices["actions"][best])


def ask(http: APIRequestContext, address: str, table: str, what: str, **fields: Any) -> None:
    request = {"do": what, "id": f"picture{next(_ids)}", **fields}
    answer = http.post(f"{address}/api/tables/{table}/requests", data=request, headers={"Origin": address})
    assert answer.ok, answer.text()


# -- the command -----------------------------------------------------------------------------------------------------
def take(browser: Browser, address: str) -> None:
    for name, screen in SCREENS.items():
        for kind, size in SIZES.items():
            for theme in THEMES:
                visitors = Visitors(browser, address)
                page = visitors.come(size, theme, name="Aki").page
                screen(page, address)
                page.wait_for_timeout(SETTLED)
                path = FOLDER / f"{name}-{kind}-{theme}.jpg"
                page.screenshot(path=path, type="jpeg", quality=72)
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes", flush=True)
                visitors.leave()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with windows() as (browser, address):
        take(browser, address.rstrip("/"))


if __name__ == "__main__":
    main()
