"""docs/programs.md: its blocks run, one after the other, and its tables are true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import niwashi
from niwashi.engine import catalog

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_blocks_run(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("\n".join(BLOCKS), encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "m2fE: the tile would stick out of the 6×6 grid (M3.2)" in done.stdout
    assert sum("niwashi.game_names()" in block for block in BLOCKS) >= 6


def test_the_tree_search_is_the_one_in_examples() -> None:
    script = (ROOT / "examples" / "tree_search.py").read_text(encoding="utf-8")
    (shown,) = [block for block in BLOCKS if "def choose" in block]
    assert shown.removeprefix("import math\n\n") in script


def test_encodings_are_as_long_as_it_says() -> None:
    page = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    for name, title in (("miyabi", "Miyabi"), ("edo_yashiki", "Edo Yashiki")):
        found = re.search(rf"\*\*{title}, ([\d,]+) bytes\.\*\*", page)
        assert found
        assert niwashi.new(name, seats=3).encode(0).shape == (int(found[1].replace(",", "")),)


def test_numbers_mean_what_it_says() -> None:
    text = catalog.rules("miyabi").action_text
    p = niwashi.new("miyabi", seed=1).position
    turnings = [shape + turn for shape, turns in zip("12LJKIH", ["", *["ESWN"] * 5, "ES"]) for turn in turns or [""]]
    for number in range(828):
        turning, row, column = turnings[number // 36], number % 36 // 6, number % 6
        assert text(p, 0, number) == "mpfabs"[row] + turning[0] + "abcdef"[column] + turning[1:]
    assert [text(p, 0, number) for number in (828, 863, 864, 865, 900)] == ["zma", "zsf", "pass", "frog@a1", "frog@f6"]
    assert [text(p, 0, number) for number in range(901, 906)] == ["frogN", "frogE", "frogS", "frogW", "end"]
    assert catalog.rules("miyabi").actions == 906
    text, p = catalog.rules("edo_yashiki").action_text, niwashi.new("edo_yashiki", seed=1).position
    for x, y, turned in ((-2, -3, 0), (0, 0, 1), (62, 93, 1)):
        assert text(p, 0, ((y + 3) * 65 + x + 2) * 2 + turned) == f"place {x},{y}" + "r" * turned
    assert [text(p, 0, number) for number in (12610, 12614, 12615, 12626)] == [
        "grab 1",
        "grab 5",
        "score T3",
        "score G5",
    ]
    assert catalog.rules("edo_yashiki").actions == 12627


def test_every_member_is_in_its_reference() -> None:
    public = {name for name in dir(niwashi.Game) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)(?:\(\w*\))?`", PAGE.split("## Members of a game")[1]))
    assert public == named & public
