"""docs/chance.md: its test vectors are what the engine does."""

from __future__ import annotations

import hashlib
import hmac
import re
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi.core.rng import Generator, below, keyed, next_word

TEXT = (Path(__file__).parents[2] / "docs" / "chance.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]
STATES = [row for row in ROWS if row[0].startswith("`niwashi/1/") and len(row) == 6]
NUMBERS = [row for row in ROWS if row[0].startswith("`niwashi/1/") and len(row) == 4]
BEGINNINGS = [row for row in ROWS if " seats" in row[0]]


def generator(message: str) -> Generator:
    _, _, game, n = message.strip("`").split("/")
    return keyed("7", game, int(n))


def test_there_are_vectors() -> None:
    assert (len(STATES), len(NUMBERS), len(BEGINNINGS)) == (4, 5, 5)
    assert "57501f00bae08f9df6173d3625f0267d470ae62a16a453d60f99e6ebd626765a" in TEXT
    digest = hmac.digest("庭師".encode(), b"niwashi/1/miyabi/1", hashlib.sha256)
    assert digest.hex() == "57501f00bae08f9df6173d3625f0267d470ae62a16a453d60f99e6ebd626765a"


@pytest.mark.parametrize("row", STATES, ids=lambda row: row[0])
def test_a_message_gives_its_state(row: list[str]) -> None:
    message, digest, *words = (cell.strip("`") for cell in row)
    assert hmac.digest(b"7", message.encode(), hashlib.sha256).hex() == digest
    rng = generator(message)
    assert [f"{int(rng[name]):08x}" for name in "abcd"] == words


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: row[0] + row[2])
def test_a_state_gives_its_words_and_numbers(row: list[str]) -> None:
    message, words, limits, numbers = row
    if words.startswith("`"):
        rng = generator(message)
        assert [f"{int(next_word(rng)):08x}" for _ in words.split()] == words.strip("`").split()
    below_what = [1_500_000_000] * 3 if "three times" in limits else [int(n) for n in limits.split()]
    rng = generator(message)
    assert [int(below(rng, n)) for n in below_what] == [int(n) for n in numbers.split()]


@pytest.mark.parametrize("row", BEGINNINGS, ids=lambda row: row[0] + row[1])
def test_a_seed_gives_its_first_events(row: list[str]) -> None:
    described, event, outcome = row
    title, seats, *rest = described.split(", ")
    expansions: dict[str, Any] = {"expansions": "C"} if rest == ["expansion C"] else {}
    game = niwashi.new(title.lower().replace(" ", "_"), seats=int(seats.split()[0]), seed=7, **expansions)
    found = re.match(r"`(.+)`", outcome)
    assert found
    assert game.events[int(event) - 1] == ["chance", found[1]]
