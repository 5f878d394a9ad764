"""Writes what the client's reference cards say in numbers: `python -m tools.client.reference_facts`, from the root.

The numbers are the games' own (`Rules.reference_card`); the pieces, and where each is known from, are those of the
component files. A test checks that the files are current.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from niwashi.core.components import read_toml
from niwashi.engine import catalog
from niwashi.games.edo_yashiki.cards import distinct_faces

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
PARTS = ("tiles", "bonuses", "zen")
SOURCES = {"R": "printed", "X": "example", "P": "reported", "A": "assumed"}
"""By the letter with which the source of an entry begins."""
OWN = "own"
"""Any other source: somebody's own box."""


def miyabi(box: dict[str, Any]) -> dict[str, Any]:
    return {
        "tiles": [{"kind": kind, **_sourced(entry, "count")} for kind, entry in box["tiles"].items()],
        "bonuses": [{"object": name, **_sourced(entry, "points")} for name, entry in box["bonuses"].items()],
        "zen": [{"object": name, **_sourced(entry, "count")} for name, entry in box["zen"].items()],
    }


def _sourced(entry: dict[str, Any], number: str) -> dict[str, Any]:
    return {number: entry[number], "source": _source(entry)}


def _sources(box: dict[str, Any]) -> dict[str, int]:
    """How many entries are known from where, the best known first."""
    entries = box["cards"] if "cards" in box else [entry for part in PARTS for entry in box[part].values()]
    counts = Counter(map(_source, entries))
    return {source: counts[source] for source in (*SOURCES.values(), OWN) if counts[source]}


def _source(entry: dict[str, Any]) -> str:
    return SOURCES.get(entry["source"].partition(":")[0], OWN)


def edo_yashiki(box: dict[str, Any]) -> dict[str, Any]:
    """The faces by pattern, in the order of the deck."""
    sources = {card["face"]: _source(card) for card in box["cards"]}
    patterns: dict[str, list[dict[str, Any]]] = {}
    for face, count in distinct_faces([card["face"] for card in box["cards"]]).items():
        patterns.setdefault(pattern_of(face), []).append({"face": face, "count": count, "source": sources[face]})
    return {"patterns": [{"pattern": pattern, "cards": cards} for pattern, cards in patterns.items()]}


def pattern_of(face: str) -> str:
    """Which squares of a card are equal, whatever they show: `ab/aa/cd` for TP/TT/FG."""
    letters = list(dict.fromkeys(face.replace("/", "")))
    return "".join("/" if letter == "/" else "abcd"[letters.index(letter)] for letter in face)


PIECES = {"miyabi": miyabi, "edo_yashiki": edo_yashiki}


def written(game: str) -> str:
    rules = catalog.rules(game)
    card, box = rules.reference_card(), read_toml(rules.folder / "components.toml")
    assert card is not None
    pieces = {"box": box["name"], "sources": _sources(box), "pieces": PIECES[game](box)}
    return json.dumps({**card.facts, **pieces}, ensure_ascii=False) + "\n"


def place_of(game: str) -> Path:
    return GAMES / game / "reference" / "facts.json"


if __name__ == "__main__":
    for game in PIECES:
        place_of(game).parent.mkdir(exist_ok=True)
        place_of(game).write_text(written(game), encoding="utf-8")
        print(place_of(game))
