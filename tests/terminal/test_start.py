"""From the first screen to a new game, back, on with it, and to its replay."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.widgets import Input, Select, Static

import niwashi as api
from niwashi.terminal.saved_games import PERSON, list_saved, save_game
from niwashi.terminal.screens.new_game import NewGameScreen
from niwashi.terminal.screens.play_screen import PlayScreen
from niwashi.terminal.screens.replay_screen import ReplayScreen
from niwashi.terminal.screens.start_screen import StartScreen
from niwashi.terminal.tables.local import LocalTable
from tests.terminal.driving import LARGE, SMALLEST, Person, at_screen

SIZES = [SMALLEST, LARGE]


def local(person: Person) -> LocalTable:
    table = person.screen.table
    assert isinstance(table, LocalTable)
    table.pace_seconds = 0
    return table


@pytest.mark.parametrize("size", [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.full)])
async def test_a_game_is_begun_left_continued_and_replayed(size: tuple[int, int]) -> None:
    async with at_screen(StartScreen(), size) as person:
        await person.choose("new game of Miyabi")
        await person.opened(NewGameScreen)
        person.app.screen.query_one("#seat-1", Select).value = "beginner"
        person.app.screen.query_one("#name-0", Input).value = "[Hana]"
        await person.press("ctrl+s")
        await person.opened(PlayScreen)
        local(person)
        await person.own_turn()
        await person.play()
        await person.own_turn()
        await person.press("q")
        await person.opened(StartScreen)
        await person.choose("continue  Miyabi · [Hana], Bo")
        await person.opened(PlayScreen)
        local(person)
        await person.play_to_the_end(Random(2))
        await person.press("q")
        await person.opened(StartScreen)
        await person.choose("replay    Miyabi · [Hana], Bo · over")
        await _step_through(person)
        await person.press("q")
        await person.opened(StartScreen)


async def _step_through(person: Person) -> None:
    await person.opened(ReplayScreen)
    replay = person.app.screen
    assert isinstance(replay, ReplayScreen)
    last = len(replay.record.events)
    await person.until(lambda: len(replay.steps) == last + 1)
    for keys, here in (
        (("end",), last),
        (("left",), last - 1),
        (("home",), 0),
        (("left",), 0),
        (("right", "enter"), 2),
        (("pagedown",), 12),
        (("g", "7", "enter"), 7),
    ):
        await person.press(*keys)
        assert person.text("#proposal").startswith(f"{here} of {last} · "), keys
    await person.press("v")
    assert replay.front == 1
    await person.press("g", *"999", "enter")
    assert f"from 0 to {last}" in person.text("#proposal")
    await person.press("s")
    assert "total" in person.picture
    await person.press("escape")
    assert "q leave" in person.picture


async def test_the_menu_of_a_replay_works_with_the_mouse(data: Path) -> None:
    save_game(api.new("edo_yashiki", seed=1), (PERSON, "casual"), data / "games" / "one.json")
    async with at_screen(ReplayScreen(list_saved()[0].record)) as person:
        await person.until(lambda: " of " in person.text("#proposal"))
        replay = person.app.screen
        assert isinstance(replay, ReplayScreen)
        replay.here = 0
        menu = replay.query_one("#menu", Static)
        for words, here in (("→ next", 1), ("← back", 0), ("End end", len(replay.record.events)), ("Home start", 0)):
            column = person.picture.splitlines()[-1].index(words)
            await person.pilot.click(menu, offset=(column, 0))
            assert replay.here == here, words


async def test_what_the_form_refuses_is_one_sentence_and_the_form_stays() -> None:
    async with at_screen(StartScreen()) as person:
        await person.choose("new game of Edo Yashiki")
        await person.opened(NewGameScreen)
        person.app.screen.query_one("#option-edition", Select).value = "samurai-gardener"
        await person.press("ctrl+s")
        await person.until(lambda: "is played with specialists" in person.text("#proposal"))
        assert "leave specialists out" in " ".join(person.picture.split())
        person.app.screen.query_one("#option-specialists", Select).value = True
        await person.press("ctrl+s")
        await person.opened(PlayScreen)
        game = local(person)
        await person.own_turn()
        assert game.game is not None
        assert game.game.view()["edition"] == "samurai-gardener"


async def test_the_form_begins_at_the_first_seat() -> None:
    async with at_screen(StartScreen()) as person:
        await person.choose("new game of Miyabi")
        await person.opened(NewGameScreen)
        await person.press("enter", "down", "enter", "tab", "end", "2", "ctrl+s")
        await person.opened(PlayScreen)
        assert local(person).holders[0] == "beginner"
        await person.until(lambda: local(person).game is not None)
        assert "Aki2" in person.picture


async def test_esc_leaves_the_form_and_then_the_program() -> None:
    async with at_screen(StartScreen()) as person:
        await person.choose("new game of Miyabi")
        await person.opened(NewGameScreen)
        await person.press("escape")
        await person.opened(StartScreen)
        await person.press("q")
        await person.until(lambda: not person.app.is_running)


async def test_the_log_ends_with_the_newest_line_even_if_earlier_ones_are_long(data: Path) -> None:
    async with at_screen(StartScreen(), LARGE) as person:
        await person.choose("new game of Miyabi")
        await person.opened(NewGameScreen)
        await person.press("ctrl+s")
        await person.opened(PlayScreen)
        table = local(person)
        await person.own_turn()
        table.log = [f"{number} {'deal ' * 20}" for number in range(60)]
        person.screen.show_table()
        await person.pilot.pause()
        assert " 59 deal" in person.picture
