"""Kernels: compiled once, cached by their sources, silent at import."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import niwashi
from niwashi.core.kernel import bind, cache_folder, group_of, sources_hash

PACKAGE = Path(niwashi.__file__).parent
COUNT_THREE = "from niwashi.games.miyabi.pool import object_at; print(object_at(0x0202, 3))"


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )


@pytest.fixture
def twin(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    shutil.copytree(PACKAGE, tmp_path / "niwashi", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_changed_kernel_in_another_file_is_noticed(twin: Path) -> None:
    cache = {"PYTHONPATH": str(twin), "NIWASHI_CACHE": str(twin / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    assert run(COUNT_THREE, **cache).stdout == "1\n"
    bits = twin / "niwashi" / "core" / "bits.py"
    bits.write_text(bits.read_text().replace(">> 56 & 127", ">> 56 & 127 | 64"))
    assert run(COUNT_THREE, **cache).stdout == "65\n"


def test_compiled_kernels_are_cached_and_the_first_compile_says_so(tmp_path: Path) -> None:
    first = run(COUNT_THREE, NIWASHI_CACHE=str(tmp_path))
    again = run(COUNT_THREE, NIWASHI_CACHE=str(tmp_path))
    assert "compiling the rules" in first.stderr
    assert again.stderr == ""
    assert again.stdout == first.stdout == "1\n"


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    wall = tmp_path / "wall"
    wall.write_text("a file where a folder should be")
    assert run(COUNT_THREE, NIWASHI_CACHE=str(wall / "cache"), TMPDIR=str(tmp_path)).stdout == "1\n"


def the_same(n: int) -> int:
    return n


def test_threads_that_meet_a_kernel_together_agree_on_the_cache() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            loops = list(pool.map(lambda n: bind(the_same, {}, f"nr_{n}"), range(400)))
    finally:
        sys.setswitchinterval(interval)
    assert {Path(vars(loop)["_cache"].cache_path).parent for loop in loops} == {cache_folder(group_of(__name__))}


def test_kernels_that_see_different_sources_have_different_hashes() -> None:
    assert group_of("niwashi.games.miyabi.rules") == "games.miyabi"
    assert group_of("niwashi.batch.loops") == "batch"
    groups = ("core", "games.miyabi", "games.edo_yashiki", "batch")
    assert len({sources_hash(group) for group in groups}) == len(groups)


def test_importing_loads_and_compiles_nothing_heavy() -> None:
    done = run("import niwashi, sys; print('numba' in sys.modules, 'numpy' in sys.modules)")
    assert done.stdout == "False False\n"
    assert done.stderr == ""


def test_importing_the_games_compiles_nothing(tmp_path: Path) -> None:
    code = "from niwashi.engine import catalog; [catalog.rules(name) for name in catalog.names()]"
    assert run(code, NIWASHI_CACHE=str(tmp_path)).stderr == ""
