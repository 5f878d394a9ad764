"""`niwashi arena` as people run it: tables, reports, mistakes, Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from niwashi import cli
from niwashi.engine.verification import check_file
from tests.cli.process import PROGRAM, TIMEOUT_SECONDS, niwashi, start, wait_for, without_compiling


class Nesting(HTMLParser):
    """Every element that is opened is closed, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)
        if tag not in {"meta"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def run(*words: str, capfd: pytest.CaptureFixture[str], code: int = 0) -> str:
    assert cli.run(["arena", *words]) == code
    return capfd.readouterr().out


def test_a_cross_table_with_its_report_and_records(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page, records = tmp_path / "report.html", tmp_path / "games.jsonl"
    words = ["casual", "--game", "edo_yashiki", "--specialists", "beginner", "club", "--games", "6", "--seed", "a<b"]
    out = run(*words, "--html", str(page), "--records", str(records), capfd=capfd)
    assert out.startswith("18 games of edo_yashiki, 2 seats, seed a<b; reproducible from the seed\n")
    assert re.search(r"^ 1  \w+ +[+]\d+ +\(.*\) +–|%", out, re.MULTILINE)
    assert [finding.ok for finding in check_file(records)] == [True] * 18
    html = page.read_text(encoding="utf-8")
    nesting = Nesting(html)
    assert nesting.open == []
    assert {"svg", "rect", "circle", "table", "style"} <= set(nesting.seen)
    assert not re.search(r"https?:|//\w|@import|url\(|<script|<link|src=", html), "nothing from outside"
    assert "a&lt;b" in html
    assert "prefers-color-scheme: dark" in html
    assert sorted(os.listdir(tmp_path)) == ["games.jsonl", "report.html"]


def test_json_is_the_same_again(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["club", "casual", "--seats", "3", "--games", "6", "--seed", "1", "--json"]
    one, other = (json.loads(run(*words, capfd=capfd)) for _ in range(2))
    assert one.pop("pace")
    assert other.pop("pace")
    assert one == other
    assert one["pairings"][0]["sprt"]["low"] == pytest.approx(1 / 3)


def test_one_who_wins_everything_is_told_with_a_bound(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["club", "tests.arena.own_bots:first:1n", "--games", "40", "--no-sprt", "--seed", "1"]
    out = run(*words, "--html", str(tmp_path / "report.html"), capfd=capfd)
    assert "100.0% of the wins" in out
    assert "Elo above +" in out
    assert "SPRT" not in out


MISTAKES = {
    "nobody": [],
    "alone": ["club"],
    "an unknown bot": ["club", "wizard"],
    "a budget that is none": ["club", "expert:fast"],
    "both budgets": ["club", "casual", "--seconds", "1", "--nodes", "5"],
    "no time": ["club", "casual", "--seconds", "0"],
    "no games": ["club", "casual", "--games", "0"],
    "too many seats": ["club", "casual", "--seats", "7"],
    "another game's option": ["club", "casual", "--specialists"],
    "an unknown game": ["club", "casual", "--game", "go"],
    "a value that is missing": ["club", "casual", "--seats"],
    "hypotheses the wrong way round": ["club", "casual", "--h0", "60%", "--h1", "50%"],
    "a hypothesis of letters": ["club", "casual", "--h1", "much"],
    "a report in a folder that is not there": ["club", "casual", "--html", "missing/report.html"],
    "records into a folder": ["club", "casual", "--records", "."],
    "a module that is not there": ["club", "nowhere.at_all:bot"],
    "less than one process": ["club", "casual", "--processes", "0"],
    "a bot that breaks": ["club", "tests.arena.own_bots:fails", "--html", "report.html"],
    "no factory": ["os:getcwd", "club"],
    "a factory that breaks": ["tests.arena.own_bots:broken", "club"],
    "no bot": ["tests.arena.own_bots:MESSAGE", "club"],
    "an action that is not legal": ["tests.arena.own_bots:cheat", "club"],
}


@pytest.mark.parametrize("words", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_sentence_and_leaves_nothing(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["niwashi", "arena", *words])
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    with pytest.raises(SystemExit) as end:
        cli.main()
    out, err = capfd.readouterr()
    assert (end.value.code, out, os.listdir()) == (2, "", [])
    err = without_compiling(err)
    assert err.startswith("niwashi: ")
    assert err.count("\n") == 1
    assert len(err) < 350


def test_an_author_is_shown_file_and_line_also_from_a_worker(tmp_path: Path) -> None:
    """The bot plays well in the trial game, here, and fails in the first that counts, in another process."""
    (tmp_path / "mine.py").write_text(LATE)
    words = ["arena", "mine:Late:1n", "club", "--games", "40", "--processes", "2", "--seed", "1", "--traceback"]
    done = subprocess.run([*PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    *traceback, said = done.stderr.splitlines()
    assert done.returncode == 2
    assert said.startswith("niwashi: the bot “mine:Late” failed: mine.py, line 10, in choose: ZeroDivisionError: ")
    assert said.endswith("(deal 1-0, seat 0, after 0 actions)")
    assert "    1 / (budget.nodes != 1)" in traceback, "the author's own line"


LATE = """\
from niwashi.bots import quick

class Late:
    def __init__(self, rules):
        self.bot = quick.club(rules)

    def choose(self, p, seat, budget, rng):
        # Budgets in trial games are other ones.
        decision = self.bot.choose(p, seat, budget, rng)
        1 / (budget.nodes != 1)
        return decision
"""


def test_a_module_beside_the_command_is_found(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("from niwashi.bots.quick import club as mine\n")
    done = niwashi("arena", "beside:mine:1n", "casual", "--games", "2", "--seed", "1", cwd=tmp_path)
    assert "beside:mine:1n against casual" in done.out


def test_ctrl_c_keeps_the_finished_deals(tmp_path: Path) -> None:
    page, records = tmp_path / "report.html", tmp_path / "games.jsonl"
    words = ["club", "casual", "--no-sprt", "--games", "100000", "--html", str(page), "--records", str(records)]
    with start("arena", *words) as process:
        wait_for(lambda: any(part.stat().st_size > 100_000 for part in tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        pressed = time.monotonic()
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 130, err
    assert time.monotonic() - pressed < 20
    assert b"stopped early" in out
    assert b"Traceback" not in err
    assert b"niwashi: stopped; what was finished is above; " in err
    assert sorted(os.listdir(tmp_path)) == ["games.jsonl", "report.html"]
    assert "stopped early" in page.read_text(encoding="utf-8")
    games = int(out.split()[0])
    assert abs(records.read_bytes().count(b"\n") - games) <= 2
