"""One source, two ways to run it: compiled and plain Python kernels do the same, event by event."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from niwashi.core.kernel import JIT
from tests.conformance.fingerprints import chosen, fingerprints
from tests.conformance.variants import each_game, variants

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not JIT, reason="these kernels are not compiled")
@pytest.mark.parametrize(
    "amount",
    ["fewest", pytest.param("few", marks=pytest.mark.more), pytest.param("many", marks=pytest.mark.full)],
)
def test_compiled_and_interpreted_kernels_do_the_same(amount: str) -> None:
    """Warnings are errors there: plain Python would warn of an overflow that compiled code wraps silently."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    env = {**os.environ, "NIWASHI_JIT": "0", "PYTHONPATH": path}
    command = [sys.executable, "-W", "error", "-m", "tests.conformance.fingerprints", amount]
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stderr
    compiled = [line for variant in chosen(amount) for line in fingerprints(variant)]
    interpreted = run.stdout.splitlines()
    differ = [pair for pair in zip(compiled, interpreted, strict=False) if pair[0] != pair[1]]
    assert not differ, "the first event that differs, compiled and interpreted: " + "; ".join(differ[0])
    assert len(compiled) == len(interpreted)


@each_game
def test_the_variants_compared_have_every_option_value(game: str) -> None:
    """Of words, at least every letter: Miyabi's expansions are a word with a letter for each."""
    some = [variant.options.as_dict() for variant in chosen("few") if variant.game == game]
    every = [variant.options.as_dict() for variant in variants(game)]
    for option in every[0]:
        found, there = ({letter for options in each for letter in str(options[option])} for each in (some, every))
        assert found == there, option
