"""Other libraries' environments, each in a process of its virtual environment, which lies in the cache folder."""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from niwashi.core.kernel import cache_folder

PROGRAM = Path(__file__).with_name("env_peer.py")
PACKAGES = {
    "games": ("open_spiel==2.0.2", "pettingzoo==1.27.0", "pygame"),
    "envpool": ("envpool==1.2.5; python_version < '3.12'", "envpool==1.2.7; python_version >= '3.12'"),
    "jax": ("pgx==2.6.0", "jax"),
}
"""By virtual environment: their versions of NumPy differ."""


@dataclass(frozen=True)
class Peer:
    label: str
    home: str
    library: str
    game: str
    counts: tuple[int, ...]


ALL, LOOP = (1, 64, 1024, 16384), (1,)
PEERS = (
    Peer("PettingZoo, connect four", "games", "pettingzoo", "connect_four_v3", LOOP),
    Peer("OpenSpiel from Python, connect four", "games", "openspiel", "connect_four", (1, 64)),
    Peer("OpenSpiel from Python, chess", "games", "openspiel", "chess", (1, 64)),
    Peer("OpenSpiel from Python, backgammon", "games", "openspiel", "backgammon", (1, 64)),
    Peer("EnvPool, connect four", "envpool", "envpool", "ConnectFour-v1", ALL),
    Peer("EnvPool, chess", "envpool", "envpool", "Chess-v1", (1, 64, 1024)),
    Peer("EnvPool, backgammon", "envpool", "envpool", "Backgammon-v1", ALL),
    Peer("pgx on JAX, connect four", "jax", "pgx", "connect_four", ALL),
    Peer("pgx on JAX, backgammon", "jax", "pgx", "backgammon", ALL),
)


def python_of(home: str) -> Path:
    version = hashlib.sha256(f"{PACKAGES[home]} {sys.version}".encode()).hexdigest()[:8]
    return cache_folder("core").parent / f"peers-{home}-{version}" / "bin" / "python"


def is_there(peer: Peer) -> bool:
    return (python_of(peer.home).parents[1] / "complete").exists()


def install() -> None:
    """Make the virtual environments that are missing. What cannot be installed is said, and left out."""
    with (cache_folder("core").parent / "benchmark-peers.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for home, packages in PACKAGES.items():
            folder = python_of(home).parents[1]
            if not (folder / "complete").exists():
                make_home(folder, packages)


def make_home(folder: Path, packages: tuple[str, ...]) -> None:
    print(f"installing {', '.join(packages)}", file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    if subprocess.run([*pip, "--only-binary", ":all:", *packages]).returncode == 0:
        (folder / "complete").touch()
    else:
        print(f"left out: {', '.join(packages)} cannot be installed here", file=sys.stderr, flush=True)


@contextmanager
def running(peer: Peer, count: int, cores: int) -> Iterator[subprocess.Popen[str]]:
    arguments = [peer.library, peer.game, str(count), str(cores)]
    command = [str(python_of(peer.home)), "-W", "ignore", str(PROGRAM), *arguments]
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=quiet, text=True)
    try:
        yield process
    finally:
        process.kill()
        with suppress(BrokenPipeError):  # a request that a program did not live to read
            process.communicate()


def ask(process: subprocess.Popen[str], seconds: float) -> tuple[float, float] | None:
    """Steps a second of processor time and of the clock in a slice; None if the program has failed."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
    except BrokenPipeError:
        return None
    answer = process.stdout.readline().split()
    if not answer:
        return None
    steps, spent, waited = map(float, answer)
    return steps / max(spent, 1e-9), steps / waited
