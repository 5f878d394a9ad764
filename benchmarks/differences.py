"""Views against differences: what an action sends, and what it would send: `python -m benchmarks.differences`.

The difference is a JSON merge patch (RFC 7386) from the view before. Lists are replaced whole, as there.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import thread_time
from typing import Any

import msgspec

from benchmarks.crowd import VARIANTS
from benchmarks.table import MOST_WORK, act_once, begin_table, label
from niwashi.wire.messages import encode_message

STEPS = 60


def difference(before: Any, after: Any) -> Any:
    """A merge patch between two objects."""
    changed = {key: after[key] for key in after if key not in before or before[key] != after[key]}
    nested = {
        key: difference(before[key], value)
        if isinstance(value, Mapping) and isinstance(before.get(key), Mapping)
        else value
        for key, value in changed.items()
    }
    return nested | dict.fromkeys(before.keys() - after.keys())


def measure(game: str, options: dict[str, Any]) -> dict[str, float]:
    """Mean bytes of an action's messages, and the microseconds to encode its views or find their differences."""
    table = begin_table(game, options)
    shown: Any = table.game.view() if table.game else {}
    sums = dict.fromkeys(("rest", "views", "differences", "choices", "encoding", "finding"), 0.0)
    steps = 0
    for step in range(STEPS):
        news = act_once(table, step)
        if news is None:
            break
        steps += 1
        views = [one.view for one in news if one.view is not None]
        began = thread_time()
        encoded = [msgspec.json.encode(view) for view in views]
        sums["encoding"] += thread_time() - began
        began = thread_time()
        patches = []
        for view in views:
            patches.append(msgspec.json.encode(difference(shown, view)))
            shown = view
        sums["finding"] += thread_time() - began
        sums["views"] += sum(map(len, encoded))
        sums["differences"] += sum(map(len, patches))
        sums["rest"] += len(encode_message(news=news)) - sum(map(len, encoded))
        new = [table.new_choices(n) for n in range(len(table.people))]
        sums["choices"] += sum(len(encode_message(choices=one)) for one in new if one)
    return {part: total / steps for part, total in sums.items()}


def main() -> None:
    print(
        f"  bytes an action {'':40}{'rest':>8}{'views':>8}{'diffs':>8}{'choices':>9}{'encoding µs':>13}{'diffs µs':>10}"
    )
    for game, options in (*VARIANTS, MOST_WORK):
        found = measure(game, options)
        sizes = "".join(f"{found[part]:>{width}.0f}" for part, width in SIZES)
        times = f"{1e6 * found['encoding']:>13.0f}{1e6 * found['finding']:>10.0f}"
        print(f"  {label(game, options):56}{sizes}{times}")


SIZES = (("rest", 8), ("views", 8), ("differences", 8), ("choices", 9))

if __name__ == "__main__":
    main()
