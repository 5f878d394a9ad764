"""The client's own tests, which need no server: vitest."""

from __future__ import annotations

import subprocess
import sys

import hatch_build


def test_the_clients_own_tests_pass() -> None:
    command = [sys.executable, str(hatch_build.ROOT / "hatch_build.py"), "test"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
