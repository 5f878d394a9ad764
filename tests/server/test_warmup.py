"""All kernels of the rules are compiled before the first client connects; later, leases would expire meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, pathlib, random
from niwashi.engine import catalog
from niwashi.engine import factory
from niwashi.core.kernel import watch_compiling
from niwashi.parallel.progress import CompileProgress
from niwashi.server.workers.warmup import RULES_PARTS, warm_up
from niwashi.wire.score import score

def compiled():
    return set(pathlib.Path(os.environ["NIWASHI_CACHE"]).rglob("*.nbi"))

progress = CompileProgress()
watch_compiling(progress)
warm_up()
assert abs(progress.done - RULES_PARTS) <= RULES_PARTS // 10, f"count again: {progress.done}"
before = compiled()
for options in ({"game": "miyabi", "expansions": "ABCDE"}, {"game": "edo_yashiki", "seats": 3, "specialists": True}):
    game, rng = factory.new(**options, seed=3), random.Random(3)
    while not game.over:
        seat = game.to_act[0]
        game.offer(seat), game.view()
        game.play(rng.choice(game.legal(seat)))
    game.scores, game.sheet()
for name in ("miyabi", "edo_yashiki"):
    score({"game": name, **catalog.rules(name).tally_example})
score({"game": "edo_yashiki", "seat": [{"rounds": ["T3 T4 G5", ""]}] * 3})
print(sorted(path.name for path in compiled() - before))
"""


@pytest.mark.full
def test_a_game_needs_nothing_that_was_not_compiled_at_the_start(tmp_path: Path) -> None:
    environment = {**os.environ, "NIWASHI_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    assert done.stdout.strip() == "[]"
