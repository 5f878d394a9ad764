"""What people see: the page, the text, and the commands."""

from __future__ import annotations

import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from niwashi import cli
from niwashi.analysis import hint
from niwashi.analysis.judgement import Judge, Judgement
from niwashi.analysis.page import page
from niwashi.analysis.review import Review, review
from niwashi.analysis.text import hint_text, review_text
from niwashi.analysis.timeline import PlayedAction
from niwashi.bots import Budget
from niwashi.engine import factory
from niwashi.engine.game import Game
from niwashi.terminal.play import play_game
from tests.analysis.games import QUICK, played

QUICKLY = ("--nodes", "60", "--trials", "8")
EVIL = "<b>&\"'A"


@cache
def short_game() -> Game:
    return played("edo_yashiki", 3, lambda now: len(now.events) > 9, seats=3, names=[EVIL, "Bo", "Chie"])


@cache
def short_review() -> Review:
    return review(short_game(), QUICK)


# -- the page ----------------------------------------------------------------------------------------------------------
class Outline(HTMLParser):
    """Tags opened and closed, ids, targets and texts."""

    EMPTY = frozenset({"meta", "path", "polyline", "polygon"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.EMPTY:
            self.open.append(tag)
        self.attributes += attrs
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.targets += [value or "" for name, value in attrs if name == "href"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@cache
def outline() -> Outline:
    found = Outline()
    found.feed(page(short_review()))
    found.close()
    return found


def test_the_page_is_whole_and_its_links_lead_somewhere() -> None:
    assert outline().open == []
    assert len(set(outline().ids)) == len(outline().ids)
    assert {target.removeprefix("#") for target in outline().targets} <= set(outline().ids)
    assert len(outline().targets) >= len(short_review().judgements)


def test_the_page_needs_nothing_from_elsewhere() -> None:
    made = page(short_review())
    assert not re.search(r"https?:|//[a-z]|url\(|@import|<link|<img|<iframe| src=", made)
    assert all(target.startswith("#") for target in outline().targets)


def test_names_are_text_on_the_page_whatever_they_are() -> None:
    assert "<b>&\"'A" not in page(short_review()).replace("<b>100 %", "")
    assert EVIL in outline().words


def test_the_page_tells_a_reader_without_sight_what_the_graph_shows() -> None:
    labels = [value for name, value in outline().attributes if name == "aria-label"]
    assert any(label and "Chances of winning" in label for label in labels)
    assert dict(outline().attributes)["lang"] == "en"
    assert "prefers-color-scheme: dark" in page(short_review())


COLOURS = re.compile(r"--([a-z0-9-]+): (#[0-9a-f]{3,6})")


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * letter for letter in colour[1:])
    shares = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_on_the_page_has_the_contrast_that_wcag_aa_asks_for(theme: int) -> None:
    css = (Path(page.__code__.co_filename).parent / "page.css").read_text(encoding="utf-8")
    light, dark = (dict(COLOURS.findall(block)) for block in css.split("@media (prefers-color-scheme: dark)", 1))
    colours = dark if theme else light
    for text in ("ink", "quiet", "warn", "seat0", "seat1", "seat2", "seat3", "seat4"):
        assert min(contrast(colours[text], colours[ground]) for ground in ("paper", "card")) >= 4.5, text
    assert contrast(colours["bad"], colours["on-bad"]) >= 4.5


# -- text --------------------------------------------------------------------------------------------------------------
def test_the_text_has_a_line_for_every_action_and_every_seat() -> None:
    lines = review_text(short_review()).splitlines()
    assert sum(line.split()[:1] == [str(n)] for n in range(1, 99) for line in lines) >= len(short_review().judgements)
    assert "accuracy" in review_text(short_review())


def test_a_hint_says_what_why_and_how_much() -> None:
    table = played("miyabi", 2, lambda now: len(now.events) > 5)
    found = hint(table, budget=Budget(nodes=200), trials=16)
    text = hint_text(found)
    assert text.startswith(f"{found.name}: {found.action}")
    assert all(reason.text in text for reason in found.reasons)
    assert "margin" in text


def test_typing_hint_in_a_game_gives_one() -> None:
    said: list[str] = []
    answers = iter(["hint", "quit"])
    play_game(factory.new("edo_yashiki", seed=1, grab="calm"), 0, lambda _: next(answers), said.append)
    assert any("grab" in line and "margin" in line for line in said)


# -- commands ----------------------------------------------------------------------------------------------------------
@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    short_game().record().save("game.json")
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["niwashi", *words])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert isinstance(end.value.code, int)
    return end.value.code


def test_analyse_says_the_same_twice_and_writes_a_page(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for _ in range(2):
        assert run(monkeypatch, "analyse", "game.json", "--json", "--html", "page.html", *QUICKLY) == 0
        told.append((capsys.readouterr().out, (file / "page.html").read_bytes()))
    assert told[0] == told[1]
    found: dict[str, Any] = json.loads(told[0][0])
    assert found["actions"] == len(found["judgements"]) > 0
    assert sorted(path.name for path in file.iterdir()) == ["game.json", "page.html"]


def test_hint_speaks_json_and_goes_back(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "hint", "game.json", "--at", "2", "--seat", "1", "--json", *QUICKLY) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == 1
    assert found["action"].startswith("grab")


def test_hint_asks_whose_where_several_may_act(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "hint", "game.json", "--at", "2") == 2
    assert "--seat: 0, 1, 2" in capsys.readouterr().err


def test_a_finished_game_has_no_hint(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played("edo_yashiki", 4).record().save("over.json")
    assert run(monkeypatch, "hint", "over.json") == 2
    assert capsys.readouterr().err == "niwashi: the game is over; there is nothing left to advise\n"


def test_ctrl_c_says_what_was_judged_and_writes_no_page(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    all_of_them = len(short_review().judgements)
    judge = Judge.judge
    judged: list[PlayedAction] = []

    def twice(self: Judge, taken: PlayedAction) -> Judgement:
        if len(judged) == 2:
            raise KeyboardInterrupt
        judged.append(taken)
        return judge(self, taken)

    monkeypatch.setattr(Judge, "judge", twice)
    assert run(monkeypatch, "analyse", "game.json", "--html", "page.html", *QUICKLY) == 130
    out, err = capsys.readouterr()
    assert err.strip() == f"niwashi: stopped; 2 of {all_of_them} actions were judged"
    assert "accuracy" in out
    assert [path.name for path in file.iterdir()] == ["game.json"]
