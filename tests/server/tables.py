"""Tables with people at them."""

from __future__ import annotations

from typing import Any

from tests.server.process import Guest, ServerProcess


async def seated(server: ServerProcess, game: str = "miyabi", **fields: Any) -> tuple[str, Guest, Guest]:
    """Two guests at a table that has not started."""
    aki, bo = await Guest.arrive(server, "Aki"), await Guest.arrive(server, "Bo")
    table = await aki.open(game, **fields)
    await aki.done(table, "sit", name="")
    await bo.done(table, "sit", name="")
    return table, aki, bo


async def started(server: ServerProcess, game: str = "miyabi", **fields: Any) -> tuple[str, Guest, Guest]:
    table, aki, bo = await seated(server, game, **fields)
    await aki.done(table, "start")
    return table, aki, bo
