"""Learners of other libraries train on the environments as they are: no wrapper of ours is in between."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.env.peers import ROOT, learners

PROGRAMS = Path(__file__).parent / "learners"
STEPS = 20_000
ERRORS = 2
"""How many standard errors the better mean must lie above the worse."""


def train(program: str, game: str, opponent: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Mean return and standard error, before and after."""
    command = [str(learners()), str(PROGRAMS / program), game, opponent, str(STEPS)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    before, after = (tuple(map(float, line.split())) for line in done.stdout.splitlines())
    return (before[0], before[1]), (after[0], after[1])


@pytest.mark.full
@pytest.mark.parametrize("program", ["maskable_ppo.py", "torchrl_ppo.py"])
def test_a_minute_of_training_raises_the_return(program: str) -> None:
    (worse, its_error), (better, error) = train(program, "miyabi", "random")
    assert better - worse > ERRORS * (its_error**2 + error**2) ** 0.5
