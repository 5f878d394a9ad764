"""Decisions of bots, for a program in another language to take the same ones."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from niwashi import bots
from niwashi.bots import Bot, Budget
from niwashi.core.rng import GENERATOR, below, seeded
from niwashi.engine import catalog
from tests.conformance.variants import Variant

NODES = {"beginner": 1, "casual": 1, "club": 1, "strong": 400, "expert": 3000}
"""Levels and their budgets. The lower three do not measure theirs."""


class Moment(NamedTuple):
    """A position of a random game, and a seat that is to act."""

    position: bytes
    seat: int


class Decided(NamedTuple):
    """A decision, and the bot's generator afterwards: it would differ if the decision had come about in another way."""

    action: int
    value: float
    nodes: int
    generator: str


def decisions(variant: Variant, count: int) -> Iterator[tuple[dict[str, Any], Decided]]:
    """Tasks for web/src/think/decide.ts with what Python decides: all levels at so many moments, up to the last."""
    moments = _moments(variant)
    for share in range(count):
        moment = moments[(share + 1) * len(moments) // count - 1]
        for level, nodes in NODES.items():
            seed = f"{variant}/{share}/{level}"
            task = {
                "level": level,
                "seat": moment.seat,
                "position": base64.b64encode(moment.position).decode(),
                "budget": {"nodes": nodes},
                "generator": list(seeded(seed).tolist()),
            }
            yield task, _decide(variant.game, moment, level, seed)


def _moments(variant: Variant) -> list[Moment]:
    game, rng, found = variant.new("decisions"), seeded(f"{variant}/decisions"), list[Moment]()
    while not game.over:
        seat = game.to_act[below(rng, len(game.to_act))]
        found.append(Moment(game.position.tobytes(), seat))
        legal = game.legal(seat)
        game.play(legal[below(rng, len(legal))], seat)
    return found


def _decide(game: str, moment: Moment, level: str, seed: str) -> Decided:
    rng = np.array([seeded(seed)], GENERATOR)
    position = np.frombuffer(bytearray(moment.position), catalog.rules(game).position)[0]
    decision = _bot(game, level).choose(position, moment.seat, Budget(nodes=NODES[level]), rng[0])
    return Decided(decision.action, decision.value, decision.nodes, base64.b64encode(rng.tobytes()).decode())


@cache
def _bot(game: str, level: str) -> Bot:
    return bots.make(level, catalog.rules(game))
