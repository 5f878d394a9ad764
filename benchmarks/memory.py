"""The memory of a table, at its start and as its game grows: `python -m benchmarks.memory`.

It is what a server needs for a table beside the sockets of its people. A table that is asleep needs none: it stands in
the store alone.
"""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import dataclass
from typing import Any

from benchmarks.crowd import VARIANTS
from benchmarks.table import MOST_WORK, act_once, begin_table, label
from niwashi.table import Table
from niwashi.wire.messages import encode_message

MOST_STEPS = 400


@dataclass(frozen=True)
class Grown:
    """Bytes."""

    start: int
    end: int
    events: int

    @property
    def per_event(self) -> float:
        return (self.end - self.start) / max(self.events, 1)


def measure(game: str, options: dict[str, Any]) -> Grown:
    """Of a game that is played to its end, with news and choices told after every action."""
    _play_to_end(begin_table(game, options))  # so that what is loaded once is not counted
    gc.collect()
    tracemalloc.start()
    try:
        table = begin_table(game, options)
        start = _taken()
        _play_to_end(table)
        assert table.game is not None, "it has begun"
        return Grown(start, _taken(), table.game.length)
    finally:
        tracemalloc.stop()


def _taken() -> int:
    """Without the positions that were read last, of which a process keeps a fixed number for all its tables."""
    gc.collect()
    shared = tracemalloc.Filter(False, "*/snapshot.py")
    return sum(one.size for one in tracemalloc.take_snapshot().filter_traces([shared]).traces)


def _play_to_end(table: Table) -> None:
    for step in range(MOST_STEPS):
        news = act_once(table, step)
        if news is None:
            return
        encode_message(news=news)


def main() -> None:
    print(f"  {'':56}{'events':>8}{'start kB':>10}{'end kB':>10}{'B an event':>12}")
    for game, options in (*VARIANTS, MOST_WORK):
        one = measure(game, options)
        figures = f"{one.events:>8}{one.start / 1000:>10.0f}{one.end / 1000:>10.0f}{one.per_event:>12.0f}"
        print(f"  {label(game, options):56}{figures}")


if __name__ == "__main__":
    main()
