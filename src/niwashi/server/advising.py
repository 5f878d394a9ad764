"""Hints and reviews: who may have one, the tasks that they take, and what came of them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TypeAlias

import msgspec
import structlog

from niwashi.core.errors import NiwashiError
from niwashi.server.busy import GOING_DOWN, Busy, again
from niwashi.server.guarding import Forbidden
from niwashi.server.logs import shown_id
from niwashi.server.tasks import Advise, Judge, Judged, SumUp, Task
from niwashi.server.thinking import Thinkers
from niwashi.store import Database
from niwashi.store.reviews import keep_review
from niwashi.table import Table

log = structlog.get_logger()
HINT_PATIENCE = 20.0
MOST_HINTS = 1000
"""Remembered. A position's hint is made once, however often it is asked for."""
HINTS_AT_ONCE, REVIEWS_AT_ONCE = 32, 8
CROWDED = "too many want advice at once; ask again in a moment"
TRIES, BETWEEN_TRIES = 5, 1.0
HintKey: TypeAlias = tuple[str, int, int]


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a review is: none, running or done. It says «seat 0» and never a name."""

    state: str
    done: int = 0
    of: int | None = None
    """Actions; not known before the first is judged."""
    review: msgspec.Raw | None = None


@dataclass
class _Reviewing:
    done: int = 0
    of: int | None = None
    task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        return self.task is not None and self.task.done()


class Adviser:
    """A review is one task an action, one after the other: bots at other tables never wait long behind it."""

    def __init__(self, database: Database, thinkers: Thinkers) -> None:
        self._database, self._thinkers = database, thinkers
        self._hints: OrderedDict[HintKey, asyncio.Task[bytes]] = OrderedDict()
        self._reviews: dict[str, _Reviewing] = {}

    async def close(self) -> None:
        tasks = [*self._hints.values(), *(review.task for review in self._reviews.values() if review.task)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- hints -------------------------------------------------------------------------------------------------------
    async def hint(self, table: Table, person: str) -> bytes:
        """What the person should do now, and why."""
        seat = _seat_that_may_ask(table, person)
        assert table.game is not None, "somebody is to act"
        key = (table.id, len(table.game.events), seat)
        task = self._hints.get(key) or self._begin(key, Advise(record=_game_of(table), seat=seat))
        self._hints.move_to_end(key)
        try:
            async with asyncio.timeout(HINT_PATIENCE):
                return await asyncio.shield(task)
        except TimeoutError:
            raise again(CROWDED) from None
        except (Exception, asyncio.CancelledError) as error:
            if task.done():
                self._hints.pop(key, None)
            if task.cancelled():
                raise again(GOING_DOWN) from error
            raise

    def _begin(self, key: HintKey, task: Advise) -> asyncio.Task[bytes]:
        if sum(not hint.done() for hint in self._hints.values()) >= HINTS_AT_ONCE:
            raise again(CROWDED)
        self._hints[key] = hint = asyncio.create_task(self._thinkers.do(task))
        hint.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever asked may have gone
        while len(self._hints) > MOST_HINTS:
            self._hints.popitem(last=False)
        return hint

    # -- reviews -----------------------------------------------------------------------------------------------------
    def review(self, table: Table, person: str | None) -> Progress:
        """How far it is. Somebody who played begins it where it has not begun."""
        found = self._reviews.get(table.id)
        if found is None and person is not None:
            found = self._start(table, person)
        if found is None:
            return Progress(state="none")
        if found.task and found.task.done():  # it is in the store by now, or we say why not
            del self._reviews[table.id]
            found.task.result()
        return Progress(state="running", done=found.done, of=found.of)

    def is_reviewing(self, table: str) -> bool:
        return table in self._reviews and not self._reviews[table].ended

    def _start(self, table: Table, person: str) -> _Reviewing:
        if person not in table.people:
            raise Forbidden("analysis/seat", "a game is reviewed for those who played it")
        if table.phase != "over":
            raise NiwashiError("analysis/over", "a game is reviewed once it is over")
        self._reviews = {one: review for one, review in self._reviews.items() if not review.ended}
        if len(self._reviews) >= REVIEWS_AT_ONCE:
            raise again("too many games are being reviewed at once; ask again in a minute")
        reviewing = self._reviews[table.id] = _Reviewing()
        reviewing.task = asyncio.create_task(self._review(table.id, _game_of(table), reviewing))
        return reviewing

    async def _review(self, table: str, record: bytes, reviewing: _Reviewing) -> None:
        judgements = []
        while reviewing.of is None or reviewing.done < reviewing.of:
            raw = await self._patiently(Judge(record=record, number=reviewing.done))
            judged = msgspec.json.decode(raw, type=Judged)
            judgements.append(judged.judgement)
            reviewing.done, reviewing.of = len(judgements), judged.of
        await keep_review(self._database, table, await self._patiently(SumUp(record=record, judgements=judgements)))
        log.info("reviewed", table=shown_id(table), actions=reviewing.done)

    async def _patiently(self, task: Task) -> bytes:
        """Whoever waits for minutes need not begin anew since a worker or Redis was away for a moment."""
        for _ in range(TRIES):
            try:
                return await self._thinkers.do(task)
            except Busy:
                await asyncio.sleep(BETWEEN_TRIES)
        return await self._thinkers.do(task)


def _game_of(table: Table) -> bytes:
    """Its record, without the notes, which nobody needs who thinks about it."""
    return msgspec.structs.replace(table.record(), notes={}).to_json()


def _seat_that_may_ask(table: Table, person: str) -> int:
    if not table.settings.hints:
        raise Forbidden("hint/off", "at this table there are no hints")
    seat = table.seat_of(person)
    if seat is None:
        raise Forbidden("hint/seat", "hints are for those who sit at the table")
    if seat not in table.seats_awaited:
        raise NiwashiError("hint/turn", "it is not for you to act now; a hint is for who is to act")
    return seat
