"""Playing on from a position: picking an action by a simple policy, and continuations sampled with it."""

from __future__ import annotations

from functools import cache
from typing import Any

from niwashi.bots.loops import Desk, Stack, bound
from niwashi.bots.loops.judging import foresee, judge, judge_all, judging
from niwashi.core.bits import lowest, nth, popcount
from niwashi.core.contract import draw, gain, legal, play, reveal, to_act
from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.core.rng import Generator, below, next_word

CASUAL, CLUB = 0, 1
"""How seats play on: the most points at once; or the best judgement, after the most points at once."""
SHORTLIST = 12
"""So many actions, the best by points at once, are judged where time matters."""
CHANCE_BITS = 20


@kernel
def uniform(rng: Generator) -> float:
    """A number from 0 up to, but not including, 1."""
    return next_word(rng) / 4294967296.0


@kernel
def any_seat(seats: int, rng: Generator) -> int:
    return lowest(seats) if seats & (seats - 1) == 0 else nth(seats, below(rng, popcount(seats)))


def key_all(p: Position, seat: int, count: int, desk: Desk, rng: Generator) -> None:
    """A key for each action in the buffer: its points at once, and chance among equals."""
    for i in range(count):
        chance = next_word(rng) >> (32 - CHANCE_BITS)
        desk.keys[i] = (gain(p, seat, desk.buffer[i]) << CHANCE_BITS) | int(chance)


def shortlist(count: int, most: int, desk: Desk) -> int:
    """Moves the actions with the highest keys to the front, best first; returns how many."""
    kept = min(most, count)
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if desk.keys[j] > desk.keys[best]:
                best = j
        desk.keys[i], desk.keys[best] = desk.keys[best], desk.keys[i]
        desk.buffer[i], desk.buffer[best] = desk.buffer[best], desk.buffer[i]
    return kept


def best_judged(p: Position, seat: int, count: int, desk: Desk) -> int:
    """Of the actions in the buffer the one after which the position is judged best."""
    judge_all(p, seat, count, desk)
    best = 0
    for i in range(1, count):
        if desk.values[i] > desk.values[best]:
            best = i
    return int(desk.buffer[best])


def pick(p: Position, seat: int, policy: int, desk: Desk, rng: Generator) -> int:
    """An action of a seat that plays by a policy."""
    count = legal(p, seat, desk.buffer)
    if count == 1:
        return int(desk.buffer[0])
    if policy == CASUAL or count > SHORTLIST:
        key_all(p, seat, count, desk, rng)
        count = shortlist(count, SHORTLIST if policy == CLUB else 1, desk)
    if count == 1:
        return int(desk.buffer[0])
    return int(best_judged(p, seat, count, desk))


def pick_or_slip(p: Position, seat: int, policy: int, noise: float, desk: Desk, rng: Generator) -> int:
    """By the policy, but now and then at random."""
    if uniform(rng) < noise:
        return int(desk.buffer[below(rng, legal(p, seat, desk.buffer))])
    return int(pick(p, seat, policy, desk, rng))


def play_on(p: Position, policy: int, noise: float, horizon: int, desk: Desk, chance: Generator, rng: Generator) -> int:
    """Plays until the game is over or chance is to act once more than `horizon` times; returns how many actions.

    Chance has a generator of its own, so that it brings the same whatever the seats do before it.
    """
    actions = 0
    acting = to_act(p)
    while acting != 0:
        if acting < 0:
            if horizon == 0:
                break
            horizon -= 1
            reveal(p, desk.buffer, draw(p, chance, desk.buffer))
        else:
            seat = any_seat(acting, rng)
            play(p, seat, pick_or_slip(p, seat, policy, noise, desk, rng))
            actions += 1
        acting = to_act(p)
    return actions


def try_out(
    p: Position, seat: int, action: int, policy: int, noise: float, horizon: int, foreseeing: bool, first: int,
    last: int, starts: Stack, desk: Desk,
) -> tuple[float, int]:  # fmt: skip
    """Sampled continuations of an action, one for each pair of generators: the sum of expected margins, and nodes.

    Actions that are tried with the same generators meet the same chance, so that their difference is less noisy.
    """
    total, nodes = 0.0, 0
    trial, spare = desk.after[1], len(starts) - 2
    for i in range(first, last):
        starts[spare], starts[spare + 1] = starts[2 * i], starts[2 * i + 1]
        desk.after[1] = p
        play(trial, seat, action)
        nodes += 1 + play_on(trial, policy, noise, horizon, desk, starts[spare], starts[spare + 1])
        total += foresee(trial, seat, desk) if foreseeing else judge(trial, seat, desk)
    return total, nodes


def sow(starts: Stack, first: int, last: int, rng: Generator) -> None:
    """Pairs of generators for continuations, from the bot's own."""
    for i in range(2 * first, 2 * last):
        start = starts[i]
        start.a, start.b, start.c, start.d = next_word(rng), next_word(rng), next_word(rng), next_word(rng)


@cache
def playing(game: str) -> Any:
    return bound(
        game, (key_all, shortlist, best_judged, pick, pick_or_slip, play_on, try_out, sow), vars(judging(game))
    )
