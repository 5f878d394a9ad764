"""Asks for the score sheet of a game that was played with the real components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from niwashi.core.errors import BadTally, NiwashiError, quote
from niwashi.core.game import Rules, TallyQuestion

MAX_LINES = 200

Answer = TypeVar("Answer")


def ask_score_sheet(rules: Rules, ask: Callable[[str], str], say: Callable[[str], None] | None) -> dict[str, Any]:
    """The answers that `Rules.tally` expects. A wrong answer is explained and asked again; without `say` it raises.

    Each seat is checked as soon as it is complete, so that a mistake costs the typing of one seat and not of all.
    """
    count = _ask_until_valid(lambda: ask("How many seats? ").strip(), lambda count: _check_count(rules, count), say)
    table = _ask_until_valid(
        lambda: _ask_all(rules.table_questions, ask), lambda answers: _check_table(rules, answers), say
    )
    seats = [
        _ask_until_valid(
            lambda: _ask_all(rules.seat_questions, ask),
            lambda answers: _check_seat(rules, table, answers),
            say,
        )
        for _ in range(int(count))
    ]
    return {**table, "seat": seats}


def _ask_until_valid(
    ask: Callable[[], Answer], check: Callable[[Answer], object], say: Callable[[str], None] | None
) -> Answer:
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
    """The tally without seats; that seats are missing is not an error here."""
    try:
        rules.tally({**answers, "seat": []})
    except BadTally as problem:
        if problem.code != "tally/seats":
            raise


def _check_seat(rules: Rules, table: dict[str, Any], answers: dict[str, Any]) -> None:
    """One seat alone; whether there are enough tiles can be checked only for all seats together."""
    try:
        rules.tally({**table, "seat": [answers] * rules.seats[0]})
    except BadTally as problem:
        if problem.code != "tally/tiles":
            raise


def _check_count(rules: Rules, count: str) -> None:
    if not (count.isascii() and count.isdigit() and len(count) < 3 and 0 < int(count) <= rules.seats[-1]):
        raise BadTally("tally/seats", f"{rules.title} has at most {rules.seats[-1]} seats, not {quote(count)}")


def _ask_all(questions: Sequence[TallyQuestion], ask: Callable[[str], str]) -> dict[str, Any]:
    return {question.key: _ask_one(question, ask) for question in questions}


def _ask_one(question: TallyQuestion, ask: Callable[[str], str]) -> str:
    if question.lines == 1:
        return ask(f"{question.text}: ").strip()
    lines: list[str] = []
    prompt = f"{question.text}:\n"
    while len(lines) < (question.lines or MAX_LINES):
        line = ask(prompt)
        if not line.strip() and not question.lines:
            break
        lines.append(line)
        prompt = ""
    return "\n".join(lines)
