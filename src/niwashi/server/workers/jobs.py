"""CPU-heavy jobs: bots' decisions, hints, reviews, daily games. Each is plain data that any process can run."""

from __future__ import annotations

import secrets
from copy import copy
from functools import cache, lru_cache
from typing import TypeAlias

import msgspec
import numpy as np

from niwashi import analysis, bots
from niwashi.analysis.hints import hint
from niwashi.analysis.judgement import Method
from niwashi.analysis.output import ReviewOut
from niwashi.analysis.review import ReviewedAction, ReviewRun
from niwashi.core.record import read_record
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory
from niwashi.engine.game import Game
from niwashi.server.workers.daily_game import play_daily_game


class _Job(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower):
    pass


class BotMoveJob(_Job, frozen=True, tag="decide"):
    """Choose a bot's action. The position holds no secrets, and the seed is independent of the table's."""

    game: str
    position: bytes
    seat: int
    level: str
    seed: str


class HintJob(_Job, frozen=True, tag="advise"):
    """Recommend an action to a seat, at the end of a record."""

    record: bytes
    seat: int


class JudgeJob(_Job, frozen=True, tag="judge"):
    """Judge one action of a record, numbered from 0. A review consists of many such short jobs."""

    record: bytes
    number: int


class SummaryJob(_Job, frozen=True, tag="sumup"):
    """Build the review from all judgements, without names."""

    record: bytes
    judgements: list[ReviewedAction]


class DailyGameJob(_Job, frozen=True, tag="daily"):
    """Play the game of a day. Returns its record."""

    game: str
    day: str


class JudgeResult(msgspec.Struct, frozen=True):
    judgement: ReviewedAction
    of: int
    """Actions in the record."""


Job: TypeAlias = BotMoveJob | HintJob | JudgeJob | SummaryJob | DailyGameJob
METHOD: Method = analysis.read_method("strong", None, None, 1)
LANES = BOTS, HINTS, REVIEWS = 0, 1, 2
"""The lower, the sooner: people wait for bots, then for hints; nobody watches a review."""


def lane_of(job: Job) -> int:
    return BOTS if isinstance(job, BotMoveJob) else HINTS if isinstance(job, HintJob) else REVIEWS


def bot_move_job(game: Game, seat: int, level: str) -> BotMoveJob:
    return BotMoveJob(
        game=game.rules.name, position=game.position.tobytes(), seat=seat, level=level, seed=secrets.token_hex(8)
    )


def run_job(job: Job) -> bytes:
    """Return the result as JSON."""
    match job:
        case BotMoveJob():
            return msgspec.json.encode(_choose_action(job))
        case HintJob():
            return msgspec.json.encode(hint(factory.replay(read_record(job.record)), job.seat, METHOD).out())
        case JudgeJob():
            run = reviewing(job.record)
            judgement = run.review_action(run.taken[job.number])
            return msgspec.json.encode(JudgeResult(judgement, len(run)))
        case SummaryJob():
            return msgspec.json.encode(_summarise(job))
        case DailyGameJob():
            return play_daily_game(job.game, job.day).to_json()


def _choose_action(job: BotMoveJob) -> str:
    rules = catalog.rules(job.game)
    position = np.frombuffer(bytearray(job.position), rules.position)[0]
    budget = bots.default_budget(job.level)
    decision = _bot(job.level, job.game).choose(position, job.seat, budget, seeded(job.seed))
    return rules.action_text(position, job.seat, decision.action)


@cache
def _bot(level: str, game: str) -> bots.Bot:
    """Cached, because loading a bot takes longer than most of its decisions."""
    return bots.make(level, catalog.rules(game))


@lru_cache(maxsize=4)
def reviewing(record: bytes) -> ReviewRun:
    """A review without names, cached for the next action of the same game."""
    read = read_record(record)
    names = [f"seat {seat}" for seat in range(catalog.rules(read.game).options(read.options).seats)]
    return ReviewRun(msgspec.structs.replace(read, names=names), METHOD)


def _summarise(job: SummaryJob) -> ReviewOut:
    """Without names: a person may delete their account, and the review stays. The table says who sat where."""
    run = copy(reviewing(job.record))
    run.judgements = job.judgements
    return run.review.out().without_names()
