"""Bots at a table: each decision is a job, and its action comes back as an ordinary command.

At a table with one person, that person's client may compute it instead (`bot_delegation`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import structlog

from niwashi.server.errors import RetryLater
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.tables.bot_delegation import BotDelegation
from niwashi.server.tables.services import TableServices
from niwashi.server.workers.jobs import bot_move_job
from niwashi.table import BotTurn, Command, Table
from niwashi.wire import Answer, Done
from niwashi.wire.requests import Act

log = structlog.get_logger()
FAILED_RETRY_SECONDS = 1.0
REFUSED_RETRY_SECONDS = 0.05


class BotPlayers:
    def __init__(
        self,
        table: Table,
        services: TableServices,
        delegation: BotDelegation,
        ask: Callable[[Command], Awaitable[Answer | None]],
    ) -> None:
        self._table, self._services, self._ask, self._delegation = table, services, ask, delegation
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def start(self) -> None:
        """Start a decision for every bot that is to act and has none under way."""
        self._delegation.settle()
        for turn in self._table.bots_to_act():
            if turn.id not in self._tasks and not self._closed:
                self._tasks[turn.id] = asyncio.create_task(self._play(turn), name=f"bot {turn.id}")

    def stop(self) -> None:
        """Start nothing more; decisions under way go on."""
        self._closed = True

    def cancel(self) -> None:
        self.stop()
        for task in self._tasks.values():
            task.cancel()

    async def _play(self, turn: BotTurn) -> None:
        """The turn's id is the command's id, so executing it twice does no harm."""
        try:
            if self._delegation.covers(turn) and await self._delegation.hand_out(turn):
                return
            if isinstance(await self._decide_and_act(turn), Done):
                self._services.metrics.bot_actions.labels("server").inc()
            else:  # another player was faster
                asyncio.get_running_loop().call_later(REFUSED_RETRY_SECONDS, self.start)
        except Exception as error:
            self._retry_after(error, turn)
        finally:
            self._tasks.pop(turn.id, None)

    async def _decide_and_act(self, turn: BotTurn) -> Answer | None:
        game = self._table.game
        assert game is not None, "bots act in games that have started"
        with self._services.metrics.thinking.time():
            raw = await self._services.jobs.run(bot_move_job(game, turn.seat, turn.level))
        action = msgspec.json.decode(raw, type=str)
        return await self._ask(Command(Act(id=turn.id, seq=turn.seq, action=action), bot=turn.seat))

    def _retry_after(self, error: Exception, turn: BotTurn) -> None:
        if self._closed:
            return
        self._services.metrics.failures.labels("bot").inc()
        if not isinstance(error, RetryLater):  # a lost Redis is logged elsewhere, once
            log.warning("bot failed", table=short_id(self._table.id), level=turn.level, error=repr(error))
        asyncio.get_running_loop().call_later(FAILED_RETRY_SECONDS, self.start)
