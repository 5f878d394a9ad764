"""Loops over many games, each for a range of them: a thread of the CPU takes a range, a thread of a GPU one game.

A loop works on copies in its own small arrays (`scratch_arrays`), which a GPU keeps in the local memory of each thread:
there the same word of all threads lies together, so that their accesses coalesce.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.loops import Scratch, make_scratch
from niwashi.bots.loops.rollout import rollout, rollout_loops
from niwashi.bots.weights import load_weights
from niwashi.core.game import Buffer, Position, Rules, Words
from niwashi.core.kernel import bind
from niwashi.core.kernel_stubs import draw, encode, features, mask, play, reveal, sample, scores, start, to_act
from niwashi.core.packing import words_for_bits
from niwashi.core.rng import GENERATOR, Generator, random_bit
from niwashi.engine import catalog

Records: TypeAlias = NDArray[np.void]
Seats: TypeAlias = NDArray[np.int8]
"""A seat of each game, or the mask of the seats that may act."""
Actions: TypeAlias = NDArray[np.int64]
Points: TypeAlias = NDArray[np.int64]
"""By game and seat."""
Rows: TypeAlias = NDArray[np.uint64]
"""By game, words of eight bytes."""
Bytes: TypeAlias = NDArray[np.uint8]

OK, OVER, ILLEGAL, WRONG_SEAT = range(4)
"""What became of an action, by game."""
NETWORKS = ("net", "prospects_net")
"""Of a Scratch, what all threads read."""
FOREVER = 1 << 30
NOBODY = 31
"""A seat that no game has; `& NOBODY` makes it of -1 and leaves all others."""


def scratch_arrays(rules: Rules) -> dict[str, Any]:
    """What each thread needs for itself, by the names of the loops' parameters. A Scratch has the networks as well."""
    scratch = make_scratch(rules, *load_weights(rules))
    longest = np.zeros(len(scratch.buffer), np.int64)
    return {
        "work": np.zeros(1, rules.position),
        "state": np.zeros(1, GENERATOR),
        "buffer": longest,
        "bits": np.zeros(words_for_bits(rules.actions), np.uint64),
        "scratch": scratch,
    }


def settle(p: Position, rng: Generator, buffer: Buffer) -> int:
    """Lets chance act until a seat may, or the game is over; returns the mask of the seats."""
    seats = to_act(p)
    while seats < 0:
        reveal(p, buffer, draw(p, rng, buffer))
        seats = to_act(p)
    return seats


def finish_randomly(p: Position, rng: Generator, buffer: Buffer) -> int:
    """Plays uniformly random actions until the game is over; returns their number."""
    actions = 0
    seats = settle(p, rng, buffer)
    while seats != 0:
        seat = random_bit(seats, rng)
        play(p, seat, sample(p, seat, rng))
        actions += 1
        seats = settle(p, rng, buffer)
    return actions


def try_action(p: Position, seat: int, action: int, bits: Words) -> int:
    """Plays an action if it is legal; returns what became of it."""
    seats = to_act(p)
    if seats == 0:
        return OVER
    if seat < 0 or seat >= NOBODY or seats >> seat & 1 == 0:
        return WRONG_SEAT
    mask(p, seat, bits)
    if action < 0 or action >> 6 >= len(bits) or bits[action >> 6] >> np.uint64(action & 63) & np.uint64(1) == 0:
        return ILLEGAL
    play(p, seat, action)
    return OK


# -- over ranges -----------------------------------------------------------------------------------------------------
def play_random_games(
    first: int, last: int, rounds: int, blank: Records, setup: Records, generators: Records, points: Points,
    actions: Actions, work: Records, state: Records, buffer: Buffer,
) -> None:  # fmt: skip
    """Whole random games, `rounds` for each generator: the sums of the scores, and the number of actions."""
    for i in range(first, last):
        state[0] = generators[i]
        for _ in range(rounds):
            work[0] = blank[0]
            start(work[0], setup[0])
            actions[i] += finish_randomly(work[0], state[0], buffer)
            scores(work[0], buffer)
            for seat in range(points.shape[1]):
                points[i, seat] += buffer[seat]
        generators[i] = state[0]


def open_games(
    first: int, last: int, blank: Records, setup: Records, generators: Records, positions: Records, acting: Seats,
    work: Records, state: Records, buffer: Buffer,
) -> None:  # fmt: skip
    """Opening positions in which a seat is to act."""
    for i in range(first, last):
        state[0] = generators[i]
        work[0] = blank[0]
        start(work[0], setup[0])
        acting[i] = settle(work[0], state[0], buffer)
        positions[i] = work[0]
        generators[i] = state[0]


def play_actions(
    first: int, last: int, seats: Seats, actions: Actions, generators: Records, positions: Records, acting: Seats,
    outcomes: Bytes, work: Records, state: Records, buffer: Buffer, bits: Words,
) -> None:  # fmt: skip
    """One action of each game, and the chance after it. A game in which it cannot be played stays as it is."""
    for i in range(first, last):
        work[0] = positions[i]
        outcomes[i] = try_action(work[0], int(seats[i]), actions[i], bits)
        if outcomes[i] == OK:
            state[0] = generators[i]
            acting[i] = settle(work[0], state[0], buffer)
            positions[i] = work[0]
            generators[i] = state[0]


def finish_games(
    first: int, last: int, generators: Records, positions: Records, points: Points, actions: Actions, work: Records,
    state: Records, buffer: Buffer,
) -> None:  # fmt: skip
    """Random playouts from the positions, which stay as they are: points scores and numbers of actions."""
    for i in range(first, last):
        work[0] = positions[i]
        state[0] = generators[i]
        actions[i] = finish_randomly(work[0], state[0], buffer)
        scores(work[0], buffer)
        for seat in range(points.shape[1]):
            points[i, seat] = buffer[seat]
        generators[i] = state[0]


def finish_games_by_policy(
    first: int, last: int, policy: int, noise: float, generators: Records, positions: Records, points: Points,
    actions: Actions, work: Records, state: Records, scratch: Scratch,
) -> None:  # fmt: skip
    """As `finish_games`, by a policy of the bots' rollouts, with random actions in between."""
    for i in range(first, last):
        work[0] = positions[i]
        state[0] = generators[i]
        actions[i] = rollout(work[0], policy, noise, FOREVER, scratch, state[0], state[0])
        scores(work[0], scratch.buffer)
        for seat in range(points.shape[1]):
            points[i, seat] = scratch.buffer[seat]
        generators[i] = state[0]


def list_random_actions(
    first: int, last: int, generators: Records, positions: Records, seats: Seats, actions: Actions, work: Records,
    state: Records,
) -> None:  # fmt: skip
    """A random legal action for one of the seats that may act, or seat -1 where the game is over."""
    for i in range(first, last):
        work[0] = positions[i]
        state[0] = generators[i]
        mask = to_act(work[0])
        seats[i] = random_bit(mask, state[0]) if mask > 0 else -1
        actions[i] = sample(work[0], int(seats[i]), state[0]) if mask > 0 else 0
        generators[i] = state[0]


def observe_games(
    first: int, last: int, positions: Records, seats: Seats, observations: Rows, masks: Rows, work: Records
) -> None:
    """What a seat sees, and its legal actions; none where it may not act."""
    for i in range(first, last):
        work[0] = positions[i]
        encode(work[0], max(int(seats[i]), 0), observations[i])
        mask(work[0], int(seats[i]) & NOBODY, masks[i])


def mask_actions(first: int, last: int, positions: Records, seats: Seats, masks: Rows, work: Records) -> None:
    """The legal actions of a seat; none where it may not act."""
    for i in range(first, last):
        work[0] = positions[i]
        mask(work[0], int(seats[i]) & NOBODY, masks[i])


def list_features(
    first: int, last: int, positions: Records, seats: Seats, rows: NDArray[np.float32], work: Records
) -> None:
    """The features of a seat; those of the first one where there is none."""
    for i in range(first, last):
        work[0] = positions[i]
        features(work[0], max(int(seats[i]), 0), rows[i])


LOOPS = (
    play_random_games, open_games, play_actions, finish_games, finish_games_by_policy, list_random_actions,
    observe_games, mask_actions, list_features,
)  # fmt: skip


@cache
def range_loops(game: str) -> Any:
    """The loops compiled for a game, by name."""
    kernels = catalog.rules(game).kernels.by_name() | {"rollout": rollout_loops(game).rollout}
    for step in (settle, finish_randomly, try_action):
        kernels[step.__name__] = bind(step, kernels, game)
    return SimpleNamespace(**{loop.__name__: bind(loop, kernels, game, inline=False) for loop in LOOPS})
