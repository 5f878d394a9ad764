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
from niwashi.server.errors import GOING_DOWN, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.workers.jobs import HintJob, Job, JudgeJob, JudgeResult, SummaryJob
from niwashi.server.workers.pool import JobRunner
from niwashi.store import Database
from niwashi.store.reviews import save_review
from niwashi.table import Table

log = structlog.get_logger()
HINT_SECONDS = 20.0
MAX_CACHED_HINTS = 1000
"""Remembered. A position's hint is made once, however often it is asked for."""
MAX_RUNNING_HINTS, MAX_RUNNING_REVIEWS = 32, 8
MAX_CACHED_REVIEWS = 64
"""Reviews of records that are kept here for a while; those of tables are kept in the store."""
MAX_REVIEWED_EVENTS = 500
"""Events of a record that is reviewed."""
BUSY = "too many want advice at once; ask again in a moment"
PREPARING = "this machine is new, and hints are still being prepared; ask again in a few minutes"
RETRIES, RETRY_SECONDS = 5, 1.0
HintKey: TypeAlias = tuple[str, int, int]
Keep: TypeAlias = Callable[[bytes], Awaitable[None]]
"""Where a review goes when it is done."""


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a review is: none, running or done. It says “seat 0” and never a name."""

    state: str
    done: int = 0
    of: int | None = None
    """Actions; not known before the first is judged."""
    review: msgspec.Raw | None = None
    record: str | None = None
    """The hash under which a record's review is asked for again."""


@dataclass
class _ReviewInProgress:
    done: int = 0
    of: int | None = None
    task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        return self.task is not None and self.task.done()


class AdviceService:
    """A review is one task an action, one after the other: bots at other tables never wait long behind it."""

    def __init__(self, database: Database, jobs: JobRunner) -> None:
        self._database, self._jobs = database, jobs
        self._hints: OrderedDict[HintKey, asyncio.Task[bytes]] = OrderedDict()
        self._reviews: dict[str, _ReviewInProgress] = {}
        self._record_reviews: OrderedDict[str, bytes] = OrderedDict()
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
        seat = _check_hint_allowed(table, person)
        if not self.compiled.is_set():
            raise retry_later(PREPARING)
        assert table.game is not None, "somebody is to act"
        key = (table.id, len(table.game.events), seat)
        task = self._hints.get(key) or self._start_hint(key, HintJob(record=_record_without_notes(table), seat=seat))
        self._hints.move_to_end(key)
        try:
            async with asyncio.timeout(HINT_SECONDS):
                return await asyncio.shield(task)
        except TimeoutError:
            raise retry_later(BUSY) from None
        except (Exception, asyncio.CancelledError) as error:
            if task.done():
                self._hints.pop(key, None)
            if task.cancelled():
                raise retry_later(GOING_DOWN) from error
            raise

    def _start_hint(self, key: HintKey, task: HintJob) -> asyncio.Task[bytes]:
        if sum(not hint.done() for hint in self._hints.values()) >= MAX_RUNNING_HINTS:
            raise retry_later(BUSY)
        self._hints[key] = hint = asyncio.create_task(self._jobs.run(task))
        hint.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever asked may have gone
        while len(self._hints) > MAX_CACHED_HINTS:
            self._hints.popitem(last=False)
        return hint

    # -- reviews -----------------------------------------------------------------------------------------------------
    def review(self, table: Table, person: str | None) -> Progress:
        """How far it is. Somebody who played begins it where it has not begun."""
        if table.id not in self._reviews and person is not None:
            self._check_review_allowed(table, person)
            self._start_review(table.id, _record_without_notes(table), partial(save_review, self._database, table.id))
        return self._progress(table.id)

    def _progress(self, key: str) -> Progress:
        found = self._reviews.get(key)
        if found is None:
            return Progress(state="none")
        if found.ended and found.task:  # it is kept by now, or we say why not
            del self._reviews[key]
            found.task.result()
        return Progress(state="running", done=found.done, of=found.of)

    def review_record(self, record: Record) -> Progress:
        """The review of a game that was played anywhere, begun where it has not begun."""
        if len(record.events) > MAX_REVIEWED_EVENTS:
            sentence = (
                f"a record is reviewed with at most {MAX_REVIEWED_EVENTS} events; this has {len(record.events):,}"
            )
            raise BadRecord("analysis/events", sentence)
        raw = msgspec.structs.replace(record, names=[], notes={}).to_json()
        key = hashlib.sha256(raw).hexdigest()
        if key not in self._record_reviews and key not in self._reviews:
            self._start_review(key, raw, partial(self._cache_review, key))
        return self.record_progress(key)

    def record_progress(self, key: str) -> Progress:
        """How far that is, for whoever knows the record's hash."""
        progress = self._progress(key)
        if key in self._record_reviews:
            progress = finished(self._record_reviews[key])
        return msgspec.structs.replace(progress, record=key)

    async def _cache_review(self, key: str, review: bytes) -> None:
        self._record_reviews[key] = review
        while len(self._record_reviews) > MAX_CACHED_REVIEWS:
            self._record_reviews.popitem(last=False)

    def is_reviewing(self, table: str) -> bool:
        return table in self._reviews and not self._reviews[table].ended

    def _check_review_allowed(self, table: Table, person: str) -> None:
        if person not in table.people:
            raise Forbidden("analysis/seat", "a game is reviewed for those who played it")
        if table.phase != "over":
            raise NiwashiError("analysis/over", "a game is reviewed once it is over")

    def _start_review(self, key: str, record: bytes, keep: Keep) -> None:
        self._reviews = {one: review for one, review in self._reviews.items() if not review.ended}
        if len(self._reviews) >= MAX_RUNNING_REVIEWS:
            raise retry_later("too many games are being reviewed at once; ask again in a minute")
        reviewing = self._reviews[key] = _ReviewInProgress()
        reviewing.task = asyncio.create_task(self._review(key, record, reviewing, keep))

    async def _review(self, key: str, record: bytes, reviewing: _ReviewInProgress, keep: Keep) -> None:
        await self.compiled.wait()
        judgements = []
        while reviewing.of is None or reviewing.done < reviewing.of:
            raw = await self._run_with_retries(JudgeJob(record=record, number=reviewing.done))
            judged = msgspec.json.decode(raw, type=JudgeResult)
            judgements.append(judged.judgement)
            reviewing.done, reviewing.of = len(judgements), judged.of
        await keep(await self._run_with_retries(SummaryJob(record=record, judgements=judgements)))
        log.info("reviewed", table=short_id(key), actions=reviewing.done)

    async def _run_with_retries(self, task: Job) -> bytes:
        """Whoever waits for minutes need not begin anew since a worker or Redis was away for a moment."""
        for _ in range(RETRIES):
            try:
                return await self._jobs.run(task)
            except RetryLater:
                await asyncio.sleep(RETRY_SECONDS)
        return await self._jobs.run(task)


def finished(review: bytes) -> Progress:
    judged = len(msgspec.json.decode(review)["judgements"])
    return Progress(state="done", done=judged, of=judged, review=msgspec.Raw(review))


def _record_without_notes(table: Table) -> bytes:
    """Its record, without the notes, which nobody needs who thinks about it."""
    return msgspec.structs.replace(table.record(), notes={}).to_json()


def _check_hint_allowed(table: Table, person: str) -> int:
    if not table.settings.hints:
        raise Forbidden("hint/off", "at this table there are no hints")
    seat = table.seat_of(person)
    if seat is None:
        raise Forbidden("hint/seat", "hints are for those who sit at the table")
    if seat not in table.seats_awaited:
        raise NiwashiError("hint/turn", "it is not for you to act now; a hint is for who is to act")
    return seat
