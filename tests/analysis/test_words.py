"""Whatever a reason may say has its words in every language of the browser client, made of what the reason gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from niwashi.analysis.reasons import AT_ONCE, through_keys
from niwashi.core.facts import Phrase
from niwashi.engine import catalog

WEB = Path(__file__).parents[2] / "web" / "src"
LANGUAGES = ("en", "de", "fr", "ja")
PHRASES = [(game, phrase) for game in catalog.names() for phrase in (AT_ONCE, *catalog.rules(game).hint_phrases)]


def messages(game: str, language: str) -> dict[str, str]:
    """A message is a line with a key, and the lines below it that begin with a blank or a brace."""
    files = (WEB / "locales" / language / "advice.ftl", WEB / "games" / game / "advice" / f"{language}.ftl")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    return dict(re.findall(r"^([\w-]+) = (.*(?:\n[ }].*)*)", text, re.MULTILINE))


def takes(found: dict[str, str], key: str) -> set[str]:
    """Names that go into a message, those of the messages within it included."""
    text = found[key]
    within = [takes(found, other) for other in re.findall(r"\{ ([a-z][\w-]*) \}", text)]
    return set(re.findall(r"\$(\w+)", text)).union(*within)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "phrase"), PHRASES, ids=[f"{game}-{phrase.key}" for game, phrase in PHRASES])
def test_a_phrase_has_its_words(game: str, phrase: Phrase, language: str) -> None:
    """The game's own, or those that all games share."""
    found = messages(game, language)
    given = {"before", "after", "other", "rival", phrase.about}
    for key in (phrase.key, *through_keys(phrase)):
        own = key if key in found else f"{game}-{key}"
        assert own in found, f"{language}: {own}"
        assert takes(found, own) <= given, f"{language}: {own}"
