"""Writes a garden that needs no server: the client, Python for its worker, and what a browser needs to keep both."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from niwashi.core.ahead import file_hash
from niwashi.core.errors import NiwashiError
from niwashi.core.files import atomic_write
from niwashi.server.garden_files import LIST, STATIC
from niwashi.site.offline import JAPANESE, write_list, write_page
from niwashi.site.parts import Report, kernel_modules, msgspec_wheel, pyodide_files, python_archive

TEMPLATES = Path(__file__).parent / "templates"
STAMP = LIST
"""A folder with this file is one that we wrote, so we may write it anew."""
DIGITS = 16
"""Of the hash that names the folder of the parts, so that an address never changes its content
(web/src/local/python.ts)."""
ARCHIVES = ("niwashi.zip", "msgspec.zip")


def write_site(
    folder: Path,
    report: Report,
    pyodide: Path | None = None,
    msgspec: Path | None = None,
    modules: Path | None = None,
) -> None:
    check_folder(folder)
    files = {**pyodide_files(pyodide), "msgspec.zip": msgspec_wheel(msgspec)}
    kernels = kernel_modules(modules, report)
    files |= {**kernels, "niwashi.zip": python_archive()}
    parts = describe(files, sorted(kernels))
    replace(folder.resolve(), lambda new: _write_files(new, {**files, "parts.json": parts}))


def replace(folder: Path, write: Callable[[Path], None]) -> None:
    """Written beside the old one, so that an interruption leaves that whole."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
        new, old = Path(beside) / "new", Path(beside) / "old"
        write(new)
        if folder.exists():
            folder.rename(old)
        new.rename(folder)


def _write_files(folder: Path, parts: dict[str, bytes]) -> None:
    digest = hashlib.sha256(parts["parts.json"]).hexdigest()
    shutil.copytree(STATIC, folder, ignore=shutil.ignore_patterns(".niwashi-stamp"))
    home = folder / "garden" / digest[:DIGITS]
    home.mkdir(parents=True)
    for name, content in parts.items():
        (home / name).write_bytes(content)
    shutil.copy(TEMPLATES / "manifest.webmanifest", folder)
    _finish_page(folder / "index.html", digest)
    _write_service_worker(folder)
    write_page(folder)
    write_list(folder)


def check_folder(folder: Path) -> None:
    if not (STATIC / "index.html").is_file():
        sentence = "the browser client is not built; run `npm ci && npm run build` in web/, or scripts/play, which does"
        raise NiwashiError("site/client", sentence)
    if folder.exists() and not folder.is_dir():
        raise NiwashiError("site/folder", f"{folder} is a file; give the name of a folder")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / STAMP).is_file():
        raise NiwashiError("site/folder", f"{folder} has other files; give a folder that is new, empty or a garden")


def describe(files: dict[str, bytes], kernels: list[str]) -> bytes:
    """What the worker reads first: the hash of every part."""
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    return json.dumps({"files": hashes, "archives": ARCHIVES, "modules": kernels}, indent=1).encode() + b"\n"


def _finish_page(page: Path, parts: str) -> None:
    text = page.read_text(encoding="utf-8")
    text = text.replace("<html ", f'<html data-garden="{parts}" ', 1)
    text = text.replace("</title>", '</title>\n    <link rel="manifest" href="./manifest.webmanifest" />', 1)
    atomic_write(page, text.encode())


def _write_service_worker(folder: Path) -> None:
    """It keeps every file of the folder, under the hash of all of them."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    files = {name: file_hash(folder / name) for name in names}
    script = (TEMPLATES / "service-worker.js").read_text(encoding="utf-8")
    filled = {
        '"VERSION"': hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16],
        '{ FILES: "" }': files,
        '["JAPANESE"]': [name for name in names if JAPANESE.search(name)],
    }
    for blank, value in filled.items():
        script = script.replace(blank, json.dumps(value), 1)
    atomic_write(folder / "service-worker.js", script.encode())
