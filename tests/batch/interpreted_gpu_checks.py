"""Batches on the device cuda, with a stand-in for CuPy: all but a GPU's entries. test_batches.py runs this file with
NIWASHI_JIT=0."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import niwashi
from niwashi.batch.batch import POLICIES, Batch
from niwashi.batch.devices import CUDA_GROUPS
from niwashi.core.kernel import sources_hash
from tests.batch.interpreted_checks import each_game, play_on
from tests.env import cupy_stand_in

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
GAMES = 3


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cupy_stand_in.write_manifest(tmp_path, {group: sources_hash(group) for group in CUDA_GROUPS})
    monkeypatch.setenv("NIWASHI_CUDA", str(tmp_path))
    monkeypatch.setitem(sys.modules, "cupy", cupy_stand_in.module())


def on_both(game: str, **options: Any) -> tuple[Batch, Batch]:
    cpu, gpu = (Batch(game, games=GAMES, device=device, **options) for device in ("cpu", "cuda"))
    return cpu, gpu


def assert_same(cpu: Any, gpu: Any) -> None:
    """Arrays of the device, with the same content."""
    for here, there in zip(cpu, gpu, strict=True):
        assert isinstance(there, cupy_stand_in.DeviceArray)
        assert there.dtype == here.dtype
        assert np.array_equal(here, there)


@each_game
def test_games_are_those_of_the_cpu(game: str, options: dict[str, Any]) -> None:
    cpu, gpu = on_both(game, seed=5, **options)
    assert cpu.positions().tobytes() == gpu.positions().tobytes()
    for _ in range(9):
        assert_same(*(list(batch.random_actions()) for batch in (cpu, gpu)))
        play_on(cpu, 1)
        play_on(gpu, 1)
        assert_same([cpu.acting], [gpu.acting])
    assert cpu.positions().tobytes() == gpu.positions().tobytes()


@each_game
def test_what_is_seen_is_what_the_cpu_sees(game: str, options: dict[str, Any]) -> None:
    cpu, gpu = on_both(game, seed=8, **options)
    play_on(cpu, 5)
    play_on(gpu, 5)
    last = [np.full(GAMES, 1, np.int8), np.full(GAMES, 1, np.int8).view(cupy_stand_in.DeviceArray)]
    for seats in ([None, None], last):
        shown = [[*one.observe(seat), one.masks(seat), one.features(seat)] for one, seat in zip((cpu, gpu), seats)]
        assert_same(*shown)


def whole_games(batch: Batch) -> Any:
    return batch.random_games(1)


@pytest.mark.parametrize("play", [*POLICIES, whole_games], ids=[*POLICIES, "whole games"])
def test_playouts_are_those_of_the_cpu(play: str | Callable[[Batch], Any]) -> None:
    cpu, gpu = on_both("miyabi", seed=3, seats=2)
    for batch in (cpu, gpu):
        play_on(batch, 58)
    before = gpu.positions().tobytes()
    assert_same(*(play(batch) if callable(play) else batch.finish(play, noise=0.25) for batch in (cpu, gpu)))
    assert gpu.positions().tobytes() == before == cpu.positions().tobytes()


def test_a_refused_action_changes_no_game() -> None:
    """Not even those games in which the device has already played."""
    cpu, gpu = on_both("miyabi", seed=1, seats=2)
    said = []
    for batch in (cpu, gpu):
        play_on(batch, 2)
        seats, actions = batch.random_actions()
        actions[1] = 10**6
        positions, acting = batch.positions().tobytes(), np.array(batch.acting)
        following = batch.random_actions()[1].tolist()
        with pytest.raises(niwashi.IllegalAction) as refused:
            batch.play(seats, actions)
        said.append((str(refused.value), following))
        assert batch.positions().tobytes() == positions
        assert np.array_equal(batch.acting, acting)
    assert said[0] == said[1]
    play_on(cpu, 3)
    play_on(gpu, 3)
    assert cpu.positions().tobytes() == gpu.positions().tobytes(), "the generators are those of before as well"


def test_arrays_of_the_host_are_refused() -> None:
    _, gpu = on_both("miyabi", seed=1, seats=2)
    seats, actions = gpu.random_actions()
    with pytest.raises(niwashi.NiwashiError, match="3 numbers of type int8 on this device, not “ndarray”"):
        gpu.play(np.array(seats), actions)
    with pytest.raises(niwashi.NiwashiError, match="3 numbers of type int64, not int64 of shape"):
        gpu.play(seats, actions[:2])
