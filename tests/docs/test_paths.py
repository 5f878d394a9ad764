"""Pages for contributors name files and folders, and those exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "docs/start-here.md", "docs/client.md", "docs/boards.md")
PATH = re.compile(r"`((?:[\w.*<>-]+/)+(?:[\w.*<>-]+)?|[\w.*<>-]+\.(?:py|ts|js|svelte|css|md|toml|json|ftl|svg|txt))`")
"""In backticks: with a slash, or with the ending of a file."""
NO_FILES = {"miyabi/lantern", "people/banned", "table/anew", "table/stale"}
"""Error codes."""
MADE = {"build/docs/site", "src/niwashi/server/static", "web/node_modules"}
"""By scripts, and ignored by git."""


def tracked() -> frozenset[str]:
    """Every file and folder, below the root and below each folder that contains it: pages leave out what is clear."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    paths = [PurePosixPath(name) for name in listed.stdout.decode().splitlines() if (ROOT / name).is_file()]
    files_and_folders = {path for file in paths for path in (file, *file.parents)}
    return frozenset("/".join(path.parts[start:]) for path in files_and_folders for start in range(len(path.parts)))


def named(page: str) -> list[str]:
    return sorted(set(PATH.findall((ROOT / page).read_text(encoding="utf-8"))))


def exists(name: str, known: frozenset[str]) -> bool:
    pattern = re.sub(r"<\w+>|\\\*", "[^/]+", re.escape(name.rstrip("/")))
    return any(re.fullmatch(pattern, path) for path in known) if "[" in pattern else name.rstrip("/") in known


@pytest.mark.parametrize("page", PAGES)
def test_files_that_a_page_names_exist(page: str) -> None:
    known = tracked()
    names = named(page)
    assert len(names) > 3
    assert [name for name in names if name not in NO_FILES | MADE and not exists(name, known)] == []


@pytest.mark.parametrize("package", ["core", "engine", "table"])
def test_the_architecture_names_every_module_of_a_package(package: str) -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition(f"\n### {package}/\n")[2].partition("\n### ")[0]
    folder = ROOT / "src" / "niwashi" / package
    modules = {file.stem for file in folder.glob("*.py") if file.stem != "__init__"}
    assert modules <= {name.removesuffix(".py") for name in re.findall("`(.*?)`", section)}


@pytest.mark.parametrize("package", ["core", "engine", "server"])
def test_the_architectures_tables_name_only_what_is_in_a_package(package: str) -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition(f"\n### {package}/\n")[2].partition("\n## ")[0].partition("\n### ")[0]
    rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    listed = {name.rstrip("/").removesuffix(".py") for row in rows for name in re.findall("`(.*?)`", row)}
    assert listed <= {place.stem for place in (ROOT / "src" / "niwashi" / package).iterdir()}
