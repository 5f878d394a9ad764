"""Edo Yashiki's books: where each of the 64 cards is, and every house built again from its cards alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from niwashi.core.record import Event
from niwashi.engine.game import Game

CARDS = 64
PLACE = re.compile(r"place (-?\d+),(-?\d+)(r?)")
FEATURES = set("TPFG")

House = dict[tuple[int, int], str]


def owners_set(content: Mapping[str, Any]) -> dict[str, Any]:
    """A deck in which the first card is there twice and the last one not at all."""
    cards = content["cards"]
    return {"game": "edo_yashiki", "name": "our own deck", "cards": [cards[0], *cards[:-1]]}


class Books:
    def __init__(self, game: Game) -> None:
        self.deck = Counter(game.components.content["cards"])
        self.seats = game.seats
        self.specialists = bool(game.options.as_dict()["specialists"])
        self.dealt: Counter[str] = Counter()
        self.laid: Counter[str] = Counter()
        self.slots: list[str] = []
        self.open: list[str] = []
        self.hands: dict[int, str] = {}
        self.houses: list[House] = [{} for _ in range(game.seats)]
        self.before = game.view()

    def enter(self, event: Event) -> None:
        who, what = event
        if isinstance(who, int):
            self._act(who, what)
        else:
            self._deal(what.split()[0], what.split()[1:])

    def check(self, view: Mapping[str, Any]) -> None:
        self._check_cards(view)
        for seat, house in enumerate(view["houses"]):
            self._check_house(seat, house)
        assert all(now >= then for now, then in zip(view["scores"], self.before["scores"], strict=True))
        self.before = dict(view)

    def _deal(self, word: str, faces: list[str]) -> None:
        assert len(faces) == self.seats
        self.dealt.update(faces)
        if word == "open":
            assert not self.open, "cards of the last round are left"
            self.open = list(faces)
            self.slots = list(faces)
            return
        for seat, face in enumerate(faces):
            self._lay(seat, face, 0, 0, turned=False)

    def _act(self, seat: int, action: str) -> None:
        if action.startswith("grab "):
            self._take(seat, self.slots[int(action[5:]) - 1])
            if len(self.open) == 1:  # E2.2: the last seat has the last card at once
                (last,) = set(range(self.seats)) - set(self.hands)
                self._take(last, self.open[0])
        elif match := PLACE.fullmatch(action):
            self._lay(seat, self.hands.pop(seat), int(match[1]), int(match[2]), turned=bool(match[3]))

    def _take(self, seat: int, face: str) -> None:
        self.open.remove(face)
        self.hands[seat] = face

    def _lay(self, seat: int, face: str, x: int, y: int, turned: bool) -> None:
        self.laid[face] += 1
        for row, letters in enumerate((face[::-1] if turned else face).split("/")):
            for column, letter in enumerate(letters):
                self.houses[seat][x + column, y + row] = letter

    def _check_cards(self, view: Mapping[str, Any]) -> None:
        """64 cards: in the box, open, in a hand, or laid, seen or covered. The box shows only how many it has."""
        assert self.dealt <= self.deck
        assert self.dealt == self.laid + Counter(self.hands.values()) + Counter(self.open)
        assert view["cards_left"] + self.dealt.total() == CARDS == self.deck.total()
        assert [card["face"] for card in view["open"] if card["taken_by"] is None] == self.open
        assert {s: house["hand"] for s, house in enumerate(view["houses"]) if house["hand"]} == self.hands

    def _check_house(self, seat: int, house: Mapping[str, Any]) -> None:
        seen = squares(house, house["rows"])
        assert seen == self.houses[seat]
        locked = squares(house, house["locked"])
        assert locked.keys() == {square for square in seen if in_a_run(seen, square)}, "E3.4"
        earlier = self.before["houses"][seat]
        kept = squares(earlier, earlier["rows"])
        assert all(seen[square] == kept[square] for square in squares(earlier, earlier["locked"])), "E3.4"
        if self.specialists and self.dealt:
            assert set() < set(house["markers"]) <= FEATURES, "E6.3"


def squares(house: Mapping[str, Any], rows: list[str]) -> House:
    """What a picture of a house shows, by square."""
    return {
        (house["x"] + column, house["y"] + line): letter
        for line, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if letter != "."
    }


def in_a_run(house: House, square: tuple[int, int]) -> bool:
    """Three or more equal squares in a row or column, this one among them."""
    return any(length(house, square, dx, dy) >= 3 for dx, dy in ((1, 0), (0, 1)))


def length(house: House, square: tuple[int, int], dx: int, dy: int) -> int:
    (x, y), count = square, 1
    for direction in (1, -1):
        step = direction
        while house.get((x + step * dx, y + step * dy)) == house[square]:
            count += 1
            step += direction
    return count
