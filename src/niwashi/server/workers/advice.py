"""Hints and reviews: who may request one, the jobs they take, and their results."""

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
from niwashi.server.errors import SHUTTING_DOWN, RetryLater, retry_later
from niwashi.server.ops.logging_setup import short_id
from niwashi.server.ops.metrics import Metrics
from niwashi.server.workers.jobs import HintJob, Job, JudgeJob, JudgeResult, SummaryJob
from niwashi.server.workers.pool import JobRunner
from niwashi.store import Database
from niwashi.store.reviews import save_review
from niwashi.table import Table
from niwashi.wire.http import Progress

log = structlog.get_logger()
HINT_SECONDS = 20.0
MAX_CACHED_HINTS = 1000
"""Hints of recent positions, each computed once."""
MAX_RUNNING_HINTS, MAX_RUNNING_REVIEWS = 32, 8
MAX_CACHED_REVIEWS = 64
"""Reviews of records. Those of tables are in the store."""
MAX_REVIEWED_EVENTS = 500
BUSY = "too many hints are requested at once; try again in a moment"
SLOW = "the hint takes longer than usual; ask again to go on waiting for it"
PREPARING = "hints are still being compiled for this machine; try again in a few minutes"
RETRIES, RETRY_SECONDS = 5, 1.0
HintKey: TypeAlias = tuple[str, int, int]
Keep: TypeAlias = Callable[[bytes], Awaitable[None]]
"""Stores a finished review."""


@dataclass
class _ReviewInProgress:
    done: int = 0
    of: int | None = None
    task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        return self.task is not None and self.task.done()


class AdviceService:
    """A review takes one short job per action, one at a time, so that bots never wait long behind it."""

    def __init__(self, database: Database, jobs: JobRunner, metrics: Metrics) -> None:
        self._database, self._jobs = database, jobs
        self._computed = metrics.advice.labels("server")
        self._hints: OrderedDict[HintKey, asyncio.Task[bytes]] = OrderedDict()
        self._reviews: dict[str, _ReviewInProgress] = {}
        self._record_reviews: OrderedDict[str, bytes] = OrderedDict()
        self.compiled = asyncio.Event()
        """Until this is set, a hint would take minutes and delay the bots."""
        self.compiled.set()

    async def close(self) -> None:
        tasks = [*self._hints.values(), *(review.task for review in self._reviews.values() if review.task)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def hint(self, table: Table, person: str) -> bytes:
        """Recommend an action to the person, with reasons, as JSON."""
        seat = _check_hint_allowed(table, person)
        if not self.compiled.is_set():
            raise retry_later(PREPARING)
        assert table.game is not None, "a game with a seat to act has started"
        key = (table.id, len(table.game.events), seat)
        task = self._hints.get(key) or self._start_hint(key, _hint_job(table, seat))
        self._hints.move_to_end(key)
        try:
            async with asyncio.timeout(HINT_SECONDS):
                return await asyncio.shield(task)
        except TimeoutError:
            raise RetryLater("hint/slow", SLOW) from None
        except (Exception, asyncio.CancelledError) as error:
            if task.done():
                self._hints.pop(key, None)
            if task.cancelled():
                raise retry_later(SHUTTING_DOWN) from error
            raise

    def _start_hint(self, key: HintKey, task: HintJob) -> asyncio.Task[bytes]:
        if sum(not hint.done() for hint in self._hints.values()) >= MAX_RUNNING_HINTS:
            raise retry_later(BUSY)
        self._computed.inc()
        self._hints[key] = hint = asyncio.create_task(self._jobs.run(task))
        hint.add_done_callback(lambda done: done.cancelled() or done.exception())  # the client may have gone
        while len(self._hints) > MAX_CACHED_HINTS:
            self._hints.popitem(last=False)
        return hint

    def review(self, table: Table, person: str | None) -> Progress:
        """Return the progress. A person who played starts the review if needed."""
        if table.id not in self._reviews and person is not None:
            self._check_review_allowed(table, person)
            self._start_review(table.id, _record_without_notes(table), partial(save_review, self._database, table.id))
        return self._progress(table.id)

    def _progress(self, key: str) -> Progress:
        found = self._reviews.get(key)
        if found is None:
            return Progress(state="none")
        if found.ended and found.task:  # stored by now; otherwise raise its error
            del self._reviews[key]
            found.task.result()
        return Progress(state="running", done=found.done, of=found.of)

    def review_record(self, record: Record) -> Progress:
        """Start the review of any record if needed, and return its progress."""
        raw = encode_for_review(record)
        key = hashlib.sha256(raw).hexdigest()
        if key not in self._record_reviews and key not in self._reviews:
            self._start_review(key, raw, partial(self._cache_review, key))
        return self.record_progress(key)

    def record_progress(self, key: str) -> Progress:
        """Return the progress of the record with this hash."""
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
            raise Forbidden("analysis/seat", "only players of a game may have it reviewed")
        if table.phase != "over":
            raise NiwashiError("analysis/over", "a game can be reviewed only when it is over")

    def _start_review(self, key: str, record: bytes, keep: Keep) -> None:
        self._reviews = {one: review for one, review in self._reviews.items() if not review.ended}
        if len(self._reviews) >= MAX_RUNNING_REVIEWS:
            raise retry_later("too many games are being reviewed at once; try again in a minute")
        reviewing = self._reviews[key] = _ReviewInProgress()
        reviewing.task = asyncio.create_task(self._review(key, record, reviewing, keep))

    async def _review(self, key: str, record: bytes, reviewing: _ReviewInProgress, keep: Keep) -> None:
        await self.compiled.wait()
        judgements = []
        while reviewing.of is None or reviewing.done < reviewing.of:
            raw = await self._run_with_retries(JudgeJob(record=record, number=reviewing.done))
            judged = msgspec.json.decode(raw, type=JudgeResult)
            judgements.append(judged.judgement)
            self._computed.inc()
            reviewing.done, reviewing.of = len(judgements), judged.of
        await keep(await self._run_with_retries(SummaryJob(record=record, judgements=judgements)))
        log.info("reviewed", table=short_id(key), actions=reviewing.done)

    async def _run_with_retries(self, task: Job) -> bytes:
        """A review takes minutes, so it must survive a short absence of a worker or of Redis."""
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
    """Notes do not matter for the analysis."""
    return msgspec.structs.replace(table.record(), notes={}).to_json()


def _hint_job(table: Table, seat: int) -> HintJob:
    return HintJob(record=_record_without_notes(table), seat=seat)


def job_of_hint(table: Table, person: str) -> HintJob:
    """For a person who may have a hint now."""
    return _hint_job(table, _check_hint_allowed(table, person))


def encode_for_review(record: Record) -> bytes:
    """Without what does not matter for it."""
    if len(record.events) > MAX_REVIEWED_EVENTS:
        sentence = (
            f"a record to review may have at most {MAX_REVIEWED_EVENTS} events; this one has {len(record.events):,}"
        )
        raise BadRecord("analysis/events", sentence)
    return msgspec.structs.replace(record, names=[], notes={}).to_json()


def _check_hint_allowed(table: Table, person: str) -> int:
    if not table.settings.hints:
        raise Forbidden("hint/off", "hints are turned off at this table")
    seat = table.seat_of(person)
    if seat is None:
        raise Forbidden("hint/seat", "hints are only available to seated players")
    if seat not in table.seats_awaited:
        raise NiwashiError("hint/turn", "it is not your turn; hints are only available on your turn")
    return seat
