"""A reference card as text: one page of at most 80 columns, at a terminal or in a pipe."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

from niwashi.cli.style import MIN_WIDTH, emphasise, is_terminal

if TYPE_CHECKING:
    from niwashi.core.game import CardSection, ReferenceCard

WIDTH = 80


def render_card(title: str, card: ReferenceCard) -> str:
    width = _width()
    sections = ("\n".join([emphasise(one.title.upper()), *_section_lines(one, width)]) for one in card.sections)
    return "\n\n".join([emphasise(textwrap.fill(title, width)), *sections])


def _width() -> int:
    """A pipe gets all columns: its text is for a file or a printer."""
    columns = shutil.get_terminal_size().columns if is_terminal(sys.stdout) else WIDTH
    return max(min(columns, WIDTH), MIN_WIDTH)


def _section_lines(section: CardSection, width: int) -> list[str]:
    lines = [line for number, text in enumerate(section.lines, 1) for line in _wrap(section, number, text, width)]
    return [*lines, *_table_lines(section.table, width)]


def _wrap(section: CardSection, number: int, text: str, width: int) -> list[str]:
    head = f" {number}. " if section.is_numbered else " - " if len(section.lines) > 1 else " "
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)


def _table_lines(table: tuple[tuple[str, ...], ...], width: int) -> list[str]:
    """The first column to the left, numbers to the right; closer together where the terminal is narrow."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    gap = "  " if sum(widths) + 2 * len(widths) <= width else " "
    rows = ((row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])) for row in table)
    return [" " + gap.join(cells) for cells in rows]
