"""Stubs of the contract's kernels. A loop written over them runs for any game, once `core.kernel.bind` binds it."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Buffer, Position, Words
from niwashi.core.rng import Generator


def _unbound() -> NoReturn:
    raise AssertionError("this loop is not bound to a game; core.kernel.bind does that")


def start(p: Position, setup: np.record) -> None:
    _unbound()


def to_act(p: Position) -> int:
    _unbound()


def legal(p: Position, seat: int, out: Buffer) -> int:
    _unbound()


def sample(p: Position, seat: int, rng: Generator) -> int:
    _unbound()


def play(p: Position, seat: int, action: int) -> None:
    _unbound()


def gain(p: Position, seat: int, action: int) -> int:
    _unbound()


def features(p: Position, seat: int, out: NDArray[np.float32]) -> int:
    _unbound()


def prospects(p: Position, seat: int, out: NDArray[np.float32]) -> int:
    _unbound()


def draw(p: Position, rng: Generator, out: Buffer) -> int:
    _unbound()


def reveal(p: Position, outcome: Buffer, length: int) -> None:
    _unbound()


def scores(p: Position, out: Buffer) -> None:
    _unbound()


def encode(p: Position, seat: int, out: Words) -> None:
    _unbound()


def mask(p: Position, seat: int, out: Words) -> None:
    _unbound()
