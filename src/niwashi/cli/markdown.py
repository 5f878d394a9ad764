"""Markdown rendered for a terminal."""

from __future__ import annotations

import io
import shutil
import sys

from niwashi.cli.style import has_colour

MAX_WIDTH = 100
"""Longer lines are hard to read."""


def render_markdown(markdown: str) -> str:
    """In the terminal's width and colours; plain text for a pipe."""
    from rich.console import Console  # takes longer to load than most commands take to run
    from rich.markdown import Markdown

    console = Console(
        file=io.StringIO(),
        width=min(shutil.get_terminal_size().columns, MAX_WIDTH),
        force_terminal=has_colour(sys.stdout),
        no_color=not has_colour(sys.stdout),
        highlight=False,
    )
    with console.capture() as page:
        console.print(Markdown(markdown))
    return "\n".join(line.rstrip() for line in page.get().splitlines())
