"""Rule numbers as anchors and as links, and the pictures of a rulebook's sections."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import PurePosixPath

from niwashi.engine.rulebook import NUMBER, rule_texts
from tools.docs.figures import Figure, figures_of, picture_name
from tools.docs.markdown import change_prose
from tools.docs.sources import ROOT, RULEBOOKS

MENTION = re.compile(rf"(?<![\w#.\[/-])({NUMBER}[a-d]?)(?![\w\]-])")
WRITTEN = re.compile(rf"(?<![\w#.\[/-])({NUMBER}[a-d]?)(?= \||(?: (?=[A-Z0-9“])))")
"""Where a rulebook writes the rule itself: first in a row, or before its sentence."""


@cache
def rule_pages() -> dict[str, str]:
    """The page of every rule, by its number."""
    found: dict[str, str] = {}
    for game, page in RULEBOOKS.items():
        text = rulebook(game)
        numbers = {*rule_texts(text), *re.findall(rf"^\| ({NUMBER}[a-d]?) \|", text, re.MULTILINE)}
        found |= dict.fromkeys(sorted(numbers), page)
    return found


def rulebook(game: str) -> str:
    return (ROOT / "src" / "niwashi" / "games" / game / "RULES.md").read_text(encoding="utf-8")


def link_rules(text: str, page: str) -> str:
    """With a link where a page of prose cites a rule. Headings and links stay as they are."""

    def link(mention: re.Match[str]) -> str:
        target = rule_pages().get(mention[1])
        if target is None:
            return mention[0]
        return f"[{mention[1]}]({os.path.relpath(target, PurePosixPath(page).parent)}#{mention[1]}){{.rule}}"

    def change(run: str) -> str:
        lines = run.split("\n")
        return "\n".join(line if line.startswith("#") else _outside_links(line, link) for line in lines)

    return change_prose(text, change)


def _outside_links(line: str, link: Callable[[re.Match[str]], str]) -> str:
    parts = re.split(r"(!?\[[^\]]*\]\([^)]*\))", line)
    return "".join(part if number % 2 else MENTION.sub(link, part) for number, part in enumerate(parts))


def add_anchors(text: str, game: str) -> str:
    """A rulebook whose rules are anchors: the first place where each number is written leads to itself."""
    done: set[str] = set()

    def anchor(written: re.Match[str]) -> str:
        number = written[1]
        if number in done or number not in rule_pages():
            return written[0]
        done.add(number)
        return f"[{number}](#{number}){{ #{number} .rule .number }}"

    return re.sub(WRITTEN, anchor, text)


def add_figures(text: str, game: str) -> str:
    """With the pictures of each section at its end."""
    sections = re.split(r"(?m)^(?=## )", text)
    drawn = figures_of(game)
    return "".join(
        section + _shown([one for one in drawn if section.startswith(f"## {one.section} ")]) for section in sections
    )


def _shown(figures: list[Figure]) -> str:
    if not figures:
        return ""
    return (
        '\n<div class="figures ' + figures[0].game + '" markdown>\n\n' + "".join(map(_figure, figures)) + "</div>\n\n"
    )


def _figure(figure: Figure) -> str:
    name = picture_name(figure)
    return (
        f"<figure markdown>\n![{figure.answer()}](../pictures/rules/{name})\n"
        f"<figcaption markdown>**{figure.rule}** {figure.caption} {figure.sentence()}</figcaption>\n</figure>\n\n"
    )
