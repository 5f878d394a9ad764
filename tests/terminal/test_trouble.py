"""What goes wrong on the full screen is said in one sentence, and the screen stays usable."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import niwashi as api
from niwashi import bots
from niwashi.core.errors import NiwashiError
from niwashi.terminal.opening import new_table, saved_table
from niwashi.terminal.saved_games import PERSON, list_saved, save_game
from niwashi.terminal.screens.dialogs import LineDialog, TextDialog
from niwashi.terminal.screens.start_screen import StartScreen
from tests.terminal.driving import at_screen, at_table, open_table


def save(data: Path, names: list[str], *holders: str) -> None:
    save_game(api.new("miyabi", seed=1, names=names), holders, data / "games" / "one.json")


@pytest.mark.parametrize("name", ["[/x]", "[Aki]", "[b"])
async def test_a_name_is_shown_as_it_was_typed(data: Path, name: str) -> None:
    save(data, [name, "Bo"], PERSON, "casual")
    async with at_screen(StartScreen()) as person:
        assert f"continue  Miyabi · {name}, Bo" in person.picture


async def test_a_bad_link_at_the_start_is_one_sentence() -> None:
    async with at_screen(StartScreen()) as person:
        await person.press("down", "down", "enter")
        assert isinstance(person.app.screen, LineDialog)
        await person.press(*"http://[x", "enter")
        await person.until(lambda: "is not the link of a table" in person.text("#proposal"))


async def test_a_folder_for_saved_games_that_cannot_be_made_is_one_sentence(data: Path) -> None:
    (data / "games").write_text("")
    async with at_table(open_table("miyabi", PERSON, "beginner")) as person:
        await person.until(lambda: "cannot make the folder" in person.text("#status"))
        await person.press("enter", "u", "h")


async def test_a_second_hint_waits_for_the_first() -> None:
    table = open_table("miyabi", PERSON, "beginner")
    async with at_table(table) as person:
        await person.own_turn()
        before = table.status
        await person.pilot.press("h", "h")
        await person.until(lambda: isinstance(person.app.screen, TextDialog))
        await person.press("escape")
        await person.own_turn()
        assert table.status == before
        assert not isinstance(person.app.screen, TextDialog)
        table.busy = True
        with pytest.raises(NiwashiError, match="for your own turn"):
            await table.hint()


async def test_a_saved_game_with_a_bot_that_is_not_known_here_is_refused(data: Path) -> None:
    save(data, ["Aki", "Bo"], PERSON, "nowhere:make")
    with pytest.raises(NiwashiError, match="“nowhere:make” has a seat in this game"):
        saved_table(list_saved()[0])
    async with at_screen(StartScreen()) as person:
        await person.press("down", "down", "down", "enter")
        assert "is not known here; niwashi play --resume --against" in person.text("#proposal")


async def test_after_a_mistake_of_a_bot_the_last_action_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots._registered, "sulky", lambda rules: object())
    async with at_table(new_table("miyabi", (PERSON, "sulky"), {}, "7")) as person:
        await person.own_turn()
        table = person.screen.table
        await person.press("enter")
        await person.until(lambda: "sulky" in table.status and "thinking" not in table.status)
        await person.press("u")
        await person.until(lambda: "it is your turn" in person.text("#status"))


def test_a_file_of_the_games_folder_that_is_no_record_is_left_out(data: Path) -> None:
    save(data, ["Aki", "Bo"], PERSON, "casual")
    (data / "games" / "two.json").write_text(json.dumps({"names": ["[/x]"]}))
    assert [saved.path.name for saved in list_saved()] == ["one.json"]
