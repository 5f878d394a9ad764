"""What processes compute and need, by their part in a server, as /proc tells it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PARTS = {b"writer_process": "writer", b"table_process": "tables", b"multiprocessing": "workers"}
"""By a word of the command line; anything else is the front, which is everything where there is one process."""


def descendants(pid: int) -> list[int]:
    """A process and all that it started."""
    children: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # it has just ended
            children += map(int, listed.read_text().split())
    return [pid, *(one for child in children for one in descendants(child))]


def part_of(pid: int) -> str:
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
        return next((part for word, part in PARTS.items() if word in words), "front")
    return "front"


def cpu_by_part(pid: int) -> dict[str, float]:
    """CPU seconds of a server's processes so far."""
    found: dict[str, float] = {}
    for one in descendants(pid):
        part = part_of(one)
        found[part] = found.get(part, 0.0) + cpu_seconds(one)
    return found


def cpu_seconds(pid: int) -> float:
    """0 for a process that is gone."""
    fields = _numbers(Path(f"/proc/{pid}/stat"))
    return sum(fields[10:12]) / TICKS


def busy_seconds() -> float:
    """Busy seconds of all cores together: user, nice, system and interrupts."""
    fields = _numbers(Path("/proc/stat"))
    return (sum(fields[0:3]) + sum(fields[5:8])) / TICKS


def memory_kb(pid: int) -> float:
    """Memory of a process and all that it started; what they share is counted in shares (PSS)."""
    total = 0.0
    for one in descendants(pid):
        with suppress(OSError):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
            total += next(float(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total


def _numbers(path: Path) -> list[int]:
    """The numbers of the first line, after the process's name or “cpu”."""
    try:
        first = path.read_text().splitlines()[0]
    except OSError:
        return [0] * 20
    return [int(word) for word in first.rpartition(")")[2].split()[1:] if word.lstrip("-").isdigit()]
