"""The encoding, read back plane by plane and compared with the position, cell by cell."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import niwashi
from niwashi.games.miyabi.garden import height, objects_at
from niwashi.games.miyabi.pool import count_kinds, unpack_pool
from niwashi.games.miyabi.scoring import earned_points
from niwashi.games.miyabi.state import FROG_SETUP, NOWHERE, ROUNDS, TURN
from tests.planes import Planes, planes_of, split


@pytest.mark.parametrize(
    "options", [{"seats": 2}, {"seats": 3, "expansions": "ABCDE", "free_pass": True}, {"seats": 4}]
)
def test_every_plane_says_what_the_position_says(options: dict[str, object]) -> None:
    game, rng = niwashi.new("miyabi", seed=3, **options), Random(3)  # type: ignore[call-overload]
    while not game.over:
        compare(game, rng.randrange(game.seats))
        game.play(rng.choice(game.legal()))
    compare(game, 0)


def compare(game: niwashi.Game, seat: int) -> None:
    p, planes = game.position, planes_of(game, seat)
    seats = [(seat + step) % game.seats for step in range(game.seats)]
    for step in range(4):
        if step < game.seats:
            compare_garden(p.gardens[seats[step]], planes, f"garden {step}: ")
        else:
            assert not any(planes[name].any() for name in planes if name.startswith(f"garden {step}"))
    assert planes["display"].ravel().tolist() == count_kinds(p.display)
    assert planes["box"].ravel().tolist() == count_kinds(p.box)
    assert planes["Zen tiles open"].tolist() == unpack_pool(p.zen_display)
    assert planes["Zen tiles face down"].tolist() == unpack_pool(p.zen_box)
    earned = [int(earned_points(p.gardens[other])) for other in seats]
    points = planes["points"].astype(int) + planes["points beyond 255"]
    assert points.tolist() == earned + [0] * (4 - game.seats)
    free = [int(holder) == NOWHERE for holder in p.bonus_holder]
    assert planes["bonuses left"].tolist() == [int(bonus) * left for bonus, left in zip(p.bonus, free)]
    assert planes["rounds left"] == ROUNDS[game.seats] - p.building_round
    assert planes["expansions"].tolist() == [int(letter in game.options.as_dict()["expansions"]) for letter in "ABCDE"]
    for name, value in (("free pass", p.free_pass), ("placed", p.placed), ("stepped", p.stepped)):
        assert planes[name] == value
    assert planes["frog set-up"] == (p.phase == FROG_SETUP)
    acting = p.phase in (FROG_SETUP, TURN)
    assert planes["turn"].tolist() == [int(acting and step < game.seats and seats[step] == p.turn) for step in range(4)]
    assert planes["bonsai"].tolist() == [int(step < game.seats and seats[step] == p.bonsai) for step in range(4)]
    assert planes["in play"].tolist() == [int(step < game.seats) for step in range(4)]
    open_zen = [int(p.gardens[other].open_zen != NOWHERE) for other in seats]
    assert planes["Zen tile to enclose"].tolist() == open_zen + [0] * (4 - game.seats)


def compare_garden(garden: np.record, planes: Planes, prefix: str) -> None:
    for cell in range(36):
        place = divmod(cell, 6)
        assert planes[prefix + "heights"][place] == height(garden, cell)
        assert planes[prefix + "objects"][place] == objects_at(garden, cell)
        assert planes[prefix + "Zen tiles"][place] == int(garden.zen) >> cell & 1
        assert planes[prefix + "frog"][place] == (int(garden.frog) == cell)
    assert planes[prefix + "lanterns"].tolist() == [int(garden.lanterns) >> column & 1 for column in range(6)]
    assert (planes[prefix + "passed"], planes[prefix + "golden"]) == (garden.passed, garden.golden)


def test_a_garden_of_thirty_layers_and_more_than_255_points_fit() -> None:
    game = niwashi.new("miyabi", seed=1)
    p = game.position.copy()
    p.gardens[0].heights[:] = [0, 1 << 35, 1 << 35, 1 << 35, 1 << 35]
    p.gardens[0].earned[0] = 300
    planes = split(game.rules, game.rules.encode(p, 0))
    assert planes["garden 0: heights"][5, 5] == 30
    assert (planes["points"][0], planes["points beyond 255"][0]) == (255, 45)
