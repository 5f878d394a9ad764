"""Makes a wheel for each platform, all from one lowering and on any machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from niwashi.build import think
from niwashi.build.build import Report, build
from niwashi.build.libraries import lower_all
from niwashi.build.targets import of_platform, platforms
from niwashi.core.ahead import PACKAGE
from niwashi.core.errors import NiwashiError
from niwashi.server import think_files

PROJECT = PACKAGE.parents[1]


def build_wheels(folder: Path, report: Report) -> None:
    if not (PROJECT / "hatch_build.py").is_file():
        raise NiwashiError("build/project", f"there is no pyproject.toml in {PROJECT}; wheels are built from a clone")
    libraries = lower_all(report)
    think.write(libraries, think_files.FOLDER, report)
    with tempfile.TemporaryDirectory(prefix="niwashi-wheels-") as home:
        for platform in platforms():
            kernels = Path(home, platform)
            build(libraries, of_platform(platform), kernels, report)
            _pack(kernels, folder.absolute())
            report(f"the wheel for {platform}")


def _pack(kernels: Path, folder: Path) -> None:
    """By the hook in hatch_build.py, which puts the libraries into the wheel and names it for their platform."""
    environment = {**os.environ, "NIWASHI_KERNELS": str(kernels)}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NiwashiError(
            "build/wheel", f"the wheel could not be packed: {(done.stderr or done.stdout).strip()[-2000:]}"
        )
