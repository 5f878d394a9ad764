"""The game of docs/http-api.md, request by request, on a server with an unchanged deploy/niwashi.env."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.docs.test_deploy import variables
from tests.server.process import PATIENCE, ServerProcess

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "http-api.md").read_text()


@pytest.fixture
def as_installed(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path, **variables())
    running.start()
    yield running
    assert running.end() == 0


def lines() -> list[tuple[str, str, str]]:
    (block,) = re.findall(r"## A game in eight requests\n.*?```\n(.*?)```", PAGE, re.DOTALL)
    return [(*line.split(" ", 2), "")[:3] for line in block.splitlines()]


async def test_a_browser_plays_the_game_of_the_page(as_installed: ServerProcess) -> None:
    known: dict[str, str] = {}
    assert len(lines()) == 8
    origin = {"origin": as_installed.address, "content-type": "application/json"}
    async with httpx.AsyncClient(base_url=as_installed.address, headers=origin, timeout=PATIENCE) as http:
        for method, path, body in lines():
            for name, value in known.items():
                path, body = path.replace(name, value), body.replace(name, value)
            answer = await asked(http, method, path, body)
            assert answer.get("answer", "done") == "done", answer
            known.update(learnt(answer))
        description = (await http.get("/api/schema/openapi.json")).json()["paths"]
    assert set(known) == {"TABLE", "SEQ", "ACTION"}
    there = {f"{method.upper()} {path}" for path, methods in description.items() for method in methods}
    assert set(re.findall(r"^\| `([A-Z]+ /\S+)` \|", PAGE, re.MULTILINE)) == there, "the page has every path"


async def asked(http: httpx.AsyncClient, method: str, path: str, body: str) -> dict[str, Any]:
    """Repeat until there are choices, because the bot may be first."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await http.request(method, path, content=body)
            found.raise_for_status()
            answer: dict[str, Any] = found.json()
            if answer.get("phase") is None or answer.get("choices"):
                return answer
            await asyncio.sleep(0.05)


def learnt(answer: dict[str, Any]) -> dict[str, str]:
    if choices := answer.get("choices"):
        return {"SEQ": str(choices["seq"]), "ACTION": choices["actions"][0]}
    return {"TABLE": answer["table"]} if set(answer) == {"table"} else {}
