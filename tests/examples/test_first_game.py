"""examples/first_game.py does what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import niwashi

SCRIPT = Path(__file__).parents[2] / "examples" / "first_game.py"


def test_the_first_game_is_played_kept_and_shown(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, SCRIPT], cwd=tmp_path, capture_output=True, text=True, check=True)
    game = niwashi.load(tmp_path / "first.json")
    assert game.over
    assert done.stdout == f"{game.scores} {game.winners}\n{game}\n"
