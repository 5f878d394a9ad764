"""`niwashi rules`."""

from __future__ import annotations

import json

import pytest

import niwashi as api
from niwashi import cli
from niwashi.engine import catalog
from tests.cli.process import niwashi, sentence


def test_rules_are_printed_all_or_one() -> None:
    assert [line.split()[0] for line in niwashi("rules").lines] == list(catalog.names())
    assert niwashi("rules", "Edo-Yashiki", "--markdown").out.startswith("# Edo Yashiki")
    assert niwashi("rules", "miyabi", "m3.3").out == "M3.3  The object cell lies in its object's row\n"
    assert list(json.loads(niwashi("rules", "edo_yashiki", "E3.4", "--json").out)) == ["E3.4"]
    assert "has no rule “E3.4”" in sentence(niwashi("rules", "miyabi", "E3.4", code=2))


def test_a_card_is_one_page_of_80_columns() -> None:
    for game in catalog.names():
        lines = niwashi("rules", game, "--card").lines
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 60, "a page"
        assert niwashi("rules", game, "--card", env={"COLUMNS": "200"}).lines == lines, "a pipe has no width"


def test_the_cards_say_what_is_needed_at_the_table() -> None:
    miyabi = niwashi("rules", "Miyabi", "--card").lines
    assert " 3             5       6       6       3         3             18" in miyabi
    assert " pagoda     12       6        9" in miyabi
    assert any("youngest player" in line for line in miyabi)
    assert any("the others are assumed" in line for line in miyabi), "bonus values (M1.7)"
    edo = niwashi("rules", "edo_yashiki", "--card").lines
    assert " run of  3  4  5  6 or more" in edo
    assert " points  1  2  4          0" in edo
    assert " rounds at most   31  20  15  11" in edo


def test_a_card_is_also_facts_for_programs() -> None:
    facts = json.loads(niwashi("rules", "miyabi", "--card", "--json").out)
    assert facts["seats"][0] == {
        "seats": 2, "rounds": 6, "single": 4, "double": 4, "corner": 2, "straight": 2, "total": 12, "game": 72
    }  # fmt: skip


def test_what_a_card_cannot_be_asked_for_is_refused_with_a_sentence() -> None:
    assert sentence(niwashi("rules", "--card", code=2)) == "--card needs a game: edo_yashiki, miyabi"
    said = sentence(niwashi("rules", "miyabi", "M3.3", "--card", code=2))
    assert said == "--card prints all of Miyabi on one page; leave out “M3.3”"
    assert "leave out --markdown" in sentence(niwashi("rules", "miyabi", "--card", "--markdown", code=2))


def test_a_rulebook_is_rendered_and_a_number_names_its_game(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def out(*words: str) -> str:
        assert cli.run(["rules", *words]) == 0
        return capfd.readouterr().out

    monkeypatch.setenv("COLUMNS", "60")
    shown = out("miyabi")
    assert "|---" not in shown
    assert "\n M3.3  The object cell lies in " in shown
    assert max(map(len, shown.splitlines())) <= 60
    assert out("m3.3") == "M3.3  The object cell lies in its object's row\n"
    assert list(json.loads(out("E3.4", "--json"))) == ["E3.4"]
    with pytest.raises(api.NiwashiError, match=r"Miyabi has no rule “M99\.1”"):
        cli.run(["rules", "M99.1"])
