"""Output at a terminal: colour, wrapped lines, long texts in a pager. A pipe gets plain text."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from contextlib import suppress
from typing import TextIO

import typer

MIN_WIDTH = 20


def is_terminal(stream: TextIO) -> bool:
    return not stream.closed and stream.isatty()


def has_colour(stream: TextIO) -> bool:
    """Respects https://no-color.org and TERM=dumb."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def emphasise(text: str, colour: str | None = None, stream: TextIO | None = None) -> str:
    """Bold, and in a colour if one is given, where the stream shows colours."""
    return typer.style(text, fg=colour, bold=True) if has_colour(stream or sys.stdout) else text


def width_of(stream: TextIO) -> int | None:
    """In columns; None where lines are not to be wrapped."""
    return max(shutil.get_terminal_size().columns, MIN_WIDTH) if is_terminal(stream) else None


def wrap_lines(text: str, width: int | None) -> str:
    """Wraps each line that is too long, with a hanging indent."""
    if width is None:
        return text
    return "\n".join(_wrap_line(line, width) if len(line) > width else line for line in text.split("\n"))


def _wrap_line(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    if len(indent) > width // 2:
        return line
    lines = textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False, replace_whitespace=False)
    return "\n".join(lines)


def print_text(text: str, head: str = "", colour: str | None = None, stream: TextIO | None = None) -> None:
    """Prints wrapped text after an emphasised head."""
    stream = stream or sys.stdout
    rest = wrap_lines(head + text, width_of(stream)).removeprefix(head)
    typer.echo((emphasise(head, colour, stream) if head else "") + rest, file=stream)


def print_paged(text: str) -> None:
    """In the user's pager if the text is longer than the terminal."""
    pager = os.environ.get("PAGER") or shutil.which("less") or shutil.which("more")
    interactive = is_terminal(sys.stdout) and is_terminal(sys.stdin)
    if pager and interactive and text.count("\n") >= shutil.get_terminal_size().lines:
        _page(pager, text)
    else:
        typer.echo(text)


def _page(pager: str, text: str) -> None:
    environment = {"LESS": "-FRX", **os.environ}
    with subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, env=environment) as process:
        with suppress(OSError):  # the user has left the pager
            process.communicate(text.encode(errors="replace"))
        while process.returncode is None:  # Ctrl-C belongs to the pager while it runs
            with suppress(KeyboardInterrupt):
                process.wait()
