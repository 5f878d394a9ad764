"""Takes pictures of the browser client's screens: `python -m tools.pictures.screens [NAME…]`, from the root.

Uses a real server, Chromium, and games that are played to an interesting position; rare positions come from the
boards' fixtures. `--all FOLDER` takes every screen in both sizes and both themes instead, as lossless PNG.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import APIRequestContext, Browser

from tests.web.hands import Keys
from tests.web.replays import PlayedTable, as_file, careless_game
from tests.web.snapshots import at_table, lobby, small_picture, snapshot
from tests.web.test_screens import GARDENS, ROUNDS, beside_the_board
from tests.web.visiting import DESKTOP, PHONE, Theme, Visitor, Visitors
from tests.web.windows import windows

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures" / "screens"
SIZES = {"desktop": DESKTOP, "phone": PHONE}
THEMES: tuple[Theme, ...] = ("light", "dark")
IN_EVERY_WAY = ("lobby", "miyabi", "edo-yashiki")
"""Taken in both themes and sizes; other screens on a light desktop and a dark phone."""
WIDTHS = {"desktop": 1080, "phone": 360}
QUALITY = 0.62
SETTLED = 1500
"""Milliseconds until fonts and textures are loaded."""
Screen: TypeAlias = Callable[[Visitor], None]
_ids = count()


# -- around a table ----------------------------------------------------------------------------------------------------
def at(place: str) -> Screen:
    def show(visitor: Visitor) -> None:
        visitor.open(place)

    return show


def new_table(visitor: Visitor) -> None:
    lobby(visitor)
    visitor.page.get_by_role("button", name="New table (Miyabi)").click()


def gathering(visitor: Visitor) -> None:
    visitor.open_table("Edo Yashiki")


def lesson(game: str) -> Screen:
    def show(visitor: Visitor) -> None:
        visitor.open(f"#/learn/{game}").get_by_role("button", name="Continue").click()

    return show


def one_device(visitor: Visitor) -> None:
    """Two people, and the device is to be passed on."""
    page = visitor.open()
    page.get_by_role("button", name="New table (Miyabi)").click()
    page.get_by_label("Together at this device").check(force=True)
    for number, name in enumerate(("Hana", "Ken"), 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/#/t/*")
    table = page.url.rpartition("/")[2]
    for _ in range(9):
        choices = page.request.get(f"{visitor.address}api/tables/{table}").json()["choices"]
        best = max(range(len(choices["actions"])), key=lambda i: choices["points"][i])
        action = choices["actions"][best]
        ask(page.request, visitor.address, table, "act", seq=choices["seq"], action=action, seat=choices["seat"])


# -- at a table --------------------------------------------------------------------------------------------------------
def miyabi(visitor: Visitor) -> None:
    game_under_way(visitor, "miyabi", {"seats": 2}, turns=14)


def miyabi_with_a_hint(visitor: Visitor) -> None:
    miyabi(visitor)
    visitor.page.get_by_role("button", name="Hint", exact=True).click()
    visitor.page.get_by_role("region", name="Hint").get_by_role("heading").wait_for()


def miyabi_with_all_expansions(visitor: Visitor) -> None:
    game_under_way(visitor, "miyabi", {"seats": 4, "expansions": "ABCDE"}, turns=10)


def edo_yashiki(visitor: Visitor) -> None:
    game_under_way(visitor, "edo_yashiki", {"seats": 3, "grab": "calm", "specialists": True}, turns=11)


def in_hand(game: str, position: str) -> Screen:
    """Selects the action with the most points, up to the confirmation."""

    def show(visitor: Visitor) -> None:
        at_table(game, position)(visitor)
        choices = snapshot(game, position)["choices"]
        Keys().prepare(visitor.page, choices, max(range(len(choices["actions"])), key=lambda n: choices["points"][n]))
        from_the_top(visitor)

    return show


def from_the_top(visitor: Visitor) -> None:
    """On a desktop the whole board is visible from the top; a phone stays scrolled to the action."""
    size = visitor.page.viewport_size
    if size and size["width"] == DESKTOP[0]:
        visitor.page.evaluate("scrollTo(0, 0)")


# -- afterwards --------------------------------------------------------------------------------------------------------
def replay_of_a_table(visitor: Visitor) -> None:
    table = PlayedTable(visitor, "edo_yashiki", seats=3, grab="calm")
    table.act(9)
    visitor.open(f"#/r/{table.id}/31")


def analysis(visitor: Visitor) -> None:
    """A record at a turning point, with its analysis."""
    page = visitor.open("#/replay")
    page.locator("input[type=file]").set_input_files(as_file(careless_game()))
    beside_the_board(visitor)
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("button", name="Analyse").click()
    page.get_by_role("button", name="Next turning point").click(timeout=120_000)
    page.locator(".better").wait_for()


def better_action(visitor: Visitor) -> None:
    analysis(visitor)
    visitor.page.locator(".better button:not([aria-disabled=true])").first.click()
    from_the_top(visitor)


SCREENS: dict[str, Screen] = {
    "lobby": lobby,
    "new-table": new_table,
    "gathering": gathering,
    "one-device": one_device,
    "settings": at("#/settings"),
    "about": at("#/about"),
    "miyabi": miyabi,
    "miyabi-four": at_table("miyabi", "four"),
    "miyabi-expansions": miyabi_with_all_expansions,
    "miyabi-preview": in_hand("miyabi", "two"),
    "miyabi-hint": miyabi_with_a_hint,
    "miyabi-over": at_table("miyabi", "over"),
    "edo-yashiki": edo_yashiki,
    "edo-grab": at_table("edo_yashiki", "start"),
    "edo-calm": in_hand("edo_yashiki", "calm"),
    "edo-place": in_hand("edo_yashiki", "place"),
    "edo-score": in_hand("edo_yashiki", "score"),
    "edo-over": at_table("edo_yashiki", "over"),
    "open-record": at("#/replay"),
    "replay": replay_of_a_table,
    "analysis": analysis,
    "better-action": better_action,
    "lesson-miyabi": lesson("miyabi"),
    "lesson-edo": lesson("edo_yashiki"),
    "rules-miyabi": at("#/rules/miyabi/M3.6"),
    "rules-edo": at("#/rules/edo_yashiki"),
    "score-miyabi": at(GARDENS),
    "score-edo": at(ROUNDS),
}


# -- a game that is under way ----------------------------------------------------------------------------------------
def game_under_way(visitor: Visitor, game: str, options: dict[str, Any], turns: int) -> None:
    """With bots, after `turns` turns of the person's, each the one with the most points."""
    http, address = visitor.page.request, visitor.address
    headers = {"Origin": address.rstrip("/")}
    http.post(f"{address}api/session", data={"name": "Aki"}, headers=headers)
    opened = http.post(f"{address}api/tables", data={"game": game, "options": options}, headers=headers)
    name = opened.json()["table"]
    ask(http, address, name, "sit", name="Aki")
    for seat in range(1, options["seats"]):
        ask(http, address, name, "bot", seat=seat, level="casual")
    ask(http, address, name, "start")
    for _ in range(turns):
        take_a_turn(http, address, name)
    visitor.context.add_init_script("localStorage['niwashi.came-in'] = '1'")
    visitor.open(f"#/t/{name}")


def take_a_turn(http: APIRequestContext, address: str, name: str) -> None:
    while not (choices := http.get(f"{address}api/tables/{name}").json().get("choices")):
        time.sleep(0.1)
    best = max(range(len(choices["actions"])), key=lambda i: choices["points"][i])
    ask(http, address, name, "act", seq=choices["seq"], action=choices["actions"][best])


def ask(http: APIRequestContext, address: str, table: str, what: str, **fields: Any) -> None:
    request = {"do": what, "id": f"picture{next(_ids)}", **fields}
    headers = {"Origin": address.rstrip("/")}
    answer = http.post(f"{address}api/tables/{table}/requests", data=request, headers=headers)
    assert answer.ok, answer.text()


# -- the command -----------------------------------------------------------------------------------------------------
def kept(name: str, kind: str, theme: Theme) -> bool:
    return name in IN_EVERY_WAY or (kind, theme) in (("desktop", "light"), ("phone", "dark"))


def take(browser: Browser, address: str, names: list[str], everything: Path | None) -> None:
    for name in names or SCREENS:
        for kind in SIZES:
            for theme in THEMES:
                if everything or kept(name, kind, theme):
                    take_one(browser, address, name, kind, theme, everything)


def take_one(browser: Browser, address: str, name: str, kind: str, theme: Theme, everything: Path | None) -> None:
    visitors = Visitors(browser, f"{address}/")
    visitor = visitors.come(SIZES[kind], theme, name="Aki")
    SCREENS[name](visitor)
    visitor.page.wait_for_timeout(SETTLED)
    path = (everything or FOLDER) / f"{name}-{kind}-{theme}.{'png' if everything else 'webp'}"
    page = visitor.page
    path.write_bytes(page.screenshot() if everything else small_picture(page, WIDTHS[kind], QUALITY))
    print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)
    visitors.leave()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SCREENS)}; all without any")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="both sizes and both themes, as PNG, into a folder")
    wanted = parser.parse_args()
    (wanted.all or FOLDER).mkdir(exist_ok=True)
    with windows() as (browser, address):
        take(browser, address.rstrip("/"), wanted.names, wanted.all)


if __name__ == "__main__":
    main()
