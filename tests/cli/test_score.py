"""`niwashi score`: the printed examples, from answers and from files, and odd sheets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from niwashi import cli
from niwashi.engine import catalog
from niwashi.terminal.score_form import ask_score_sheet
from tests.cli.process import niwashi, without_compiling

GARDENS = (
    ("Aki", "333... 332... 332... 331... 33.... 33....", [15, 6, 9, 4, 3, 6]),
    ("Bo", "...... 3331.. 32.... 332... 331... 31....", [7, 12, 4, 8, 7, 3]),
)
"""The rulebooks' final table: 9 8 8 7 6 6 objects against 0 10 5 8 7 4."""
HOUSE = "GFGT/TGGG/TPPF/.TP./.TT./.FG."


@pytest.mark.more
def test_the_rulebooks_final_table_is_scored_from_a_file(tmp_path: Path) -> None:
    seats = [
        f'[[seat]]\nname = "{name}"\npoints = 10\nrows = """\n{rows.replace(" ", chr(10))}"""\n'
        for name, rows, _ in GARDENS
    ]
    (tmp_path / "table.toml").write_text('game = "miyabi"\n' + "".join(seats))
    sheets = json.loads(niwashi("score", "table.toml", "--json", cwd=tmp_path).out)
    for (name, _, points), sheet in zip(GARDENS, sheets, strict=True):
        assert sheet["name"] == name
        assert [item["points"] for item in sheet["items"]] == [10, *points]
    printed = niwashi("score", "table.toml", cwd=tmp_path)
    assert printed.lines[-3].split() == ["total", "53", "51"]
    assert printed.lines[-2:] == ["", "Aki wins with 53 points"]
    (tmp_path / "tie.toml").write_text('game = "miyabi"\n' + seats[1] + seats[1].replace("Bo", "Chie"))
    assert "Bo and Chie share the win with" in niwashi("score", "tie.toml", cwd=tmp_path).lines[-1]


def test_the_rulebooks_final_table_is_scored_from_answers() -> None:
    answers = ["2", "", *(line for name, rows, _ in GARDENS for line in (name, "0", *rows.split()))]
    said = niwashi("score", "miyabi", "--json", stdin="\n".join(answers))
    assert [sheet["total"] for sheet in json.loads(said.out)] == [43, 41]
    assert "How many seats?" in said.err
    assert "answered" in niwashi("score", "miyabi", stdin="\n".join(answers[:-1]), code=2).err


def test_at_a_terminal_a_slip_is_said_and_only_its_garden_asked_again() -> None:
    rows = [rows.split() for _, rows, _ in GARDENS]
    slip = ["333..", *rows[1][1:]]
    lines = iter(["9", "2", "Z", "", "Aki", "0", *rows[0], "Bo", "0", *slip, "Bo", "0", *rows[1]])
    said: list[str] = []
    rules = catalog.rules("miyabi")
    answers = ask_score_sheet(rules, lambda _: next(lines), said.append)
    assert [sum(part.points for part in sheet) for sheet in rules.tally(answers).parts] == [43, 41]
    for complaint, offender in zip(said, ["“9”", "“Z”", "“333..”"], strict=True):
        assert offender in complaint
    assert next(lines, None) is None


def test_edos_example_house_is_scored_from_answers_and_from_a_file(tmp_path: Path) -> None:
    answers = ["1", "no", "Aki", "7", *HOUSE.split("/"), "", "FG/FP/TT", "-1,1", ""]
    said = niwashi("score", "edo_yashiki", stdin="\n".join(answers) + "\n")
    assert said.lines[-1].split() == ["total", "15"]
    (tmp_path / "house.toml").write_text(
        f'game = "edo_yashiki"\n[[seat]]\nrows = {HOUSE.split("/")}\ncard = "FG/FP/TT"\nplace = "-1,1"\n'
    )
    sheets = json.loads(niwashi("score", "house.toml", "--json", cwd=tmp_path).out)
    assert sheets[0]["total"] == 8


ODD_SHEETS: dict[str, str] = {
    "no seats": 'game = "miyabi"',
    "seats that are none": 'game = "miyabi"\nseat = 2',
    "one seat": 'game = "miyabi"\n[[seat]]',
    "an unknown question": 'game = "miyabi"\nweather = "rain"\n[[seat]]\n[[seat]]',
    "an unknown answer": 'game = "miyabi"\n[[seat]]\nhat = 1\n[[seat]]',
    "no garden": 'game = "miyabi"\n[[seat]]\n[[seat]]',
    "a garden of numbers": 'game = "miyabi"\n[[seat]]\nrows = [1, 2]\n[[seat]]',
    "a garden too large": 'game = "miyabi"\n[[seat]]\nrows = ["' + "1" * 9000 + '"]\n[[seat]]',
    "points of letters": 'game = "miyabi"\n[[seat]]\npoints = "ten"\n[[seat]]',
    "points below nothing": 'game = "miyabi"\n[[seat]]\npoints = -1\n[[seat]]',
    "points in a list": 'game = "miyabi"\n[[seat]]\npoints = [[[1]]]\n[[seat]]',
    "a name that turns the line around": 'game = "miyabi"\n[[seat]]\nname = "\\u202e"\n[[seat]]',
    "no expansion": 'game = "miyabi"\nexpansions = "Z"\n[[seat]]\n[[seat]]',
    "no house": 'game = "edo_yashiki"\n[[seat]]',
    "no card": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"',
    "a card of numbers": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = 7',
    "no place": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/TT/TT"',
    "a place far away": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/TT/TT"\nplace = "99,99"',
    "a place in a table": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/TT/TT"\nplace = {x = 1}',
    "a house of air": 'game = "edo_yashiki"\n[[seat]]\nrows = "...."',
    "a locked square": 'game = "edo_yashiki"\n[[seat]]\nrows = "TTT"\ncard = "TT/TT/TT"\nplace = "0,0"',
    "unknown markers": 'game = "edo_yashiki"\n[[seat]]\nrows = "TT"\ncard = "TT/PP/FF"\nmarkers = "XYZ"',
    "specialists perhaps": 'game = "edo_yashiki"\nspecialists = "perhaps"\n[[seat]]',
    "specialists in a list": 'game = "edo_yashiki"\nspecialists = [[[1]]]\n[[seat]]',
}


@pytest.mark.parametrize("content", ODD_SHEETS.values(), ids=ODD_SHEETS.keys())
def test_an_odd_score_sheet_is_refused(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sheet.toml").write_text(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["niwashi", "score", "sheet.toml"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capfd.readouterr()
    assert (end.value.code, out) == (2, "")
    assert len(without_compiling(err).splitlines()) == 1
    assert err.rstrip("\n").isprintable()
