"""Changes pages from the Markdown of git hosts to that of the site: links, list items, the words after a fence."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

FENCE = re.compile(r" *(`{3,})(\w*)(.*)")
CODE = re.compile(r"(`+)(?:.+?)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(\]\()([^)\s#]*)((?:#[^)\s]*)?(?: \"[^\"]*\")?\))")
ITEM = re.compile(r"(?:[-*]|\d+\.) +")
INDENT = 4
"""Of what belongs to a list item; git hosts take the width of its marker."""


def split_fences(text: str) -> Iterator[tuple[bool, list[str]]]:
    """Runs of lines: whether they are a fenced block, and the lines."""
    lines: list[str] = []
    closing = ""
    for line in text.splitlines():
        fence = FENCE.fullmatch(line)
        if closing:
            lines.append(line)
            if line.strip() == closing:
                yield True, lines
                lines, closing = [], ""
        elif fence:
            yield False, lines
            lines, closing = [line], fence[1]
        else:
            lines.append(line)
    yield bool(closing), lines


def change_prose(text: str, change: Callable[[str], str]) -> str:
    """The text, changed where it is neither a fenced block nor code in a line."""
    changed = []
    for is_code, lines in split_fences(text):
        run = "\n".join(lines)
        changed.append(run if is_code or not lines else outside_code(run, change))
    return "\n".join(part for part in changed if part) + "\n"


def outside_code(text: str, change: Callable[[str], str]) -> str:
    done, at = [], 0
    for code in CODE.finditer(text):
        done += [change(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*done, change(text[at:])])


# -- links -------------------------------------------------------------------------------------------------------------
def change_links(text: str, source: str, page: str, place: Callable[[str], str]) -> str:
    """The links of a file, as its page needs them. `place` tells where a path of the repository lies in the site."""

    def change(link: re.Match[str]) -> str:
        if not link[2] or re.match(r"[a-z]+:", link[2]):
            return link[0]
        target = os.path.normpath(PurePosixPath(source).parent / link[2])
        return link[1] + os.path.relpath(place(target), PurePosixPath(page).parent) + link[3]

    # Code in the words of a link may hold no bracket that ends it, so code is left in place here.
    return "\n".join(
        "\n".join(lines) if is_code else LINK.sub(change, "\n".join(lines)) for is_code, lines in split_fences(text)
    )


def name_links(text: str, source: str, title: Callable[[str], str | None]) -> str:
    """With the title of a page where a link's words are only the name of its file, as git hosts like it."""

    def change(link: re.Match[str]) -> str:
        named = title(os.path.normpath(PurePosixPath(source).parent / link[2]))
        return f"[{named}]({link[2]}{link[3]})" if named else link[0]

    return re.sub(r"\[((?:[\w-]+/)*[\w-]+\.md)\]\(([^)\s#]*\1)(#[^)]*|)\)", change, text)


# -- blocks ------------------------------------------------------------------------------------------------------------
def plain_fences(text: str) -> str:
    """Without the words that tests read after the language of a block."""
    return re.sub(r"^( *`{3,}\w+) [^\n`]*$", r"\1", text, flags=re.MULTILINE)


def indent_items(text: str) -> str:
    """With everything that belongs to a list item indented as far as the site's Markdown wants it."""
    width, changed = 0, []
    for line in text.splitlines():
        item = ITEM.match(line)
        if item:
            width = item.end()
        elif line.strip() and not line.startswith(" " * width):
            width = 0
        belongs = width and not item and line.startswith(" " * width)
        changed.append(" " * (INDENT - width) + line if belongs else line)
    return "\n".join(changed) + "\n"
