"""The English of hints: what is said when one action leaves a house better than another (facts.py)."""

from __future__ import annotations

from niwashi.core.facts import Phrase, crosses, denied, exceeds


def _left_open(runs: str, pays: str, worth: int) -> Phrase:
    text = f"has open {runs} of {{feature}}: {{after}}, not {{other}}"
    return Phrase(f"reason-open-{runs}", f"open {runs}", exceeds, text, "feature", (pays, "bonus"), worth=worth)


HINT_PHRASES = (
    Phrase("reason-best-card", "card points", exceeds, "its card can score {after} at once, not {other}"),
    Phrase(
        "reason-denies-card", "card points", denied, "leaves {rival} a card for at most {after}, not {other}",
        of_rival=True,
    ),
    Phrase("reason-reaches-goal", "beyond 24", crosses, "reaches 25, so that the game ends with this round"),
    Phrase("reason-markers", "markers", exceeds, "keeps {after} {markers}, not {other}", "markers"),
    _left_open("pairs", "threes", 1),
    _left_open("threes", "fours", 2),
    _left_open("fours", "fives", 4),
)  # fmt: skip
