"""The shipped weights: one small file a game, its networks one after the other, and beside it how it was made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from niwashi.core.errors import NiwashiError
from niwashi.core.files import atomic_write
from niwashi.core.game import Rules

FOLDER = Path(__file__).parent / "shipped"
HIDDEN = 32


def pack(
    mean: NDArray[Any], scale: NDArray[Any], first: NDArray[Any], bias: NDArray[Any], second: NDArray[Any], last: float
) -> NDArray[np.float32]:
    """A network as one row of numbers: how many inputs and hidden ones, then everything in the order of use."""
    sizes = [first.shape[0], first.shape[1]]
    parts = [np.array(sizes), mean, scale, first.ravel(), bias, second, np.array([last])]
    return np.concatenate(parts).astype(np.float32)


def size(net: NDArray[np.float32]) -> int:
    """How many numbers the network at the front of these has."""
    inputs, hidden = int(net[0]), int(net[1])
    return 2 + 2 * inputs + inputs * hidden + 2 * hidden + 1


def save_weights(game: str, nets: Sequence[NDArray[np.float32]], manifest: dict[str, Any]) -> None:
    FOLDER.mkdir(exist_ok=True)
    content = np.concatenate(nets).astype("<f4").tobytes()
    atomic_write(FOLDER / f"{game}.f32", content)
    manifest = {**manifest, "sha256": hashlib.sha256(content).hexdigest()}
    atomic_write(FOLDER / f"{game}.json", json.dumps(manifest, indent=1).encode() + b"\n")


@cache
def load_weights(rules: Rules) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The networks that judge by a game's features and by its prospects; one is both where these are the same."""
    path = FOLDER / f"{rules.name}.f32"
    content = np.fromfile(path, "<f4").astype(np.float32) if path.exists() else np.zeros(2, np.float32)
    net, prospects_net = content[: size(content)], content[size(content) :]
    prospects_net = prospects_net if len(prospects_net) else net
    if (int(net[0]), int(prospects_net[0])) != (len(rules.feature_names), len(rules.prospect_names)):
        sentence = f"{rules.name} has no weights for its features; python -m niwashi.bots.training {rules.name} does it"
        raise NiwashiError("bots/weights", sentence)
    return net, prospects_net
