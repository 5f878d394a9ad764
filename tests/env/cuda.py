"""Whether the vector environment does on a GPU what it does on the CPU; run by hand where there is a GPU:

python -m niwashi.build ptx FOLDER
python -m tests.env.cuda script FOLDER/steps.json                  # on any machine where kernels are compiled
NIWASHI_CUDA=FOLDER NIWASHI_JIT=0 python -m tests.env.cuda run FOLDER/steps.json     # on one with CuPy and PyTorch
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np

from niwashi.core.errors import NiwashiError
from niwashi.env.vector import AUTORESETS, Batch, VectorEnvironment
from tests.conformance.variants import GAMES, mixed

COUNT = 70
"""Games: two whole warps and a part of one."""
STEPS = {"miyabi": 260, "edo_yashiki": 200}
VARIANTS = 9
HASH_LETTERS = 16
FIELDS = tuple(field.name for field in fields(Batch))
Host = Callable[[Any], np.ndarray]
"""Brings an array to the host."""


def cases() -> Iterator[dict[str, Any]]:
    """What environments are made with: every way to begin again, in many variants."""
    for game in GAMES:
        others = zip(
            cycle(AUTORESETS),
            cycle(("win share", "points")),
            cycle((True, True, False, True)),
            cycle((None, None, None, 17)),
            cycle(("learner", "learner", "random", "learner", "greedy")),
        )
        for variant, (autoreset, returns, mask_bytes, max_steps, last) in zip(mixed(game, VARIANTS), others):
            options = variant.options.as_dict()
            yield {
                **options,
                "game": game,
                "autoreset": autoreset,
                "returns": returns,
                "mask_bytes": mask_bytes,
                "max_steps": max_steps,
                "players": ["learner"] * (options["seats"] - 1) + [last],
                "seed": 11,
            }


def digests(environment: VectorEnvironment, autoreset: str, steps: int, host: Host) -> Iterator[str]:
    """Of everything that an environment shows, step by step; and of random actions, which are played."""
    for number in range(steps):
        batch, actions = environment.batch, environment.sample()
        digest = hashlib.sha256()
        for name in FIELDS:
            digest.update(np.ascontiguousarray(host(getattr(batch, name))).tobytes())
        digest.update(host(actions).tobytes())
        digest.update(environment.position(number % COUNT).tobytes())
        yield digest.hexdigest()[:HASH_LETTERS]
        over = host(batch.terminated) | host(batch.truncated)
        if autoreset == "disabled" and over.any():
            assert not_again(environment, actions), "a game that is over was stepped"
            environment.reset(mask=batch.terminated | batch.truncated)
            actions = environment.sample()
        environment.step(actions)


def not_again(environment: VectorEnvironment, actions: Any) -> bool:
    """Whether games that are over refuse an action: with autoreset “disabled”."""
    before = environment.batch.steps.copy()
    try:
        environment.step(actions)
    except NiwashiError as error:
        return error.code == "env/over" and bool((environment.batch.steps == before).all())
    return False


def make(case: dict[str, Any], **more: Any) -> VectorEnvironment:
    options = dict(case)
    return VectorEnvironment(options.pop("game"), COUNT, **options, **more)


# -- the CPU's part --------------------------------------------------------------------------------------------------
def write_script(file: Path) -> None:
    script = []
    for case in cases():
        environment = make(case)
        found = list(digests(environment, case["autoreset"], STEPS[case["game"]], np.asarray))
        script.append({"case": case, "steps": found, "refusal": refusal(environment, np.asarray)})
        environment.close()
        print(describe(case), flush=True)
    file.write_text(json.dumps(script, indent=1), encoding="utf-8")


def describe(case: dict[str, Any]) -> str:
    return " ".join(f"{key}={value}" if key != "game" else str(value) for key, value in case.items())


def refusal(environment: VectorEnvironment, host: Host) -> str:
    """What is said about two illegal actions, of which the first one counts; nothing has changed then."""
    environment.reset()
    batch, actions = environment.batch, host(environment.sample()).copy()
    bits = np.unpackbits(host(batch.mask_bits).view(np.uint8), axis=1, bitorder="little")
    for game in (41, 69):
        actions[game] = int(bits[game, : environment.rules.actions].argmin())
    before = [host(getattr(batch, name)).copy() for name in FIELDS]
    try:
        environment.step(actions)
    except NiwashiError as error:
        same = all(np.array_equal(array, host(getattr(batch, name))) for array, name in zip(before, FIELDS))
        return f"{error.code} {error} {'nothing' if same else 'something'} has changed"
    return "no refusal"


# -- the GPU's part --------------------------------------------------------------------------------------------------
def run_script(file: Path, make_one: Callable[[dict[str, Any]], VectorEnvironment], host: Host) -> int:
    """The number of cases that differ, each with the first step that does."""
    wrong = 0
    for entry in json.loads(file.read_text(encoding="utf-8")):
        began = time.perf_counter()
        difference = guarded(partial(first_difference, entry, make_one, host))
        wrong += bool(difference)
        took = time.perf_counter() - began
        print(f"{difference or 'same'}  ({took:.1f} s)  {describe(entry['case'])}", flush=True)
    return wrong


def first_difference(entry: dict[str, Any], make_one: Callable[[dict[str, Any]], VectorEnvironment], host: Host) -> str:
    environment, known_steps = make_one(entry["case"]), entry["steps"]
    replayed = digests(environment, entry["case"]["autoreset"], len(known_steps), host)
    for number, (found, known) in enumerate(zip(replayed, known_steps)):
        if found != known:
            return f"DIFFERENT after {number} steps"
    found = refusal(environment, host)
    return "" if found == entry["refusal"] else f"DIFFERENT refusal: {found} instead of {entry['refusal']}"


def guarded(do: Callable[[], str]) -> str:
    """One case that fails does not hide the others."""
    try:
        return do()
    except Exception as error:
        return f"FAILED {type(error).__name__}: {error}"


def shared_with_torch(game: str) -> str:
    """PyTorch sees the same memory, also after a step, and its tensors are taken as actions and masks."""
    import cupy
    import torch

    environment = VectorEnvironment(game, COUNT, seed=3, device="cuda", autoreset="same step")
    tensors = {name: torch.from_dlpack(getattr(environment.batch, name)) for name in FIELDS}
    for name, tensor in tensors.items():
        array: Any = getattr(environment.batch, name)
        if array.size and tensor.data_ptr() != array.data.ptr:
            return f"{name} was copied"
    for _ in range(5):
        legal = tensors["mask"].to(torch.float32)
        environment.step(torch.multinomial(legal, 1)[:, 0])
    if not all(np.array_equal(tensors[n].cpu().numpy(), cupy.asnumpy(getattr(environment.batch, n))) for n in FIELDS):
        return "PyTorch sees another step"
    environment.reset(mask=tensors["steps"] == 5)
    return "" if int(tensors["steps"].sum()) == 0 else "a mask of PyTorch was not understood"


def main(words: list[str]) -> int:
    command, file = words
    if command == "script":
        write_script(Path(file))
        return 0
    import cupy

    wrong = run_script(Path(file), lambda case: make(case, device="cuda"), cupy.asnumpy)
    for game in GAMES:
        problem = guarded(partial(shared_with_torch, game))
        wrong += bool(problem)
        print(f"{problem or 'shared with PyTorch without a copy'}: {game}", flush=True)
    print(f"{wrong} differences")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
