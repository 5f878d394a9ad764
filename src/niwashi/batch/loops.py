"""The loops that play whole games inside compiled code, written over the contract and bound to each game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from niwashi.core.bits import nth_bit, popcount
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import bind
from niwashi.core.kernel_stubs import draw, gain, legal, play, reveal, sample, scores, start, to_act
from niwashi.core.rng import Generator, below, random_bit
from niwashi.engine import catalog

RANDOM, GREEDY = 0, 1
PLAYERS = ("random", "greedy")
"""The simple players: any legal action; or the best points at once, any of the best."""

SEAT, ACTION, BRANCHING = range(3)
"""A trace's columns: who did what, out of how many."""


@dataclass(frozen=True)
class Loops:
    """One game's compiled loops."""

    random_games: Callable[[NDArray[np.void], np.record, Generator, Buffer, int], int]
    listed_games: Callable[[NDArray[np.void], np.record, Generator, Buffer, int], int]
    """The same, with actions picked out of a list of the legal ones."""
    play_traced: Callable[..., tuple[int, int]]
    perft: Callable[..., int]


@cache
def loops(game: str) -> Loops:
    kernels = catalog.rules(game).kernels.by_name()
    kernels |= {
        step.__name__: bind(step, kernels, game) for step in (pick_random, pick_listed, pick_action, apply_chance)
    }
    return Loops(
        random_games=bind(random_games, kernels, game),
        listed_games=bind(random_games, {**kernels, "pick_random": kernels["pick_listed"]}, f"{game}_listed"),
        play_traced=bind(play_traced, kernels, game),
        perft=bind(perft, kernels, game),
    )


def random_games(positions: NDArray[np.void], setup: np.record, rng: Generator, buffer: Buffer, games: int) -> int:
    """Plays uniformly random games, each action picked by `pick_random`; returns how many actions they took."""
    actions = 0
    for _ in range(games):
        positions[1] = positions[0]
        p = positions[1]
        start(p, setup)
        seats = to_act(p)
        while seats != 0:
            if seats < 0:
                reveal(p, buffer, draw(p, rng, buffer))
            else:
                seat = random_bit(seats, rng)
                play(p, seat, pick_random(p, seat, rng, buffer))
                actions += 1
            seats = to_act(p)
        scores(p, buffer)
    return actions


def pick_random(p: Position, seat: int, rng: Generator, buffer: Buffer) -> int:
    """A random legal action by the game's `sample`."""
    return sample(p, seat, rng)


def pick_listed(p: Position, seat: int, rng: Generator, buffer: Buffer) -> int:
    """A random legal action out of the game's `legal`."""
    return int(buffer[below(rng, legal(p, seat, buffer))])


def pick_action(p: Position, seat: int, player: int, rng: Generator, buffer: Buffer, count: int) -> int:
    """A simple player's action out of those listed."""
    if player == RANDOM:
        return int(buffer[below(rng, count)])
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


def play_traced(
    p: Position,
    chances: NDArray[np.void],
    drawn: int,
    players: Buffer,
    rng: Generator,
    buffer: Buffer,
    trace: NDArray[np.int64],
    length: int,
) -> tuple[int, int]:
    """Plays on until the game is over or the given chance runs out; returns how much of chance and trace is used.

    `chances[n]` is the generator of chance event n + 1. Chance events stand in the trace too, with seat -1.
    """
    seats = to_act(p)
    while seats != 0:
        if seats < 0:
            if drawn == len(chances):
                break
            reveal(p, buffer, draw(p, chances[drawn], buffer))
            trace[length, SEAT] = -1
            drawn += 1
        else:
            seat = random_bit(seats, rng)
            count = legal(p, seat, buffer)
            action = pick_action(p, seat, players[seat], rng, buffer, count)
            play(p, seat, action)
            trace[length, SEAT], trace[length, ACTION], trace[length, BRANCHING] = seat, action, count
        length += 1
        seats = to_act(p)
    return drawn, length


def apply_chance(p: Position, chances: NDArray[np.void], drawn: int, used: NDArray[np.void], buffer: Buffer) -> int:
    """Lets chance act, by copies of the given generators, until a seat may; returns how many chances are used."""
    while to_act(p) < 0:
        used[0] = chances[drawn]
        reveal(p, buffer, draw(p, used[0], buffer))
        drawn += 1
    return drawn


def perft(
    stack: NDArray[np.void],
    lists: NDArray[np.int64],
    marks: NDArray[np.int64],
    depth: int,
    chances: NDArray[np.void],
    used: NDArray[np.void],
    buffer: Buffer,
) -> int:
    """How many sequences of `depth` actions lead on from stack[0], chance following the given generators.

    By depth: `lists` holds seat and action of each child, `marks` how many there are, the next one, and chances used.
    """
    total, level, fresh = 0, 0, True
    while level >= 0:
        p = stack[level]
        if fresh:
            marks[level, 0], marks[level, 1] = 0, 0
            seats = to_act(p)
            for seat in range(popcount(seats) if seats > 0 else 0):
                acting = nth_bit(seats, seat)
                for i in range(legal(p, acting, buffer)):
                    lists[level, marks[level, 0], 0], lists[level, marks[level, 0], 1] = acting, buffer[i]
                    marks[level, 0] += 1
        fresh = False
        if level == depth - 1:
            total += marks[level, 0]
            level -= 1
        elif marks[level, 1] == marks[level, 0]:
            level -= 1
        else:
            child = marks[level, 1]
            marks[level, 1] += 1
            stack[level + 1] = stack[level]
            play(stack[level + 1], lists[level, child, 0], lists[level, child, 1])
            marks[level + 1, 2] = apply_chance(stack[level + 1], chances, marks[level, 2], used, buffer)
            level, fresh = level + 1, True
    return total
