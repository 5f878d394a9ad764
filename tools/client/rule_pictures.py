"""Writes the positions that the rules' figures draw: `python -m tools.client.rule_pictures`, from the root.

All of it comes from the engine: gardens, houses, points. A test checks that the files are current.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import niwashi
from niwashi import Game
from tools.client.judged_placements import edo_placements, miyabi_placements

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"
SHAPES = {"single": "1", "double": "2", "corner": "LJK", "straight": "IH"}
GROWN = 55
"""The seed of a game with all expansions after which every figure has something to show."""


def position(game: str, name: str, *more: tuple[int, str]) -> Game:
    """A position of the game's lesson, and what is done there."""
    found = json.loads((GAMES / game / "lesson" / "lesson.json").read_text())["positions"][name]
    record = {"niwashi": 1, "game": game, "options": found["options"], "events": [*found["events"], *map(list, more)]}
    return niwashi.loads(json.dumps(record))


def played(seed: int, **options: Any) -> Game:
    """A game of people who take what scores best at once."""
    game = niwashi.new("miyabi", seed=seed, **options)
    while not game.over:
        seat = game.to_act[0]
        game.play(max(game.legal(seat), key=lambda action: game.gain(action, seat)), seat)
    return game


def miyabi() -> dict[str, Any]:
    first, grow_group = position("miyabi", "first").view(0), played(GROWN, seats=2, expansions="ABCDE")
    layers, ended = position("miyabi", "first", (0, "f2cE"), (1, "p2bS")), position("miyabi", "last", (0, "pass"))
    offer = layers.choices(0)
    place = list(offer.actions).index("f1d")
    view = grow_group.view()
    return {
        "rows": [{**row, "bonus": bonus["points"]} for row, bonus in zip(first["rows"], first["bonuses"], strict=True)],
        "counts": {row["object"]: _counts(first["box"], row["object"][0]) for row in first["rows"]},
        "layers": {
            "garden": layers.view()["gardens"][0],
            "choice": {
                name: getattr(offer.cover, name)[place]
                for name in ("does", "tile", "column", "turn", "at", "cells", "layer", "objects")
            }
            | {"action": "f1d", "points": offer.points[place], "parts": []},
        },
        "placements": miyabi_placements(layers),
        "display": position("miyabi", "first").view()["display"],
        "majorities": {name: ended.view()[name] for name in ("seats", "rows", "extras", "groups")},
        "grown": {
            "garden": view["gardens"][0],
            "extras": {name: points[0] for name, points in view["extras"].items()},
            "groups": {name: cells[0] for name, cells in view["groups"].items()},
        },
    }


def _counts(box: dict[str, int], letter: str) -> dict[str, int]:
    return {name: sum(box.get(letter + shape, 0) for shape in shapes) for name, shapes in SHAPES.items()}


def edo_yashiki() -> dict[str, Any]:
    before, after = position("edo_yashiki", "roped"), position("edo_yashiki", "roped", (0, "place 0,3"))
    ended, markers = position("edo_yashiki", "last", (0, "place -4,4")), position("edo_yashiki", "markers")
    number = len(before.events)
    return {
        "cards": [card["face"] for card in before.view()["open"]],
        "first": ["/".join(house["rows"]) for house in position("edo_yashiki", "first").view()["houses"]],
        "before": before.view()["houses"][0],
        "after": after.view(number + 1)["houses"][0],
        "points": after.view(number + 1)["scores"][0] - before.view()["scores"][0],
        "placements": edo_placements(before),
        "house": ended.view()["houses"][0],
        "markers": markers.view()["houses"][0]["markers"],
    }


PICTURES = {"miyabi": miyabi, "edo_yashiki": edo_yashiki}


def written(game: str) -> str:
    return json.dumps(PICTURES[game](), ensure_ascii=False) + "\n"


def place_of(game: str) -> Path:
    return GAMES / game / "rules" / "pictures.json"


if __name__ == "__main__":
    for game in PICTURES:
        place_of(game).write_text(written(game), encoding="utf-8")
        print(place_of(game))
