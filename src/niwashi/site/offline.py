"""What a server offers of a garden: the page that opens without a line, and the list of all that a browser keeps."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

from niwashi.core.files import atomic_write
from niwashi.server.garden_files import LIST, PAGE, program_version

JAPANESE = re.compile(r"noto-sans-jp|shippori-mincho-(\d|japanese)")
"""The letters of Japanese, in more than two hundred files."""
LEFT_OUT = ("index.html", "service-worker.js", LIST)
"""A server has a page and a service worker of its own."""


def write_page(folder: Path) -> None:
    """The same page, which knows that there is a server to go back to."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    atomic_write(folder / PAGE, page.replace("<html ", "<html data-served ", 1).encode())


def write_list(folder: Path) -> None:
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    files = {name: _describe(folder / name) for name in names if name not in LEFT_OUT}
    needed = [name for name in files if not JAPANESE.search(name)]
    listed = {
        "version": hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16],
        "program": program_version(),
        "files": files,
        "japanese": sorted({*files} - {*needed}),
        "download": sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in needed),
    }
    atomic_write(folder / LIST, json.dumps(listed, indent=1).encode() + b"\n")


def _describe(path: Path) -> list[str | int]:
    content = path.read_bytes()
    return [hashlib.sha256(content).hexdigest(), len(content)]
