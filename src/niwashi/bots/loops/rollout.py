"""Playing on from a position: picking an action by a simple policy, and continuations sampled with it."""

from __future__ import annotations

from functools import cache
from typing import Any

from niwashi.bots.loops import Scratch, Stack, bind_loops
from niwashi.bots.loops.evaluation import evaluate, evaluate_all, evaluate_before_chance, evaluation_loops
from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.core.kernel_stubs import draw, gain, legal, play, reveal, to_act
from niwashi.core.rng import Generator, below, next_word, random_bit

CASUAL, CLUB = 0, 1
"""How seats play on: the most points at once; or the best judgement, after the most points at once."""
SHORTLIST = 12
"""So many actions, the best by points at once, are judged where time matters."""
CHANCE_BITS = 20


@kernel
def uniform(rng: Generator) -> float:
    """A number from 0 up to, but not including, 1."""
    return next_word(rng) / 4294967296.0


def key_all(p: Position, seat: int, count: int, scratch: Scratch, rng: Generator) -> None:
    """A key for each action in the buffer: its points at once, and chance among equals."""
    for i in range(count):
        chance = next_word(rng) >> (32 - CHANCE_BITS)
        scratch.keys[i] = (gain(p, seat, scratch.buffer[i]) << CHANCE_BITS) | int(chance)


def shortlist(count: int, most: int, scratch: Scratch) -> int:
    """Moves the actions with the highest keys to the front, best first; returns how many."""
    kept = min(most, count)
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if scratch.keys[j] > scratch.keys[best]:
                best = j
        scratch.keys[i], scratch.keys[best] = scratch.keys[best], scratch.keys[i]
        scratch.buffer[i], scratch.buffer[best] = scratch.buffer[best], scratch.buffer[i]
    return kept


def best_evaluated(p: Position, seat: int, count: int, scratch: Scratch) -> int:
    """Of the actions in the buffer the one after which the position is judged best."""
    evaluate_all(p, seat, count, scratch)
    best = 0
    for i in range(1, count):
        if scratch.values[i] > scratch.values[best]:
            best = i
    return int(scratch.buffer[best])


def pick_action(p: Position, seat: int, policy: int, scratch: Scratch, rng: Generator) -> int:
    """An action of a seat that plays by a policy."""
    count = legal(p, seat, scratch.buffer)
    if count == 1:
        return int(scratch.buffer[0])
    if policy == CASUAL or count > SHORTLIST:
        key_all(p, seat, count, scratch, rng)
        count = shortlist(count, SHORTLIST if policy == CLUB else 1, scratch)
    if count == 1:
        return int(scratch.buffer[0])
    return int(best_evaluated(p, seat, count, scratch))


def pick_noisy_action(p: Position, seat: int, policy: int, noise: float, scratch: Scratch, rng: Generator) -> int:
    """By the policy, but now and then at random."""
    if uniform(rng) < noise:
        return int(scratch.buffer[below(rng, legal(p, seat, scratch.buffer))])
    return int(pick_action(p, seat, policy, scratch, rng))


def rollout(
    p: Position, policy: int, noise: float, horizon: int, scratch: Scratch, chance: Generator, rng: Generator
) -> int:
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
            reveal(p, scratch.buffer, draw(p, chance, scratch.buffer))
        else:
            seat = random_bit(acting, rng)
            play(p, seat, pick_noisy_action(p, seat, policy, noise, scratch, rng))
            actions += 1
        acting = to_act(p)
    return actions


def run_rollouts(
    p: Position, seat: int, action: int, policy: int, noise: float, horizon: int, use_prospects: bool, first: int,
    last: int, generators: Stack, scratch: Scratch,
) -> tuple[float, int]:  # fmt: skip
    """Sampled continuations of an action, one for each pair of generators: the sum of expected margins, and nodes.

    Actions that are tried with the same generators meet the same chance, so that their difference is less noisy.
    """
    total, nodes = 0.0, 0
    trial, spare = scratch.after[1], len(generators) - 2
    for i in range(first, last):
        generators[spare], generators[spare + 1] = generators[2 * i], generators[2 * i + 1]
        scratch.after[1] = p
        play(trial, seat, action)
        nodes += 1 + rollout(trial, policy, noise, horizon, scratch, generators[spare], generators[spare + 1])
        total += evaluate_before_chance(trial, seat, scratch) if use_prospects else evaluate(trial, seat, scratch)
    return total, nodes


def seed_rollouts(generators: Stack, first: int, last: int, rng: Generator) -> None:
    """Pairs of generators for continuations, from the bot's own."""
    for i in range(2 * first, 2 * last):
        start = generators[i]
        start.a, start.b, start.c, start.d = next_word(rng), next_word(rng), next_word(rng), next_word(rng)


@cache
def rollout_loops(game: str) -> Any:
    return bind_loops(
        game,
        (key_all, shortlist, best_evaluated, pick_action, pick_noisy_action, rollout, run_rollouts, seed_rollouts),
        vars(evaluation_loops(game)),
    )
