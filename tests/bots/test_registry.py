"""Anybody's bot: registered, from an entry point, and the example of the docs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from niwashi import bots
from niwashi.core.errors import BadOptions
from niwashi.core.game import Rules
from niwashi.engine import catalog

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def run(code: str, folder: Path) -> str:
    """In a process of its own, which finds what is installed in the folder."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def example() -> str:
    found = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_example_of_the_docs_runs(tmp_path: Path) -> None:
    lines = run(example(), tmp_path).splitlines()
    assert [line.split()[0] for line in lines] == ["lucky", "club"]


def test_an_installed_package_brings_its_bot(tmp_path: Path) -> None:
    bot = example().split("bots.register")[0]
    (tmp_path / "own_bots.py").write_text(bot)
    (tmp_path / "own_bots-1.dist-info").mkdir()
    (tmp_path / "own_bots-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: own-bots\nVersion: 1\n")
    (tmp_path / "own_bots-1.dist-info" / "entry_points.txt").write_text("[niwashi.bots]\nfortunate = own_bots:Lucky\n")
    code = (
        "from niwashi import bots; from niwashi.engine import catalog as c; "
        "print(bots.names(), bots.make('fortunate', c.rules('miyabi')))"
    )
    said = run(code, tmp_path)
    assert "'expert', 'fortunate')" in said
    assert "own_bots.Lucky" in said


def club(rules: Rules) -> bots.Bot:
    return bots.make("club", rules)


@pytest.mark.parametrize("name", ["club", "two words", ""])
def test_a_taken_or_odd_name_is_refused(name: str) -> None:
    with pytest.raises(BadOptions, match=f"a bot cannot be called “{name}”"):
        bots.register(name, club)


def test_an_unknown_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match="there is no bot “grandmaster”; there are beginner, casual, club, str"):
        bots.make("grandmaster", catalog.rules("miyabi"))
