"""Several people at one device, in a real browser: sitting down together, and acting for whoever is to."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.visiting import Visitor, table_in

_ids = count()


def sit_together(visitor: Visitor, *names: str, game: str = "Miyabi") -> str:
    """From the lobby to a board that several share; who sits where stays as they said. Returns the table."""
    page = visitor.open()
    page.get_by_role("button", name=f"New table ({game})").click()
    page.get_by_label(str(len(names)), exact=True).check(force=True)
    page.get_by_label("Together at this device").check(force=True)
    for number, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_label("Draw by lot who sits where").uncheck()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("list", name="Seats").get_by_role("button")).to_have_count(len(names))
    return table_in(page.url)


def snapshot(visitor: Visitor, table: str) -> dict[str, Any]:
    return dict(visitor.page.request.get(f"{visitor.address}api/tables/{table}").json())


def ask(visitor: Visitor, table: str, do: str, **fields: Any) -> dict[str, Any]:
    """With the window's own session."""
    request = {"do": do, "id": f"together{next(_ids)}", **fields}
    address, origin = f"{visitor.address}api/tables/{table}/requests", visitor.address.rstrip("/")
    return dict(visitor.page.request.post(address, data=request, headers={"Origin": origin}).json())


def act_for_whoever_is_to(visitor: Visitor, table: str, which: int = 0) -> int:
    """One action over HTTP; returns whose."""
    choices = snapshot(visitor, table)["choices"]
    action = choices["actions"][which % len(choices["actions"])]
    answer = ask(visitor, table, "act", seq=choices["seq"], action=action, seat=choices["seat"])
    assert answer["answer"] == "done", answer
    return int(choices["seat"])


def place_a_tile(page: Page) -> None:
    """As a hand does it: the first tile that can go somewhere, the first column that takes it, confirm."""
    page.locator(".tile[aria-disabled=false]").first.click()
    page.locator(".columns button[aria-disabled=false]").first.click()
    page.locator("button.confirm").click()
