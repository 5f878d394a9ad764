"""How output looks at a terminal: colour, lines broken between words, long texts in a pager. A pipe gets plain text."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from contextlib import suppress
from typing import TextIO

import typer

NARROWEST = 20


def is_terminal(stream: TextIO) -> bool:
    return not stream.closed and stream.isatty()


def has_colour(stream: TextIO) -> bool:
    """By https://no-color.org, and by what a terminal says of itself."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, colour: str | None = None, stream: TextIO | None = None) -> str:
    """Bold, or in a colour, where the stream shows colours."""
    return typer.style(text, fg=colour, bold=True) if has_colour(stream or sys.stdout) else text


def width_of(stream: TextIO) -> int | None:
    """Columns; None where lines are not to be broken."""
    return max(shutil.get_terminal_size().columns, NARROWEST) if is_terminal(stream) else None


def wrapped(text: str, width: int | None) -> str:
    """Lines that are too long broken between words, what follows indented a little further than the line."""
    if width is None:
        return text
    return "\n".join(_wrapped_line(line, width) if len(line) > width else line for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    if len(indent) > width // 2:
        return line
    lines = textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)
    return "\n".join(lines)


def say(text: str, head: str = "", colour: str | None = None, stream: TextIO | None = None) -> None:
    """Prose for the person at the terminal, after a head in colour."""
    stream = stream or sys.stdout
    rest = wrapped(head + text, width_of(stream)).removeprefix(head)
    typer.echo((painted(head, colour, stream) if head else "") + rest, file=stream)


def show_long(text: str) -> None:
    """In the person's pager, at a terminal, where it is longer than the screen."""
    pager = os.environ.get("PAGER") or shutil.which("less") or shutil.which("more")
    watched = is_terminal(sys.stdout) and is_terminal(sys.stdin)
    if pager and watched and text.count("\n") >= shutil.get_terminal_size().lines:
        _page(pager, text)
    else:
        typer.echo(text)


def _page(pager: str, text: str) -> None:
    environment = {"LESS": "-FRX", **os.environ}
    with subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env=environment) as process:
        with suppress(OSError):  # the person has left the pager
            process.communicate(text.encode(errors="replace"))
        while process.returncode is None:  # Ctrl-C is the pager's while it runs
            with suppress(KeyboardInterrupt):
                process.wait()
