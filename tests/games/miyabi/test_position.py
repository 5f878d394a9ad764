"""The layout of a position in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from niwashi.games.miyabi.state import GARDEN_TYPE, HEIGHT_PLANES, POSITION_TYPE, SETUP_TYPE
from tests.games.miyabi.drawing import opening

Layout = np.dtype[Any]


def numbers(layout: Layout, name: str, start: int = 0) -> Iterator[tuple[str, int, Layout]]:
    """Name, place and type of every number of a record, nested ones too."""
    if layout.subdtype is not None:
        base, shape = layout.subdtype
        for index in range(int(np.prod(shape))):
            yield from numbers(base, f"{name}[{index}]", start + index * base.itemsize)
    elif layout.fields is not None:
        for field, (inner, offset, *_) in layout.fields.items():
            yield from numbers(inner, f"{name}.{field}", start + offset)
    else:
        yield name, start, layout


@pytest.mark.parametrize("layout", [POSITION_TYPE, GARDEN_TYPE, SETUP_TYPE], ids=["position", "garden", "setup"])
def test_every_number_is_naturally_aligned(layout: Layout) -> None:
    crooked = [name for name, start, kind in numbers(layout, "p") if start % kind.itemsize]
    assert crooked == []


@pytest.mark.parametrize("layout", [POSITION_TYPE, GARDEN_TYPE, SETUP_TYPE], ids=["position", "garden", "setup"])
def test_the_next_record_of_an_array_is_aligned_too(layout: Layout) -> None:
    assert layout.itemsize % max(kind.itemsize for _, _, kind in numbers(layout, "p")) == 0


@pytest.mark.parametrize("layout", [POSITION_TYPE, GARDEN_TYPE, SETUP_TYPE], ids=["position", "garden", "setup"])
def test_there_is_no_hidden_gap(layout: Layout) -> None:
    """So that equal positions have equal bytes."""
    assert sum(kind.itemsize for _, _, kind in numbers(layout, "p")) == layout.itemsize


def test_a_position_for_four_seats_is_smaller_than_1000_bytes() -> None:
    assert POSITION_TYPE.itemsize < 1000
    assert opening(4).nbytes == POSITION_TYPE.itemsize


def test_m3_8_height_planes_count_to_30() -> None:
    assert 2**HEIGHT_PLANES - 1 >= 30


def test_every_number_is_a_whole_one_of_fixed_size() -> None:
    assert {kind.kind for _, _, kind in numbers(POSITION_TYPE, "p")} <= {"i", "u"}
