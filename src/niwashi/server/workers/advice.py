"""Hints and reviews: who may have one, the tasks that they take, and what came of them."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import msgspec
import structlog

from niwashi.core.errors import BadRecord, NiwashiError
from niwashi.core.record import Record
from niwashi.server.access.security import Forbidden
from niwashi.server.errors import GOING_DOWN, Busy, again
from niwashi.server.ops.logging_setup import shown_id
from niwashi.server.workers.jobs import Advise, Judge, Judged, SumUp, Task
from niwashi.server.workers.pool import Thinkers
from niwashi.store import Database
from niwashi.store.reviews import keep_review
from niwashi.table import Table
from niwashi.wire.http import Progress

log = structlog.get_logger()
HINT_PATIENCE = 20.0
MOST_HINTS = 1000
"""Remembered. A position's hint is made once, however often it is asked for."""
HINTS_AT_ONCE, REVIEWS_AT_ONCE = 32, 8
MOST_STUDIED = 64
"""Reviews of records that are kept here for a while; those of tables are kept in the store."""
MOST_JUDGED = 500
"""Events of a record that is reviewed."""
CROWDED = "too many want advice at once; ask again in a moment"
PREPARING = "this machine is new, and hints are still being prepared; ask again in a few minutes"
TRIES, BETWEEN_TRIES = 5, 1.0
HintKey: TypeAlias = tuple[str, int, int]
Keep: TypeAlias = Callable[[bytes], Awaitable[None]]
"""Where a review goes when it is done."""


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
        self._studied: OrderedDict[str, bytes] = OrderedDict()
        self.compiled = asyncio.Event()
        """Advice can be given: before, it would take minutes, and bots would wait behind it."""
        self.compiled.set()

    async def close(self) -> None:
        tasks = [*self._hints.values(), *(review.task for review in self._reviews.values() if review.task)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- hints -------------------------------------------------------------------------------------------------------
    async def hint(self, table: Table, person: str) -> bytes:
        """What the person should do now, and why."""
        seat = _seat_that_may_ask(table, person)
        if not self.compiled.is_set():
            raise again(PREPARING)
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
        if table.id not in self._reviews and person is not None:
            self._check(table, person)
            self._start(table.id, _game_of(table), partial(keep_review, self._database, table.id))
        return self._how_far(table.id)

    def _how_far(self, key: str) -> Progress:
        found = self._reviews.get(key)
        if found is None:
            return Progress(state="none")
        if found.ended and found.task:  # it is kept by now, or we say why not
            del self._reviews[key]
            found.task.result()
        return Progress(state="running", done=found.done, of=found.of)

    def study(self, record: Record) -> Progress:
        """The review of a game that was played anywhere, begun where it has not begun."""
        if len(record.events) > MOST_JUDGED:
            sentence = f"a record is reviewed with at most {MOST_JUDGED} events; this has {len(record.events):,}"
            raise BadRecord("analysis/events", sentence)
        raw = msgspec.structs.replace(record, names=[], notes={}).to_json()
        key = hashlib.sha256(raw).hexdigest()
        if key not in self._studied and key not in self._reviews:
            self._start(key, raw, partial(self._keep_studied, key))
        return self.studied(key)

    def studied(self, key: str) -> Progress:
        """How far that is, for whoever knows the record's hash."""
        progress = self._how_far(key)
        if key in self._studied:
            progress = done(self._studied[key])
        return msgspec.structs.replace(progress, record=key)

    async def _keep_studied(self, key: str, review: bytes) -> None:
        self._studied[key] = review
        while len(self._studied) > MOST_STUDIED:
            self._studied.popitem(last=False)

    def is_reviewing(self, table: str) -> bool:
        return table in self._reviews and not self._reviews[table].ended

    def _check(self, table: Table, person: str) -> None:
        if person not in table.people:
            raise Forbidden("analysis/seat", "a game is reviewed for those who played it")
        if table.phase != "over":
            raise NiwashiError("analysis/over", "a game is reviewed once it is over")

    def _start(self, key: str, record: bytes, keep: Keep) -> None:
        self._reviews = {one: review for one, review in self._reviews.items() if not review.ended}
        if len(self._reviews) >= REVIEWS_AT_ONCE:
            raise again("too many games are being reviewed at once; ask again in a minute")
        reviewing = self._reviews[key] = _Reviewing()
        reviewing.task = asyncio.create_task(self._review(key, record, reviewing, keep))

    async def _review(self, key: str, record: bytes, reviewing: _Reviewing, keep: Keep) -> None:
        await self.compiled.wait()
        judgements = []
        while reviewing.of is None or reviewing.done < reviewing.of:
            raw = await self._patiently(Judge(record=record, number=reviewing.done))
            judged = msgspec.json.decode(raw, type=Judged)
            judgements.append(judged.judgement)
            reviewing.done, reviewing.of = len(judgements), judged.of
        await keep(await self._patiently(SumUp(record=record, judgements=judgements)))
        log.info("reviewed", table=shown_id(key), actions=reviewing.done)

    async def _patiently(self, task: Task) -> bytes:
        """Whoever waits for minutes need not begin anew since a worker or Redis was away for a moment."""
        for _ in range(TRIES):
            try:
                return await self._thinkers.do(task)
            except Busy:
                await asyncio.sleep(BETWEEN_TRIES)
        return await self._thinkers.do(task)


def done(review: bytes) -> Progress:
    judged = len(msgspec.json.decode(review)["judgements"])
    return Progress(state="done", done=judged, of=judged, review=msgspec.Raw(review))


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
