"""Reviews of finished games and of records: one short job for each action, one after the other."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.server.workers.jobs import JudgeResult
from niwashi.site.browser import jobs
from niwashi.site.browser.bridge import Bridge
from niwashi.wire.http import Progress


@dataclass
class _Review:
    task: asyncio.Task[None] | None = None
    done: int = 0
    of: int | None = None
    found: bytes | None = None


class Reviews:
    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._reviews: dict[str, _Review] = {}

    def start(self, record: Record) -> Progress:
        key = key_of(record)
        if key not in self._reviews:
            review = self._reviews[key] = _Review()
            review.task = asyncio.ensure_future(self._run(record, review))
        return self.progress(key)

    def progress(self, key: str) -> Progress:
        review = self._reviews.get(key)
        if review is None:
            return Progress(state="none", record=key)
        if review.found is not None:
            return Progress(state="done", done=review.done, of=review.of, review=msgspec.Raw(review.found), record=key)
        if review.task is not None and review.task.done():
            del self._reviews[key]
            error = review.task.exception()
            raise NiwashiError("analysis/failed", f"the review could not be made: {error}")
        return Progress(state="running", done=review.done, of=review.of, record=key)

    async def _run(self, record: Record, review: _Review) -> None:
        judgements = []
        while review.of is None or review.done < review.of:
            raw = await jobs.think(self._bridge, jobs.judge(record, review.done))
            judged = msgspec.json.decode(raw, type=JudgeResult)
            judgements.append(judged.judgement)
            review.done, review.of = len(judgements), judged.of
        review.found = await jobs.think(self._bridge, jobs.sum_up(record, judgements))


def key_of(record: Record) -> str:
    plain = msgspec.structs.replace(record, names=[], notes={})
    return hashlib.sha256(plain.to_json()).hexdigest()
