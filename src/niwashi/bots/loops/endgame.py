"""Exact values of positions after which chance does not act again: the end of the last round.

Each seat seeks the best margin for itself (max^n); two seats' margins mirror each other, and what cannot matter is cut
off (alpha-beta). Depth first with an explicit stack, so that a search can be interrupted by the clock and go on; a
table remembers positions that were reached in another order.

Where several seats act at once among many actions, each takes the most points: they cannot answer each other, and
nothing comes after. `sure_end` tells whether that is so.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.loops import Desk, Stack, bound
from niwashi.bots.loops.judging import ahead, gain_all, judge_all, judging
from niwashi.bots.loops.playing import SHORTLIST, playing, shortlist
from niwashi.core.bits import lowest
from niwashi.core.contract import gain, legal, play, scores, to_act
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel

DEEPEST = 64
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


class Stage(NamedTuple):
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
def hashed(words: NDArray[np.uint64], at: int) -> np.uint64:
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


def sure_end(p: Position, desk: Desk) -> int:
    """How many actions are left, if the game ends without chance even when everybody takes the least; else 0."""
    now = desk.after[1]
    desk.after[1] = p
    for n in range(1, DEEPEST):
        acting = to_act(now)
        if acting < 0:
            return 0
        if acting == 0:
            return n - 1
        seat = lowest(acting)
        count = legal(now, seat, desk.buffer)
        least = 0
        for i in range(count):
            desk.values[i] = gain(now, seat, desk.buffer[i])
            if desk.values[i] < desk.values[least]:
                least = i
        play(now, seat, desk.buffer[least])
    return 0


def list_ordered(p: Position, seat: int, first: int, stage: Stage, depth: int, desk: Desk) -> int:
    """Legal actions in the order to try them: what the table says first; near the root the best judged, where order
    saves most, and below it those with the most points at once."""
    count = legal(p, seat, desk.buffer)
    stage.state[1] += count
    acting = to_act(p)
    at_once = acting & (acting - 1) != 0 and count > SHORTLIST and depth > 0
    if int(p.seats) == 2 or at_once:
        if depth < JUDGED and not at_once:
            judge_all(p, seat, count, desk)
        else:
            gain_all(p, seat, count, desk)
        for i in range(count):
            desk.keys[i] = 1 << 30 if desk.buffer[i] == first else int(desk.values[i] * 64)
        count = shortlist(count, 1 if at_once else count, desk)
    for i in range(count):
        stage.actions[depth, i] = desk.buffer[i]
    return count


def open_frame(depth: int, seat: int, low: float, high: float, stage: Stage, desk: Desk) -> bool:
    """Sets up a frame for the position at this depth; true if its value is known at once and is in `best`."""
    frame, p = stage.frames[depth], stage.positions[depth]
    seats = int(p.seats)
    acting = to_act(p)
    if acting == 0:
        scores(p, desk.points)
        for one in range(seats):
            frame.best[one] = ahead(desk.points, one, seats)
        return True
    if acting < 0:
        stage.state[2] = 1
        return True
    frame.key = hashed(stage.words, depth)
    frame.low, frame.high, frame.floor, frame.ceiling = low, high, low, high
    entry = stage.table[int(frame.key & np.uint64(len(stage.table) - 1))]
    first = -1
    if entry.kind and entry.key == frame.key:
        first = int(entry.choice)
        high_enough = entry.kind == AT_LEAST and entry.best[0] >= high
        low_enough = entry.kind == AT_MOST and entry.best[0] <= low
        if depth > 0 and (entry.kind == EXACT or high_enough or low_enough):
            for one in range(seats):
                frame.best[one] = entry.best[one]
            return True
    frame.seat = seat if depth == 0 else lowest(acting)
    frame.count, frame.next, frame.choice = list_ordered(p, frame.seat, first, stage, depth, desk), 0, -1
    for one in range(seats):
        frame.best[one] = -FAR
    return False


def take_up(depth: int, action: int, stage: Stage, seats: int) -> bool:
    """Brings a child's value to its parent; true if the parent's other actions cannot matter."""
    frame, child = stage.frames[depth], stage.frames[depth + 1]
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


def remember(depth: int, stage: Stage, seats: int) -> None:
    frame = stage.frames[depth]
    entry = stage.table[int(frame.key & np.uint64(len(stage.table) - 1))]
    kind = EXACT
    if seats == 2 and frame.best[0] <= frame.floor:
        kind = AT_MOST
    elif seats == 2 and frame.best[0] >= frame.ceiling:
        kind = AT_LEAST
    entry.key, entry.kind, entry.choice = frame.key, kind, frame.choice
    for one in range(seats):
        entry.best[one] = frame.best[one]


def remembered(stage: Stage, depth: int) -> int:
    """The action that the table holds for the position at this depth, or -1."""
    key = hashed(stage.words, depth)
    entry = stage.table[int(key & np.uint64(len(stage.table) - 1))]
    return int(entry.choice) if entry.kind and entry.key == key else -1


def search_on(stage: Stage, most: int, desk: Desk) -> int:
    """Goes on for so many positions; when SOLVED, the root's value is in its frame."""
    depth, until = int(stage.state[0]), stage.state[1] + most
    seats = int(stage.positions[0].seats)
    while stage.state[1] < until:
        frame = stage.frames[depth]
        if frame.next == frame.count or frame.next < 0:
            remember(depth, stage, seats)
            if depth == 0:
                return SOLVED
            depth -= 1
            parent = stage.frames[depth]
            if take_up(depth, int(stage.actions[depth, parent.next - 1]), stage, seats):
                parent.next = -1
            continue
        action = int(stage.actions[depth, frame.next])
        frame.next += 1
        stage.positions[depth + 1] = stage.positions[depth]
        play(stage.positions[depth + 1], frame.seat, action)
        stage.state[1] += 1
        if open_frame(depth + 1, 0, frame.low, frame.high, stage, desk):
            if stage.state[2]:
                return CHANCE
            if take_up(depth, action, stage, seats):
                frame.next = -1
        else:
            depth += 1
    stage.state[0] = depth
    return RUNNING


@cache
def endgames(game: str) -> Any:
    further = {**vars(judging(game)), **vars(playing(game))}
    loops = (sure_end, list_ordered, open_frame, take_up, remember, remembered, search_on)
    return bound(game, loops, further)
