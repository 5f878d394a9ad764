"""`game.svg()`: standalone pictures of positions, which show what the view has and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import niwashi
from niwashi.pictures import draw
from niwashi.pictures.scene import Scene
from tests.pictures.reading import SVG, Picture, play_randomly

LARGEST = 130_000
GAMES = niwashi.game_names()


def some_games(name: str, step: int) -> list[niwashi.Game[Any]]:
    """One game of every step-th variant, each stopped at another moment."""
    variants = list(enumerate(niwashi.catalog.rules(name).variants()))
    return [
        play_randomly(niwashi.new(name, seed=number, **options.as_dict()), number, 7 * number % 150)
        for number, options in variants[::step]
    ]


# -- every game ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.more)])
def test_every_variant_has_a_picture_that_stands_alone_and_says_what_it_shows(name: str, step: int) -> None:
    for game in some_games(name, step):
        svg = game.svg()
        picture = Picture(svg)
        assert len(svg.encode()) < LARGEST
        assert picture.root.attrib["role"] == "img"
        title = picture.root.findtext(f"{SVG}title") or ""
        assert title == picture.root.attrib["aria-label"]
        assert all(f"{who} {points}" in title for who, points in zip(game.names, game.scores, strict=True))
        assert picture.root.findtext(f"{SVG}desc") == str(game)
        assert set(re.findall(r"https?://[^\s\"<]+", svg)) == {"http://www.w3.org/2000/svg"}
        assert not re.search(r"<script|@import|@font-face|<image|<foreignObject|data:| on\w+=", svg)
        assert picture.references == set(picture.ids)
        assert len(picture.ids) == len(set(picture.ids))


@pytest.mark.parametrize("name", GAMES)
def test_equal_games_have_equal_pictures_and_other_games_other_ids(name: str) -> None:
    first, again = (play_randomly(niwashi.new(name, seed=3), 3, 20) for _ in range(2))
    assert first.svg() == again.svg() == first._repr_svg_()
    first.undo()
    assert not set(Picture(first.svg()).ids) & set(Picture(again.svg()).ids)


@pytest.mark.parametrize("name", GAMES)
def test_a_seats_picture_has_only_its_garden_or_house(name: str) -> None:
    game = play_randomly(niwashi.new(name, seats=3, seed=4), 4, 24)
    whole, one = Picture(game.svg()), Picture(game.svg(1))
    assert whole.written("name") == Counter(game.names)
    assert one.written("name") == Counter([game.names[1]])


@pytest.mark.parametrize("name", GAMES)
def test_the_size_is_the_width_in_pixels(name: str) -> None:
    game = niwashi.new(name, seed=1)
    natural, small = Picture(game.svg()).root.attrib, Picture(game.svg(size=300)).root.attrib
    assert small["width"] == "300"
    assert float(small["height"]) == pytest.approx(300 * float(natural["height"]) / float(natural["width"]), abs=0.1)
    assert small["viewBox"] == natural["viewBox"]


@pytest.mark.parametrize("size", [0, -3, 20_001, 2.5, "300", True])
def test_another_size_is_refused(size: Any) -> None:
    with pytest.raises(niwashi.NiwashiError, match=r"size is a width in pixels, from 1 to 20,000, not ") as refusal:
        niwashi.new("miyabi", seed=1).svg(size=size)
    assert refusal.value.code == "game/svg"


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(niwashi.BadSeat, match="there is no seat 2"):
        niwashi.new("miyabi", seed=1).svg(2)


@pytest.mark.parametrize("name", GAMES)
def test_names_may_be_long_and_have_any_letters(name: str) -> None:
    names = ["<&>\"§'", "庭" * 40]
    picture = Picture(niwashi.new(name, seed=1, names=names).svg())
    first, second = picture.of_class("name")
    assert first.text == names[0]
    assert second.text is not None
    assert second.text.endswith("庭…")
    assert " ".join(names) not in picture.text
    assert all(who in (picture.root.findtext(f"{SVG}title") or "") for who in names)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_taken_back_is_not_drawn(name: str) -> None:
    game, other = (play_randomly(niwashi.new(name, seed=5), 5, 20) for _ in range(2))
    events = len(game.events)
    play_randomly(game, 6, 7)
    game.apply(("table", f"back {events}"))
    assert game.svg() == other.svg()


def test_a_game_without_a_drawing_is_drawn_as_its_board() -> None:
    game = play_randomly(niwashi.new("miyabi", seed=5), 5, 20)
    scene = Scene("Nobody's game", game.view(), game.names, str(game), (0, 1))
    lines = Picture(draw("nobodys_game", scene)).of_class("mono")
    assert [line.text or "" for line in lines] == str(game).splitlines()


# -- highlights ------------------------------------------------------------------------------------------------------
def test_the_last_placement_is_outlined_until_told_otherwise() -> None:
    game = niwashi.new("miyabi", seed=7)
    assert not Picture(game.svg()).of_class("last")
    game.play(game.legal()[0])
    assert len(Picture(game.svg()).of_class("last")) == 1
    assert len(Picture(game.svg(0)).of_class("last")) == 1
    assert not Picture(game.svg(1)).of_class("last")
    assert not Picture(game.svg(highlight=None)).of_class("last")


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_of_a_game_can_be_shown_before_it_is_played(name: str) -> None:
    variants: dict[str, dict[str, Any]] = {"miyabi": {"expansions": "CE"}, "edo_yashiki": {"specialists": True}}
    game = niwashi.new(name, seed=2, **variants[name])
    while not game.over:
        action = game.legal()[len(game.events) % len(game.legal())]
        picture = Picture(game.svg(highlight=action))
        is_shown = not re.match(r"pass|end|score", action.notation)
        assert len(picture.of_class("preview")) == is_shown, action
        assert not picture.of_class("last")
        game.play(action)


def test_an_illegal_highlight_is_refused_with_its_rule() -> None:
    game = niwashi.new("miyabi", seed=7)
    with pytest.raises(niwashi.IllegalAction, match=r"would stick out of the 6×6 grid \(M3.2\)"):
        game.svg(highlight="m2fE")


# -- every object as often as in the view ----------------------------------------------------------------------------
def expected_in_miyabi(view: dict[str, Any], taken: int) -> Counter[str]:
    """What must be drawn of a position, and how often, counted on the view."""
    gardens, seats, letters = view["gardens"], view["seats"], "mpfabs"
    wanted: Counter[str] = Counter()
    for garden in gardens:
        for row, letter in enumerate(letters):
            zen = sum(name.endswith(str(row + 1)) for name in garden["zen"])
            shown = [
                n
                for column, n in enumerate(garden["objects"][row])
                if f"{'abcdef'[column]}{row + 1}" not in garden["zen"]
            ]
            wanted[letter] += sum(shown) + zen + 1  # and the row's head
            wanted[f"{letter}-faint"] += garden["heights"][row].count(0)
        wanted["lantern"] += len(garden["lanterns"])
        wanted["field"] += 6 - len(garden["lanterns"])
        wanted["rake"] += len(garden["zen"])
        if garden["frog"]:
            wanted["golden" if garden["frog"]["golden"] else "silver"] += 1
    for kind in view["display"]:
        wanted[kind[0]] += {"1": 1, "2": 2}.get(kind[1], 3)
    for letter in (view["zen"] or {"open": []})["open"]:
        wanted[letter] += 1
    for letter, bonus in zip(letters, view["bonuses"], strict=True):
        wanted[letter if bonus["holder"] is None else f"{letter}-faint"] += 1
    holders = [bonus["holder"] for bonus in view["bonuses"] if bonus["holder"] is not None]
    wanted["crests"] = seats + len(holders) + taken
    wanted["bonsai"] = 1
    return wanted


def taken_this_round(game: niwashi.Game[Any]) -> int:
    taken = 0
    for who, what in game.events:
        if isinstance(who, int):
            taken += re.match("[mpfabs][12LJKIH]", str(what)) is not None
        elif str(what).startswith("deal"):
            taken = 0
    return taken


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("expansions", ["", "ABCDE"])
def test_miyabi_shows_each_object_as_often_as_the_view(seats: int, expansions: str) -> None:
    game = niwashi.new("miyabi", seats=seats, expansions=expansions, seed=seats)
    for actions in (0, 3, 9, 30, 60, 200):
        play_randomly(game, actions, actions)
        view, picture = game.view(), Picture(game.svg())
        used = picture.used
        used["crests"] = sum(used.pop(f"crest{seat}", 0) for seat in range(5))
        for grass in range(3):
            used.pop(f"grass{grass}", None)
        assert +used == +expected_in_miyabi(view, taken_this_round(game))
        heights = Counter(str(tall) for garden in view["gardens"] for row in garden["heights"] for tall in row)
        assert picture.written("tall") + picture.written("zero") == heights
        assert picture.written("points") == Counter(map(str, view["scores"]))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("specialists", [False, True])
def test_edo_yashiki_shows_each_square_as_often_as_the_view(seats: int, specialists: bool) -> None:
    game = niwashi.new("edo_yashiki", seats=seats, specialists=specialists, grab="calm", seed=seats)
    for actions in (0, 2, 3, 11, 40, 300):
        play_randomly(game, actions, actions)
        view, picture = game.view(), Picture(game.svg())
        houses = view["houses"]
        squares = "".join(row for house in houses for row in house["rows"])
        squares += "".join(seen["face"] for seen in view["open"]) + "".join(house["hand"] or "" for house in houses)
        markers = "TPFG" + "".join(house["markers"] or "" for house in houses)
        used = picture.used
        assert {letter: used[letter] for letter in "TPFG"} == {letter: squares.count(letter) for letter in "TPFG"}
        assert {letter: used[f"marker-{letter}"] for letter in "TPFG"} == {m: markers.count(m) for m in "TPFG"}
        assert len(picture.of_class("rope")) == sum(len(house["lines"]["x"]) for house in houses)
        assert picture.written("points") == Counter(map(str, view["scores"]))
        assert sum(used[f"crest{seat}"] for seat in range(5)) == seats + sum(
            seen["taken_by"] is not None for seen in view["open"]
        )
