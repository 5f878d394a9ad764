"""Tables of text that fit the width of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

DEFAULT_WIDTH = 80
"""Columns, where the output has no width, such as a pipe."""


def table_lines(labels: Sequence[str], columns: Sequence[Sequence[str]], width: int | None = None) -> list[str]:
    """The rows of a table. Columns that do not fit follow below, beside the labels once more.

    Cells are padded already; the first label and the first cell of each column are its heading.
    """
    blocks = _blocks(columns, (width or DEFAULT_WIDTH) - len(labels[0]))
    return "\n\n".join("\n".join(_rows(labels, block)) for block in blocks).split("\n")


def _rows(labels: Sequence[str], block: list[Sequence[str]]) -> list[str]:
    """Without the rows that have no cells here."""
    rows = zip(labels, zip(*block, strict=True), strict=True)
    return [(label + "".join(cells)).rstrip() for label, cells in rows if any(cells)]


def _blocks(columns: Sequence[Sequence[str]], room: int) -> Iterator[list[Sequence[str]]]:
    """As many columns each as there is room for, and one at least."""
    block: list[Sequence[str]] = []
    used = 0
    for column in columns:
        needed = max(len(cell.rstrip()) for cell in column)
        if block and used + needed > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += len(column[0])
    yield block
