"""Bodies that are under way are bounded together: unfinished ones, and those whose requests wait."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from niwashi.server.application import Application
from niwashi.server.errors import RetryLater
from niwashi.server.http.app import create_app
from niwashi.server.http.body_budget import BodyBudget
from niwashi.server.ops.metrics import Metrics
from niwashi.server.ops.rate_limits import Rate, TooManyRequests
from niwashi.server.settings import Settings
from niwashi.server.workers.browser_studies import MAX_WAITING, BrowserStudies, FoundReview
from tests.web.replays import careless_game

PATIENCE = 20.0


class Upload:
    """A request whose body arrives in pieces of ten bytes."""

    def __init__(self, budget: BodyBudget, address: str, method: str = "POST") -> None:
        self.pieces = asyncio.Queue[bytes]()
        scope: Any = {"type": "http", "method": method, "client": (address, 1)}
        self.answering = asyncio.create_task(budget(scope, cast(Any, self._receive), cast(Any, None)))

    async def _receive(self) -> dict[str, Any]:
        return {"type": "http.request", "body": await self.pieces.get(), "more_body": True}

    async def send(self, pieces: int) -> Upload:
        for _ in range(pieces):
            self.pieces.put_nowait(bytes(10))
        while not self.pieces.empty() and not self.answering.done():
            await asyncio.sleep(0)
        return self

    async def end(self) -> None:
        self.pieces.put_nowait(b"")
        await self.answering


@pytest.fixture
def budget() -> BodyBudget:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["body"]:
            pass

    return BodyBudget(app, most=70, most_of_address=40)


async def test_an_address_may_have_so_much_under_way_and_again_once_it_is_answered(budget: BodyBudget) -> None:
    async with asyncio.timeout(PATIENCE):
        first, second = await Upload(budget, "1").send(2), await Upload(budget, "1").send(2)
        with pytest.raises(TooManyRequests, match="under way"):
            await (await Upload(budget, "1").send(1)).answering
        other = await Upload(budget, "2").send(3)
        with pytest.raises(RetryLater, match="too many large"):
            await (await Upload(budget, "3").send(1)).answering
        await first.end()
        third = await Upload(budget, "1").send(1)
        for one in (second, other, third):
            await one.end()
        await (await Upload(budget, "1").send(4)).end()
    assert not budget._held
    assert not budget._of_address


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_the_rate_is_taken_before_a_large_body_is_read(tmp_path: Path) -> None:
    made = Application(Settings(store=str(tmp_path / "store.sqlite"), studies_per_address=Rate(0.001, 1)))
    app, sent = create_app(made), list[Any]()
    made.limits.studies.take("10.0.0.1")

    async def receive() -> Any:
        raise AssertionError("the body is read")

    async def send(message: Any) -> None:
        sent.append(message)

    for path in ("tables/t1/hints/found", "study/analysis/found", "study/analysis/summary"):
        scope: Any = {
            "type": "http",
            "method": "POST",
            "path": f"/api/{path}",
            "raw_path": f"/api/{path}".encode(),
            "client": ("10.0.0.1", 1),
            "headers": [(b"host", b"x")],
            "query_string": b"",
            "root_path": "",
        }
        await app(scope, receive, send)
        assert sent[0]["status"] == 429
        sent.clear()


async def test_few_requests_wait_with_their_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, compiled = asyncio.Event(), asyncio.Event()
    compiled.set()

    async def to_thread(_: Any) -> None:
        await go_on.wait()

    monkeypatch.setattr(asyncio, "to_thread", to_thread)
    studies = BrowserStudies(compiled, Metrics())
    found = FoundReview(record=careless_game().record(), judgements=[])
    waiting = [asyncio.create_task(studies.review(found)) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(RetryLater, match="many reviews"):
        await studies.review(found)
    go_on.set()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*waiting)
        await studies.review(found)
