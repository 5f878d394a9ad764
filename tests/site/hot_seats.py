"""People at one device, asked for as a client asks, and a loop for tests that wait for answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, ParamSpec

from tests.site.bridges import Page

P = ParamSpec("P")
TWO_SEATS = [{"called": "Aki"}, {"called": "Bo"}]


def in_a_loop(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        async def whole() -> None:
            await test(*given, **named)

        asyncio.run(whole())

    return run


async def hot_seat(page: Page, game: str = "miyabi", **options: Any) -> str:
    settings = {"hot_seat": True}
    wanted = {"game": game, "options": {"seats": 2, **options}, "settings": settings, "seats": TWO_SEATS}
    return str((await page.ask("POST", "tables", {**wanted, "arranged": True}))["table"])


async def act(page: Page, table: str, pick: int = 0) -> dict[str, Any]:
    shown = await page.ask("GET", f"tables/{table}")
    choices = shown["choices"]
    action = choices["actions"][pick * 7919 % len(choices["actions"])]
    request = {"do": "act", "id": f"a{pick}", "seq": choices["seq"], "action": action, "seat": choices["seat"]}
    answer: dict[str, Any] = await page.ask("POST", f"tables/{table}/requests", request)
    return answer


async def play_to_the_end(page: Page, table: str) -> dict[str, Any]:
    for pick in range(500):
        shown: dict[str, Any] = await page.ask("GET", f"tables/{table}")
        if shown["phase"] == "over":
            return shown
        assert (await act(page, table, pick))["answer"] == "done"
    raise AssertionError("the game does not end")
