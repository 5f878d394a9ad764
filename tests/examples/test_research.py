"""examples/research.ipynb runs from its first cell to its last, and is kept with what it printed and drew."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "research.ipynb"
PARAMETER = "GAMES = 100_000"
QUICK = "GAMES = 1_300"
MOST_BYTES = 400_000


PICTURES = {"image/png": 4, "image/svg+xml": 2}


def drawn(notebook: dict[str, Any]) -> dict[str, int]:
    """How many pictures of each kind there are."""
    kept = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    kinds = Counter(kind for output in kept for kind in output.get("data", {}))
    return {kind: kinds[kind] for kind in PICTURES}


@pytest.mark.usefixtures("notebook_packages")
@pytest.mark.parametrize("games", [QUICK, pytest.param(PARAMETER, marks=pytest.mark.full)])
def test_the_notebook_runs(games: str, tmp_path: Path) -> None:
    source = NOTEBOOK.read_text(encoding="utf-8")
    assert source.count(PARAMETER) == 1
    copy = tmp_path / "research.ipynb"
    copy.write_text(source.replace(PARAMETER, games), encoding="utf-8")
    command = [sys.executable, "-m", "jupyter", "execute", "--inplace", "--timeout=-1", str(copy)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert drawn(json.loads(copy.read_text(encoding="utf-8"))) == PICTURES


def test_the_notebook_is_kept_with_its_pictures() -> None:
    assert drawn(json.loads(NOTEBOOK.read_text(encoding="utf-8"))) == PICTURES
    assert NOTEBOOK.stat().st_size < MOST_BYTES
