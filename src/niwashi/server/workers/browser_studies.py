"""Hints and reviews that a person's browser computes: the tasks that it gets, and what is made of its findings.

The findings are replayed, and what follows from them goes to that person only: nothing is stored, and no worker gets a
job. The work is done in a thread, one at a time, as it takes milliseconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import copy
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from niwashi.analysis.findings import Findings, FoundJudge, StudyTask, study_task
from niwashi.analysis.hints import hint_by, node_of
from niwashi.analysis.output import HintOut, ReviewOut
from niwashi.analysis.review import ReviewedAction, ReviewRun
from niwashi.analysis.timeline import PlayedAction
from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record, read_record
from niwashi.engine import factory
from niwashi.engine.game import Game
from niwashi.server.errors import retry_later
from niwashi.server.ops.metrics import Metrics
from niwashi.server.workers.advice import PREPARING, encode_for_review
from niwashi.server.workers.jobs import METHOD, HintJob, reviewing

PAGE = 8
"""Actions of a review in one request."""
MAX_FINDINGS_BYTES = 4 << 20
"""A page of a long game of four seats, with the lines of every trial, has about three quarters of it."""
MAX_WAITING = 8
"""Requests whose findings are in memory, with the one that is computed."""
BUSY = "many reviews are being computed; try again in a moment"
Result = TypeVar("Result")


class FoundHint(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    number: int
    """The task's."""
    findings: Findings


class FoundPage(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    first: Annotated[int, Meta(ge=0)] = 0
    """The number of the action, from 0, that the first findings are about."""
    findings: Annotated[list[Findings], Meta(max_length=PAGE)] = []


class ReviewPage(msgspec.Struct, frozen=True, kw_only=True):
    of: int
    """Actions in the record."""
    judgements: list[ReviewedAction]
    """Of the actions whose findings were sent. To be sent back for the review."""
    tasks: list[StudyTask]
    """The next ones."""


class FoundReview(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    record: Record
    judgements: list[ReviewedAction]


class BrowserStudies:
    def __init__(self, compiled: asyncio.Event, metrics: Metrics) -> None:
        self._compiled, self._thread = compiled, asyncio.Semaphore(1)
        self._waiting = 0
        self._computed = metrics.advice.labels("browser")

    async def hint_task(self, job: HintJob) -> StudyTask:
        return await self._run(lambda: _hint_task(job))

    async def hint(self, job: HintJob, found: FoundHint) -> HintOut:
        hint = await self._run(lambda: _hint(job, found))
        self._computed.inc()
        return hint

    async def review_page(self, found: FoundPage) -> bytes:
        page = await self._run(lambda: msgspec.json.encode(_review_page(found)))
        self._computed.inc(len(found.findings))
        return page

    async def review(self, found: FoundReview) -> ReviewOut:
        return await self._run(lambda: _review(found))

    async def _run(self, work: Callable[[], Result]) -> Result:
        if not self._compiled.is_set():
            raise retry_later(PREPARING)
        if self._waiting >= MAX_WAITING:
            raise retry_later(BUSY)
        self._waiting += 1
        try:
            async with self._thread:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


# -- hints -------------------------------------------------------------------------------------------------------------
def _hint_task(job: HintJob) -> StudyTask:
    game = _game(job)
    return study_task(game.rules, METHOD, node_of(game), job.seat, len(game.events))


def _hint(job: HintJob, found: FoundHint) -> HintOut:
    game = _game(job)
    if found.number != len(game.events):
        raise NiwashiError(
            "hint/moved",
            f"the game has {len(game.events)} events by now, and the hint is for {found.number}; ask again",
        )
    return hint_by(FoundJudge(game.rules, METHOD, found.findings), game, job.seat).out()


def _game(job: HintJob) -> Game:
    return factory.replay(read_record(job.record))


# -- reviews -----------------------------------------------------------------------------------------------------------
def _review_page(found: FoundPage) -> ReviewPage:
    run = reviewing(encode_for_review(found.record))
    after = found.first + len(found.findings)
    if after > len(run):
        raise NiwashiError("analysis/findings", f"the record has {len(run)} actions; there are none up to {after}")
    taken = run.taken[found.first : after]
    judgements = [_judge(run, one, findings) for one, findings in zip(taken, found.findings, strict=True)]
    tasks = [_judgement_task(run, one) for one in run.taken[after : after + PAGE]]
    return ReviewPage(of=len(run), judgements=judgements, tasks=tasks)


def _judge(run: ReviewRun, taken: PlayedAction, findings: Findings) -> ReviewedAction:
    return run.review_action(taken, FoundJudge(run.game.rules, METHOD, findings))


def _judgement_task(run: ReviewRun, taken: PlayedAction) -> StudyTask:
    return study_task(run.game.rules, METHOD, taken.before, taken.seat, taken.event, taken.action)


def _review(found: FoundReview) -> ReviewOut:
    run = copy(reviewing(encode_for_review(found.record)))
    if not _belong(found.judgements, run):
        raise NiwashiError(
            "analysis/findings", f"the judgements must be those of the record's {len(run)} actions, in their order"
        )
    run.judgements = found.judgements
    return run.review.out().without_names()


def _belong(judgements: list[ReviewedAction], run: ReviewRun) -> bool:
    seats = len(run.game.names)
    return [(one.event, one.seat, one.action, len(one.chances)) for one in judgements] == [
        (taken.event, taken.seat, taken.notation, seats) for taken in run.taken
    ]
