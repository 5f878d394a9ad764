"""What the kernels do, as one line an event, so that two ways of running them can be compared.

`python -m tests.conformance.fingerprints` prints the lines; with NIWASHI_JIT=0 by plain Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from niwashi.core.game import CHANCE, OVER, Position, Rules, acting_seats
from niwashi.core.rng import below
from tests.conformance.variants import GAMES, Variant, mixed
from tests.conformance.walks import drawn, generator, legal_ids, reveal

VARIANTS = {"fewest": 2, "few": 7, "many": 48}
"""Of each game, in a plain run, with --more and in a full run."""
CLOSE_LOOK = 6
"""Every so many events the legal actions, some of their gains and the features count too."""


def chosen(amount: str) -> list[Variant]:
    return [variant for game in GAMES for variant in mixed(game, VARIANTS[amount])]


def fingerprints(variant: Variant) -> Iterator[str]:
    """A random game, event by event: its number and a hash of all that the kernels said and did."""
    rules, rng = variant.rules, generator(f"{variant}/fingerprints")
    p = rules.opening(variant.options, rules.box)
    number = 0
    while (mask := int(rules.kernels.to_act(p))) != OVER:
        digest = hashlib.sha256(p.tobytes())
        if mask == CHANCE:
            outcome = drawn(rules, p, rng)
            digest.update(repr(outcome).encode())
            reveal(rules, p, outcome)
        else:
            seats = acting_seats(mask)
            seat = seats[below(rng, len(seats))]
            if number % CLOSE_LOOK == 0:
                digest.update(close_look(rules, p, seat))
            rules.kernels.play(p, seat, int(rules.kernels.sample(p, seat, rng)))
        yield f"{variant} {number} {digest.hexdigest()[:16]}"
        number += 1
    yield f"{variant} end {hashlib.sha256(p.tobytes()).hexdigest()[:16]} {final_scores(rules, p)}"


def close_look(rules: Rules, p: Position, seat: int) -> bytes:
    ids = legal_ids(rules, p, seat)
    gains = [int(rules.kernels.gain(p, seat, action)) for action in ids[:: max(1, len(ids) // 8)]]
    numbers = np.zeros(len(rules.feature_names), np.float32)
    rules.kernels.features(p, seat, numbers)
    return repr((ids, gains)).encode() + numbers.tobytes()


def final_scores(rules: Rules, p: Position) -> list[int]:
    out = np.zeros(max(rules.seats), np.int64)
    rules.kernels.scores(p, out)
    scores: list[int] = out.tolist()
    return scores


def main(amount: str) -> None:
    for variant in chosen(amount):
        for line in fingerprints(variant):
            print(line)


if __name__ == "__main__":
    import sys

    main(sys.argv[1])
