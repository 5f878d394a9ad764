"""What a position is worth to a seat: the margin over the best rival with which it is expected to end."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.loops import Net, Scratch, bind_loops
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.core.kernel_stubs import features, gain, play, prospects, scores, to_act


@kernel
def apply_network(net: Net, x: NDArray[np.float32], inputs: int) -> float:
    """The network's answer to the features in x: one hidden layer, held as inputs, hidden, then its numbers.

    The hidden layer is summed up behind the features in x, since kernels allocate nothing.
    """
    hidden = int(net[1])
    mean, scale, weights = 2, 2 + inputs, 2 + 2 * inputs
    bias = weights + inputs * hidden
    for j in range(hidden):
        x[inputs + j] = net[bias + j]
    for i in range(inputs):
        z = (x[i] - net[mean + i]) * net[scale + i]
        row = weights + i * hidden
        for j in range(hidden):
            x[inputs + j] += z * net[row + j]
    total = net[bias + 2 * hidden]
    for j in range(hidden):
        total += max(x[inputs + j], np.float32(0)) * net[bias + hidden + j]
    return float(total)


@kernel
def points_ahead(points: Buffer, seat: int, seats: int) -> float:
    """Points ahead of the best rival."""
    best = -(1 << 30)
    for rival in range(seats):
        if rival != seat:
            best = max(best, points[rival])
    return float(points[seat] - best)


def margin(p: Position, seat: int, points: Buffer) -> float:
    scores(p, points)
    return points_ahead(points, seat, int(p.seats))


def evaluate(p: Position, seat: int, scratch: Scratch) -> float:
    """Exact when the game is over, else what the network says."""
    if to_act(p) == 0:
        return float(margin(p, seat, scratch.points))
    return apply_network(scratch.net, scratch.x, features(p, seat, scratch.x))


def evaluate_before_chance(p: Position, seat: int, scratch: Scratch) -> float:
    """As judge, where chance is to act; it takes longer and sees more."""
    if to_act(p) == 0:
        return float(margin(p, seat, scratch.points))
    return apply_network(scratch.prospects_net, scratch.x, prospects(p, seat, scratch.x))


def evaluate_all(p: Position, seat: int, count: int, scratch: Scratch) -> None:
    """What the position is worth after each action in the buffer."""
    after = scratch.after[0]
    for i in range(count):
        scratch.after[0] = p
        play(after, seat, scratch.buffer[i])
        scratch.values[i] = evaluate(after, seat, scratch)


def gain_all(p: Position, seat: int, count: int, scratch: Scratch) -> None:
    """The points at once of each action in the buffer."""
    for i in range(count):
        scratch.values[i] = gain(p, seat, scratch.buffer[i])


@cache
def evaluation_loops(game: str) -> Any:
    return bind_loops(game, (margin, evaluate, evaluate_before_chance, evaluate_all, gain_all))
