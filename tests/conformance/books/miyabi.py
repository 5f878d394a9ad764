"""Miyabi's books: where each of the 96 tiles and 16 Zen tiles is, and what never goes back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from niwashi.core.record import Event
from niwashi.engine.game import Game

CELLS = {"1": 1, "2": 2, "L": 3, "J": 3, "K": 3, "I": 3, "H": 3}
LETTERS = {"maple": "m", "pagoda": "p", "fish": "f", "azalea": "a", "boxwood": "b", "stone": "s"}
TILE = re.compile(r"([mpfabs][12LJKIH])([a-f])[ESWN]?")
ZEN = re.compile(r"z([mpfabs])([a-f])")


def owners_set(content: Mapping[str, Any]) -> dict[str, Any]:
    """Other bonuses, and one maple and one stone of the singles exchanged."""
    tiles = {**content["tiles"], "m1": content["tiles"]["m1"] + 1, "s1": content["tiles"]["s1"] - 1}
    bonuses = {name: points + 20 for name, points in content["bonuses"].items()}
    return {"game": "miyabi", "name": "the box in our cupboard", **content, "tiles": tiles, "bonuses": bonuses}


class Books:
    def __init__(self, game: Game) -> None:
        content, seats = game.components.content, range(game.seats)
        self.tiles = Counter(content["tiles"])
        self.zen = Counter({LETTERS[name]: count for name, count in content["zen"].items()})
        self.with_zen = "C" in game.options.as_dict()["expansions"]
        self.shown: Counter[str] = Counter()
        self.placed: Counter[str] = Counter()
        self.discarded: Counter[str] = Counter()
        self.zen_placed: Counter[str] = Counter()
        self.columns: list[set[str]] = [set() for _ in seats]
        self.cells = [0 for _ in seats]
        self.before = game.view()

    def enter(self, event: Event) -> None:
        who, what = event
        if isinstance(who, int):
            self._act(who, what)
        elif what.startswith("deal "):
            self._end_round()
            self.shown.update(what.split()[1:])

    def check(self, view: Mapping[str, Any]) -> None:
        if view["phase"] in ("deal", "over"):
            self._end_round()
        self._check_tiles(view)
        self._check_zen(view)
        for seat, garden in enumerate(view["gardens"]):
            self._check_garden(seat, garden)
        self._check_nothing_goes_back(view)
        self.before = dict(view)

    def _act(self, seat: int, action: str) -> None:
        if match := TILE.fullmatch(action):
            self.placed[match[1]] += 1
            self.shown[match[1]] -= 1
            self.cells[seat] += CELLS[match[1][1]]
            self.columns[seat].add(match[2])
        elif match := ZEN.fullmatch(action):
            self.zen_placed[match[1]] += 1
            self.cells[seat] += 1
            self.columns[seat].add(match[2])

    def _end_round(self) -> None:
        """M2.3, M2.6: what nobody took is out of the game, and the lanterns go."""
        self.discarded += self.shown
        self.shown.clear()
        for columns in self.columns:
            columns.clear()

    def _check_tiles(self, view: Mapping[str, Any]) -> None:
        assert min(self.shown.values(), default=0) >= 0
        assert Counter(view["display"]) == +self.shown
        assert Counter(view["box"]) + +self.shown + self.placed + self.discarded == self.tiles
        assert self.tiles.total() == 96

    def _check_zen(self, view: Mapping[str, Any]) -> None:
        if not self.with_zen:
            assert view["zen"] is None
            assert not self.zen_placed
            return
        open_tiles, left = Counter(view["zen"]["open"]), Counter(view["zen"]["left"])
        assert open_tiles + left + self.zen_placed == self.zen
        assert self.zen.total() == 16
        if view["phase"] not in ("zen-setup", "zen-refill"):
            assert open_tiles.total() == 5 or not left.total()

    def _check_garden(self, seat: int, garden: Mapping[str, Any]) -> None:
        assert set(garden["lanterns"]) == self.columns[seat]
        assert len(garden["lanterns"]) <= 6
        assert sum(map(sum, garden["heights"])) == self.cells[seat]
        for heights, objects in zip(garden["heights"], garden["objects"], strict=True):
            assert all(count <= 3 and (height or not count) for height, count in zip(heights, objects, strict=True))
        assert garden["rows"] == [sum(row) for row in garden["objects"]]

    def _check_nothing_goes_back(self, view: Mapping[str, Any]) -> None:
        for bonus, earlier in zip(view["bonuses"], self.before["bonuses"], strict=True):
            assert earlier["holder"] in (None, bonus["holder"]), "a bonus tile is taken once"
        assert sum(bonus["holder"] is not None for bonus in view["bonuses"]) <= 6
        for garden, earlier in zip(view["gardens"], self.before["gardens"], strict=True):
            assert garden["points"] >= earlier["points"]
            assert set(garden["zen"]) >= set(earlier["zen"])
            assert layer_of_frog(garden) >= layer_of_frog(earlier)
            assert is_golden(garden) >= is_golden(earlier)


def layer_of_frog(garden: Mapping[str, Any]) -> int:
    """M6.E2: never lower. Off the board before its set-up."""
    if garden["frog"] is None:
        return -1
    column, row = garden["frog"]["cell"]
    layer: int = garden["heights"][int(row) - 1]["abcdef".index(column)]
    return layer


def is_golden(garden: Mapping[str, Any]) -> bool:
    return garden["frog"] is not None and bool(garden["frog"]["golden"])
