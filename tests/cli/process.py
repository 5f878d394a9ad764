"""The `niwashi` program as a process, as people and scripts run it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SCRIPT = Path(sys.executable).with_name("niwashi")
PROGRAM = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "niwashi.cli"]
COMPILING = "niwashi: compiling the rules for this machine"
TIMEOUT_SECONDS = 300


@dataclass(frozen=True)
class Finished:
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def niwashi(
    *words: str | Path,
    stdin: str | bytes = "",
    cwd: Path | None = None,
    code: int = 0,
    env: dict[str, str] | None = None,
) -> Finished:
    """Runs it to its end and asserts that there is no traceback; messages about compiling are removed."""
    done = subprocess.run(
        [*PROGRAM, *words],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    out, err = done.stdout.decode(errors="replace"), without_compiling(done.stderr.decode(errors="replace"))
    assert "Traceback" not in out + err, err
    assert done.returncode == code, (done.returncode, err, out[-500:])
    return Finished(done.returncode, out, err)


def without_compiling(err: str) -> str:
    return "".join(line for line in err.splitlines(keepends=True) if not line.startswith(COMPILING))


def sentence(finished: Finished) -> str:
    """The one line of an error."""
    lines = finished.err.splitlines()
    assert len(lines) == 1, finished.err
    assert lines[0].startswith("niwashi: "), finished.err
    assert lines[0].isprintable(), ascii(finished.err)
    return lines[0].removeprefix("niwashi: ")


def start(*words: str | Path) -> subprocess.Popen[bytes]:
    """In a group of its own, so that Ctrl-C can be sent to all of it, as a terminal does."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*PROGRAM, *words], stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, start_new_session=True
    )


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < end, "timed out"
        time.sleep(0.05)
