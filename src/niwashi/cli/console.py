"""The terminal's input, progress bars and Ctrl-C."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from niwashi.cli.status import ProgressBar, status
from niwashi.cli.style import print_text
from niwashi.core.errors import BadOptions, quote

MAX_LINE = 10_000
"""Characters."""


def ask(prompt: str) -> str:
    """A line from the terminal or a pipe. With a pipe, prompts go to standard error."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):  # where Python has it, arrow keys edit the line
            import readline  # noqa: F401
        return input(prompt)
    if prompt:
        print(prompt, file=sys.stderr, flush=True)
    line = sys.stdin.readline(MAX_LINE + 1)
    if len(line) > MAX_LINE:
        raise BadOptions("options/line", f"a line has at most {MAX_LINE:,} characters, unlike {quote(line)}")
    if not line:
        raise EOFError
    return line.rstrip("\n")


def print_error(sentence: str) -> None:
    print_text(sentence, "niwashi: ", "red", sys.stderr)


def progress_bar(length: int, label: str) -> ProgressBar:
    return ProgressBar(status, length, label)


@contextmanager
def catch_interrupts() -> Iterator[Callable[[], None]]:
    """Yields a function that raises KeyboardInterrupt if Ctrl-C was pressed; call it regularly.

    Numba swallows a Ctrl-C that arrives while it loads a kernel, and Python reports the swallowed exception; that
    report is silenced.
    """
    pressed = False

    def press(*_: object) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def raise_if_pressed() -> None:
        if pressed:
            raise KeyboardInterrupt

    def report(unraisable: sys.UnraisableHookArgs) -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            previous_hook(unraisable)

    previous_handler, previous_hook = set_interrupt_handler(press), sys.unraisablehook
    sys.unraisablehook = report
    try:
        yield raise_if_pressed
    finally:
        sys.unraisablehook = previous_hook
        signal.signal(signal.SIGINT, previous_handler)


def set_interrupt_handler(handler: Callable[..., None] | signal.Handlers) -> Any:
    """Returns the previous handler. A background process, which ignores Ctrl-C, keeps ignoring it."""
    previous = signal.getsignal(signal.SIGINT)
    if previous is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)
    return previous
