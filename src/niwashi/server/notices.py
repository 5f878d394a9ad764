"""Applies changes that an admin makes in the store (`niwashi admin`), or that another node makes: polled as notices."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from niwashi.server.access.accounts import Unauthenticated
from niwashi.server.access.bans import Banned, Bans
from niwashi.server.access.known_sessions import KnownSessions
from niwashi.server.ops.metrics import Metrics
from niwashi.server.realtime.connections import ConnectionRegistry
from niwashi.server.realtime.lobby import MAX_LISTED, Lobby, turn_of
from niwashi.server.tables.registry import TableRegistry
from niwashi.store import Database, accounts, notices, tables
from niwashi.store.errors import Closed, StoreError, Unavailable
from niwashi.store.notices import Notice
from niwashi.wire.messages import Bye, encode_message

log = structlog.get_logger()
POLL_SECONDS = 1.0
LOG_REWRITTEN = Bye(code="table/anew", sentence="a player has deleted their account; reload the whole table", seconds=1)


class NoticeWatcher:
    def __init__(
        self,
        database: Database,
        bans: Bans,
        registry: TableRegistry,
        lobby: Lobby,
        connections: ConnectionRegistry,
        metrics: Metrics,
        retention_due: asyncio.Event,
        known: KnownSessions,
    ) -> None:
        self._database, self._bans, self._registry, self._lobby = database, bans, registry, lobby
        self._connections, self._metrics, self._retention_due = connections, metrics, retention_due
        self._known = known
        self._last = 0
        self._handlers: dict[str, Callable[[Notice], Awaitable[None]]] = {
            notices.BANS: self._on_bans,
            notices.CLOSED: self._on_closed,
            notices.REOPENED: self._on_reopened,
            notices.CHAT_DELETED: self._on_chat_deleted,
            notices.ACCOUNT_DELETED: self._on_account_deleted,
            notices.RETENTION: self._on_retention,
            notices.SESSIONS_ENDED: self._on_sessions_ended,
            notices.ACCOUNT_CHANGED: self._on_account_changed,
        }

    async def start(self) -> None:
        """Earlier notices are skipped: the store already contains their effect."""
        self._last = await notices.newest_id(self._database)
        await self._bans.reload(self._database)

    async def run(self) -> None:
        """Run until cancelled. If the store fails, the next poll continues at the same notice."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                for notice in await notices.list_since(self._database, self._last):
                    await self._handle(notice)
                    self._last = notice.id
                self._known.confirm()
            except StoreError as error:
                log.warning("notices not read", code=error.code, sentence=error.sentence)

    async def _handle(self, notice: Notice) -> None:
        """A bug in one handler must not block later notices."""
        try:
            if handler := self._handlers.get(notice.kind):
                await handler(notice)
                log.info("notice applied", kind=notice.kind)
        except Unavailable:
            raise
        except Exception:
            self._metrics.failures.labels("notice").inc()
            log.exception("notice failed", kind=notice.kind)

    async def _on_bans(self, _: Notice) -> None:
        await self._bans.reload(self._database)
        self._connections.close(lambda one: self._bans.is_banned(one.address, one.person.id), Banned())

    async def _on_closed(self, notice: Notice) -> None:
        table = notice.subject
        self._connections.close(lambda one: one.channel == table, Closed())
        await self._registry.unload(table)
        self._publish(await tables.find(self._database, table), yours=False)

    async def _on_reopened(self, notice: Notice) -> None:
        stored = await tables.find(self._database, notice.subject)
        self._publish(stored, yours=True)
        if stored.state == "running":
            await self._registry.load(stored.id)

    def _publish(self, table: tables.StoredTable, yours: bool) -> None:
        """Update the lobby, and everyone whose turn it was when the table was closed."""
        self._lobby.publish_locally(table)
        for seat in table.seats:
            if seat.account and table.awaits(seat.account):
                self._connections.notify_turn(seat.account, turn_of(table, yours))

    async def _on_chat_deleted(self, notice: Notice) -> None:
        self._connections.send(notice.subject, encode_message(unsaid=notice.details["lines"]))

    async def _on_account_deleted(self, notice: Notice) -> None:
        """Logs that named the account were rewritten, so their tables and all clients reload them."""
        account, changed = notice.subject, notice.details["tables"]
        self._known.forget_account(account)
        gone = Unauthenticated("people/gone", "this account was deleted")
        self._connections.close(lambda one: one.person.id == account, gone)
        for table in changed:
            if await self._registry.unload(table, LOG_REWRITTEN):
                await self._registry.load(table)
        for row in await tables.list_lobby(self._database, limit=MAX_LISTED):
            if row.id in changed:
                self._lobby.publish_locally(row)

    async def _on_sessions_ended(self, notice: Notice) -> None:
        account = notice.subject
        self._known.forget_account(account)
        valid = await accounts.open_session_keys(self._database, account)
        self._connections.reconnect(lambda one: one.person.id == account and one.person.session not in valid)

    async def _on_account_changed(self, notice: Notice) -> None:
        self._known.forget_account(notice.subject)

    async def _on_retention(self, _: Notice) -> None:
        self._retention_due.set()
