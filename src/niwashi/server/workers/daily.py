"""The game of the day: two bots play it, the same for everybody on that day, on every node."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from niwashi.server.clock import Clock
from niwashi.server.workers.jobs import DailyGameJob
from niwashi.server.workers.pool import JobRunner
from niwashi.wire.settings import SECOND_MS


class DailyGames:
    """Played when first asked for, then kept until the next day."""

    def __init__(self, jobs: JobRunner, clock: Clock) -> None:
        self._jobs, self._clock = jobs, clock
        self._day = ""
        self._games: dict[str, asyncio.Task[bytes]] = {}

    async def record(self, game: str) -> bytes:
        """Its record as JSON. A job that failed is tried again by the next request."""
        today = datetime.fromtimestamp(self._clock.now() / SECOND_MS, UTC).date().isoformat()
        if today != self._day:
            self._day, self._games = today, {}
        played = self._games.get(game)
        if played is None or (played.done() and (played.cancelled() or played.exception())):
            played = self._games[game] = asyncio.create_task(self._jobs.run(DailyGameJob(game=game, day=today)))
        return await asyncio.shield(played)
