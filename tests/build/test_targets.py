"""Every target that can run here reproduces the conformance file. The others: test_other_systems.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import targets as benchmark
from niwashi.core.kernel import JIT
from tests.build.libraries import built
from tests.build.runners import by_node, by_python, write_script
from tests.conformance import targets
from tests.conformance.variants import ALL

TOUR = """
import sys
from niwashi.build.tour import take
take(lambda part: None)
sys.exit("numba" in sys.modules and "something was compiled")
"""


@pytest.mark.skipif(not JIT, reason="these kernels are not compiled")
def test_kernels_compiled_here_reproduce_the_file() -> None:
    assert not targets.first_difference(targets.line(variant) for variant in ALL)


def test_the_file_has_every_variant() -> None:
    assert [line.split()[0] for line in targets.read()] == [str(variant) for variant in ALL]


def test_speeds_below_the_promised_share_are_named() -> None:
    """What `python -m benchmarks.targets --check` ends with."""
    jit = {"Miyabi": 100.0, "Edo": 10.0}
    best = {benchmark.JIT: jit, "native": {"Miyabi": 120.0, "Edo": 9.5}, "x86-64-v2": {"Miyabi": 94.0, "Edo": 10.0}}
    others = {"wasm32": {"Miyabi": 66.0, "Edo": 6.6}}
    found = benchmark.too_slow(best | others)
    assert found == ["x86-64-v2, Miyabi: 94.0% of the just-in-time compiler's speed, at least 95% is promised"]


@pytest.mark.full
def test_interpreted_kernels_reproduce_a_part_of_the_file() -> None:
    assert not targets.first_difference(by_python("1", NIWASHI_JIT="0"), targets.some(1))


@pytest.mark.more
def test_kernels_compiled_ahead_reproduce_the_file() -> None:
    native, _ = built("native", "wasm32")
    assert not targets.first_difference(by_python(NIWASHI_COMPILED=str(native)))


@pytest.mark.more
def test_webassembly_under_node_reproduces_the_file(tmp_path: Path) -> None:
    _, wasm = built("native", "wasm32")
    assert not targets.first_difference(by_node(wasm, write_script(tmp_path / "script.json", ALL)))


@pytest.mark.more
def test_the_whole_program_runs_without_numba_on_kernels_compiled_ahead() -> None:
    native, _ = built("native", "wasm32")
    environment = {**os.environ, "NIWASHI_COMPILED": str(native)}
    done = subprocess.run([sys.executable, "-c", TOUR], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
