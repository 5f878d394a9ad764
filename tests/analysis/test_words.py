"""Whatever a reason may say has its words in every language of the browser client, made of what the reason gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from niwashi.analysis.reasons import AT_ONCE, through_keys
from niwashi.core.facts import Phrase
from niwashi.engine import catalog

LOCALES = Path(__file__).parents[2] / "web" / "src" / "locales"
LANGUAGES = ("en", "de", "fr", "ja")
PHRASES = [AT_ONCE, *(phrase for game in catalog.names() for phrase in catalog.rules(game).hint_phrases)]


def messages(language: str) -> dict[str, str]:
    """A message is a line with a key, and the lines below it that begin with a blank or a brace."""
    text = (LOCALES / language / "advice.ftl").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w-]+) = (.*(?:\n[ }].*)*)", text, re.MULTILINE))


def takes(found: dict[str, str], key: str) -> set[str]:
    """Names that go into a message, those of the messages within it included."""
    text = found[key]
    within = [takes(found, other) for other in re.findall(r"\{ ([a-z][\w-]*) \}", text)]
    return set(re.findall(r"\$(\w+)", text)).union(*within)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phrase", PHRASES, ids=lambda phrase: phrase.key)
def test_a_phrase_has_its_words(phrase: Phrase, language: str) -> None:
    found = messages(language)
    given = {"before", "after", "other", "rival", phrase.about}
    for key in (phrase.key, *through_keys(phrase)):
        assert key in found, f"{language}: {key}"
        assert takes(found, key) <= given, f"{language}: {key}"
