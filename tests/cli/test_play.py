"""`niwashi play` through a pipe."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import niwashi as api
from niwashi.terminal.play import play_game
from tests.cli.process import PROGRAM, niwashi


def test_a_short_game_with_all_there_is_to_say(tmp_path: Path) -> None:
    said = niwashi(
        *("play", "--seed", "3", "--expansions", "E"),
        stdin="help\n?\n? frog@a\n?frog@b\n\x1b[A\nwhy frogN\nwhy nonsense\nundo\nnonsense\nfrog\nfrog@c4\nfrog@c4\n"
        "score\nboard\n\nundo\nsave\nsave game.json\nsave missing/x.json\n\x1b[2J\u202e\nquit\nfrog@a1\n",
        cwd=tmp_path,
    )
    for part in (
        "you are Aki",
        "which rule forbids it",
        "frog@a1  +0",
        "frog@b1 ",
        "“(a special key)” is not an action",
        "(M6.E1)",
        "“nonsense” is not an action",
        "you have not acted yet",
        "“frog” begins 36 legal actions: frog@a1, frog@b1",
        "the frog is placed already",
        "Bo: frog@",
        "total",
        "taken back",
        "save needs a file name",
        "saved as “game.json”",
        "cannot write “missing/x.json”: No such file",
        "--seed 3 starts the same game again",
    ):
        assert part in said.out, part
    assert "\x1b" not in said.out
    assert "\u202e" not in said.out
    assert os.listdir(tmp_path) == ["game.json"]
    assert api.load(tmp_path / "game.json").events == [], "all was taken back, and a game with frogs starts with them"


def test_the_end_of_the_input_is_leaving() -> None:
    said = niwashi("play", "--seats", "3", "edo_yashiki", "--seed", "1", "--seat=2")
    assert "you are Chie" in said.out
    assert "--seed 1" in said.lines[-1]


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"expansions": "CE"}), ("edo_yashiki", {"grab": "calm"})])
def test_a_whole_game_goes_as_it_does_in_this_process(game: str, options: dict[str, Any]) -> None:
    """The first legal action every time; the same lines through a pipe bring the same pages."""
    table = api.new(game, seed=5, **options)
    lines: list[str] = []
    pages: list[str] = []

    def ask(_prompt: str) -> str:
        lines.append(str(table.legal(0)[0]))
        return lines[-1]

    play_game(table, 0, ask, pages.append)
    words = [word for key, value in options.items() for word in (f"--{key}", value)]
    said = niwashi("play", game, "--seed", "5", *words, stdin="\n".join(lines))
    assert said.out == "\n".join(pages) + "\n"
    assert said.lines[-1].endswith("won.")


def test_input_that_is_no_text_and_output_that_knows_few_letters_end_nothing() -> None:
    said = niwashi("play", "--seed", "1", stdin=b"\xff\xfe\0\n?\nquit\n", env={"PYTHONIOENCODING": "latin-1"})
    assert "is not an action" in said.out
    assert "?Aki" in said.out


def test_closed_input_and_output_are_empty_ones() -> None:
    for closed in ("<&-", ">&-"):
        command = f'exec "$@" {closed}'
        done = subprocess.run(
            ["sh", "-c", command, "sh", *PROGRAM, "play", "--seed", "1"],
            input=b"quit\n",
            capture_output=True,
            check=False,
        )
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr


def test_a_line_without_end_is_refused() -> None:
    assert "at most 10,000 characters" in niwashi("play", "--seed", "1", stdin="x" * 100_000, code=2).err
