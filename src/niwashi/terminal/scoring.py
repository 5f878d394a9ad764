"""Filling in a real table's score sheet, question by question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from niwashi.core.errors import BadTally, quote
from niwashi.core.game import Question, Rules

MOST_LINES = 200


def ask_table(rules: Rules, ask: Callable[[str], str]) -> dict[str, Any]:
    """The answers that `Rules.tally` wants."""
    count = ask("How many seats? ").strip()
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 0 < int(count) <= rules.seats[-1]):
        raise BadTally("tally/seats", f"{rules.title} has at most {rules.seats[-1]} seats, not {quote(count)}")
    answers: dict[str, Any] = {question.key: _answer(question, ask) for question in rules.table_questions}
    answers["seat"] = [
        {question.key: _answer(question, ask) for question in rules.seat_questions} for _ in range(int(count))
    ]
    return answers


def _answer(question: Question, ask: Callable[[str], str]) -> str:
    if question.lines == 1:
        return ask(f"{question.text}: ").strip()
    lines: list[str] = []
    prompt = f"{question.text}:\n"
    while len(lines) < (question.lines or MOST_LINES):
        line = ask(prompt)
        if not line.strip() and not question.lines:
            break
        lines.append(line)
        prompt = ""
    return "\n".join(lines)
