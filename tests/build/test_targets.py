"""Every target that can run here reproduces the conformance file; the others are built, linked and checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import hatch_build
from niwashi.core.kernel import JIT
from tests.build.libraries import ROOT, built
from tests.conformance import targets
from tests.conformance.variants import ALL, Variant

WASM = ROOT / "tests" / "conformance" / "wasm.mjs"
TOUR = """
import sys
from niwashi.build.tour import take
take(lambda part: None)
sys.exit("numba" in sys.modules and "something was compiled")
"""


def by_python(count: str = "", **environment: str) -> list[str]:
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    command = [sys.executable, "-W", "error", "-m", "tests.conformance.targets", *([count] if count else [])]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "PYTHONPATH": path, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def by_node(folder: Path, variants: Iterable[Variant], tmp_path: Path) -> list[str]:
    file = tmp_path / "script.json"
    file.write_text(json.dumps({"script": targets.script(variants), "letters": targets.HASH_LETTERS}))
    node = hatch_build.find_node().path
    done = subprocess.run([node, str(WASM), str(folder), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(not JIT, reason="these kernels are not compiled")
def test_kernels_compiled_here_reproduce_the_file() -> None:
    assert not targets.first_difference(targets.line(variant) for variant in ALL)


def test_the_file_has_every_variant() -> None:
    assert [line.split()[0] for line in targets.read()] == [str(variant) for variant in ALL]


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
    assert not targets.first_difference(by_node(wasm, ALL, tmp_path))


@pytest.mark.more
def test_the_whole_program_runs_without_numba_on_kernels_compiled_ahead() -> None:
    native, _ = built("native", "wasm32")
    environment = {**os.environ, "NIWASHI_COMPILED": str(native)}
    done = subprocess.run([sys.executable, "-c", TOUR], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
