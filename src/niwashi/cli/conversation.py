"""Talking to the person at the terminal: questions, progress, Ctrl-C, files that are whole or not there."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from niwashi.cli.status import Bar, status
from niwashi.cli.style import say
from niwashi.core.errors import BadOptions, quote

LONGEST_LINE = 10_000


def ask(prompt: str) -> str:
    """A line from the person at the terminal, or from the pipe; then prompts keep out of the output."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # arrow keys edit the line, where Python has it
            import readline  # noqa: F401
        return input(prompt)
    if prompt:
        print(prompt, file=sys.stderr, flush=True)
    line = sys.stdin.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        raise BadOptions("options/line", f"a line has at most {LONGEST_LINE:,} letters, unlike {quote(line)}")
    if not line:
        raise EOFError
    return line.rstrip("\n")


def complain(sentence: str) -> None:
    say(sentence, "niwashi: ", "red", sys.stderr)


def progress(length: int, label: str) -> Bar:
    return Bar(status, length, label)


@contextmanager
def heeding_interrupts() -> Iterator[Callable[[], None]]:
    """To be called now and then, since Numba forgets a Ctrl-C that comes while it loads a kernel; this does not, and
    so nobody needs to hear that it was forgotten."""
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def heed() -> None:
        if pressed:
            raise KeyboardInterrupt

    def tell(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            tell_before(unraisable)

    before, tell_before = on_interrupt(press), sys.unraisablehook
    sys.unraisablehook = tell
    try:
        yield heed
    finally:
        sys.unraisablehook = tell_before
        signal.signal(signal.SIGINT, before)


def on_interrupt(do: Callable[..., None] | signal.Handlers) -> Any:
    """Returns what was done before. A program in the background, which is not to mind Ctrl-C, stays so."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, do)
    return before


@contextmanager
def lines_to(path: Path | None) -> Iterator[Callable[[bytes], None]]:
    """Lines for a file that is there when all are written, or those that were before Ctrl-C: each is whole."""
    from niwashi.core.files import atomic_file

    if path is None:
        yield lambda line: None
        return
    interrupted, whole = False, 0

    def write(line: bytes) -> None:
        nonlocal whole
        file.write(line)
        whole += len(line)

    with atomic_file(path) as file:
        try:
            yield write
        except KeyboardInterrupt:
            if not whole:
                raise
            interrupted = True
            with suppress(OSError):  # a pipe
                file.truncate(whole)
    if interrupted:
        raise KeyboardInterrupt(f"{quote(str(path))} holds the games played before")
