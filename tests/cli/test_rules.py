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
