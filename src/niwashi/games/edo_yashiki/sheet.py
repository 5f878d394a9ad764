"""The score sheet: each seat's points by runs of three, four and five, and by bonus."""

from __future__ import annotations

from functools import cache

from niwashi.core.client_types import Args
from niwashi.core.game import Part, Position
from niwashi.games.edo_yashiki.explain import POINTS
from niwashi.games.edo_yashiki.snapshot import HouseSnapshot, read_snapshot
from niwashi.games.edo_yashiki.state import SHORTEST
from niwashi.games.edo_yashiki.words import count_word


def sheet(p: Position) -> tuple[tuple[Part, ...], ...]:
    return tuple(seat_sheet(house) for house in read_snapshot(p).houses)


def seat_sheet(house: HouseSnapshot) -> tuple[Part, ...]:
    return (*map(_runs, house.scored, NAMES), _bonus(house.bonus))


NAMES = ("threes", "fours", "fives")


@cache
def _runs(number: int, name: str) -> Part:
    length = SHORTEST + NAMES.index(name)
    detail = f"{number} {'run' if number == 1 else 'runs'} of {count_word(length)}"
    args: Args = {"length": length, "count": number}
    return Part(name, detail, number * POINTS[length], "E4.1", "edo-part-runs", args)


@cache
def _bonus(points: int) -> Part:
    return Part("bonus", "bonus for several features", points, "E4.3", "edo-part-bonuses")
