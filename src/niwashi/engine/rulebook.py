"""Reads the numbered rules out of a game's RULES.md."""

from __future__ import annotations

import re

NUMBER = r"[A-Z]\d+\.[A-Z]?\d+"
_ROW = re.compile(rf"^\| ({NUMBER}) \| (.+?) \|", re.MULTILINE)
_SENTENCE = re.compile(rf"({NUMBER}) (?=[A-Z0-9“])(.+?)(?=\s{NUMBER}\s[A-Z0-9“]|\n\n|\n\*\*|\s\*\*|\Z)", re.DOTALL)


def rule_texts(rulebook: str) -> dict[str, str]:
    """Every rule's number and text, in the rulebook's order. Rules are rows of tables, or sentences of a paragraph."""
    rules = {match.start(): (match[1], match[2]) for match in _ROW.finditer(rulebook)}
    prose = "\n".join("" if line.startswith("|") else line for line in rulebook.split("\n"))
    offset = {match[1]: rulebook.find(match[0][:20]) for match in _SENTENCE.finditer(prose)}
    for match in _SENTENCE.finditer(prose):
        rules.setdefault(offset[match[1]], (match[1], " ".join(match[2].split())))
    return {number: text for _, (number, text) in sorted(rules.items())}
