"""Many games stepped by one call of compiled code, written over the contract and bound to each game.

Game i depends on its generator and its actions only, never on its neighbours: any split into ranges gives the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from niwashi.batch.loops import pick_action
from niwashi.core.game import Buffer
from niwashi.core.kernel import bind
from niwashi.core.kernel_stubs import draw, encode, legal, mask, play, reveal, sample, scores, to_act
from niwashi.core.packing import update_bytes
from niwashi.core.rng import random_bit
from niwashi.engine import catalog

LEARNER = -1
"""In `players`: the seat's actions come from outside. Others are simple players of `niwashi.batch`."""
NEXT_STEP, SAME_STEP, DISABLED = range(3)
WIN_SHARE, POINTS = range(2)
AUTORESET, RETURNS, MAX_STEPS, MASK_BYTES = range(4)
"""The places of `settings`."""
NO_ACTION = -1
BLOCK = 8
"""Words of a mask that are compared at once: most have not changed."""
ZERO = np.uint64(0)


class Games(NamedTuple):
    """The memory of many games. A word has eight bytes."""

    opening: NDArray[np.void]
    """One position, before the first event."""
    positions: NDArray[np.void]
    generators: NDArray[np.void]
    settings: NDArray[np.int64]
    players: NDArray[np.int64]
    seat: NDArray[np.int8]
    steps: NDArray[np.int32]
    terminated: NDArray[np.uint8]
    truncated: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    points: NDArray[np.float32]
    """The scores that rewards were paid for."""
    observation: NDArray[np.uint64]
    final_observation: NDArray[np.uint64]
    """Of games that began again in the step that ended them; no rows where they never do."""
    mask: NDArray[np.uint64]
    mask_bytes: NDArray[np.uint64]
    """No columns where nobody wants them."""
    scratch: NDArray[np.int64]
    """A row for each thread."""
    scratch_mask: NDArray[np.uint64]


SHARED = ("games.opening", "games.settings", "games.players")
"""Arrays that have no row for each game."""
OWN = ("games.scratch", "games.scratch_mask")
"""Those with a row for each thread."""


class Loops(NamedTuple):
    """One game's compiled loops."""

    step_games: Callable[[Games, Buffer, int, int, int, int], int]
    begin_games: Callable[[Games, NDArray[np.uint8], int, int, int], None]
    find_illegal: Callable[[Games, Buffer, int, int, int], int]
    sample_actions: Callable[[Games, NDArray[np.void], Buffer, int, int], None]


@cache
def loops(game: str) -> Loops:
    kernels = catalog.rules(game).kernels.by_name()
    for step in (pick_action, waits, play_on, pay, write_changes, write_mask, step_game, find_illegal):
        kernels[step.__name__] = bind(step, kernels, game)
    return Loops(
        step_games=bind(step_games, kernels, game),
        begin_games=bind(begin_games, kernels, game),
        find_illegal=kernels["find_illegal"],
        sample_actions=bind(sample_actions, kernels, game),
    )


# -- loops over a range of games -----------------------------------------------------------------------------------
def step_games(games: Games, actions: Buffer, most: int, first: int, end: int, thread: int) -> int:
    """One step of each game; games that are over begin again. If an action is not legal, no game changes: see
    `find_illegal`. With `most` 0, all are known to be legal.

    The check is in here because handing the arrays over takes as long as some ten steps.
    """
    refused = find_illegal(games, actions, most, first, end) if most > 0 else -1
    if refused >= 0:
        return refused
    for i in range(first, end):
        step_game(games, i, NO_ACTION if waits(games, i) else actions[i], thread)
    return -1


def begin_games(games: Games, chosen: NDArray[np.uint8], first: int, end: int, thread: int) -> None:
    for i in range(first, end):
        if chosen[i]:
            step_game(games, i, NO_ACTION, thread)


def find_illegal(games: Games, actions: Buffer, most: int, first: int, end: int) -> int:
    """The first game whose action is not legal, or -1. `most` is the number of actions that there are."""
    for i in range(first, end):
        if waits(games, i):
            if games.settings[AUTORESET] == DISABLED:
                return i
            continue
        action = actions[i]
        if action < 0 or action >= most:
            return i
        if games.mask[i, action // 64] >> np.uint64(action % 64) & np.uint64(1) == np.uint64(0):
            return i
    return -1


def sample_actions(games: Games, generators: NDArray[np.void], out: Buffer, first: int, end: int) -> None:
    """A uniformly random legal action of each game; 0 where it is over."""
    for i in range(first, end):
        out[i] = 0 if waits(games, i) else sample(games.positions[i], int(games.seat[i]), generators[i])


LOOPS = (step_games, begin_games, find_illegal, sample_actions)


# -- one game --------------------------------------------------------------------------------------------------------
def waits(games: Games, i: int) -> bool:
    """Whether the game is over; in the mode SAME_STEP, one that has ended in its last step goes on already."""
    return bool(games.settings[AUTORESET] != SAME_STEP and games.terminated[i] | games.truncated[i])


def step_game(games: Games, i: int, action: int, thread: int) -> None:
    """An action with everything that follows up to the next one; with NO_ACTION, a new game up to the first one.

    A game that ends, and is to begin again in the same step, goes through this twice.
    """
    fresh, again = action == NO_ACTION, True
    if fresh:
        pay(games, i, False, False, thread)
        games.terminated[i], games.truncated[i] = 0, 0
    while again:
        if fresh:
            games.positions[i] = games.opening[0]
            games.steps[i] = 0
            for place in range(games.points.shape[1]):
                games.points[i, place] = 0
        seat = play_on(games, i, action, thread)
        over, truncated = seat < 0, False
        if not fresh:
            games.steps[i] += 1
            truncated = not over and games.steps[i] == games.settings[MAX_STEPS]
            games.terminated[i], games.truncated[i] = over, truncated
            pay(games, i, True, over, thread)
        if not over:
            games.seat[i] = seat
        again = (over or truncated) and not fresh and games.settings[AUTORESET] == SAME_STEP
        encode(games.positions[i], int(games.seat[i]), games.final_observation[i] if again else games.observation[i])
        fresh, action = True, NO_ACTION
    write_mask(games, i, thread)


def play_on(games: Games, i: int, action: int, thread: int) -> int:
    """Plays the action, chance and the simple players' seats; returns the learner's seat that is to act, or -1.

    Of several seats that may act at once, one is drawn: so their order is fair.
    """
    p, rng, buffer, seat = games.positions[i], games.generators[i], games.scratch[thread], int(games.seat[i])
    while True:
        if action != NO_ACTION:
            play(p, seat, action)
            action = NO_ACTION
        seats = to_act(p)
        if seats < 0:
            reveal(p, buffer, draw(p, rng, buffer))
        elif seats == 0:
            return -1
        else:
            seat = random_bit(seats, rng)
            player = games.players[seat]
            if player == LEARNER:
                return seat
            action = pick_action(p, seat, player, rng, buffer, legal(p, seat, buffer))


def pay(games: Games, i: int, played: bool, over: bool, thread: int) -> None:
    """Writes the rewards of a step: at the end the share of the win, less a fair share; or the points of each step."""
    seats = games.rewards.shape[1]
    for seat in range(seats):
        games.rewards[i, seat] = 0
    by_points = games.settings[RETURNS] == POINTS
    if not played or not (over or by_points):
        return
    points, best, winners = games.scratch[thread], 0, 0
    scores(games.positions[i], points)
    if by_points:
        for seat in range(seats):
            games.rewards[i, seat] = points[seat] - games.points[i, seat]
            games.points[i, seat] = points[seat]
        return
    for seat in range(seats):
        if winners == 0 or points[seat] > best:
            best, winners = points[seat], 0
        winners += points[seat] == best
    for seat in range(seats):
        games.rewards[i, seat] = (1 / winners if points[seat] == best else 0) - 1 / seats


def write_mask(games: Games, i: int, thread: int) -> None:
    """The mask as bits; as bytes, only where the bits have changed."""
    p, seat = games.positions[i], int(games.seat[i])
    if not games.settings[MASK_BYTES]:
        mask(p, seat, games.mask[i])
        return
    fresh, known, out = games.scratch_mask[thread], games.mask[i], games.mask_bytes[i]
    mask(p, seat, fresh)
    whole = len(known) - len(known) % BLOCK
    for first in range(0, whole, BLOCK):
        changed = ZERO
        for word in range(BLOCK):
            changed |= fresh[first + word] ^ known[first + word]
        if changed != ZERO:
            write_changes(fresh, known, out, first, first + BLOCK)
    write_changes(fresh, known, out, whole, len(known))


def write_changes(
    fresh: NDArray[np.uint64], known: NDArray[np.uint64], out: NDArray[np.uint64], first: int, end: int
) -> None:
    for word in range(first, end):
        if fresh[word] != known[word]:
            known[word] = fresh[word]
            update_bytes(fresh[word], out, 8 * word)
