"""A copy of the package and of the client's sources, with a third game's folders added and nothing else touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import hatch_build
import niwashi
from tests.server.process import ServerProcess

PEBBLES = Path(__file__).with_name("pebbles")
PACKAGE = Path(niwashi.__file__).parent


class Copy:
    """Interpreted: compiling would take longer than playing."""

    def __init__(self, folder: Path) -> None:
        self.package, self.web = folder / "src" / "niwashi", folder / "web"
        self.environment = {
            "PYTHONPATH": str(self.package.parent),
            "NIWASHI_JIT": "0",
            "NIWASHI_DATA": str(folder / "data"),
        }
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__", "static"))
        shutil.copytree(PEBBLES, self.package / "games" / "pebbles", ignore=shutil.ignore_patterns("web"))

    def build_client(self) -> None:
        """Into the copy of the package, as the sources are laid out."""
        hatch_build.install()
        shutil.copytree(hatch_build.WEB, self.web, ignore=shutil.ignore_patterns("node_modules"))
        shutil.copytree(PEBBLES / "web", self.web / "src" / "games" / "pebbles")
        (self.web / "node_modules").symlink_to(hatch_build.WEB / "node_modules")
        hatch_build.run("run", "--silent", "build", folder=self.web)

    def run(self, *words: str, given: str = "") -> str:
        command = [sys.executable, *words]
        environment = {**os.environ, **self.environment}
        done = subprocess.run(command, env=environment, input=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def niwashi(self, *words: str, given: str = "") -> str:
        return self.run("-m", "niwashi.cli", *words, given=given)


@pytest.fixture(scope="session")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    copy = Copy(tmp_path_factory.mktemp("third"))
    copy.run("-m", "niwashi.bots.training", "pebbles", "--games", "400", "--generations", "1")
    return copy


@pytest.fixture
def server(copy: Copy, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path, **copy.environment)
    try:
        server.start()
        yield server
    finally:
        code = server.end()
    assert code == 0
