"""What a person sees of compiling and waiting: in one line of a terminal, or in a few lines where there is none."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from niwashi.cli.main import os_reason
from niwashi.cli.status import LINE_SECONDS, QUIET_SECONDS, PlainLines, ProgressBar, Status
from niwashi.core.kernel import NOTICE
from niwashi.parallel import processes
from niwashi.parallel.processes import NoWorkers, worker_pool
from niwashi.parallel.progress import CompileProgress
from tests.cli.process import COMPILING


class Time:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def screen(self) -> list[str]:
        """The lines as they stand there in the end."""
        return [line.split("\r\x1b[K")[-1] for line in self.getvalue().split("\n")]


# -- counting ----------------------------------------------------------------------------------------------------------
def test_a_kernel_counts_once_and_only_time_in_which_something_is_compiled() -> None:
    time = Time()
    progress = CompileProgress(of=3, now=time)
    assert not progress.begun
    progress.begin("outer")
    progress.begin("inner")
    time.now += 5
    progress.end("inner")
    progress.end("outer")
    time.now += 100
    assert (progress.parts, progress.seconds, progress.compiling) == ("2 of 3 parts", 5, False)
    for _ in range(2):  # two processes
        progress.begin("inner")
    time.now += 1
    assert progress.compiling
    for _ in range(2):
        progress.end("inner")
    for part in ("more", "than were counted"):
        progress.begin(part)
        progress.end(part)
    assert (progress.parts, progress.seconds) == ("4 of 4 parts", 6)


# -- without a terminal ------------------------------------------------------------------------------------------------
def test_plain_lines_come_at_the_start_now_and_then_and_at_the_end() -> None:
    time = Time()
    progress = CompileProgress(now=time)
    lines = PlainLines(progress, time)
    assert lines.next() == ""
    progress.begin("a")
    assert lines.next() == NOTICE
    assert lines.next() == ""
    time.now += LINE_SECONDS
    assert lines.next() == "niwashi: compiling the rules for this machine, once: 0 parts, 15 s"
    progress.end("a")
    assert lines.next() == ""  # the next one may begin in a moment
    time.now += QUIET_SECONDS
    assert lines.next() == "niwashi: compiling the rules for this machine: done, 1 part in 15 s"
    assert lines.next(ending=True) == ""


def test_that_it_happens_once_is_said_once() -> None:
    time = Time()
    progress = CompileProgress(now=time)
    lines, said = PlainLines(progress, time), list[str]()
    for part in "abc":
        progress.begin(part)
        said.append(lines.next())
        progress.end(part)
        time.now += QUIET_SECONDS
        said.append(lines.next())
    assert [line for line in said if line] == [
        NOTICE,
        "niwashi: compiling the rules for this machine: done, 1 part in 0 s",
    ]


@pytest.mark.parametrize(
    ("done", "last"),
    [("", ""), ("a", "niwashi: compiling bots for this machine: stopped, 1 of 9 parts in 3 s")],
    ids=["nothing yet", "some"],
)
def test_who_ends_it_is_not_told_that_it_is_done(done: str, last: str) -> None:
    time = Time()
    progress = CompileProgress(now=time)
    lines = PlainLines(progress, time)
    progress.begin("rules")
    assert lines.next() == NOTICE
    progress.end("rules")
    progress.expect("bots", 9)
    for part in done:
        progress.begin(part)
        time.now += 3
        progress.end(part)
    assert lines.next(ending=True) == last


# -- on a terminal -----------------------------------------------------------------------------------------------------
def test_compiling_and_a_bar_share_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    terminal = Terminal()
    status = Status(lambda: terminal)
    with ProgressBar(status, 40, "games") as bar:
        bar.update(10)
        status.begin("a")
        assert terminal.screen == ["compiling the rules for this machine, once: 0 parts, 0 s · games  [#######-----"]
        status.end("a")
        assert terminal.screen[-1].startswith("games  [#######-----------------------]  10/40")
        bar.update(30)
    status.close()
    assert terminal.screen == ["games  [##############################]  40/40", ""]


def test_what_is_waited_for_is_told_and_then_gone() -> None:
    terminal = Terminal()
    status = Status(lambda: terminal)
    with status.waiting("Bo is thinking …"):
        status.begin("a")
        assert terminal.screen[-1].startswith("compiling the rules for this machine, once")
        status.end("a")
    status.close()
    assert terminal.screen == [""]


# -- what the system refuses -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "a/file"), "Permission denied: “a/file”"),
        (OSError(errno.EXDEV, "Invalid link", "one", None, "other"), "Invalid link: “one”: “other”"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError("bad\x1b[2J"), "bad\N{REPLACEMENT CHARACTER}[2J"),
    ],
)
def test_what_the_system_refuses_is_told_with_the_file(error: OSError, reason: str) -> None:
    assert os_reason(error) == reason


def test_who_cannot_have_semaphores_is_told_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")  # as the system does: without a file

    monkeypatch.setattr(processes, "ProcessPoolExecutor", refuse)
    with pytest.raises(NoWorkers, match=r"files in /dev/shm, .* writable \(Permission denied\)"), worker_pool(1):
        pass


# -- whole programs ----------------------------------------------------------------------------------------------------
IN_WORKERS = """
from niwashi.cli.status import status
from niwashi.core.kernel import watch_compiling, bind
from niwashi.parallel.processes import map_in_order

def twice(n): return 2 * n

def work(n): return bind(twice, {}, "of_a_test")(n)

if __name__ == "__main__":
    watch_compiling(status)
    print(list(map_in_order(work, range(4), 2)), status.progress.parts)
"""


def test_workers_leave_it_to_their_parent_to_say_that_something_is_compiled(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(IN_WORKERS)
    done = subprocess.run(
        [sys.executable, program],
        env={**os.environ, "NIWASHI_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[0, 2, 4, 6] 1 part\n"
    first, last = done.stderr.splitlines()
    assert first == NOTICE
    assert last.startswith(f"{COMPILING}: done, 1 part in ")


FAILS = """
import sys

from niwashi.cli.main import fail
from niwashi.cli.status import status
from niwashi.core.kernel import watch_compiling, bind

def twice(n): return 2 * n

watch_compiling(status)
bind(twice, {}, "of_a_test")(1)
sys.exit(fail("this is the mistake"))
"""


def test_the_sentence_about_a_mistake_is_the_last_line(tmp_path: Path) -> None:
    """scripts/play shows only this one."""
    program = tmp_path / "program.py"
    program.write_text(FAILS)
    done = subprocess.run(
        [sys.executable, program],
        env={**os.environ, "NIWASHI_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    notice, summary, sentence = done.stderr.splitlines()
    assert notice == NOTICE
    assert summary.startswith(f"{COMPILING}: done, 1 part in ")
    assert sentence == "niwashi: this is the mistake"
