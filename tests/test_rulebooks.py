"""The numbered rules: every number is tested, printed and known to whoever cites it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from niwashi.engine import catalog
from niwashi.engine.rulebook import NUMBER, rule_texts

ROOT = Path(__file__).parent.parent
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "games").rglob("test_*.py"))
SOURCES = sorted((ROOT / "src").rglob("*.py"))


def numbers(game: str) -> list[str]:
    return list(rule_texts(catalog.rules(game).rulebook))


EVERY_RULE = [number for game in catalog.names() for number in numbers(game)]


def test_the_rulebooks_are_complete() -> None:
    assert len(numbers("miyabi")) == 50
    assert len(numbers("edo_yashiki")) == 26


@pytest.mark.parametrize("number", EVERY_RULE)
def test_every_rule_has_a_test_named_as_it_is(number: str) -> None:
    name = "test_" + number.lower().replace(".", "_") + "_"
    assert re.search(rf"def {name}\w+", TESTS), f"no test is called {name}…"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_code_cites_only_rules_that_exist(path: Path) -> None:
    known = set(EVERY_RULE)
    cited = set(re.findall(r"\b(?:M|E)\d\.[A-E]?\d\b", path.read_text(encoding="utf-8")))
    assert cited <= known, f"unknown rules {sorted(cited - known)}"


def test_numbers_are_numbers() -> None:
    assert all(re.fullmatch(NUMBER, number) for number in EVERY_RULE)
