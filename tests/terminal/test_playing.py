"""Whole games on the full screen, by keys, with everything that a person can ask for."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import niwashi as api
from niwashi.core.errors import NiwashiError
from niwashi.terminal.boards.edo_yashiki import EdoBoard
from niwashi.terminal.boards.miyabi import MiyabiBoard
from niwashi.terminal.opening import new_table, newest_unfinished, saved_table
from niwashi.terminal.saved_games import PERSON, list_saved
from niwashi.terminal.scene import Scene
from niwashi.terminal.screens.play_screen import PlayScreen
from tests.terminal.driving import LARGE, SMALLEST, at_table, open_table

GAMES = [
    ("miyabi", 2, {"expansions": "CE"}, SMALLEST),
    ("edo_yashiki", 3, {"specialists": True}, LARGE),
    ("edo_yashiki", 2, {"grab": "calm"}, SMALLEST),
]


@pytest.mark.parametrize(("game", "seats", "options", "size"), GAMES)
async def test_a_whole_game_against_bots_is_played_and_its_record_replays(
    game: str, seats: int, options: dict[str, Any], size: tuple[int, int]
) -> None:
    table = open_table(game, PERSON, *["beginner"] * (seats - 1), **options)
    async with at_table(table, size) as person:
        assert await person.play_to_the_end(Random(1)) > 5
        assert "the game is over" in person.text("#status")
        await person.press("s")
        assert "total" in person.picture
        await person.press("escape", "q")
    assert api.load(table.path).over
    assert not any(re.search(r"\(\w+ \+\d+\).* \+\d+$", line) for line in table.log), "own points come first"
    assert str(table.path) in table.farewell


async def test_what_the_cursor_would_do_is_said_with_its_points_before_it_is_done() -> None:
    table = open_table("miyabi", PERSON, "beginner")
    async with at_table(table) as person:
        await person.own_turn()
        game = table.game
        assert game is not None
        proposal = person.board.proposal
        points = game.gain(proposal.notation)
        assert person.text("#proposal").startswith(f"✓ {proposal.notation}  +{points}")
        await person.press("enter")
        await person.until(lambda: game.length > 1)
        assert game.events[1] == [0, proposal.notation]


async def test_an_impossible_place_is_refused_in_one_sentence_with_the_rule() -> None:
    table = open_table("miyabi", PERSON, PERSON)
    async with at_table(table) as person:
        await person.own_turn()
        await person.play()
        await person.own_turn()
        await person.play()  # a lantern now stands in a column of the first seat
        await person.own_turn()
        await person.press(table.scene.view["gardens"][0]["lanterns"][0])  # type: ignore[union-attr]
        assert person.text("#proposal").startswith("✗ ")
        assert "lantern" in person.text("#proposal")
        assert "(M3.4)" in person.text("#proposal")
        length = len(table.log)
        await person.press("enter")
        assert len(table.log) == length
        await person.press("w")
        assert "(M3.4)" in person.picture


async def test_undo_takes_back_the_last_action_of_a_person() -> None:
    table = open_table("edo_yashiki", PERSON, "beginner")
    async with at_table(table) as person:
        await person.own_turn()
        await person.press("u")
        assert "nobody here has acted yet" in person.text("#proposal")
        before = table.scene
        await person.play()
        await person.own_turn()
        await person.press("u")
        await person.until(lambda: not table.busy and table.scene is not None and table.scene.view == before.view)  # type: ignore[union-attr]


async def test_a_hint_explains_and_moves_the_cursor_there() -> None:
    table = open_table("miyabi", PERSON, "beginner", expansions="B")
    async with at_table(table) as person:
        await person.own_turn()
        await person.press("h")
        await person.until(lambda: len(person.app.screen_stack) > 2)
        await person.pilot.pause()
        assert "margin" in person.picture
        await person.press("escape")
        assert person.board.proposal.index is not None


async def test_several_people_at_one_terminal_take_turns() -> None:
    table = open_table("miyabi", PERSON, PERSON)
    async with at_table(table) as person:
        await person.own_turn()
        assert "Aki, it is your turn" in person.text("#status")
        await person.play()
        await person.until(lambda: "Bo, it is your turn" in person.text("#status"))
        assert person.board.scene is not None
        assert person.board.scene.front == 1


async def test_a_game_that_is_left_is_continued_where_it_was() -> None:
    table = open_table("edo_yashiki", PERSON, "beginner", "club")
    async with at_table(table) as person:
        await person.own_turn()
        await person.play()
        await person.own_turn()
        await person.pilot.press("ctrl+c")
    saved = newest_unfinished()
    assert saved.holders == (PERSON, "beginner", "club")
    assert "--resume" in table.farewell
    again = saved_table(saved)
    async with at_table(again) as person:
        await person.own_turn()
        assert again.game is not None
        assert table.game is not None
        assert again.game.events == table.game.events
        await person.play()
    assert len(list_saved()) == 1


async def test_the_mouse_chooses_a_tile_and_places_it() -> None:
    table = open_table("miyabi", PERSON, "beginner")
    async with at_table(table) as person:
        await person.own_turn()
        board = person.board
        assert isinstance(board, MiyabiBoard)
        view = person.screen.board_view
        place = len(board.pieces) - 2
        where = view.canvas.find(("piece", place))
        assert where is not None
        await person.pilot.click(view, offset=where)
        assert board.picked == place
        cell = view.canvas.find(("cell", 3))
        assert cell is not None
        await person.pilot.hover(view, offset=cell)
        assert board.column == 3
        length = len(table.log)
        if board.proposal.index is not None:
            await person.pilot.click(view, offset=cell)
            await person.until(lambda: len(table.log) > length)


async def test_the_mouse_takes_a_card_and_lays_it_into_the_house() -> None:
    table = open_table("edo_yashiki", PERSON, "beginner")
    async with at_table(table) as person:
        await person.own_turn()
        board, view = person.board, person.screen.board_view
        assert isinstance(board, EdoBoard)
        where = view.canvas.find(("card", 1))
        assert where is not None
        await person.pilot.click(view, offset=where)
        assert board.proposal.notation == "grab 2"
        await person.pilot.click(view, offset=where)
        await person.until(lambda: board.places and not table.busy)
        x, y, _ = max(board.places)
        square = view.canvas.find(("square", x, y))
        assert square is not None
        await person.pilot.hover(view, offset=square)
        assert (board.x, board.y) == (x, y)
        length = len(table.log)
        await person.pilot.click(view, offset=square)
        await person.until(lambda: len(table.log) > length)
        assert table.log[length].startswith(f"Aki: place {x},{y}")


async def test_esc_once_too_often_does_not_leave_the_table() -> None:
    async with at_table(open_table("miyabi", PERSON, "beginner")) as person:
        await person.own_turn()
        await person.press("s", "escape", "escape")
        assert "it is your turn" in person.text("#status")
        await person.press("v", "escape")
        assert person.screen.front is None


async def test_another_seats_board_is_looked_at_and_nothing_is_played_there() -> None:
    table = open_table("edo_yashiki", PERSON, "beginner")
    async with at_table(table) as person:
        await person.own_turn()
        await person.press("v")
        assert person.board.scene is not None
        assert person.board.scene.front == 1
        assert "Enter goes back" in person.text("#status")
        length = len(table.log)
        await person.press("enter")
        assert person.board.scene.front == 0
        assert len(table.log) == length


@pytest.mark.parametrize("pending", [0, 3])
async def test_a_rivals_markers_and_points_are_told_apart_in_little_space(pending: int) -> None:
    view = api.new("edo_yashiki", seats=3, specialists=True, seed=1).view()
    view["scores"] = [17, 27, 17]
    view["start_seat"] = 2
    view["houses"][2]["pending"] = pending
    board = EdoBoard()
    board.show(Scene(view, ("Aki", "Bo", "Chie"), 0, None))
    picture = str(board.draw(80, 20))
    assert "◆TPFG 27" in " ".join(picture.split())
    assert " ".join(picture.split()).count("◆TPFG 17") == 2


def test_what_cannot_be_opened_is_one_sentence() -> None:
    with pytest.raises(NiwashiError, match="there is no bot “nobody”"):
        new_table("miyabi", (PERSON, "nobody"), {})
    with pytest.raises(NiwashiError, match="no unfinished game"):
        newest_unfinished()
    with pytest.raises(NiwashiError, match="2 to 4 seats"):
        new_table("miyabi", (PERSON,), {})


def test_the_screen_is_made_before_anything_is_compiled() -> None:
    assert PlayScreen(open_table("miyabi", PERSON, "expert")).table.busy
