"""A game's weights: one small file in its folder with its networks, and a manifest of how it was made."""

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

FILE, MANIFEST = "weights.f32", "weights.json"
HIDDEN = 32


def pack(
    mean: NDArray[Any], scale: NDArray[Any], first: NDArray[Any], bias: NDArray[Any], second: NDArray[Any], last: float
) -> NDArray[np.float32]:
    """A network as one array: the sizes of the input and hidden layers, then the numbers in the order of use."""
    sizes = [first.shape[0], first.shape[1]]
    parts = [np.array(sizes), mean, scale, first.ravel(), bias, second, np.array([last])]
    return np.concatenate(parts).astype(np.float32)


def size(net: NDArray[np.float32]) -> int:
    """The length of the first network in an array of several."""
    inputs, hidden = int(net[0]), int(net[1])
    return 2 + 2 * inputs + inputs * hidden + 2 * hidden + 1


def save_weights(folder: Path, nets: Sequence[NDArray[np.float32]], manifest: dict[str, Any]) -> None:
    content = np.concatenate(nets).astype("<f4").tobytes()
    atomic_write(folder / FILE, content)
    manifest = {**manifest, "sha256": hashlib.sha256(content).hexdigest()}
    atomic_write(folder / MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")


@cache
def load_weights(rules: Rules) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The networks for a game's features and for its prospects; the same one if the game has no prospects."""
    path = rules.folder / FILE
    content = np.fromfile(path, "<f4").astype(np.float32) if path.exists() else np.zeros(2, np.float32)
    net, prospects_net = content[: size(content)], content[size(content) :]
    prospects_net = prospects_net if len(prospects_net) else net
    if (int(net[0]), int(prospects_net[0])) != (len(rules.feature_names), len(rules.prospect_names)):
        sentence = (
            f"{rules.name} has no weights for its features; python -m niwashi.bots.training {rules.name} makes them"
        )
        raise NiwashiError("bots/weights", sentence)
    return net, prospects_net
