"""Arrays and records: views of bytes, with just as much arithmetic as the project's Python does outside kernels."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from math import sqrt
from struct import pack_into
from typing import Any

from .memory import Memory
from .sums import in_order, pairwise
from .types import Field, as_dtype, bool_, count, dtype, float64, int64, object_

Shape = tuple[int, ...]


def _c_strides(shape: Shape, size: int) -> Shape:
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, strides[0] * length)
    return tuple(strides) if shape else ()


def _read(memory: Memory, offset: int, field: Field) -> Any:
    if field.unpack is not None:
        return field.unpack(memory.view, offset + field.offset)[0]
    if field.shape:
        return ndarray(memory, offset + field.offset, field.shape, field.dtype)
    return record(memory, offset + field.offset, field.dtype)


def _write(memory: Memory, offset: int, field: Field, value: Any) -> None:
    if field.pack is not None:
        field.pack(memory.view, offset + field.offset, value)
    else:
        _read(memory, offset, field)[...] = value


class record:
    """One record, as `np.record`: fields as attributes or by name."""

    __slots__ = ("_memory", "_offset", "dtype")

    def __init__(self, memory: Memory, offset: int, kind: dtype) -> None:
        object.__setattr__(self, "_memory", memory)
        object.__setattr__(self, "_offset", offset)
        object.__setattr__(self, "dtype", kind)

    def __getattr__(self, name: str) -> Any:
        field = self.dtype.members.get(name)
        if field is None:
            raise AttributeError(name)
        return _read(self._memory, self._offset, field)

    def __setattr__(self, name: str, value: Any) -> None:
        _write(self._memory, self._offset, self.dtype.members[name], value)

    def __getitem__(self, name: str) -> Any:
        return _read(self._memory, self._offset, self.dtype.members[name])

    def __setitem__(self, name: Any, value: Any) -> None:
        if name is ...:
            self._memory.view[self._offset : self._offset + self.nbytes] = value.tobytes()
        else:
            _write(self._memory, self._offset, self.dtype.members[name], value)

    @property
    def nbytes(self) -> int:
        return int(self.dtype.itemsize)

    @property
    def address(self) -> int:
        offset: int = self._offset
        return int(self._memory.address) + offset

    def tobytes(self) -> bytes:
        return bytes(self._memory.view[self._offset : self._offset + self.nbytes])

    def copy(self) -> record:
        return record(Memory(bytearray(self.tobytes())), 0, self.dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, record) and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]


class ndarray:
    """Numbers or records in a memory, or Python's objects in a list."""

    __slots__ = ("_memory", "_offset", "dtype", "shape", "strides")

    def __init__(self, memory: Any, offset: int, shape: Shape, kind: dtype, strides: Shape | None = None) -> None:
        self._memory, self._offset, self.shape, self.dtype = memory, offset, shape, kind
        self.strides = _c_strides(shape, kind.itemsize) if strides is None else strides

    # -- shape -------------------------------------------------------------------------------------------------------
    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return count(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def is_contiguous(self) -> bool:
        return self.strides == _c_strides(self.shape, self.dtype.itemsize) or self.size <= 1

    @property
    def address(self) -> int:
        assert self.is_contiguous, "kernels take arrays whose items lie one behind the other"
        return int(self._memory.address) + self._offset

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (
            iter(self.tolist()) if self.ndim == 1 and not self.dtype.names else map(self.__getitem__, range(len(self)))
        )

    def reshape(self, *given: Any) -> ndarray:
        shape = tuple(given[0]) if isinstance(given[0], tuple) else given
        known = count(tuple(length for length in shape if length >= 0))
        whole = tuple(self.size // known if length < 0 else length for length in shape)
        return ndarray(self._memory, self._offset, whole, self.dtype)

    def ravel(self) -> ndarray:
        return self.copy().reshape(-1)

    def view(self, kind: Any) -> ndarray:
        """The same bytes as items of another type."""
        described = as_dtype(kind)
        last = self.shape[-1] * self.dtype.itemsize // described.itemsize
        return ndarray(self._memory, self._offset, (*self.shape[:-1], last), described)

    # -- reading -----------------------------------------------------------------------------------------------------
    def _places(self) -> list[int]:
        """The byte offset of each item, in C's order."""
        places = [self._offset]
        for length, stride in zip(self.shape, self.strides):
            places = [place + i * stride for place in places for i in range(length)]
        return places

    def _line(self) -> Any:
        """A one-dimensional array as a memoryview."""
        step = self.strides[0] // self.dtype.itemsize
        items, first = self._memory.typed(self._offset, self.dtype.format, self.dtype.itemsize)
        return items[first : first + (self.shape[0] - 1) * step + 1 : step]

    def _is_line(self) -> bool:
        return self.ndim == 1 and self.shape[0] > 0 and self.strides[0] % self.dtype.itemsize == 0

    def flat(self) -> list[Any]:
        """All items, in C's order."""
        if self.dtype.format == "O":
            return [self._memory[place // 8] for place in self._places()]
        if self.dtype.names is not None:
            return [record(self._memory, place, self.dtype) for place in self._places()]
        if not self.size:
            return []
        if self._is_line():
            line: list[Any] = self._line().tolist()
            return line
        if self.is_contiguous:
            return ndarray(self._memory, self._offset, (self.size,), self.dtype).flat()
        return [item for row in self for item in (row.flat() if isinstance(row, ndarray) else [row])]

    def tolist(self) -> list[Any]:
        items = self.flat()
        for length in reversed(self.shape[1:]):
            items = [items[at : at + length] for at in range(0, len(items), length)] if length else [[]] * len(self)
        return items

    def tobytes(self) -> bytes:
        if self.is_contiguous:
            return bytes(self._memory.view[self._offset : self._offset + self.nbytes])
        return self.copy().tobytes()

    def copy(self) -> ndarray:
        if self.dtype.names is not None or (self.dtype.format != "O" and self.is_contiguous):
            return ndarray(Memory(bytearray(self.tobytes())), 0, self.shape, self.dtype)
        return of_items(self.flat(), self.shape, self.dtype)

    def astype(self, kind: Any) -> ndarray:
        return of_items(self.flat(), self.shape, as_dtype(kind))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            field = self.dtype.members[key]
            inner = _c_strides(field.shape, field.dtype.itemsize)
            offset, shape = self._offset + field.offset, (*self.shape, *field.shape)
            return ndarray(self._memory, offset, shape, field.dtype, (*self.strides, *inner))
        if isinstance(key, list | ndarray):
            return self.take(key, 0)
        part = self._part(key if isinstance(key, tuple) else (key,))
        return part if part.shape or key is ... else part.item()

    def _part(self, keys: tuple[Any, ...]) -> ndarray:
        offset, shape, strides = self._offset, [], []
        keys = () if keys == (...,) else keys
        for key, length, stride in zip(keys, self.shape, self.strides):
            if isinstance(key, slice):
                start, stop, step = key.indices(length)
                offset += start * stride
                shape.append(max(0, -(-(stop - start) // step)))
                strides.append(stride * step)
            else:
                place = operator.index(key)
                if not -length <= place < length:
                    raise IndexError(f"index {place} is out of bounds for size {length}")
                offset += place % length * stride
        rest = len(keys)
        whole, steps = (*shape, *self.shape[rest:]), (*strides, *self.strides[rest:])
        return ndarray(self._memory, offset, whole, self.dtype, steps)

    def item(self) -> Any:
        return ndarray(self._memory, self._offset, (1,), self.dtype).flat()[0]

    def take(self, places: Any, axis: int = 0) -> ndarray:
        chosen = places.tolist() if isinstance(places, ndarray) else list(places)
        if axis == 1:
            rows = self.tolist()
            return of_items([row[i] for row in rows for i in chosen], (len(rows), len(chosen)), self.dtype)
        parts = [self[i] for i in chosen]
        items = [item for part in parts for item in (part.flat() if isinstance(part, ndarray) else [part])]
        return of_items(items, (len(chosen), *self.shape[1:]), self.dtype)

    # -- writing -----------------------------------------------------------------------------------------------------
    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, str):
            self[key]._fill(value)
        elif isinstance(key, tuple) and isinstance(key[-1], list):
            for place in key[-1]:
                self[(*key[:-1], place)] = value
        else:
            self._part(key if isinstance(key, tuple) else (key,))._fill(value)

    def _fill(self, value: Any) -> None:
        if self.dtype.names is not None:
            for place in self._places():
                record(self._memory, place, self.dtype)[...] = value
            return
        if self.shape == ():
            self._put(value)
            return
        items = spread(value, self.shape)
        if self.dtype.format == "O":
            for place, item in zip(self._places(), items):
                self._memory[place // 8] = item
        elif self._is_line():
            self._line()[:] = _packed(items, self.dtype.format)
        else:
            width = count(self.shape[1:])
            for i in range(len(self)):
                self._part((i,))._fill(of_items(items[i * width : (i + 1) * width], self.shape[1:], self.dtype))

    def _put(self, value: Any) -> None:
        """The only item of an array without dimensions."""
        if self.dtype.format == "O":
            self._memory[self._offset // 8] = value
        else:
            pack_into("=" + self.dtype.format, self._memory.view, self._offset, value)

    # -- arithmetic --------------------------------------------------------------------------------------------------
    def _with(self, other: Any, work: Callable[[Any, Any], Any], kind: Any = None) -> ndarray:
        shape = wider(self.shape, other.shape if isinstance(other, ndarray) else ())
        items = list(map(work, spread(self, shape), spread(other, shape)))
        whole = not any(isinstance(item, float) for item in items[:1])
        return of_items(items, shape, as_dtype(kind or (int64 if whole else float64)))

    def __add__(self, other: Any) -> ndarray:
        return self._with(other, operator.add)

    def __radd__(self, other: Any) -> ndarray:
        return self._with(other, operator.add)

    def __sub__(self, other: Any) -> ndarray:
        return self._with(other, operator.sub)

    def __mul__(self, other: Any) -> ndarray:
        return self._with(other, operator.mul)

    def __truediv__(self, other: Any) -> ndarray:
        return self._with(other, operator.truediv, float64)

    def __floordiv__(self, other: Any) -> ndarray:
        return self._with(other, operator.floordiv)

    def __mod__(self, other: Any) -> ndarray:
        return self._with(other, operator.mod)

    def __neg__(self) -> ndarray:
        return self._with(-1, operator.mul)

    def __ge__(self, other: Any) -> ndarray:
        return self._with(other, operator.ge, bool_)

    def __eq__(self, other: Any) -> ndarray:  # type: ignore[override]
        return self._with(other, operator.eq, bool_)

    __hash__ = None  # type: ignore[assignment]

    def __matmul__(self, other: ndarray) -> ndarray:
        weights = other.flat()
        return of_items(
            [sum(map(operator.mul, row, weights)) for row in self.tolist()], self.shape[:1], as_dtype(int64)
        )

    # -- along an axis -----------------------------------------------------------------------------------------------
    def _along(self, axis: int | None, work: Callable[[list[Any]], Any], keepdims: bool = False) -> Any:
        if axis is None or self.ndim == 1:
            return work(self.flat())
        rows = self.tolist()
        lines = rows if axis == 1 else [list(column) for column in zip(*rows)]
        found = [work(line) for line in lines]
        shape = (len(found),) if not keepdims else (len(found), 1) if axis == 1 else (1, len(found))
        return of_items(found, shape, as_dtype(float64 if isinstance(found[0], float) else int64))

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._along(axis, in_order if axis == 0 and self.ndim > 1 else pairwise, keepdims)

    def max(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._along(axis, max, keepdims)

    def mean(self, axis: int | None = None) -> Any:
        add = in_order if axis == 0 and self.ndim > 1 else pairwise
        return self._along(axis, lambda line: float(add(line)) / len(line))

    def std(self, ddof: int = 0) -> float:
        items, mean = self.flat(), self.mean()
        return sqrt(pairwise([(item - mean) * (item - mean) for item in items]) / (len(items) - ddof))

    def cumsum(self) -> ndarray:
        return of_items(list(accumulate(self.flat())), self.shape, self.dtype)


def of_items(items: Sequence[Any], shape: Shape, kind: dtype) -> ndarray:
    """An array of its own with these items, in C's order."""
    if kind.format == "O":
        return ndarray(list(items), 0, shape, kind)
    if kind.names is not None:
        return ndarray(Memory(bytearray(b"".join(item.tobytes() for item in items))), 0, shape, kind)
    return ndarray(Memory(bytearray(_packed(items, kind.format).cast("B"))), 0, shape, kind)


def _packed(items: Sequence[Any], letter: str) -> Any:
    from array import array

    if letter == "?":
        return memoryview(bytes(map(bool, items))).cast("?")
    return memoryview(array(letter, [int(item) for item in items] if letter not in "fd" else items))


def wider(one: Shape, other: Shape) -> Shape:
    """The shape that both have when repeated along axes of length 1."""
    longest = max(len(one), len(other))
    padded = [(1,) * (longest - len(shape)) + shape for shape in (one, other)]
    return tuple(b if a == 1 else a for a, b in zip(*padded))


def spread(value: Any, shape: Shape) -> list[Any]:
    """The items of a value that is repeated to fill the shape."""
    if isinstance(value, list | tuple):
        value = of_items(value, (len(value),), as_dtype(object_))
    if not isinstance(value, ndarray):
        return [value] * count(shape)
    if value.shape == shape:
        return value.flat()
    padded = (1,) * (len(shape) - value.ndim) + value.shape
    steps = (0,) * (len(shape) - value.ndim) + value.strides
    repeated = tuple(0 if old == 1 else step for old, step in zip(padded, steps))
    spread_out = ndarray(value._memory, value._offset, shape, value.dtype, repeated)
    return [spread_out._part(place).item() for place in _indices(shape)]


def _indices(shape: Shape) -> list[Shape]:
    places: list[Shape] = [()]
    for length in shape:
        places = [(*place, i) for place in places for i in range(length)]
    return places
