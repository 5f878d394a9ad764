"""The encoding, read back plane by plane, and the frame that it shares with the numbers of placements."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import niwashi
from niwashi.batch.loops import loops
from niwashi.core.rng import seeded
from niwashi.engine import catalog
from niwashi.games.edo_yashiki.cards import square_of
from niwashi.games.edo_yashiki.encoding import COLUMNS, ROWS, frame_cell
from niwashi.games.edo_yashiki.state import (
    FIRST_GRAB,
    LEFTMOST,
    MAX_CARDS,
    NO_CARD,
    NOBODY,
    PLACE_ROWS,
    PLACES_PER_ROW,
    TOPMOST,
)
from tests.planes import Planes, planes_of

FEATURES = ("tatami", "pond", "floor", "garden")
HOUSES_PLAYED = 2_000


@pytest.mark.parametrize("options", [{"seats": 2, "grab": "calm"}, {"seats": 5, "specialists": True}])
def test_every_plane_says_what_the_position_says(options: dict[str, object]) -> None:
    game, rng = niwashi.new("edo_yashiki", seed=3, **options), Random(3)  # type: ignore[call-overload]
    while not game.over:
        compare(game, rng.randrange(game.seats))
        game.play(rng.choice(game.legal()))
    compare(game, 0)


def compare(game: niwashi.Game, seat: int) -> None:
    p, planes = game.position, planes_of(game, seat)
    compare_house(p, seat, planes)
    compare_cards(p, planes, int(p.seat[seat].hand))
    none = [0] * (5 - game.seats)
    seats = [(seat + step) % game.seats for step in range(game.seats)]
    for step, other in enumerate(seats):
        house = p.seat[other]
        for name in ("score", "width", "height"):
            assert planes[f"house {step}: {name}"] == house[name]
        assert planes[f"house {step}: markers"].tolist() == [int(house.markers) >> feature & 1 for feature in range(4)]
    assert [int(planes[f"house {step}: in play"][0]) for step in range(5)] == [1] * game.seats + none
    assert planes["waiting"].tolist() == [int(p.waiting) >> other & 1 for other in seats] + none
    assert planes["card in hand"].tolist() == [int(p.seat[other].hand != NO_CARD) for other in seats] + none
    assert planes["start seat"].tolist() == [int(p.starts == other) for other in seats] + none
    assert planes["phase"].tolist() == [int(p.phase == phase) for phase in range(6)]
    for name, value in (("specialists", p.specialists), ("calm", p.calm), ("cards left", p.cards), ("round", p.rounds)):
        assert planes[name] == value
    assert planes["own bonus points"] == p.seat[seat].bonus


def compare_house(p: np.record, seat: int, planes: Planes) -> None:
    occupied, low, high, locked = (squares(p, seat, plane) for plane in (p.occupied, p.low, p.high, p.locked))
    for feature, name in enumerate(FEATURES):
        assert np.array_equal(planes[name], occupied & (low == feature & 1) & (high == feature >> 1))
    assert np.array_equal(planes["locked"], locked)


def squares(p: np.record, seat: int, plane: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """A house's plane in the frame, bit by bit."""
    height, first = int(p.seat[seat].height), seat * int(p.rows)
    bits = plane[first : first + height, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    frame = np.zeros((ROWS + 96, COLUMNS + 64), np.bool_)
    frame[-TOPMOST : height - TOPMOST, -LEFTMOST : 64 - LEFTMOST] = bits
    return frame[:ROWS, :COLUMNS]


def compare_cards(p: np.record, planes: Planes, hand: int) -> None:
    for face, card in ((hand, planes["hand"]), *zip(map(int, p.open), planes["open cards"])):
        squares = [] if face == NO_CARD else [square_of(int(p.faces[face]), place) for place in range(6)]
        assert card.argmax(axis=1).tolist() == (squares or [0] * 6)
        assert card.sum() == len(squares)
    assert planes["box"].tolist() == p.box.tolist()
    free = [card != NO_CARD and by == NOBODY for card, by in zip(p.open, p.taken)]
    assert planes["open card is free"].tolist() == free


@pytest.mark.parametrize("seats", [2, 5])
def test_a_placement_covers_the_squares_at_its_row_and_column(seats: int) -> None:
    """Before it is placed, the frame says where the card will lie; a house that grows left or up moves in the frame."""
    game, rng = niwashi.new("edo_yashiki", seats=seats, seed=5), Random(5)
    placed = 0
    while not game.over:
        action = rng.choice(game.legal())
        cell = frame_cell(action.id)
        if cell is not None:
            seat, hand = action.seat, planes_of(game, action.seat)["hand"]
            row, column, turned = max(cell[0], -TOPMOST), max(cell[1], -LEFTMOST), cell[2]
            game.play(action)
            planes = planes_of(game, seat)
            squares = np.stack([planes[name][row : row + 3, column : column + 2] for name in FEATURES], axis=-1)
            assert np.array_equal(squares.reshape(6, 4), hand[::-1] if turned else hand)
            placed += 1
        else:
            game.play(action)
    assert placed > 20


def test_every_placement_of_every_game_has_its_place_in_the_frame() -> None:
    """A house of the most cards but one is as wide or as high as its cards in a line."""
    cells = [frame_cell(action) for action in range(FIRST_GRAB)]
    assert len(set(cells)) == FIRST_GRAB
    assert cells[-1] == (PLACE_ROWS - 1, PLACES_PER_ROW - 1, 1)
    assert PLACE_ROWS - 1 + TOPMOST == 3 * (MAX_CARDS - 1)
    assert PLACES_PER_ROW - 1 + LEFTMOST == 2 * (MAX_CARDS - 1)
    assert frame_cell(FIRST_GRAB) is None


def test_the_planes_show_every_placement_of_every_game_of_four_or_five_seats() -> None:
    most = 64 // 4 - 1
    assert 3 * most - TOPMOST < ROWS
    assert 2 * most - LEFTMOST < COLUMNS


@pytest.mark.parametrize("seats", [2, 3])
def test_the_planes_show_whole_houses_of_two_or_three_seats(seats: int) -> None:
    """Not of every possible game, but of thousands of random ones, which last longest."""
    rules = catalog.rules("edo_yashiki")
    setup = rules.setup(rules.options({"seats": seats}), rules.box)
    positions, rng, buffer = np.zeros(2, rules.position), seeded(seats), np.zeros(rules.most_legal, np.int64)
    for _ in range(HOUSES_PLAYED // seats):
        loops("edo_yashiki").random_games(positions, setup, rng, buffer, 1)
        houses = positions[1]["seat"][:seats]
        assert houses["height"].max() - TOPMOST <= ROWS
        assert houses["width"].max() - LEFTMOST <= COLUMNS
