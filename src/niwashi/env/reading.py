"""Reads the options of environments: each value is checked once, and an error says what is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from niwashi.core.errors import BadOptions, quote

RENDER_MODES = ["human", "ansi"]
MOST_STEPS = 1 << 30
WORD = np.iinfo(np.int64)


def read_word(option: str, value: object, allowed: Sequence[str]) -> int:
    """The word's place among those that are allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise BadOptions(f"env/{option}", f"{option} must be {', '.join(allowed)}; not {quote(value)}")
    return allowed.index(value)


def is_whole(value: object) -> TypeGuard[int | np.integer[Any]]:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def read_whole(option: str, value: object, least: int, most: int) -> int:
    if not is_whole(value) or not least <= value <= most:
        raise BadOptions(f"env/{option}", f"{option} must be a whole number from {least} to {most}, not {quote(value)}")
    return int(value)


def read_at_least(code: str, value: object, least: int) -> int:
    """A whole number. The error's code ends with the option's name."""
    if not is_whole(value) or value < least:
        option = code.rpartition("/")[2]
        raise BadOptions(code, f"{option} must be a whole number of at least {least}, not {quote(value)}")
    return int(value)


def read_limit(option: str, value: object, most: int = MOST_STEPS) -> int | None:
    """A number of steps after which a game is cut short, or None."""
    return None if value is None else read_whole(option, value, 1, most)


def read_render_mode(value: object) -> str | None:
    return None if value is None else RENDER_MODES[read_word("render_mode", value, RENDER_MODES)]


def scalar(value: Any) -> Any:
    """An array without dimensions is its element."""
    return value[()] if isinstance(value, np.ndarray) and value.shape == () else value


def describe(array: NDArray[Any]) -> str:
    return f"an array of shape {array.shape} and type {array.dtype}"


def find_no_number(given: Any, found: NDArray[Any]) -> int | None:
    """The first element that is no whole number of 64 bits: an array that was made of a list only shows their type."""
    if found.ndim != 1 or not (isinstance(given, list | tuple) or found.dtype == object):
        return None
    fits = (is_whole(value) and WORD.min <= value <= WORD.max for value in map(scalar, given))
    return next((place for place, fit in enumerate(fits) if not fit), None)
