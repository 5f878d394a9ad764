"""What takes a processor longer than a table can wait: bots' decisions, hints, reviews. Each is plain data and is
done by a function, in whichever process that is called."""

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
from niwashi.analysis.review import ReviewedAction, ReviewRun
from niwashi.core.record import read_record
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory
from niwashi.engine.game import Game


class _Job(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower):
    pass


class BotMoveJob(_Job, frozen=True, tag="decide"):
    """A bot's action: from a position, which holds no secrets, and a seed that has nothing to do with the table's."""

    game: str
    position: bytes
    seat: int
    level: str
    seed: str


class HintJob(_Job, frozen=True, tag="advise"):
    """A hint for a seat, at the end of a record."""

    record: bytes
    seat: int


class JudgeJob(_Job, frozen=True, tag="judge"):
    """One action of a record, by its number from 0. A review is many of these, so none takes long."""

    record: bytes
    number: int


class SummaryJob(_Job, frozen=True, tag="sumup"):
    """A review out of all its judgements, without anybody's name."""

    record: bytes
    judgements: list[ReviewedAction]


class JudgeResult(msgspec.Struct, frozen=True):
    judgement: ReviewedAction
    of: int
    """Actions in the record."""


Job: TypeAlias = BotMoveJob | HintJob | JudgeJob | SummaryJob
METHOD: Method = analysis.read_method("strong", None, None, 1)
_tasks: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)


def read_task(raw: str) -> Job:
    return _tasks.decode(raw)


def bot_move_job(game: Game, seat: int, level: str) -> BotMoveJob:
    return BotMoveJob(
        game=game.rules.name, position=game.position.tobytes(), seat=seat, level=level, seed=secrets.token_hex(8)
    )


def run_job(task: Job) -> bytes:
    """What came of it, as JSON."""
    match task:
        case BotMoveJob():
            return msgspec.json.encode(_decided(task))
        case HintJob():
            return msgspec.json.encode(hint(factory.replay(read_record(task.record)), task.seat, METHOD).as_dict())
        case JudgeJob():
            reviewing = _reviewing(task.record)
            judgement = reviewing.review_action(reviewing.taken[task.number])
            return msgspec.json.encode(JudgeResult(judgement, len(reviewing)))
        case SummaryJob():
            return msgspec.json.encode(_nameless(task))


def _decided(task: BotMoveJob) -> str:
    rules = catalog.rules(task.game)
    position = np.frombuffer(bytearray(task.position), rules.position)[0]
    budget = bots.default_budget(task.level)
    decision = _bot(task.level, task.game).choose(position, task.seat, budget, seeded(task.seed))
    return rules.action_text(position, task.seat, decision.action)


@cache
def _bot(level: str, game: str) -> bots.Bot:
    """Kept, since loading one takes longer than most of its decisions."""
    return bots.make(level, catalog.rules(game))


@lru_cache(maxsize=4)
def _reviewing(record: bytes) -> ReviewRun:
    """Kept for the next action of the same game."""
    read = read_record(record)
    names = [f"seat {seat}" for seat in range(catalog.rules(read.game).options(read.options).seats)]
    return ReviewRun(msgspec.structs.replace(read, names=names), METHOD)


def _nameless(task: SummaryJob) -> dict[str, object]:
    """People may delete their accounts, and reviews stay: who sat where is told by the table."""
    reviewing = copy(_reviewing(task.record))
    reviewing.judgements = task.judgements
    review = reviewing.review
    seats = [_without(seat.as_dict(), "name") for seat in review.seats]
    return {**_without(review.as_dict(), "names"), "seats": seats}


def _without(fields: dict[str, object], name: str) -> dict[str, object]:
    return {key: value for key, value in fields.items() if key != name}
