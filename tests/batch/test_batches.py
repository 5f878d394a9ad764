"""The checks of interpreted_checks.py and interpreted_gpu_checks.py, in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("checks", ["interpreted_checks.py", "interpreted_gpu_checks.py"])
def test_batches_in_plain_python(checks: str) -> None:
    """Few games are soon played in plain Python; compiling the loops for them would take a minute."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(Path(__file__).with_name(checks))]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NIWASHI_JIT": "0", "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
