"""Golden playthroughs: whole games as people read them, one for every variant of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff

import pytest

from tests.conformance.playthroughs import FOLDER, file_of, files, playthrough
from tests.conformance.variants import ALL, Variant, each_game, each_variant, variants


@each_variant
def test_the_game_is_played_as_written(variant: Variant) -> None:
    path = file_of(variant)
    assert path.exists(), f"no golden playthrough for {variant}: python -m tests.conformance.regenerate"
    written, played = path.read_text(encoding="utf-8"), playthrough(variant)
    if played != written:
        name = path.relative_to(FOLDER).as_posix()
        changes = unified_diff(written.splitlines(), played.splitlines(), name, "now", n=1, lineterm="")
        pytest.fail("\n".join(changes), pytrace=False)


def test_every_file_belongs_to_a_variant() -> None:
    assert set(files()) == {file_of(variant) for variant in ALL}


@each_game
def test_every_item_of_the_score_sheet_pays_somebody_in_some_game(game: str) -> None:
    """So that the playthroughs show what there is: bonuses, enclosures, frogs, sevens, runs of five."""
    paying: dict[str, bool] = {}
    for variant in variants(game):
        for item, paid in sheet_items(file_of(variant).read_text(encoding="utf-8")):
            paying[item] = paying.get(item, False) or paid
    assert paying
    assert [item for item, paid in paying.items() if not paid] == []


def sheet_items(text: str) -> Iterator[tuple[str, bool]]:
    """The items of a file's score sheet, and whether anybody has points for them."""
    for line in text.splitlines():
        if match := re.fullmatch(r"(\S.*?)  +[A-Z]\d+\.[A-Z]?\d+ +([-–\d ]+)", line):
            yield match[1], any(points not in ("0", "–") for points in match[2].split())
