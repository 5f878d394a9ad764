"""Exact values of positions after which chance does not act again: the end of the last round.

Each seat seeks the best margin for itself (max^n); two seats' margins mirror each other, and what cannot matter is cut
off (alpha-beta). Depth first with an explicit stack, so that a search can be interrupted by the clock and go on; a
table remembers positions that were reached in another order.

Where several seats act at once among many actions, each takes the most points: they cannot answer each other, and
nothing comes after. `count_actions_to_end` tells whether that is so.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.loops import Scratch, Stack, bind_loops
from niwashi.bots.loops.evaluation import evaluate_all, evaluation_loops, gain_all, points_ahead
from niwashi.bots.loops.rollout import SHORTLIST, rollout_loops, shortlist
from niwashi.core.bits import lowest_bit
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.kernel_stubs import gain, legal, play, scores, to_act

MAX_DEPTH = 64
WAYS = 5
"""Seats that a value is held for."""
TABLE = 1 << 19
JUDGED = 4
RUNNING, SOLVED, CHANCE = 0, 1, 2
"""How a search stands; a position in which chance is to act cannot be solved, nor what leads to it."""
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
"""What the table knows of the first seat's margin."""
FAR = 1e6

FRAME = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64),
            ("low", np.float64),  # what the first of two seats is sure of by now, and what its rival
            ("high", np.float64),
            ("floor", np.float64),  # the same when the frame was opened
            ("ceiling", np.float64),
            ("best", np.float64, (WAYS,)),
            ("seat", np.int64),
            ("count", np.int64),
            ("next", np.int64),
            ("choice", np.int64),
        ],
    )
)
ENTRY = np.dtype(
    (np.record, [("key", np.uint64), ("best", np.float32, (WAYS,)), ("kind", np.int32), ("choice", np.int32)])
)


class EndgameState(NamedTuple):
    """Where an exact search stands."""

    positions: Stack
    words: NDArray[np.uint64]
    """The same memory as `positions`."""
    frames: NDArray[np.void]
    actions: NDArray[np.int32]
    table: NDArray[np.void]
    state: Buffer
    """Depth, how many positions and actions were looked at, and whether chance was met."""


@kernel
def hash_position(words: NDArray[np.uint64], at: int) -> np.uint64:
    """Two sums at once, since each step waits for the one before it."""
    one, other = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
    for i in range(0, words.shape[1] - 1, 2):
        one = (one ^ words[at, i]) * np.uint64(0xFF51AFD7ED558CCD)
        other = (other ^ words[at, i + 1]) * np.uint64(0xC4CEB9FE1A85EC53)
        one ^= one >> np.uint64(32)
        other ^= other >> np.uint64(29)
    if words.shape[1] % 2:
        one = (one ^ words[at, words.shape[1] - 1]) * np.uint64(0xFF51AFD7ED558CCD)
    key = (one ^ (other >> np.uint64(31))) * np.uint64(0xFF51AFD7ED558CCD) + other
    return key ^ (key >> np.uint64(33))


def count_actions_to_end(p: Position, scratch: Scratch) -> int:
    """How many actions are left, if the game ends without chance even when everybody takes the least; else 0."""
    now = scratch.after[1]
    scratch.after[1] = p
    for n in range(1, MAX_DEPTH):
        acting = to_act(now)
        if acting < 0:
            return 0
        if acting == 0:
            return n - 1
        seat = lowest_bit(acting)
        count = legal(now, seat, scratch.buffer)
        least = 0
        for i in range(count):
            scratch.values[i] = gain(now, seat, scratch.buffer[i])
            if scratch.values[i] < scratch.values[least]:
                least = i
        play(now, seat, scratch.buffer[least])
    return 0


def order_actions(p: Position, seat: int, first: int, endgame: EndgameState, depth: int, scratch: Scratch) -> int:
    """Legal actions in the order to try them: what the table says first; near the root the best judged, where order
    saves most, and below it those with the most points at once."""
    count = legal(p, seat, scratch.buffer)
    endgame.state[1] += count
    acting = to_act(p)
    at_once = acting & (acting - 1) != 0 and count > SHORTLIST and depth > 0
    if int(p.seats) == 2 or at_once:
        if depth < JUDGED and not at_once:
            evaluate_all(p, seat, count, scratch)
        else:
            gain_all(p, seat, count, scratch)
        for i in range(count):
            scratch.keys[i] = 1 << 30 if scratch.buffer[i] == first else int(scratch.values[i] * 64)
        count = shortlist(count, 1 if at_once else count, scratch)
    for i in range(count):
        endgame.actions[depth, i] = scratch.buffer[i]
    return count


def open_frame(depth: int, seat: int, low: float, high: float, endgame: EndgameState, scratch: Scratch) -> bool:
    """Sets up a frame for the position at this depth; true if its value is known at once and is in `best`."""
    frame, p = endgame.frames[depth], endgame.positions[depth]
    seats = int(p.seats)
    acting = to_act(p)
    if acting == 0:
        scores(p, scratch.points)
        for one in range(seats):
            frame.best[one] = points_ahead(scratch.points, one, seats)
        return True
    if acting < 0:
        endgame.state[2] = 1
        return True
    frame.key = hash_position(endgame.words, depth)
    frame.low, frame.high, frame.floor, frame.ceiling = low, high, low, high
    entry = endgame.table[int(frame.key & np.uint64(len(endgame.table) - 1))]
    first = -1
    if entry.kind and entry.key == frame.key:
        first = int(entry.choice)
        high_enough = entry.kind == AT_LEAST and entry.best[0] >= high
        low_enough = entry.kind == AT_MOST and entry.best[0] <= low
        if depth > 0 and (entry.kind == EXACT or high_enough or low_enough):
            for one in range(seats):
                frame.best[one] = entry.best[one]
            return True
    frame.seat = seat if depth == 0 else lowest_bit(acting)
    frame.count, frame.next, frame.choice = order_actions(p, frame.seat, first, endgame, depth, scratch), 0, -1
    for one in range(seats):
        frame.best[one] = -FAR
    return False


def back_up_value(depth: int, action: int, endgame: EndgameState, seats: int) -> bool:
    """Brings a child's value to its parent; true if the parent's other actions cannot matter."""
    frame, child = endgame.frames[depth], endgame.frames[depth + 1]
    if frame.choice < 0 or child.best[frame.seat] > frame.best[frame.seat]:
        frame.choice = action
        for one in range(seats):
            frame.best[one] = child.best[one]
    if seats != 2:
        return False
    if frame.seat == 0:
        frame.low = max(frame.low, frame.best[0])
    else:
        frame.high = min(frame.high, frame.best[0])
    return bool(frame.low >= frame.high)


def store_entry(depth: int, endgame: EndgameState, seats: int) -> None:
    frame = endgame.frames[depth]
    entry = endgame.table[int(frame.key & np.uint64(len(endgame.table) - 1))]
    kind = EXACT
    if seats == 2 and frame.best[0] <= frame.floor:
        kind = AT_MOST
    elif seats == 2 and frame.best[0] >= frame.ceiling:
        kind = AT_LEAST
    entry.key, entry.kind, entry.choice = frame.key, kind, frame.choice
    for one in range(seats):
        entry.best[one] = frame.best[one]


def stored_action(endgame: EndgameState, depth: int) -> int:
    """The action that the table holds for the position at this depth, or -1."""
    key = hash_position(endgame.words, depth)
    entry = endgame.table[int(key & np.uint64(len(endgame.table) - 1))]
    return int(entry.choice) if entry.kind and entry.key == key else -1


def resume_search(endgame: EndgameState, most: int, scratch: Scratch) -> int:
    """Goes on for so many positions; when SOLVED, the root's value is in its frame."""
    depth, until = int(endgame.state[0]), endgame.state[1] + most
    seats = int(endgame.positions[0].seats)
    while endgame.state[1] < until:
        frame = endgame.frames[depth]
        if frame.next == frame.count or frame.next < 0:
            store_entry(depth, endgame, seats)
            if depth == 0:
                return SOLVED
            depth -= 1
            parent = endgame.frames[depth]
            if back_up_value(depth, int(endgame.actions[depth, parent.next - 1]), endgame, seats):
                parent.next = -1
            continue
        action = int(endgame.actions[depth, frame.next])
        frame.next += 1
        endgame.positions[depth + 1] = endgame.positions[depth]
        play(endgame.positions[depth + 1], frame.seat, action)
        endgame.state[1] += 1
        if open_frame(depth + 1, 0, frame.low, frame.high, endgame, scratch):
            if endgame.state[2]:
                return CHANCE
            if back_up_value(depth, action, endgame, seats):
                frame.next = -1
        else:
            depth += 1
    endgame.state[0] = depth
    return RUNNING


@cache
def endgame_loops(game: str) -> Any:
    further = {**vars(evaluation_loops(game)), **vars(rollout_loops(game))}
    loops = (count_actions_to_end, order_actions, open_frame, back_up_value, store_entry, stored_action, resume_search)
    return bind_loops(game, loops, further)
