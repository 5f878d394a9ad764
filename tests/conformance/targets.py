"""The conformance file: hashes of games and searches of every option set, which every target must reproduce.

`python -m tests.conformance.targets` prints the lines; with NIWASHI_JIT=0 by plain Python, with NIWASHI_COMPILED by the
libraries in that folder. A line has the variant and three hashes: a random game with `sample`, one with `legal` (the
last position, the scores, the generator, the number of actions), and searches from the opening.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from niwashi.batch.loops import loops
from niwashi.bots.evaluator import Evaluator
from niwashi.bots.loops import Scratch
from niwashi.bots.loops.mcts import EDGE, MAX_DEPTH, NODE, Tree, mcts_loops
from niwashi.bots.loops.rollout import CLUB, rollout_loops
from niwashi.core.game import CHANCE, acting_seats
from niwashi.core.rng import GENERATOR, seeded
from tests.conformance.variants import ALL, Variant, mixed

FILE = Path(__file__).parent / "targets.txt"
HASH_LETTERS = 12
DESCENTS, NODES, EDGES = 24, 1024, 16384
ROLLOUTS = 2
NOISE, HORIZON = 0.06, 1
Array = NDArray[Any]
Call = tuple[str, list[Any]]


class Case(NamedTuple):
    """A sequence of calls, for any target: what it works on, what to call, and what to hash afterwards."""

    arrays: dict[str, Array]
    calls: list[Call]
    """By the names of exported functions. An argument is the name of an array, `*name` for a record, or a number."""
    hashed: list[str]


def generator(name: str) -> Array:
    return np.array([seeded(name)], GENERATOR)


def game_case(variant: Variant, loop: str) -> Case:
    rules = variant.rules
    setup = rules.setup(variant.options, rules.box)
    arrays = {
        "positions": np.zeros(2, rules.position),
        "setup": np.array([setup], setup.dtype),
        "rng": generator(f"{variant}/{loop}"),
        "buffer": np.zeros(max(rules.most_legal, rules.longest_outcome), np.int64),
    }
    hashed = ["positions", "rng", f"buffer:{max(rules.seats)}"]
    return Case(arrays, [(loop, ["positions", "*setup", "*rng", "buffer", 1])], hashed)


def opening(variant: Variant) -> tuple[Array, int, int]:
    """The position in which a seat first acts, the seat, and its first legal action."""
    rules, rng = variant.rules, seeded(f"{variant}/opening")
    p, out = rules.opening(variant.options, rules.box), np.zeros(rules.longest_outcome, np.int64)
    while int(rules.kernels.to_act(p)) == CHANCE:
        rules.kernels.reveal(p, out, rules.kernels.draw(p, rng, out))
    seat, listed = acting_seats(int(rules.kernels.to_act(p)))[0], np.zeros(rules.most_legal, np.int64)
    rules.kernels.legal(p, seat, listed)
    return np.array([p], rules.position), seat, int(listed[0])


def search_case(variant: Variant) -> Case:
    """Rollouts of one action; where the expert searches a tree, also a small one."""
    p, seat, action = opening(variant)
    scratch = Evaluator(variant.rules).scratch._asdict()
    arrays = {"p": p, "rng": generator(f"{variant}/search"), "generators": np.zeros(2 * ROLLOUTS + 2, GENERATOR)}
    arrays |= scratch
    calls: list[Call] = [
        ("seed_rollouts", ["generators", 0, ROLLOUTS, "*rng"]),
        ("run_rollouts", ["*p", seat, action, CLUB, NOISE, HORIZON, True, 0, ROLLOUTS, "generators", *scratch]),
    ]
    hashed = ["rng", "generators"]
    if not variant.rules.has_prospects:
        tree = {
            "nodes": np.zeros(NODES, NODE),
            "edges": np.zeros(EDGES, EDGE),
            "sizes": np.zeros(2, np.int64),
            "path": np.zeros(2 * MAX_DEPTH, np.int64),
            "seen": np.zeros(2),
        }
        arrays |= tree
        calls += [("clear", [*tree]), ("search", ["*p", seat, DESCENTS, HORIZON, CLUB, *tree, *scratch, "*rng"])]
        hashed += ["nodes", "edges", "sizes", "seen"]
    return Case(arrays, calls, hashed)


def cases(variant: Variant) -> tuple[Case, ...]:
    return game_case(variant, "random_games"), game_case(variant, "listed_games"), search_case(variant)


# -- by Python -------------------------------------------------------------------------------------------------------
def run(variant: Variant, case: Case) -> str:
    digest = hashlib.sha256()
    for one in case.calls:
        digest.update(_result_bytes(call(variant, case, one)))
    for name in case.hashed:
        digest.update(hashed_bytes(case, name))
    return digest.hexdigest()[:HASH_LETTERS]


def call(variant: Variant, case: Case, one: Call) -> Any:
    name, arguments = one
    return _function(variant.game, name)(*_python_arguments(case, arguments))


def hashed_bytes(case: Case, name: str) -> bytes:
    array, _, count = name.partition(":")
    found = case.arrays[array]
    return (found[: int(count)] if count else found).tobytes()


def _function(game: str, name: str) -> Any:
    if name in ("random_games", "listed_games"):
        return getattr(loops(game), name)
    return getattr(rollout_loops(game) if "rollouts" in name else mcts_loops(game), name)


def _python_arguments(case: Case, arguments: list[Any]) -> Iterator[Any]:
    """The items of scratch and tree, which are one after the other, as these."""
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        for kind in (Tree, Scratch):
            if argument == kind._fields[0]:
                del rest[: len(kind._fields) - 1]
                yield kind(*(case.arrays[name] for name in kind._fields))
                break
        else:
            yield _python_argument(case, argument)


def _python_argument(case: Case, argument: Any) -> Any:
    if not isinstance(argument, str):
        return argument
    return case.arrays[argument[1:]][0] if argument.startswith("*") else case.arrays[argument]


def _result_bytes(result: Any) -> bytes:
    """As a target with C's conventions returns it: 8 bytes for each number."""
    if result is None:
        return b""
    numbers = result if isinstance(result, tuple) else (result,)
    return b"".join(np.float64(n).tobytes() if isinstance(n, float) else np.int64(n).tobytes() for n in numbers)


def line(variant: Variant) -> str:
    return " ".join([str(variant), *(run(variant, case) for case in cases(variant))])


# -- by another program ----------------------------------------------------------------------------------------------
def script(variants: Iterable[Variant]) -> list[dict[str, Any]]:
    """Everything that a program in another language needs to write the same lines, as JSON."""
    return [
        {"game": variant.game, "name": str(variant), "cases": [case_json(case) for case in cases(variant)]}
        for variant in variants
    ]


def case_json(case: Case) -> dict[str, Any]:
    arrays = {name: _array_json(array) for name, array in case.arrays.items()}
    return {"arrays": arrays, "calls": case.calls, "hashed": case.hashed}


def _array_json(array: Array) -> dict[str, Any]:
    """Most arrays are zero at first: only their sizes matter."""
    content = array.tobytes()
    described: dict[str, Any] = {"bytes": len(content), "items": len(array)}
    return described | ({"base64": base64.b64encode(content).decode()} if any(content) else {})


# -- the file --------------------------------------------------------------------------------------------------------
def write() -> None:
    FILE.write_text("".join(f"{line(variant)}\n" for variant in ALL), encoding="utf-8")


def read() -> list[str]:
    return FILE.read_text(encoding="utf-8").splitlines()


def first_difference(lines: Iterable[str], amount: Iterable[Variant] = ALL) -> str:
    """Empty if the lines are those of the file for these variants."""
    expected = {row.split()[0]: row for row in read()}
    for variant, found in zip(amount, lines, strict=True):
        if found != expected[str(variant)]:
            return f"{found} instead of {expected[str(variant)]}"
    return ""


def some(count: int) -> list[Variant]:
    return [variant for game in sorted({variant.game for variant in ALL}) for variant in mixed(game, count)]


def main(words: list[str]) -> None:
    for variant in some(int(words[0])) if words else ALL:
        print(line(variant), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
