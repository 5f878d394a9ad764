"""Heeds what the host does beside the server (`niwashi admin`), and what other nodes do: notices, read every second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import structlog

from niwashi.server.access.accounts import NotKnown
from niwashi.server.access.bans import Banned
from niwashi.server.realtime.lobby import MOST_LISTED, turn_of
from niwashi.store import notices, tables
from niwashi.store.errors import Closed, StoreError, Unavailable
from niwashi.store.notices import Notice
from niwashi.wire.messages import Bye, encode_message

if TYPE_CHECKING:
    from niwashi.server.application import House

log = structlog.get_logger()
EACH = 1.0
"""Seconds."""
ANEW = Bye(code="table/anew", sentence="somebody has deleted their account; ask for the whole table anew", seconds=1)


class Heeding:
    def __init__(self, house: House) -> None:
        self._house, self._last = house, 0
        self._deeds: dict[str, Callable[[Notice], Awaitable[None]]] = {
            notices.BANS: self._bans,
            notices.CLOSED: self._closed,
            notices.REOPENED: self._reopened,
            notices.CHAT_DELETED: self._unsaid,
            notices.ACCOUNT_DELETED: self._forgotten,
            notices.RETENTION: self._retention,
        }

    async def begin(self) -> None:
        """What was told before we came is in the store already."""
        self._last = await notices.newest_id(self._house.store.database)
        await self._house.bans.reload(self._house.store.database)

    async def go_on(self) -> None:
        """Until it is cancelled. A store that does not answer is asked again, from where we were."""
        while True:
            await asyncio.sleep(EACH)
            try:
                for notice in await notices.list_since(self._house.store.database, self._last):
                    await self._heed(notice)
                    self._last = notice.id
            except StoreError as error:
                log.warning("notices not read", code=error.code, sentence=error.sentence)

    async def _heed(self, notice: Notice) -> None:
        """Our own mistakes must not keep us from heeding what comes next."""
        try:
            if deed := self._deeds.get(notice.kind):
                await deed(notice)
                log.info("heeded", kind=notice.kind)
        except Unavailable:
            raise
        except Exception:
            self._house.figures.failures.labels("heed").inc()
            log.exception("notice not heeded", kind=notice.kind)

    async def _bans(self, _: Notice) -> None:
        house = self._house
        await house.bans.reload(house.store.database)
        house.visits.end(lambda visit: house.bans.refuses(visit.address, visit.person.id), Banned())

    async def _closed(self, notice: Notice) -> None:
        house, table = self._house, notice.subject
        house.visits.end(lambda visit: visit.door == table, Closed())
        await house.keeper.put_down(table)
        self._tell(await tables.find(house.store.database, table), yours=False)

    async def _reopened(self, notice: Notice) -> None:
        house = self._house
        kept = await tables.find(house.store.database, notice.subject)
        self._tell(kept, yours=True)
        if kept.state == "running":
            await house.keeper.take_up(kept.id)

    def _tell(self, table: tables.StoredTable, yours: bool) -> None:
        """The lobby, and those for whom it waited when it was closed."""
        self._house.lobby.tell(table)
        for seat in table.seats:
            if seat.account and table.awaits(seat.account):
                self._house.visits.tell_turn(seat.account, turn_of(table, yours))

    async def _unsaid(self, notice: Notice) -> None:
        self._house.visits.say(notice.subject, encode_message(unsaid=notice.details["lines"]))

    async def _forgotten(self, notice: Notice) -> None:
        """Logs were rewritten: whoever ran them reads them again, and so does everybody who looks on."""
        house, account, changed = self._house, notice.subject, notice.details["tables"]
        house.visits.end(lambda visit: visit.person.id == account, NotKnown("people/gone", "this account was deleted"))
        for table in changed:
            if await house.keeper.put_down(table, ANEW):
                await house.keeper.take_up(table)
        for row in await tables.list_lobby(house.store.database, limit=MOST_LISTED):
            if row.id in changed:
                house.lobby.tell(row)

    async def _retention(self, _: Notice) -> None:
        self._house.untidy.set()
