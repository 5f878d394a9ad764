"""The same kernels, compiled and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from niwashi.core.kernel import JIT
from tests.games.miyabi.drawing import fingerprints

ROOT = Path(__file__).parents[3]
GAMES = 5
PROGRAM = f"""
from niwashi.core.kernel import JIT
from tests.games.miyabi.drawing import fingerprints
assert not JIT
print("\\n".join(fingerprints({GAMES})))
"""


def test_compiled_and_interpreted_kernels_play_the_same_games() -> None:
    assert JIT, "this run is interpreted itself"
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "NIWASHI_JIT": "0", "PYTHONPATH": paths}
    command = [sys.executable, "-W", "error", "-c", PROGRAM]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.stdout.split() == fingerprints(GAMES)
