"""Filling in a real table's score sheet, question by question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from niwashi.core.errors import BadTally, NiwashiError, quote
from niwashi.core.game import Rules, TallyQuestion

MOST_LINES = 200

Answer = TypeVar("Answer")


def ask_table(rules: Rules, ask: Callable[[str], str], say: Callable[[str], None] | None) -> dict[str, Any]:
    """The answers that `Rules.tally` wants. What is wrong is said and asked again; or raised, with nobody to say it to.

    Each seat is tallied by itself as soon as it is in, so that a slip costs one garden's typing and not all of them.
    """
    count = _settled(lambda: ask("How many seats? ").strip(), lambda count: _check_count(rules, count), say)
    table = _settled(lambda: _answers(rules.table_questions, ask), lambda answers: _check_table(rules, answers), say)
    seats = [
        _settled(
            lambda: _answers(rules.seat_questions, ask),
            lambda answers: _check_seat(rules, table, answers),
            say,
        )
        for _ in range(int(count))
    ]
    return {**table, "seat": seats}


def _settled(ask: Callable[[], Answer], check: Callable[[Answer], object], say: Callable[[str], None] | None) -> Answer:
    while True:
        answer = ask()
        try:
            check(answer)
            return answer
        except NiwashiError as problem:
            if say is None:
                raise
            say(problem.sentence)


def _check_table(rules: Rules, answers: dict[str, Any]) -> None:
    """With no seats yet, that is all there may be to object to."""
    try:
        rules.tally({**answers, "seat": []})
    except BadTally as problem:
        if problem.code != "tally/seats":
            raise


def _check_seat(rules: Rules, table: dict[str, Any], answers: dict[str, Any]) -> None:
    """By itself; whether there are so many tiles only all seats together can show."""
    try:
        rules.tally({**table, "seat": [answers] * rules.seats[0]})
    except BadTally as problem:
        if problem.code != "tally/tiles":
            raise


def _check_count(rules: Rules, count: str) -> None:
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 0 < int(count) <= rules.seats[-1]):
        raise BadTally("tally/seats", f"{rules.title} has at most {rules.seats[-1]} seats, not {quote(count)}")


def _answers(questions: Sequence[TallyQuestion], ask: Callable[[str], str]) -> dict[str, Any]:
    return {question.key: _answer(question, ask) for question in questions}


def _answer(question: TallyQuestion, ask: Callable[[str], str]) -> str:
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
