"""Weights: what is shipped fits its manifest and its game, and the command makes some."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from niwashi.bots import training, weights
from niwashi.bots.regression import fit
from niwashi.core.errors import NiwashiError
from niwashi.engine import catalog

each_game = pytest.mark.parametrize("game", catalog.names())


@each_game
def test_what_is_shipped_is_what_its_manifest_says(game: str) -> None:
    folder = catalog.rules(game).folder
    manifest = json.loads((folder / weights.MANIFEST).read_text())
    content = (folder / weights.FILE).read_bytes()
    assert hashlib.sha256(content).hexdigest() == manifest["sha256"]
    assert manifest["made_by"].startswith(f"python -m niwashi.bots.training {game}")
    assert len(content) < 20_000
    net, prospects_net = weights.load_weights(catalog.rules(game))
    assert np.isfinite(np.concatenate([net, prospects_net])).all()


@pytest.mark.parametrize("game", [pytest.param("edo_yashiki", marks=pytest.mark.full), "miyabi"])
def test_the_command_makes_weights_the_same_ones_every_time(game: str, tmp_path: Path) -> None:
    files = []
    for _ in range(2):
        training.train(game, games=32, generations=2, tell=lambda _: None, folder=tmp_path)
        files.append((tmp_path / weights.FILE).read_bytes())
    assert files[0] == files[1]
    assert "generations" in json.loads((tmp_path / weights.MANIFEST).read_text())


def test_missing_weights_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "FILE", "none.f32")
    weights.load_weights.cache_clear()
    with pytest.raises(NiwashiError, match=r"python -m niwashi\.bots\.training miyabi"):
        weights.load_weights(catalog.rules("miyabi"))
    weights.load_weights.cache_clear()


def test_a_network_learns_what_is_not_a_straight_line() -> None:
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(20_000, 3)).astype(np.float32)
    margins = (np.abs(rows[:, 0]) * 4 + rows[:, 1]).astype(np.float32)
    assert fit(rows, margins, weights.HIDDEN, 0)[1] > 0.95  # a straight line: 0.15
