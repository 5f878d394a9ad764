"""What `niwashi site` writes, and what it refuses to write over."""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
import zipfile
from pathlib import Path

import pytest

from niwashi.core.errors import NiwashiError
from niwashi.site import parts
from niwashi.site.folder import STAMP, check_folder, describe, replace
from niwashi.site.parts import kernel_modules, msgspec_wheel, pyodide_files, python_archive


def test_the_archive_is_the_same_each_time_and_has_no_server_in_it() -> None:
    made = python_archive()
    assert made == python_archive()
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert {"numpy/__init__.py", "niwashi/games/miyabi/weights.f32", "niwashi/site/browser/main.py"} <= set(names)
    assert not [name for name in names if name.startswith(("niwashi/store", "niwashi/build", "niwashi/server/http"))]


def test_every_part_has_its_hash() -> None:
    described = json.loads(describe({"a.so": b"one", "niwashi.zip": b"two"}, ["a.so"]))
    assert described["files"]["a.so"] == hashlib.sha256(b"one").hexdigest()
    assert described["modules"] == ["a.so"]


def test_a_folder_with_other_files_is_left_alone(built_client: Path, tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(NiwashiError, match="has other files"):
        check_folder(tmp_path)
    (tmp_path / STAMP).parent.mkdir()
    (tmp_path / STAMP).write_text("{}")
    check_folder(tmp_path)
    with pytest.raises(NiwashiError, match="is a file"):
        check_folder(tmp_path / "letters.txt")


def test_parts_that_are_missing_or_old_are_named(tmp_path: Path) -> None:
    with pytest.raises(NiwashiError, match=r"has no pyodide\.mjs; unpack the npm package"):
        pyodide_files(tmp_path)
    for name in parts.PYODIDE_FILES:
        (tmp_path / name).write_text("")
    (tmp_path / "package.json").write_text('{"version": "1.0"}')
    with pytest.raises(NiwashiError, match=f"has Pyodide 1.0; this version of Niwashi needs {parts.PYODIDE}"):
        pyodide_files(tmp_path)
    with pytest.raises(NiwashiError, match="there is no wheel"):
        msgspec_wheel(tmp_path / "none.whl")
    with pytest.raises(NiwashiError, match="has no kernels of this version"):
        kernel_modules(tmp_path, lambda _: None)


def test_only_the_pinned_wheel_of_msgspec_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, other = tmp_path / "msgspec-2.whl", tmp_path / "msgspec-1.whl"
    wanted.write_bytes(b"wanted")
    other.write_bytes(b"other")
    monkeypatch.setattr(parts, "pinned_hash", lambda: hashlib.sha256(b"wanted").hexdigest())
    monkeypatch.setattr(parts, "_wheel_folder", lambda: tmp_path)
    assert msgspec_wheel(None) == b"wanted"
    with pytest.raises(NiwashiError, match="is not the wheel that this version of Niwashi needs"):
        msgspec_wheel(other)
    wanted.write_bytes(b"damaged")
    monkeypatch.setattr(parts, "_pip", lambda: [sys.executable, "-c", "raise SystemExit('no line')"])
    with pytest.raises(NiwashiError, match="pip could not download msgspec for Pyodide"):
        msgspec_wheel(None)


def test_the_pin_is_a_hash() -> None:
    assert re.fullmatch("[0-9a-f]{64}", parts.pinned_hash())


def test_damaged_kernels_are_not_shipped(tmp_path: Path) -> None:
    (tmp_path / "miyabi.so").write_bytes(b"code")
    (tmp_path / "notes.json").write_text("{}")
    files = {"miyabi.so": hashlib.sha256(b"code").hexdigest()}
    (tmp_path / "manifest.json").write_text(json.dumps({"hashes": {}, "files": files, "functions": {}}))
    assert set(kernel_modules(tmp_path, lambda _: None)) == {"manifest.json", "miyabi.so"}
    (tmp_path / "miyabi.so").write_bytes(b"cope")
    with pytest.raises(NiwashiError, match="has no kernels of this version"):
        kernel_modules(tmp_path, lambda _: None)


def test_a_folder_is_replaced_at_once_even_the_current_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, neighbour = tmp_path / "garden", tmp_path / "garden.new"
    for one in (folder, neighbour):
        one.mkdir()
        (one / "old").touch()

    def write(new: Path) -> None:
        new.mkdir()
        assert (folder / "old").exists(), "an interruption leaves the old one"
        (new / "page").touch()

    monkeypatch.chdir(folder)
    replace(Path().resolve(), write)
    assert [path.name for path in folder.iterdir()] == ["page"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["garden", "garden.new"]
    assert (neighbour / "old").exists()


def test_pyodide_is_the_one_that_the_client_pins() -> None:
    package = Path(__file__).parents[2] / "web" / "package.json"
    assert json.loads(package.read_text())["devDependencies"]["pyodide"] == parts.PYODIDE
