"""Heeds what the host does beside the server (`niwashi admin`), and what other nodes do: notices, read every second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import structlog

from niwashi.server.access.accounts import Unauthenticated
from niwashi.server.access.bans import Banned
from niwashi.server.realtime.lobby import MAX_LISTED, turn_of
from niwashi.store import notices, tables
from niwashi.store.errors import Closed, StoreError, Unavailable
from niwashi.store.notices import Notice
from niwashi.wire.messages import Bye, encode_message

if TYPE_CHECKING:
    from niwashi.server.application import Application

log = structlog.get_logger()
POLL_SECONDS = 1.0
"""Seconds."""
LOG_REWRITTEN = Bye(
    code="table/anew", sentence="somebody has deleted their account; ask for the whole table anew", seconds=1
)


class NoticeWatcher:
    def __init__(self, application: Application) -> None:
        self._application, self._last = application, 0
        self._handlers: dict[str, Callable[[Notice], Awaitable[None]]] = {
            notices.BANS: self._bans,
            notices.CLOSED: self._closed,
            notices.REOPENED: self._reopened,
            notices.CHAT_DELETED: self._unsaid,
            notices.ACCOUNT_DELETED: self._forgotten,
            notices.RETENTION: self._retention,
        }

    async def start(self) -> None:
        """What was told before we came is in the store already."""
        self._last = await notices.newest_id(self._application.store.database)
        await self._application.bans.reload(self._application.store.database)

    async def run(self) -> None:
        """Until it is cancelled. A store that does not answer is asked again, from where we were."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                for notice in await notices.list_since(self._application.store.database, self._last):
                    await self._handle(notice)
                    self._last = notice.id
            except StoreError as error:
                log.warning("notices not read", code=error.code, sentence=error.sentence)

    async def _handle(self, notice: Notice) -> None:
        """Our own mistakes must not keep us from heeding what comes next."""
        try:
            if handler := self._handlers.get(notice.kind):
                await handler(notice)
                log.info("heeded", kind=notice.kind)
        except Unavailable:
            raise
        except Exception:
            self._application.metrics.failures.labels("heed").inc()
            log.exception("notice not heeded", kind=notice.kind)

    async def _bans(self, _: Notice) -> None:
        application = self._application
        await application.bans.reload(application.store.database)
        application.connections.end(
            lambda connection: application.bans.is_banned(connection.address, connection.person.id), Banned()
        )

    async def _closed(self, notice: Notice) -> None:
        application, table = self._application, notice.subject
        application.connections.end(lambda connection: connection.channel == table, Closed())
        await application.registry.unload(table)
        self._tell(await tables.find(application.store.database, table), yours=False)

    async def _reopened(self, notice: Notice) -> None:
        application = self._application
        kept = await tables.find(application.store.database, notice.subject)
        self._tell(kept, yours=True)
        if kept.state == "running":
            await application.registry.load(kept.id)

    def _tell(self, table: tables.StoredTable, yours: bool) -> None:
        """The lobby, and those for whom it waited when it was closed."""
        self._application.lobby.publish_locally(table)
        for seat in table.seats:
            if seat.account and table.awaits(seat.account):
                self._application.connections.notify_turn(seat.account, turn_of(table, yours))

    async def _unsaid(self, notice: Notice) -> None:
        self._application.connections.send(notice.subject, encode_message(unsaid=notice.details["lines"]))

    async def _forgotten(self, notice: Notice) -> None:
        """Logs were rewritten: whoever ran them reads them again, and so does everybody who looks on."""
        application, account, changed = self._application, notice.subject, notice.details["tables"]
        application.connections.end(
            lambda connection: connection.person.id == account,
            Unauthenticated("people/gone", "this account was deleted"),
        )
        for table in changed:
            if await application.registry.unload(table, LOG_REWRITTEN):
                await application.registry.load(table)
        for row in await tables.list_lobby(application.store.database, limit=MAX_LISTED):
            if row.id in changed:
                application.lobby.publish_locally(row)

    async def _retention(self, _: Notice) -> None:
        self._application.retention_due.set()
