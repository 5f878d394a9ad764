"""As much of NumPy as the project's Python needs where kernels are WebAssembly: arrays that hold bytes.

A garden without a server ships it under the name `numpy` (docs/site.md). NumPy itself has no wheel for Pyodide on the
Python package index, and would be larger than everything else of the garden's Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .arrays import ndarray, of_items, record
from .memory import Memory
from .types import (
    as_dtype,
    bool_,
    count,
    dtype,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    integer,
    object_,
    uint8,
    uint64,
    void,
)

__all__ = [
    "arange",
    "argsort",
    "array",
    "asarray",
    "bool_",
    "concatenate",
    "delete",
    "dtype",
    "empty",
    "empty_like",
    "flatnonzero",
    "float32",
    "float64",
    "frombuffer",
    "fromfile",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "nan",
    "ndarray",
    "object_",
    "record",
    "searchsorted",
    "stack",
    "uint8",
    "uint64",
    "unique",
    "void",
    "zeros",
]
inf, nan = float("inf"), float("nan")


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    dimensions, kind = shape if isinstance(shape, tuple) else (shape,), as_dtype(dtype)
    if kind.format == "O":
        return ndarray([0] * count(dimensions), 0, dimensions, kind)
    return ndarray(Memory(bytearray(count(dimensions) * kind.itemsize)), 0, dimensions, kind)


empty = zeros


def empty_like(like: ndarray) -> ndarray:
    return zeros(like.shape, like.dtype)


def frombuffer(source: Any, dtype: Any = float64) -> ndarray:
    kind, memory = as_dtype(dtype), Memory(source)
    return ndarray(memory, 0, (len(memory.view) // kind.itemsize,), kind)


def fromfile(path: Path, dtype: Any) -> ndarray:
    return frombuffer(bytearray(path.read_bytes()), dtype)


def array(given: Any, dtype: Any = None) -> ndarray:
    if isinstance(given, ndarray):
        return given.copy() if dtype is None else given.astype(dtype)
    items, shape = list(given), [len(given)]
    while items and isinstance(items[0], list | tuple | ndarray):
        shape.append(len(items[0]))
        items = [item for row in items for item in row]
    whole = not any(isinstance(item, float) for item in items)
    return of_items(items, tuple(shape), as_dtype(dtype or (int64 if whole else float64)))


def asarray(given: Any) -> ndarray:
    return given if isinstance(given, ndarray) else array(given)


def arange(stop: int) -> ndarray:
    return array(range(stop), int64)


def concatenate(parts: Sequence[ndarray]) -> ndarray:
    items = [item for part in parts for item in part.flat()]
    return of_items(items, (len(items),), parts[0].dtype)


def stack(parts: Sequence[ndarray], axis: int = 0) -> ndarray:
    rows = [part.tolist() for part in parts]
    return array([list(column) for column in zip(*rows)] if axis == 1 else rows, parts[0].dtype)


def delete(given: ndarray, place: int, axis: int) -> ndarray:
    assert axis == 1, "columns are all that anybody deletes"
    return array([row[:place] + row[place + 1 :] for row in given.tolist()], given.dtype)


def unique(given: ndarray, return_index: bool, return_inverse: bool) -> tuple[ndarray, ndarray, ndarray]:
    """The distinct items in order, where each is first, and the number of each item's distinct one."""
    assert return_index, "nobody asks for less"
    assert return_inverse, "nobody asks for less"
    items = given.flat()
    first: dict[Any, int] = {}
    for place, item in enumerate(items):
        first.setdefault(item, place)
    order = {item: number for number, item in enumerate(sorted(first))}
    places = [first[item] for item in order]
    return array(list(order), int64), array(places, int64), array([order[item] for item in items], int64)


def flatnonzero(given: ndarray) -> ndarray:
    return array([place for place, item in enumerate(given.flat()) if item], int64)


def argsort(given: ndarray, kind: str = "stable") -> ndarray:
    items = given.flat()
    return array(sorted(range(len(items)), key=items.__getitem__), int64)


def searchsorted(given: ndarray, value: Any, side: str = "left") -> int:
    from bisect import bisect_left, bisect_right

    return (bisect_right if side == "right" else bisect_left)(given.flat(), value)
