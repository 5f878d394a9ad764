"""The vector environment on the device cuda, as far as it can be tested without one: with a stand-in for CuPy."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from niwashi.batch.devices import CUDA_GROUPS
from niwashi.core.errors import NiwashiError
from niwashi.core.kernel import sources_hash
from niwashi.env.vector import AUTORESETS, VectorEnvironment
from tests.conformance.variants import each_game
from tests.env import cuda, cupy_stand_in

STEPS = 130
each_autoreset = pytest.mark.parametrize("autoreset", AUTORESETS)


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cupy_stand_in.write_manifest(tmp_path, {group: sources_hash(group) for group in CUDA_GROUPS})
    monkeypatch.setenv("NIWASHI_CUDA", str(tmp_path))
    monkeypatch.setitem(sys.modules, "cupy", cupy_stand_in.module())


def on_both(case: dict[str, Any]) -> tuple[VectorEnvironment, VectorEnvironment]:
    return cuda.make(case), cuda.make(case, device="cuda")


@each_game
@each_autoreset
def test_games_are_those_of_the_cpu(game: str, autoreset: str) -> None:
    cpu, gpu = on_both({"game": game, "autoreset": autoreset, "seed": 11, "seats": 3})
    here = cuda.digests(cpu, autoreset, STEPS, np.asarray)
    there = cuda.digests(gpu, autoreset, STEPS, np.array)
    assert list(here) == list(there)
    assert cuda.refusal(cpu, np.asarray) == cuda.refusal(gpu, np.array)


@each_game
def test_arrays_of_the_device_stay_there_and_nothing_is_copied(game: str) -> None:
    environment = cuda.make({"game": game, "seed": 3}, device="cuda")
    batch = environment.batch
    before = {name: getattr(batch, name).__array_interface__ for name in cuda.FIELDS}
    assert all(isinstance(getattr(batch, name), cupy_stand_in.DeviceArray) for name in cuda.FIELDS)
    actions = environment.sample()
    assert isinstance(actions, cupy_stand_in.DeviceArray)
    environment.step(actions)
    assert {name: getattr(batch, name).__array_interface__ for name in before} == before


@each_game
def test_actions_may_come_from_the_host(game: str) -> None:
    one, other = (cuda.make({"game": game, "seed": 3}, device="cuda") for _ in range(2))
    actions = one.sample()
    one.step(actions)
    other.step(actions.tolist())
    assert np.array_equal(one.batch.observation, other.batch.observation)


@pytest.mark.parametrize("actions", [[0, 0], np.zeros(cuda.COUNT), ["a"] * cuda.COUNT], ids=["few", "floats", "words"])
def test_actions_of_a_wrong_kind_are_refused(actions: Any) -> None:
    environment = cuda.make({"game": "miyabi", "seed": 3}, device="cuda")
    with pytest.raises(NiwashiError, match="actions are 70 whole numbers, one for each game; these are an array of"):
        environment.step(actions)


def test_an_empty_mask_resets_nothing() -> None:
    environment = cuda.make({"game": "miyabi", "seed": 3}, device="cuda")
    environment.step(environment.sample())
    environment.reset(seed=5, mask=np.zeros(cuda.COUNT, np.bool_))
    assert (environment.batch.steps == 1).all()


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(NiwashiError, match="there is no device “tpu”; the devices are cpu, cuda"):
        cuda.make({"game": "miyabi"}, device="tpu")
