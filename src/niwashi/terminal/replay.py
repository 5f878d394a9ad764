"""Stepping through a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.files import printable
from niwashi.core.record import Record
from niwashi.engine.factory import apply_event, start_from_record
from niwashi.engine.game import Game
from niwashi.terminal.play import read_line

KEYS = "Enter: next · b: back · number: go to event · e: end · q: quit"


def frames(record: Record) -> Iterator[tuple[int, str, Game]]:
    """Yields the number of each event, counted from 1, its description and the game after it. Number 0 is the start."""
    game = start_from_record(record)
    yield 0, "the start", game
    for number, event in enumerate(record.events, 1):
        before = game.scores
        apply_event(game, event, number - 1)
        who, what = event
        name = game.names[who] if isinstance(who, int) else who
        gained = [
            f"{game.names[s]} +{now - then}" for s, (then, now) in enumerate(zip(before, game.scores)) if now > then
        ]
        yield number, f"{name}: {printable(what)}" + (f"  ({', '.join(gained)})" if gained else ""), game


def json_frames(record: Record) -> Iterator[dict[str, Any]]:
    """Yields each event with the scores and the view after it."""
    for number, _, game in frames(record):
        event = list(record.events[number - 1]) if number else None
        yield {"number": number, "event": event, "scores": list(game.scores), "view": game.view()}


def print_all(record: Record, say: Callable[[str], None]) -> None:
    """Prints one line per event, then the final board and the score sheet."""
    for number, what, last in frames(record):
        say(f"{number:>4}  {what}")
        game = last
    say(f"\n{game}\n\n{game.sheet()}")


def step_through(record: Record, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
    pictures = [(what, str(game)) for _, what, game in frames(record)]
    here = 0
    while True:
        what, picture = pictures[here]
        say(f"\n{picture}\n\n{here} of {len(pictures) - 1} · {what}")
        answer = read_line(ask, f"{KEYS} › ").strip().lower()
        if answer in ("q", "quit"):
            return
        try:
            here = _next(answer, here, len(pictures) - 1)
        except NiwashiError as error:
            say(error.sentence)


def _next(answer: str, here: int, last: int) -> int:
    if answer in ("", "n"):
        return min(here + 1, last)
    if answer == "b":
        return max(here - 1, 0)
    if answer == "e":
        return last
    if answer.isascii() and answer.isdigit() and len(answer) < 7 and int(answer) <= last:
        return int(answer)
    raise NiwashiError("replay/key", f"unknown command {quote(answer)}; {KEYS}; events are numbered from 0 to {last}")
