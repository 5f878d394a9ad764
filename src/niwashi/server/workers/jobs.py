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
from niwashi.analysis.judging import Method
from niwashi.analysis.output import ReviewOut
from niwashi.analysis.review import Reviewed, Reviewing
from niwashi.core.record import read_record
from niwashi.core.rng import seeded
from niwashi.engine import catalog, factory
from niwashi.engine.game import Game


class _Task(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", tag=str.lower):
    pass


class Decide(_Task, frozen=True):
    """A bot's action: from a position, which holds no secrets, and a seed that has nothing to do with the table's."""

    game: str
    position: bytes
    seat: int
    level: str
    seed: str


class Advise(_Task, frozen=True):
    """A hint for a seat, at the end of a record."""

    record: bytes
    seat: int


class Judge(_Task, frozen=True):
    """One action of a record, by its number from 0. A review is many of these, so none takes long."""

    record: bytes
    number: int


class SumUp(_Task, frozen=True):
    """A review out of all its judgements, without anybody's name."""

    record: bytes
    judgements: list[Reviewed]


class Judged(msgspec.Struct, frozen=True):
    judgement: Reviewed
    of: int
    """Actions in the record."""


Task: TypeAlias = Decide | Advise | Judge | SumUp
METHOD: Method = analysis.read_method("strong", None, None, 1)
_tasks: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)


def read_task(raw: str) -> Task:
    return _tasks.decode(raw)


def decision_for(game: Game, seat: int, level: str) -> Decide:
    return Decide(
        game=game.rules.name, position=game.position.tobytes(), seat=seat, level=level, seed=secrets.token_hex(8)
    )


def carry_out(task: Task) -> bytes:
    """What came of it, as JSON."""
    match task:
        case Decide():
            return msgspec.json.encode(_decided(task))
        case Advise():
            return msgspec.json.encode(hint(factory.replay(read_record(task.record)), task.seat, METHOD).out())
        case Judge():
            reviewing = _reviewing(task.record)
            judgement = reviewing.reviewed(reviewing.taken[task.number])
            return msgspec.json.encode(Judged(judgement, len(reviewing)))
        case SumUp():
            return msgspec.json.encode(_nameless(task))


def _decided(task: Decide) -> str:
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
def _reviewing(record: bytes) -> Reviewing:
    """Kept for the next action of the same game."""
    read = read_record(record)
    names = [f"seat {seat}" for seat in range(catalog.rules(read.game).options(read.options).seats)]
    return Reviewing(msgspec.structs.replace(read, names=names), METHOD)


def _nameless(task: SumUp) -> ReviewOut:
    """People may delete their accounts, and reviews stay: who sat where is told by the table."""
    reviewing = copy(_reviewing(task.record))
    reviewing.judgements = task.judgements
    return reviewing.review.out().without_names()
