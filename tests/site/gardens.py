"""A garden as a host would serve it: written once for all tests, served by Python's own web server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from niwashi.site.folder import write_site
from tests.build.libraries import built


def write_garden(folder: Path) -> Path:
    """With the newest client, which must be built."""
    [modules] = built("pyodide")
    write_site(folder, lambda _: None, modules=modules)
    return folder


def damaged_copy(garden: Path, folder: Path, part: str) -> Path:
    """The same garden, with one byte of a part changed."""
    shutil.copytree(garden, folder)
    [file] = folder.glob(f"garden/*/{part}")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    return folder


def thinker_of(garden: Path) -> Path:
    """The script of the worker for bots and hints. A served site has another one of this name."""
    [found] = [path for path in garden.glob("assets/thinker-*.js") if "thought" in path.read_text()]
    return found


class Sent:
    """What a web server was asked for, and for each answer with content its path and its bytes."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.files: list[tuple[str, int]] = []

    def clear(self) -> None:
        self.asked.clear()
        self.files.clear()

    def twice(self) -> list[str]:
        """Parts of gardens that were sent more than once."""
        counts = Counter(path for path, _ in self.files if "/garden/" in path)
        return sorted(path for path, count in counts.items() if count > 1)

    def megabytes(self) -> float:
        return sum(size for _, size in self.files) / 1e6


@contextmanager
def counted(folder: Path) -> Iterator[tuple[str, Sent]]:
    """As `served`, and what it has sent."""
    sent = Sent()

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            sent.asked.append(self.path)
            super().do_GET()

        def copyfile(self, source: Any, outputfile: Any) -> None:
            sent.files.append((self.path, os.fstat(source.fileno()).st_size))
            super().copyfile(source, outputfile)

        def log_message(self, format: str, *args: Any) -> None:
            """Quietly."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()
        thread.join()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of `python -m http.server` with this folder."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"port (\d+)", server.stdout.readline())
        try:
            assert found, "the web server says its port"
            yield f"http://127.0.0.1:{found[1]}/"
        finally:
            server.terminate()
