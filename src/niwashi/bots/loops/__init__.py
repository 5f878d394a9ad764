"""What bots do by the thousand, as kernels written over the contract's names and bound to each game.

They work at a `Scratch`: arrays that are laid out once, because kernels allocate nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Buffer, Rules
from niwashi.core.kernel import bind, entry
from niwashi.engine import catalog

Net: TypeAlias = NDArray[np.float32]
Stack: TypeAlias = NDArray[np.void]
Loop: TypeAlias = Callable[..., Any]


class Scratch(NamedTuple):
    """One search's arrays; no two searches at once share one."""

    net: Net
    """Judges by features,"""
    prospects_net: Net
    """and by prospects."""
    x: NDArray[np.float32]
    """Features, and behind them room for the network's hidden layer."""
    after: Stack
    """Two positions: one to look a single action ahead in, one to play on in."""
    buffer: Buffer
    """Legal actions, or what chance brings."""
    keys: Buffer
    values: NDArray[np.float64]
    """What belongs to each action in the buffer."""
    points: Buffer


def make_scratch(rules: Rules, net: Net, prospects_net: Net) -> Scratch:
    inputs, hidden = len(rules.prospect_names), int(max(net[1], prospects_net[1]))
    longest = max(rules.most_legal, rules.longest_outcome)
    return Scratch(
        net.copy(),  # shared among threads, its reference count would be what they wait for
        prospects_net.copy(),
        np.zeros(inputs + hidden, np.float32),
        np.zeros(2, rules.position),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.float64),
        np.zeros(max(rules.seats), np.int64),
    )


def bind_loops(game: str, loops: Sequence[Loop], further: dict[str, Any] | None = None) -> SimpleNamespace:
    """Loops compiled for a game, by name; each may call the game's kernels, those before it, and further ones."""
    names = {**_kernels(game), **(further or {})}
    for loop in loops:
        names[loop.__name__] = bind(loop, names, game, inline=False)
    return SimpleNamespace(**names)


@cache
def _kernels(game: str) -> dict[str, Any]:
    return {name: entry(kernel) for name, kernel in catalog.rules(game).kernels.by_name().items()}
