"""What a game against bots costs a server with one worker, where it computes them and where the player's browser does.

python -m benchmarks.solo [GAMES]

Both ways take turns. The browser is a program here, whose bots play like club: games are as long as the server's.
"""

from __future__ import annotations

import asyncio
import base64
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.accounts import cpu_by_part
from niwashi import bots
from niwashi.bots import Budget
from niwashi.core.game import Rules
from niwashi.core.rng import seeded
from niwashi.engine import catalog
from niwashi.server.workers.precompile import compile_all
from tests.server.process import Guest, ServerProcess, Socket

TABLES: dict[str, dict[str, Any]] = {"miyabi": {}, "edo_yashiki": {"grab": "calm"}}
LEVELS = ("club", "strong", "expert")
WAYS = ("server", "browser")


async def play(server: ServerProcess, game: str, level: str, way: str) -> None:
    """A whole game against one bot."""
    guest = await Guest.arrive(server, "Aki")
    table = await guest.open(game, options={"seats": 2, **TABLES[game]})
    await guest.done(table, "sit", name="")
    await guest.done(table, "bot", seat=1, level=level)
    await guest.done(table, "start")
    async with guest.socket(table) as socket:
        await socket.hear()
        if way == "browser":
            await socket.ask("think")
        await _play_on(socket, catalog.rules(game))


async def _play_on(socket: Socket, rules: Rules) -> None:
    answered = 0
    while not socket.over:
        turns = [message["bot_position"] for message in socket.heard if "bot_position" in message]
        if socket.choices is not None:
            points = socket.choices["points"]
            await socket.act(points.index(max(points)))
        elif answered < len(turns):
            turn, answered = turns[answered], answered + 1
            await socket.ask("botact", seq=turn["seq"], seat=turn["seat"], action=_decide(rules, turn))
        else:
            await socket.hear()


def _decide(rules: Rules, turn: dict[str, Any]) -> int:
    position = np.frombuffer(bytearray(base64.b64decode(turn["position"])), rules.position)[0]
    return bots.make("club", rules).choose(position, turn["seat"], Budget(nodes=1), seeded(turn["seq"])).action


async def measure(server: ServerProcess, game: str, level: str, way: str) -> dict[str, float]:
    """CPU seconds by part of the server."""
    assert server.process is not None
    before = cpu_by_part(server.process.pid)
    await play(server, game, level, way)
    after = cpu_by_part(server.process.pid)
    return {part: seconds - before.get(part, 0.0) for part, seconds in after.items()}


async def run(server: ServerProcess, games: int) -> None:
    for game in TABLES:
        for way in WAYS:  # what is loaded and started once
            await measure(server, game, "strong", way)
    for game in TABLES:
        for level in LEVELS:
            found: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
            for _ in range(games):
                for way in WAYS:
                    found[way].append(await measure(server, game, level, way))
            costs = {way: sum(map(_total, found[way])) / games for way in WAYS}
            print(
                f"{game:12} {level:7} CPU seconds a game: {costs['server']:6.2f} at the server, "
                f"{costs['browser']:5.2f} with the browser's bots",
                flush=True,
            )


def _total(parts: dict[str, float]) -> float:
    return sum(parts.values())


def main(words: list[str]) -> None:
    compile_all()
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory(prefix="niwashi-bench-") as folder:
        server = ServerProcess(Path(folder), NIWASHI_HEARTBEAT="60")
        server.start()
        try:
            asyncio.run(run(server, int(words[0]) if words else 3))
        finally:
            server.end()


if __name__ == "__main__":
    main(sys.argv[1:])
