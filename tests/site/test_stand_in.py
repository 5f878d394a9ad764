"""The stand-in for NumPy gives what NumPy gives, to the last bit, for all that the project asks of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from niwashi.games.edo_yashiki import state as edo
from niwashi.games.miyabi import state as miyabi
from niwashi.site import stand_in

RANDOM = random.Random(1)
FLOATS = [RANDOM.uniform(-50, 50) for _ in range(300)]
WHOLE = [RANDOM.randrange(-(1 << 40), 1 << 40) for _ in range(60)]
GRID = [FLOATS[at : at + 4] for at in range(0, 300, 4)]


def rivals(np: Any) -> Any:
    scores = np.array(GRID, np.float64)
    return np.stack([np.delete(scores, seat, axis=1).max(axis=1) for seat in range(4)], axis=1)


def standing(np: Any) -> Any:
    scores = np.array(GRID, np.float64).copy()
    scores[:, [1, 3]] = -np.inf
    winning = scores == scores.max(axis=1, keepdims=True)
    return winning / winning.sum(axis=1, keepdims=True)


def columns(np: Any) -> Any:
    made = np.empty((2, 3), object)
    for at, value in enumerate(([1, 2], "a", (3,), None, 5, "b")):
        made[at // 3, at % 3] = value
    return made.take(np.array([2, 0]), axis=1)


WORK: list[Callable[[Any], Any]] = [
    lambda np: np.array(FLOATS).mean(),
    lambda np: np.array(FLOATS).std(ddof=1),
    lambda np: np.array(GRID).mean(axis=0),
    lambda np: np.array(GRID)[:, 2].mean(),
    lambda np: np.array(GRID)[:, 1] - np.array(GRID)[:, 3],
    lambda np: np.array(GRID) - rivals(np),
    standing,
    columns,
    lambda np: np.array(WHOLE, np.int64).reshape(-1, 6) @ np.array([1, 2, 3, 4, 5, 6]),
    lambda np: np.array(WHOLE, np.int64).reshape(-1, 6)[:, 3].cumsum(),
    lambda np: np.array(WHOLE, np.int64) // 7 % 5,
    lambda np: np.array(WHOLE, np.int64).reshape(-1, 6)[np.array([3, 1])],
    lambda np: np.flatnonzero(np.array(WHOLE, np.int64) >= 9),
    lambda np: np.argsort(-np.array(WHOLE, np.int64), kind="stable"),
    lambda np: np.unique(np.array(WHOLE, np.int64) // (1 << 37), return_index=True, return_inverse=True)[1],
    lambda np: np.unique(np.array(WHOLE, np.int64) // (1 << 37), return_index=True, return_inverse=True)[2],
    lambda np: np.concatenate([np.array(WHOLE, np.int64), np.array([4], np.int64)]),
    lambda np: np.array(FLOATS).astype(np.float32),
    lambda np: np.zeros(4, np.int64).view(np.uint8).reshape(2, -1).view(np.uint64),
]


@pytest.mark.parametrize("work", WORK)
def test_arithmetic_is_numpys(work: Callable[[Any], Any]) -> None:
    ours, theirs = work(stand_in), work(numpy)
    plain = theirs.tolist() if isinstance(theirs, numpy.ndarray) else float(theirs)
    assert (ours.tolist() if isinstance(ours, stand_in.ndarray) else ours) == plain


@pytest.mark.parametrize("theirs", [miyabi.POSITION_TYPE, edo.POSITION, edo.SETUP])
def test_records_lie_in_memory_as_numpys(theirs: Any) -> None:
    ours = stand_in.dtype((stand_in.record, layout(theirs)))
    raw = random.Random(2).randbytes(3 * theirs.itemsize)
    assert ours.itemsize == theirs.itemsize
    mine, known = stand_in.frombuffer(bytearray(raw), ours), numpy.frombuffer(bytearray(raw), theirs)
    assert {name: mine[name].tolist() for name in leaves(theirs)} == {
        name: known[name].tolist() for name in leaves(theirs)
    }
    mine[1], known[1] = mine[2], known[2]
    assert mine.tobytes() == known.tobytes()


def layout(kind: Any) -> list[tuple[Any, ...]]:
    """A NumPy record's fields, as the stand-in takes them."""
    fields: list[tuple[Any, ...]] = []
    for name in kind.names:
        base, shape = kind.fields[name][0].base, kind.fields[name][0].shape
        ours = stand_in.dtype((stand_in.record, layout(base))) if base.names else base.str
        fields.append((name, ours, shape) if shape else (name, ours))
    return fields


def leaves(kind: Any) -> list[str]:
    return [name for name in kind.names if kind.fields[name][0].base.names is None]


def test_an_index_outside_is_refused() -> None:
    with pytest.raises(IndexError, match="out of bounds"):
        stand_in.zeros(3)[3]
