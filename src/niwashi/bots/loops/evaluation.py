"""Evaluates positions: the expected final margin of a seat over its best rival."""

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
    """The network's output for the features in x. `weights.pack` defines the layout of `net`.

    The hidden layer is computed in x, after the features, since kernels allocate nothing.
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
    """The exact margin when the game is over, else the network's estimate from features."""
    if to_act(p) == 0:
        return float(margin(p, seat, scratch.points))
    return apply_network(scratch.net, scratch.x, features(p, seat, scratch.x))


def evaluate_before_chance(p: Position, seat: int, scratch: Scratch) -> float:
    """As `evaluate`, from prospects: for positions where chance is to act; slower and more accurate."""
    if to_act(p) == 0:
        return float(margin(p, seat, scratch.points))
    return apply_network(scratch.prospects_net, scratch.x, prospects(p, seat, scratch.x))


def evaluate_all(p: Position, seat: int, count: int, scratch: Scratch) -> None:
    """Writes the value of the position after each action in the buffer."""
    after = scratch.after[0]
    for i in range(count):
        scratch.after[0] = p
        play(after, seat, scratch.buffer[i])
        scratch.values[i] = evaluate(after, seat, scratch)


def gain_all(p: Position, seat: int, count: int, scratch: Scratch) -> None:
    """Writes the points that each action in the buffer scores at once."""
    for i in range(count):
        scratch.values[i] = gain(p, seat, scratch.buffer[i])


@cache
def evaluation_loops(game: str) -> Any:
    return bind_loops(game, (margin, evaluate, evaluate_before_chance, evaluate_all, gain_all))
