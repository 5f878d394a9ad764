"""Makes a virtual environment with learners of other libraries, once."""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

from niwashi.core.kernel import cache_folder

ROOT = Path(__file__).parents[2]
TORCH = "torch==2.13.0"
"""By name, with what it needs: which build a machine gets is the package index's answer to pip."""


def learners() -> Path:
    """The Python of a virtual environment with PyTorch and libraries of learners."""
    pins = ROOT / "requirements-learners.txt"
    version = hashlib.sha256(pins.read_bytes() + f"{TORCH} {sys.version}".encode()).hexdigest()[:16]
    home = cache_folder("core").parent / f"learners-{version}"
    python, done = home / "bin" / "python", home / "complete"
    with home.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
            install = [
                str(python),
                "-m",
                "pip",
                "install",
                "-qq",
                "--disable-pip-version-check",
                "--only-binary",
                ":all:",
            ]
            subprocess.run([*install, TORCH], check=True)
            subprocess.run([*install, "--no-deps", "--require-hashes", "-r", str(pins)], check=True)
            done.touch()
    return python
