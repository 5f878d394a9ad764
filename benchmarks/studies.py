"""What hints and a review cost a server with one worker, where it computes them and where a browser does.

python -m benchmarks.studies [HINTS]

Both ways take turns. The browser is a program here, which finds out what the client's worker would.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.accounts import cpu_by_part
from niwashi.analysis.findings import StudyTask
from niwashi.core.record import Record
from niwashi.engine.game import Game
from niwashi.server.workers.precompile import compile_all
from tests.analysis.finding import find
from tests.analysis.games import played
from tests.server.process import Guest, ServerProcess
from tests.server.tables import to_act

GAMES: dict[str, dict[str, Any]] = {"miyabi": {"seats": 2}, "edo_yashiki": {"seats": 2, "grab": "calm"}}
WAYS = ("server", "browser")
POLL_SECONDS = 0.5


def cpu(server: ServerProcess) -> float:
    """CPU seconds of all the server's processes so far."""
    assert server.process is not None
    return sum(cpu_by_part(server.process.pid).values())


# -- hints -------------------------------------------------------------------------------------------------------------
async def ask_for_hint(guest: Guest, table: str, way: str) -> None:
    place = f"/api/tables/{table}/hints"
    if way == "server":
        while (answer := await guest.http.post(place)).status_code == 503:  # it goes on meanwhile
            await asyncio.sleep(POLL_SECONDS)
    else:
        task = (await guest.http.post(f"{place}/task")).json()
        body = {"number": task["number"], "findings": _find(task)}
        answer = await guest.http.post(f"{place}/found", json=body)
    assert answer.status_code == 200, answer.text


async def hints(server: ServerProcess, guests: tuple[Guest, Guest], record: Record, way: str, count: int) -> float:
    """CPU seconds for a hint at so many moments of a game, at tables of two that go on from there."""
    events, spent = len(record.events), 0.0
    for n in range(count):
        body = {"record": msgspec.to_builtins(record), "until": events * (n + 1) // (count + 2)}
        table = (await guests[0].http.post("/api/study/tables", json=body)).json()["table"]
        for guest in guests:
            await guest.done(table, "sit", name="")
        await guests[0].done(table, "start")
        mover, *_ = await to_act(table, *guests)
        before = cpu(server)
        await ask_for_hint(mover, table, way)
        spent += cpu(server) - before
    return spent / count


# -- reviews -----------------------------------------------------------------------------------------------------------
async def whole_review(guest: Guest, record: Record, way: str) -> int:
    raw = {"record": msgspec.to_builtins(record)}
    return await (_at_server(guest, raw) if way == "server" else _in_browser(guest, raw))


async def _at_server(guest: Guest, raw: dict[str, Any]) -> int:
    progress = (await guest.http.post("/api/study/analysis", json=raw)).json()
    while progress["state"] != "done":
        await asyncio.sleep(POLL_SECONDS)
        progress = (await guest.http.get(f"/api/study/analysis/{progress['record']}")).json()
    return len(progress["review"]["judgements"])


async def _in_browser(guest: Guest, raw: dict[str, Any]) -> int:
    judgements: list[Any] = []
    page = (await guest.http.post("/api/study/analysis/found", json=raw)).json()
    while page["tasks"]:
        body = {**raw, "first": len(judgements), "findings": [_find(task) for task in page["tasks"]]}
        page = (await guest.http.post("/api/study/analysis/found", json=body)).json()
        judgements += page["judgements"]
    review = await guest.http.post("/api/study/analysis/summary", json={**raw, "judgements": judgements})
    return len(review.json()["judgements"])


def _find(task: dict[str, Any]) -> Any:
    return msgspec.to_builtins(find(msgspec.convert(task, StudyTask)))


# -- both --------------------------------------------------------------------------------------------------------------
async def run(server: ServerProcess, count: int) -> None:
    guests = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
    for game, options in GAMES.items():
        record = _record(played(game, 7, **options))
        for way in WAYS:  # what is loaded and started once
            await hints(server, guests, record, way, 1)
            await whole_review(guests[0], _record(played(game, 8, lambda now: now.length > 6, **options)), way)
        for way in WAYS:
            seconds = await hints(server, guests, record, way, count)
            print(f"{game:12} CPU seconds a hint:   {seconds:6.3f}  {way}", flush=True)
            before = cpu(server)
            actions = await whole_review(guests[0], record, way)
            print(f"{game:12} CPU seconds a review: {cpu(server) - before:6.2f}  {way}, {actions} actions", flush=True)


def _record(game: Game) -> Record:
    return msgspec.structs.replace(game.record(), notes={})


def main(words: list[str]) -> None:
    compile_all()
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    limits = {f"NIWASHI_{name}_PER_PERSON": "100/1000" for name in ("HINTS", "REVIEWS", "TABLES")}
    with tempfile.TemporaryDirectory(prefix="niwashi-bench-") as folder:
        server = ServerProcess(Path(folder), NIWASHI_HEARTBEAT="60", **limits)
        server.start()
        try:
            asyncio.run(run(server, int(words[0]) if words else 8))
        finally:
            server.end()


if __name__ == "__main__":
    main(sys.argv[1:])
