"""Bots, hints and reviews: jobs for the second worker, so that the table stays responsive while they think."""

from __future__ import annotations

import msgspec

from niwashi.analysis.review import ReviewedAction
from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.engine.game import Game
from niwashi.server.workers.jobs import HintJob, Job, JudgeJob, SummaryJob, bot_move_job, run_job
from niwashi.site.browser.bridge import Bridge


async def think(bridge: Bridge, job: str) -> bytes:
    try:
        return (await bridge.think(job)).encode()
    except Exception as error:  # a worker fails in many ways: not loaded, out of memory, stopped by the browser
        raise NiwashiError("site/thinking", f"this browser cannot compute bots and hints: {error}") from error


def choose_action(game: Game, seat: int, level: str) -> str:
    return encode(bot_move_job(game, seat, level))


def advise(record: Record, seat: int) -> str:
    return encode(HintJob(record=_plain(record), seat=seat))


def judge(record: Record, number: int) -> str:
    return encode(JudgeJob(record=_plain(record), number=number))


def sum_up(record: Record, judgements: list[ReviewedAction]) -> str:
    return encode(SummaryJob(record=_plain(record), judgements=judgements))


def _plain(record: Record) -> bytes:
    return msgspec.structs.replace(record, names=[], notes={}).to_json()


def encode(job: Job) -> str:
    return msgspec.json.encode(job).decode()


def run(job: str) -> str:
    """In the second worker."""
    return run_job(msgspec.json.decode(job, type=Job)).decode()
