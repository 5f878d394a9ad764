"""The status line of a terminal: compiling, a progress bar, or what the program waits for.

Without a terminal, bars and waiting print nothing, and compiling prints a few plain lines.
"""

from __future__ import annotations

import atexit
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TextIO

from niwashi.core.kernel import NOTICE
from niwashi.parallel.processes import defer_sigint
from niwashi.parallel.progress import CompileProgress

REDRAW_SECONDS = 0.25
LINE_SECONDS = 15.0
"""Between plain lines."""
QUIET_SECONDS = 2.0
"""Compiling has ended when no kernel was compiled for this long."""
WAITING_SECONDS = 0.7
"""Shorter waits are not shown."""
CLEAR_LINE = "\r\x1b[K"


class Status:
    """Watches compiling, and redraws the line from its own thread."""

    def __init__(self, stream: Callable[[], TextIO] = lambda: sys.stderr) -> None:
        self.progress = CompileProgress()
        self._stream, self._lock = stream, threading.RLock()
        self._sources: list[Callable[[], str]] = []
        self._drawn = ""
        self._lines = PlainLines(self.progress)
        self._thread: threading.Thread | None = None

    # -- compiling -----------------------------------------------------------------------------------------------------
    def begin(self, part: str) -> None:
        first = not self.progress.compiling
        self.progress.begin(part)
        if first:
            self._draw()
            self._keep_drawing()

    def end(self, part: str) -> None:
        self.progress.end(part)
        if not self.progress.compiling:
            self._draw()  # at once: the program's next output must not stand beside it

    # -- bars and waiting ----------------------------------------------------------------------------------------------
    @contextmanager
    def show(self, text: Callable[[], str]) -> Iterator[None]:
        """Shows the text, which is computed at every redraw."""
        self._sources.append(text)
        self._keep_drawing()
        try:
            yield
        finally:
            self._sources.remove(text)
            self._draw()

    def waiting(self, text: str) -> AbstractContextManager[None]:
        since = time.monotonic()
        return self.show(lambda: text if time.monotonic() - since > WAITING_SECONDS else "")

    # -- drawing -------------------------------------------------------------------------------------------------------
    @property
    def live(self) -> bool:
        return self._stream().isatty()

    def print_line(self, line: str) -> None:
        """Prints a permanent line above the status line."""
        with self._lock:
            self._write(f"{CLEAR_LINE if self._drawn else ''}{line}\n")
            self._drawn = ""
            self._draw()

    def close(self) -> None:
        """Clears the line and stops drawing."""
        with self._lock:
            self._sources.clear()
            self._draw(ending=True)
            self._thread = None

    def _keep_drawing(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._redraw, daemon=True)
                with defer_sigint():  # signals are the main thread's
                    self._thread.start()
                atexit.register(self.close)

    def _redraw(self) -> None:
        while True:
            time.sleep(REDRAW_SECONDS)
            with self._lock:
                if self._thread is None:
                    return
                self._draw()

    def _draw(self, ending: bool = False) -> None:
        with self._lock:
            if self.live:
                self._draw_over("" if ending else self._text())
            elif line := self._lines.next(ending):
                self._write(line + "\n")

    def _draw_over(self, text: str) -> None:
        if text != self._drawn:
            self._write(CLEAR_LINE + text)
            self._drawn = text

    def _text(self) -> str:
        texts = [compiling_text(self.progress) if self.progress.compiling else "", *(text() for text in self._sources)]
        return " · ".join(filter(None, texts))[: shutil.get_terminal_size().columns - 1]

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # the reader is gone
            self._stream().write(text)
            self._stream().flush()


def compiling_text(progress: CompileProgress) -> str:
    return f"compiling {progress.what} for this machine, once: {progress.parts}, {progress.seconds} s"


class PlainLines:
    """Decides which plain line is due: at the start, at intervals, at the end."""

    def __init__(self, progress: CompileProgress, now: Callable[[], float] = time.monotonic) -> None:
        self._progress, self._now = progress, now
        self._announced, self._unfinished = False, False
        self._printed_at = self._compiling_at = now()

    def next(self, ending: bool = False) -> str:
        now, progress = self._now(), self._progress
        if progress.compiling:
            self._compiling_at = now
        if progress.compiling and not self._announced:
            self._announced, self._unfinished, self._printed_at = True, True, now
            return NOTICE
        if progress.compiling and now - self._printed_at >= LINE_SECONDS:
            self._unfinished, self._printed_at = True, now
            return f"niwashi: {compiling_text(progress)}"
        if self._unfinished and not progress.compiling and (ending or now - self._compiling_at >= QUIET_SECONDS):
            self._unfinished = False
            return self._summary(ending) if progress.begun else ""
        return ""

    def _summary(self, ending: bool) -> str:
        progress = self._progress
        word = "stopped" if ending and progress.done < progress.of else "done"
        return f"niwashi: compiling {progress.what} for this machine: {word}, {progress.parts} in {progress.seconds} s"


class ProgressBar:
    """A progress bar in the status line. A length of 0 means that the total is not known yet."""

    WIDTH = 30

    def __init__(self, status: Status, length: int, label: str) -> None:
        self.length, self.label, self.done = length, label, 0
        self._status, self._since = status, time.monotonic()
        self._display = status.show(self.text)

    def update(self, more: int) -> None:
        self.done += more

    def text(self) -> str:
        filled = self.WIDTH * min(self.done, self.length) // max(self.length, 1)
        bar = "#" * filled + "-" * (self.WIDTH - filled)
        return f"{self.label}  [{bar}]  {self.done:,}/{self.length:,}{self._time_left()}"

    def _time_left(self) -> str:
        if not 0 < self.done < self.length:
            return ""
        left = round((time.monotonic() - self._since) * (self.length - self.done) / self.done)
        return f"  {left // 60}:{left % 60:02} left"

    def __enter__(self) -> ProgressBar:
        self._display.__enter__()
        return self

    def __exit__(self, *failed: object) -> None:
        self._display.__exit__(None, None, None)
        if self._status.live:
            self._status.print_line(self.text())


status = Status()
"""The program's status line, on standard error."""
