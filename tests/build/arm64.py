"""Reproduces the conformance file with libraries for arm64 on another processor: under QEMU, by Debian's Python.

python -m tests.build.arm64 [FOLDER]

FOLDER has the libraries for arm64-linux; without it they are built. Needs qemu-user-static and, on Debian, its mirror:
the packages are unpacked into a folder, and nothing is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.build.libraries import ROOT, built
from tests.conformance import targets

PACKAGES = ("python3.11-minimal", "libpython3.11-stdlib", "libstdc++6")
WHEELS = ("numpy==2.4.6", "msgspec==0.22.0", "pytest", "pluggy", "iniconfig", "packaging", "pygments")
PLATFORMS = ("manylinux2014_aarch64", "manylinux_2_17_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")
QEMU = "qemu-aarch64-static"
APT = """
APT::Architecture "arm64";
APT::Architectures "arm64";
APT::Sandbox::User "root";
Dir::State "{0}/state";
Dir::State::status "{0}/status";
Dir::Cache "{0}/cache";
"""


def unpack_python(home: Path) -> Path:
    """A folder with Debian's Python for arm64 and all that it needs."""
    for folder in ("state/lists/partial", "cache/archives/partial", "root"):
        (home / folder).mkdir(parents=True)
    (home / "status").touch()
    (home / "apt.conf").write_text(APT.format(home))
    environment = {**os.environ, "APT_CONFIG": str(home / "apt.conf")}
    fetch = ["apt-get", "install", "-qq", "-y", "--download-only", "--no-install-recommends", *PACKAGES]
    for command in (["apt-get", "update", "-qq"], fetch):
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    for package in sorted((home / "cache" / "archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, home / "root"], check=True)
    return home / "root"


def fetch_packages(home: Path) -> Path:
    """NumPy and what else the script imports; no Numba."""
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
    command += [*platforms, "--python-version", "3.11", "--target", str(home / "packages"), *WHEELS]
    subprocess.run(command, check=True)
    return home / "packages"


def lines(libraries: Path, home: Path) -> list[str]:
    root, packages = unpack_python(home), fetch_packages(home)
    environment = {
        "PYTHONPATH": os.pathsep.join(map(str, (ROOT, ROOT / "src", packages))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NIWASHI_COMPILED": str(libraries),
    }
    qemu = shutil.which(QEMU)
    assert qemu is not None, f"{QEMU} is missing (Debian, Ubuntu: apt install qemu-user-static)"
    python = root / "usr" / "bin" / "python3.11"
    command = [qemu, "-L", str(root), str(python), "-m", "tests.conformance.targets"]
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def main(words: list[str]) -> None:
    (libraries,) = [Path(words[0]).absolute()] if words else built("arm64-linux")
    with tempfile.TemporaryDirectory(prefix="niwashi-arm64-") as home:
        found = lines(libraries, Path(home))
    different = targets.first_difference(found)
    if different:
        sys.exit(f"arm64: {different}")
    print(f"arm64: {len(found)} option sets, identical")


if __name__ == "__main__":
    main(sys.argv[1:])
