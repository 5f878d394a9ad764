"""The shipped weights: one small file a game, and beside it how it was made."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.core.errors import NiwashiError
from niwashi.core.record import write_whole

FOLDER = Path(__file__).parent / "shipped"
HIDDEN = 32


def pack(
    mean: NDArray[Any], scale: NDArray[Any], first: NDArray[Any], bias: NDArray[Any], second: NDArray[Any], last: float
) -> NDArray[np.float32]:
    """A network as one row of numbers: how many inputs and hidden ones, then everything in the order of use."""
    sizes = [first.shape[0], first.shape[1]]
    parts = [np.array(sizes), mean, scale, first.ravel(), bias, second, np.array([last])]
    return np.concatenate(parts).astype(np.float32)


def save_weights(game: str, net: NDArray[np.float32], manifest: dict[str, Any]) -> None:
    FOLDER.mkdir(exist_ok=True)
    write_whole(FOLDER / f"{game}.f32", net.astype("<f4").tobytes())
    command = f"python -m niwashi.bots.training {game}"
    write_whole(FOLDER / f"{game}.json", json.dumps({"made_by": command, **manifest}, indent=1).encode() + b"\n")


@cache
def load_weights(game: str, inputs: int) -> NDArray[np.float32]:
    path = FOLDER / f"{game}.f32"
    net = np.fromfile(path, "<f4").astype(np.float32) if path.exists() else np.zeros(0, np.float32)
    if len(net) < 2 or int(net[0]) != inputs:
        sentence = f"{game} has no weights for {inputs} features; python -m niwashi.bots.training {game} makes them"
        raise NiwashiError("bots/weights", sentence)
    return net
