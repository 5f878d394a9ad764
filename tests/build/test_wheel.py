"""A wheel carries the compiled rules of its platform: from it a bot plays where there is no Numba."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from niwashi.core.ahead import MANIFEST
from tests.build.libraries import ROOT, built

MOVE = """
import sys
import time
sys.modules["numba"] = None  # cannot be imported
import niwashi
imported = time.process_time()
from niwashi.bots import Budget
from niwashi.bots.tree import expert
from niwashi.core.rng import seeded
game = niwashi.new("{game}", seed=1)
decision = expert(game.rules).choose(game.position, game.to_act[0], Budget(nodes=500), seeded(1))
game.play(decision.action, game.to_act[0])
print(niwashi.__file__, imported, time.process_time())
"""
MOST_IMPORT_SECONDS, MOST_MOVE_SECONDS = 1, 5
"""Of processor time, since the start of Python. Half a second and five are promised on a machine at rest, which
`scripts/bare-machine --wheel` measures. A busy one needs more."""
DEPENDENCIES = ("numpy", "msgspec")


def pack(to: Path, kernels: str, project: Path = ROOT) -> Path:
    environment = {**os.environ, "NIWASHI_KERNELS": kernels, "NIWASHI_NO_CLIENT": "1"}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(to)]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = to.glob("*.whl")
    return wheel


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """A folder that looks like compiled rules for Windows."""
    folder = tmp_path / "kernels"
    folder.mkdir()
    (folder / MANIFEST).write_text(json.dumps({"platform": "win32-x86_64"}))
    (folder / "core-windows-x86-64.pyd").write_bytes(b"a library")
    return folder


def test_a_wheel_has_the_libraries_and_is_named_for_their_platform(libraries: Path, tmp_path: Path) -> None:
    wheel = pack(tmp_path, str(libraries))
    assert wheel.name.endswith("-py3-none-win_amd64.whl")
    with zipfile.ZipFile(wheel) as content:
        held = {name for name in content.namelist() if name.startswith("niwashi/compiled/")}
    assert held == {"niwashi/compiled/core-windows-x86-64.pyd", "niwashi/compiled/manifest.json"}


def test_a_wheel_without_libraries_is_for_all_platforms(tmp_path: Path) -> None:
    wheel = pack(tmp_path, "")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as content:
        assert not [name for name in content.namelist() if "/compiled/" in name]


def environment_with(wheel: Path, home: Path) -> str:
    """A fresh environment with only the wheel and what it cannot do without; returns its Python."""
    venv.create(home, with_pip=True)
    python = str(next(path for path in (home / "bin" / "python", home / "Scripts" / "python.exe") if path.exists()))
    command = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(command, check=True)
    (site,) = (path for path in home.rglob("site-packages") if path.is_dir())
    for found in (path for path in Path(_site_packages()).iterdir() if path.name.startswith(DEPENDENCIES)):
        (site / found.name).symlink_to(found)
    return python


def _site_packages() -> Path:
    import numpy

    return Path(numpy.__file__).parents[1]


@pytest.mark.more
def test_a_bot_plays_from_an_installed_wheel_without_numba(tmp_path: Path) -> None:
    native, _ = built("native", "wasm32")
    wheel = pack(tmp_path, str(native))
    python = environment_with(wheel, tmp_path / "fresh")
    for game in ("miyabi", "edo_yashiki"):
        done = subprocess.run(
            [python, "-c", MOVE.format(game=game)], env={}, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        home, imported, moved = done.stdout.split()
        assert Path(home).is_relative_to(tmp_path), "from the wheel"
        assert float(imported) < MOST_IMPORT_SECONDS
        assert float(moved) < MOST_MOVE_SECONDS
