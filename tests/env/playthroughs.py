"""OpenSpiel's playthroughs of the games. `python -m tests.env.playthroughs` writes them anew, after a change that is
meant. They are compressed: observations of every seat are long and repeat themselves."""

from __future__ import annotations

import gzip
from importlib import import_module
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = [
    "miyabi",
    "miyabi(seats=4,expansions=ABCDE,returns=points)",
    "miyabi(seats=3,expansions=BE)",
    "edo_yashiki(returns=points)",
    "edo_yashiki(seats=3,specialists=True,grab=calm)",
    "edo_yashiki(seats=4,grab=live)",
    "edo_yashiki(seats=5,specialists=True,grab=live)",
]


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.txt.gz"


def generator() -> Any:
    """OpenSpiel's module, which reads its options from a command line."""
    from absl import flags

    import_module("niwashi.env.openspiel")
    generate = import_module("open_spiel.python.algorithms.generate_playthrough")
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    return generate


def write_playthroughs() -> None:
    for game in GAMES:
        text = generator().playthrough(game, None, seed=7)
        file_of(game).write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    write_playthroughs()
