"""The cost of one action at a table, by part, without a server.

The same games are played repeatedly, and the fastest time of each part of each step counts, so that the figures hold on
a busy machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from time import thread_time
from typing import Any, TypeVar

from benchmarks.crowd import VARIANTS
from niwashi.table import Command, Table
from niwashi.wire import Choices, News, requests
from niwashi.wire.messages import encode_message

STEPS = 60
PRIME = 7919
PARTS = ("validation", "news", "packing news", "choices", "packing choices")
MOST_WORK: tuple[str, dict[str, Any]] = ("miyabi", {"seats": 4, "expansions": "ABCDE"})
"""The table whose actions cost most."""
Found = TypeVar("Found")


class Stopwatch:
    """The fastest time of each part of each step."""

    def __init__(self) -> None:
        self._best: dict[tuple[str, int], float] = {}

    def time(self, part: str, step: int, work: Callable[[], Found]) -> Found:
        start = thread_time()
        found = work()
        took = thread_time() - start
        self._best[part, step] = min(took, self._best.get((part, step), took))
        return found

    def each(self, steps: int) -> dict[str, float]:
        """Milliseconds per step."""
        sums: dict[str, float] = defaultdict(float)
        for (part, _), took in self._best.items():
            sums[part] += took * 1000 / steps
        return {part: sums[part] for part in PARTS}


def begin_table(game: str, options: dict[str, Any]) -> Table:
    table, batch = Table.open("table", game, host="p0", secret=bytes(16), now=0, **options)
    table.commit(batch)
    sitting = [Command(requests.Sit(id=f"sit{n}", name=f"P{n}"), f"p{n}") for n in range(options["seats"])]
    for command in [*sitting, Command(requests.Start(id="start"), "p0")]:
        _do(table, command, 1)
    table.news(-1)
    return table


def _do(table: Table, command: Command, now: int) -> None:
    batch = table.handle(command, now).batch
    assert batch is not None, "it is done"
    table.commit(batch)


def act_once(table: Table, step: int) -> list[News] | None:
    """The next seat does one of its actions, another at every step; the news of it, or None after the end."""
    seat = next((seat for seat in table.seats_awaited if table.choices(seat)), None)
    choices = table.choices(seat) if seat is not None else None
    if seat is None or choices is None:
        return None
    action = choices.actions[step * PRIME % len(choices.actions)]
    before = table.seq
    _do(table, Command(requests.Act(id=str(step), seq=choices.seq, action=action), table.people[seat]), step)
    return table.news(before)


def play(game: str, options: dict[str, Any], watch: Stopwatch) -> int:
    """As a server does: an action, then the news for all seats and the new choices of each. Returns the steps."""
    table = begin_table(game, options)
    open_to: dict[int, Choices] = {n: new for n in range(len(table.people)) if (new := table.new_choices(n))}
    for step in range(STEPS):
        if not open_to:
            return step
        seat, choices = open_to.popitem()
        action = choices.actions[step * PRIME % len(choices.actions)]
        command = Command(requests.Act(id=str(step), seq=choices.seq, action=action), table.people[seat])
        _act(table, command, step, watch)
        open_to |= _publish(table, step, watch)
    return STEPS


def _act(table: Table, command: Command, step: int, watch: Stopwatch) -> None:
    before = table.seq
    batch = watch.time("validation", step, lambda: table.handle(command, step)).batch
    assert batch is not None, "it is done"
    table.commit(batch)
    news = watch.time("news", step, lambda: table.news(before))
    watch.time("packing news", step, lambda: encode_message(news=news))


def _publish(table: Table, step: int, watch: Stopwatch) -> dict[int, Choices]:
    new = watch.time("choices", step, lambda: [table.new_choices(n) for n in range(len(table.people))])
    found = {seat: choices for seat, choices in enumerate(new) if choices}
    watch.time("packing choices", step, lambda: [encode_message(choices=choices) for choices in found.values()])
    return found


def measure(repeats: int) -> dict[str, dict[str, float]]:
    """Milliseconds per action, by game and part."""
    found = {}
    for game, options in (*VARIANTS, MOST_WORK):
        watch, steps = Stopwatch(), Counter[int]()
        for _ in range(repeats):
            steps[play(game, options, watch)] += 1
        assert len(steps) == 1, "every time the same game"
        found[label(game, options)] = watch.each(next(iter(steps)))
    return found


def label(game: str, options: dict[str, Any]) -> str:
    return " ".join([game, *(f"{key}={value}" for key, value in options.items() if key != "seats")])
