"""The English of hints: what is said when one action leaves a garden better than another (facts.py)."""

from __future__ import annotations

from niwashi.core.facts import (
    Phrase,
    crosses,
    denied,
    exceeds,
    grows,
    grows_ahead,
    grows_behind,
    holds,
    lost,
    stays,
)

_ROW, _BONUS, _TILES = ("row {row}",), ("bonus {row}",), ("tiles",)

_LEAD = (
    Phrase("reason-takes-lead", "row lead", crosses, "takes the lead in {row}", "row", _ROW, worth=2),
    Phrase("reason-keeps-lead", "row lead", holds, "keeps the lead in {row}", "row", _ROW, worth=2),
    Phrase("reason-extends-lead", "row lead", grows_ahead, "leads {row} by {after}, not {other}", "row", _ROW),
    Phrase("reason-catches-up", "row lead", grows_behind, "catches up in {row}, {before} to {after}", "row", _ROW),
)
_LAYERS = (
    Phrase(
        "reason-opens-three", "three on layer", grows, "opens layer {after} for three {row}", "row", _TILES, worth=3
    ),
    Phrase("reason-opens-two", "two on layer", grows, "opens layer {after} for two {row}", "row", _TILES, worth=2),
    Phrase(
        "reason-keeps-three",
        "three on layer",
        stays,
        "keeps layer {after} open for three {row}",
        "row",
        _TILES,
        worth=3,
    ),
    Phrase("reason-next-tile", "best tile", exceeds, "leaves a tile worth {after} points, not {other}", "", _TILES),
    Phrase(
        "reason-bonus-in-reach", "bonus in reach", grows, "brings the {row} bonus of {after} in reach", "row", _BONUS
    ),
)
_EXPANSIONS = (
    Phrase("reason-group", "group", grows, "brings the best group to {after}, not {other}", "", ("colourful garden",)),
    Phrase("reason-meadow", "meadow", grows, "brings the meadow to {after}, not {other}", "", ("big meadow",)),
    Phrase("reason-sevens", "sevens", grows, "has {after} points for sevens, not {other}", "", ("7!",)),
    Phrase(
        "reason-zen-sides", "sides closed", grows, "closes {after} sides of the Zen tile, not {other}", "",
        ("zen enclosed",),
    ),
    Phrase("reason-frog-climbs", "frog's climb", grows, "lets the frog climb to layer {after}", "", ("frog",)),
)  # fmt: skip
_DENIALS = (
    Phrase(
        "reason-denies-tile", "best tile", denied, "leaves {rival} a tile worth {after} at most, not {other}",
        of_rival=True,
    ),
    Phrase(
        "reason-denies-bonus", "bonus in reach", lost, "takes the {row} bonus that {rival} could reach", "row",
        of_rival=True, worth=2,
    ),
)  # fmt: skip

HINT_PHRASES = (*_LEAD, *_LAYERS, *_EXPANSIONS, *_DENIALS)
