"""The process that plays at many tables: compiled C, since it shares the machine with what it measures."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

SOURCE = Path(__file__).with_name("load_generator.c")
SETTLE_SECONDS = 15
"""How long to wait for answers after the last action was due."""
OPENING_SECONDS = 60
ACTION = np.dtype(
    [(name, "i8") for name in ("due", "sent", "answered", "heard")]
    + [(name, "i4") for name in ("table", "seq", "outcome", "next")]
)
"""An action of a report; times in nanoseconds of the monotonic clock, 0 if it did not come to that."""
DONE, REFUSED = 1, 2


class GeneratorFailed(Exception):
    """The generator has ended; what it said is above."""


@dataclass(frozen=True)
class Report:
    """What a load generator has done."""

    actions: npt.NDArray[np.void]
    cpu: float
    """Seconds that the generator computed."""
    messages: int
    bytes: int
    late: float
    """The longest delay of the generator itself, in seconds."""


def compile_generator() -> Path | None:
    """Compiled once for each source, into the user's cache; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or sys.platform != "linux":
        return None
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "niwashi")
    program = home / f"load-generator-{blake2b(SOURCE.read_bytes(), digest_size=8).hexdigest()}"
    if not program.exists():
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home) as folder:
            made = Path(folder, "made")
            subprocess.run([compiler, "-O2", "-o", made, SOURCE], check=True)
            made.replace(program)
    return program


def command() -> tuple[list[str], str]:
    """How to start it, and what it is."""
    program = compile_generator()
    if program is not None:
        return [str(program)], "a compiled load generator"
    return [sys.executable, "-m", "benchmarks.slow_generator"], "a load generator in Python, as there is no C compiler"


class Generator:
    """Understands the orders that `load_generator.c` describes."""

    def __init__(self, process: asyncio.subprocess.Process, folder: Path) -> None:
        self._process, self._folder = process, folder
        self._opening: dict[int, asyncio.Future[float]] = {}
        self._answers: asyncio.Queue[list[str]] = asyncio.Queue()
        self.lost = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode().split():
            match line:
                case ["open", client, at]:
                    self._settle(int(client), int(at) / 1e9)
                case ["lost", client]:
                    self.lost += 1
                    self._settle(int(client), None)
                case _:
                    self._answers.put_nowait(line)
        self._answers.put_nowait([])

    def _settle(self, client: int, at: float | None) -> None:
        waiting = self._opening.pop(client, None)
        if waiting is not None and not waiting.done():
            if at is None:
                waiting.set_exception(ConnectionError("the socket was lost"))
            else:
                waiting.set_result(at)

    def _order(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(text.encode() + b"\n")

    async def _answer(self) -> list[str]:
        if not (line := await self._answers.get()):
            raise GeneratorFailed
        return line[1:]

    async def open_socket(self, client: int, table: int, port: int, path: str) -> float:
        """When its first message arrived, in seconds of the monotonic clock."""
        opened: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._opening[client] = opened
        self._order(f"socket {client} {table} {port} {path}")
        async with asyncio.timeout(OPENING_SECONDS):
            return await opened

    async def run(self, times: npt.NDArray[np.float64], tables: npt.NDArray[np.int64]) -> Report:
        """At these times in seconds, an action at these tables."""
        schedule, report = self._folder / "schedule", self._folder / "report"
        np.stack([(times * 1e9).astype(np.int64), tables], axis=1).tofile(schedule)
        self._order(f"run {schedule} {report} {SETTLE_SECONDS}")
        cpu, messages, size, late = map(int, await self._answer())
        return Report(np.fromfile(report, ACTION), cpu / 1e9, messages, size, late / 1e9)

    async def idle_tables(self) -> set[int]:
        self._order("idle")
        return set(map(int, await self._answer()))

    async def drop(self) -> None:
        self._order("drop")
        await self._answer()

    async def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        await self._process.wait()


@asynccontextmanager
async def running_generator(words: list[str] | None = None) -> AsyncIterator[Generator]:
    words = words or command()[0]
    with tempfile.TemporaryDirectory(prefix="niwashi-load-") as folder:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 20
        )
        generator = Generator(process, Path(folder))
        try:
            yield generator
        finally:
            await generator.close()
