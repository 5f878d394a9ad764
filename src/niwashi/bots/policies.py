"""The ladder's loops inside compiled code: judging a position, picking an action, playing on. Bound to each game."""

from __future__ import annotations

import math
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi import catalog
from niwashi.core.bits import lowest, nth, popcount
from niwashi.core.contract import draw, features, gain, legal, play, reveal, scores, to_act
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import bind, entry, kernel
from niwashi.core.rng import Generator, below, next_word

Net = NDArray[np.float32]
Floats = NDArray[np.float32]
Stack = NDArray[np.void]

CASUAL, CLUB = 0, 1
"""How a rollout's seats play: the best points at once; or the best judgement after the best points at once."""
SHORTLIST = 12
"""So many actions, the best by points at once, are judged where time matters."""


@kernel
def uniform(rng: Generator) -> float:
    """A number from 0 up to, but not including, 1."""
    return next_word(rng) / 4294967296.0


@kernel
def any_seat(seats: int, rng: Generator) -> int:
    return lowest(seats) if seats & (seats - 1) == 0 else nth(seats, below(rng, popcount(seats)))


@kernel
def judged(net: Net, x: Floats, inputs: int) -> float:
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


def margin(p: Position, seat: int, points: Buffer, seats: int) -> float:
    """Points ahead of the best rival."""
    scores(p, points)
    best = -(1 << 30)
    for rival in range(seats):
        if rival != seat:
            best = max(best, points[rival])
    return float(points[seat] - best)


def judge(p: Position, seat: int, seats: int, net: Net, x: Floats, points: Buffer) -> float:
    """The margin a seat is expected to end with: exact when the game is over, else what the network says."""
    if to_act(p) == 0:
        return margin(p, seat, points, seats)
    return judged(net, x, features(p, seat, x))


def best_gain(p: Position, seat: int, rng: Generator, buffer: Buffer, count: int) -> int:
    """Casual: the most points at once; any of the best."""
    best, ties, chosen = -1, 0, 0
    for i in range(count):
        points = gain(p, seat, buffer[i])
        if points > best:
            best, ties = points, 0
        if points == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = i
    return int(buffer[chosen])


def shortlist(p: Position, seat: int, rng: Generator, buffer: Buffer, count: int, most: int) -> int:
    """Moves the best actions by points at once to the front, in random order among equals; returns how many."""
    for i in range(min(most, count)):
        best, ties, at = -1, 0, i
        for j in range(i, count):
            points = gain(p, seat, buffer[j])
            if points > best:
                best, ties = points, 0
            if points == best:
                ties += 1
                if below(rng, ties) == 0:
                    at = j
        buffer[i], buffer[at] = buffer[at], buffer[i]
    return min(most, count)


def best_judged(
    p: Position, seat: int, seats: int, net: Net, x: Floats, after: Stack, buffer: Buffer, count: int, points: Buffer
) -> int:
    """Club: the action after which the position is judged best."""
    best, chosen = -math.inf, 0
    for i in range(count):
        after[0] = p
        play(after[0], seat, buffer[i])
        worth = judge(after[0], seat, seats, net, x, points)
        if worth > best:
            best, chosen = worth, i
    return int(buffer[chosen])


def judge_all(
    p: Position,
    seat: int,
    seats: int,
    net: Net,
    x: Floats,
    after: Stack,
    buffer: Buffer,
    count: int,
    points: Buffer,
    values: NDArray[np.float64],
) -> None:
    """What the position is worth after each of the listed actions."""
    for i in range(count):
        after[0] = p
        play(after[0], seat, buffer[i])
        values[i] = judge(after[0], seat, seats, net, x, points)


def pick(
    p: Position,
    seat: int,
    seats: int,
    policy: int,
    net: Net,
    x: Floats,
    after: Stack,
    buffer: Buffer,
    points: Buffer,
    rng: Generator,
) -> int:
    """A rollout's action for a seat."""
    count = legal(p, seat, buffer)
    if count == 1:
        return int(buffer[0])
    if policy == CASUAL:
        return best_gain(p, seat, rng, buffer, count)
    if count > SHORTLIST:
        count = shortlist(p, seat, rng, buffer, count, SHORTLIST)
    return best_judged(p, seat, seats, net, x, after, buffer, count, points)


def play_out(
    p: Position,
    seats: int,
    policy: int,
    noise: float,
    horizon: int,
    net: Net,
    x: Floats,
    after: Stack,
    buffer: Buffer,
    points: Buffer,
    rng: Generator,
) -> int:
    """Plays on until the game is over or so many chance events have passed; now and then a seat acts at random.

    Returns how many actions it took.
    """
    actions = 0
    acting = to_act(p)
    while acting != 0:
        if acting < 0:
            if horizon == 0:
                break
            horizon -= 1
            reveal(p, buffer, draw(p, rng, buffer))
        else:
            seat = any_seat(acting, rng)
            if uniform(rng) < noise:
                action = int(buffer[below(rng, legal(p, seat, buffer))])
            else:
                action = pick(p, seat, seats, policy, net, x, after, buffer, points, rng)
            play(p, seat, action)
            actions += 1
        acting = to_act(p)
    return actions


def try_out(
    p: Position,
    seat: int,
    seats: int,
    action: int,
    policy: int,
    noise: float,
    horizon: int,
    starts: Stack,
    first: int,
    last: int,
    net: Net,
    x: Floats,
    after: Stack,
    stack: Stack,
    buffer: Buffer,
    points: Buffer,
) -> tuple[float, int]:
    """Sampled continuations of an action, one for each of these generators: the sum of judged margins, and nodes.

    Actions that are tried with the same generators meet the same chance, so that their difference is less noisy.
    """
    total, nodes = 0.0, 0
    for i in range(first, last):
        starts[len(starts) - 1] = starts[i]
        rng = starts[len(starts) - 1]
        stack[0] = p
        play(stack[0], seat, action)
        nodes += 1 + play_out(stack[0], seats, policy, noise, horizon, net, x, after, buffer, points, rng)
        total += judge(stack[0], seat, seats, net, x, points)
    return total, nodes


LOOPS = (margin, judge, best_gain, shortlist, best_judged, judge_all, pick, play_out, try_out)


@cache
def policies(game: str) -> Any:
    """One game's compiled loops, by name; each may call those before it."""
    names: dict[str, Any] = {name: entry(kernel) for name, kernel in catalog.rules(game).kernels.named().items()}
    for loop in LOOPS:
        names[loop.__name__] = bind(loop, names, game, inline=False)
    return SimpleNamespace(**names)
