"""The memory of a vector environment: all of its arrays, made once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from niwashi.core.game import Rules
from niwashi.core.packing import words_for_bits
from niwashi.core.rng import GENERATOR
from niwashi.env.loops import AUTORESET, MASK_BYTES, SAME_STEP, Games

TILE_GAMES = 32
"""On a GPU, as many games as a warp has threads."""


def make_games(
    rules: Rules, seats: int, count: int, threads: int, settings: Sequence[int], players: Sequence[int], zeros: Any
) -> Games:
    """Before the first reset. `zeros` makes arrays on a device."""
    words, bits = words_for_bits(8 * rules.encoded_bytes), words_for_bits(rules.actions)
    chosen = np.array(settings or [0, 0, 0, 0], np.int64)
    finals = count if chosen[AUTORESET] == SAME_STEP else 0
    buffer = max(rules.most_legal, rules.longest_outcome, max(rules.seats))
    return Games(
        opening=zeros(1, rules.position),
        positions=zeros(count, rules.position),
        generators=zeros(count, GENERATOR),
        settings=chosen,
        players=np.array(players, np.int64),
        seat=zeros(count, np.int8),
        steps=zeros(count, np.int32),
        terminated=zeros(count, np.uint8),
        truncated=zeros(count, np.uint8),
        rewards=zeros((count, seats), np.float32),
        points=zeros((count, seats), np.float32),
        observation=zeros((count, words), np.uint64),
        final_observation=zeros((finals, words), np.uint64),
        mask=zeros((count, bits), np.uint64),
        mask_bytes=zeros((count, 8 * bits if chosen[MASK_BYTES] else 0), np.uint64),
        scratch=zeros((threads, buffer), np.int64),
        scratch_mask=zeros((threads, bits), np.uint64),
    )
