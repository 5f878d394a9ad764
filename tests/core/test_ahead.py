"""Libraries that cannot be used are noticed, said in one sentence, and done without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from niwashi.core import ahead
from niwashi.core.ahead import MANIFEST, file_hash, platform_tag, suffix
from niwashi.core.kernel import sources_hash
from niwashi.core.rng import next_word, seeded

FUNCTION = "niwashi.core.rng.next_word"
NEXT_WORD = "from niwashi.core.rng import next_word, seeded; print(next_word(seeded(1)))"
INSTEAD = "; the rules are compiled here instead"


class Folder:
    """A library of a few bytes, and its manifest."""

    def __init__(self, path: Path) -> None:
        self.path, self.name = path, f"core of {path.name}"
        self.library = path / f"{self.name}-native{suffix()}"
        self.library.write_bytes(b"no machine code")
        self.write()

    def write(self, **changed: object) -> None:
        content = {
            "platform": platform_tag(),
            "levels": ["native"],
            "hashes": {"core": sources_hash("core")},
            "files": {self.library.name: file_hash(self.library)},
            "functions": {FUNCTION: self.name},
        }
        (self.path / MANIFEST).write_text(json.dumps(content | changed))

    def add_levels(self) -> tuple[Path, Path]:
        """Two libraries, for better and for older processors."""
        levels = ["x86-64-v3", "x86-64-v2"]
        best, next_best = (self.path / f"{self.name}-{level}{suffix()}" for level in levels)
        for path in (best, next_best):
            path.write_bytes(b"no machine code")
        self.write(levels=levels, files={path.name: file_hash(path) for path in (best, next_best)})
        return best, next_best

    def finds(self) -> bool:
        return ahead.find(FUNCTION, "core", sources_hash) is not None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    monkeypatch.setenv("NIWASHI_COMPILED", str(tmp_path))
    caches = (ahead.manifest, ahead.can_run)
    for one in caches:
        one.cache_clear()
    yield Folder(tmp_path)
    for one in caches:
        one.cache_clear()


def test_a_damaged_library_is_noticed_by_its_hash(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.library.write_bytes(b"a bit has changed")
    assert not folder.finds()
    assert capsys.readouterr().err == f"niwashi: the compiled rules in {folder.library} are damaged{INSTEAD}\n"


def test_a_library_that_is_missing_counts_as_damaged(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.library.unlink()
    assert not folder.finds()
    assert f"{folder.library} are damaged" in capsys.readouterr().err


def test_a_library_that_the_system_cannot_load_is_said(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    assert not folder.finds()
    assert f"{folder.library} cannot be loaded (" in capsys.readouterr().err


def test_a_damaged_manifest_is_said(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    (folder.path / MANIFEST).write_text('{"platform":')
    assert not folder.finds()
    assert capsys.readouterr().err == f"niwashi: {folder.path / MANIFEST} is damaged{INSTEAD}\n"


def test_libraries_for_another_platform_are_said(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.write(platform="win32-arm64")
    assert not folder.finds()
    assert f"are for win32-arm64, and this is {platform_tag()};" in capsys.readouterr().err


def test_libraries_of_other_sources_are_left_alone_without_a_word(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a clone in which a kernel was changed: it is compiled anew."""
    folder.write(hashes={"core": "another"})
    assert not folder.finds()
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    ("features", "level"),
    [
        ({"AVX2": True, "FMA3": True, "F16C": True}, "x86-64-v3"),
        ({"AVX2": True, "FMA3": True, "F16C": False}, "x86-64-v2"),
        ({"AVX2": True, "FMA3": True}, "x86-64-v2"),
        ({}, "x86-64-v2"),
    ],
)
def test_the_best_library_that_the_processor_can_run_is_taken(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, features: dict[str, bool], level: str
) -> None:
    folder.add_levels()
    monkeypatch.setattr("numpy._core._multiarray_umath.__cpu_features__", features)
    taken: list[str] = []
    monkeypatch.setattr(ahead, "_import", lambda library, path, files: taken.append(path.name))
    folder.finds()
    assert taken == [f"{folder.name}-{level}{suffix()}"]


def test_the_next_best_library_takes_the_place_of_a_damaged_one(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    best, next_best = folder.add_levels()
    best.write_bytes(b"a bit has changed")
    monkeypatch.setattr(ahead, "can_run", lambda level: True)
    monkeypatch.setattr(ExtensionFileLoader, "create_module", lambda loader, spec: ModuleType(loader.path))
    monkeypatch.setattr(ExtensionFileLoader, "exec_module", lambda loader, made: setattr(made, FUNCTION, len))
    assert folder.finds()
    said = f"niwashi: the compiled rules in {best} are damaged; those in {next_best.name} are used instead\n"
    assert capsys.readouterr().err == said


def test_a_program_says_it_once_and_computes_the_same(folder: Folder) -> None:
    folder.library.write_bytes(b"a bit has changed")
    done = subprocess.run([sys.executable, "-c", NEXT_WORD], env=os.environ, capture_output=True, text=True, check=True)
    assert done.stdout == f"{next_word(seeded(1))}\n"
    assert done.stderr.count(INSTEAD) == 1
