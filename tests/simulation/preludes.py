"""Games that are nearly over, so that a simulation reaches their end quickly."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from niwashi.core.rng import seeded
from niwashi.table.entries import Opened, decode_entry, encode_entry
from niwashi.wire import TableSettings
from tests.table.owners import Owner

Prelude = tuple[list[bytes], dict[str, bytes]]
"""A log and its stored answers."""


@cache
def _whole_game(game: str, options: tuple[tuple[str, Any], ...], people: int) -> list[Prelude]:
    """The prelude after each step."""
    owner = Owner(game, settings=TableSettings(auto_ready=True, grace=10), **dict(options))
    owner.begin(people, arranged=False)
    rng, steps = seeded(7), []
    while owner.table.phase != "over":
        steps.append((list(owner.bodies), dict(owner.answers)))
        owner.step(rng)
    return steps


def late_in(game: str, options: dict[str, Any], people: int, before_the_end: int, future: str = "") -> Prelude:
    """Another future has the same past: only the entry with the seed differs."""
    steps = _whole_game(game, tuple(sorted(options.items())), people)
    bodies, answers = steps[-min(before_the_end, len(steps))]
    first = decode_entry(bodies[0])
    assert isinstance(first, Opened)
    seed = sha256(future.encode()).hexdigest()[:32] if future else first.seed
    return [encode_entry(replace(first, seed=seed)), *bodies[1:]], answers
