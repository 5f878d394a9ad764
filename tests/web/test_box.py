"""A host's own box: out of a file in the dialog for a new table, or written down in the form of its game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from niwashi.core.components import MAX_FILE_BYTES, write_toml
from niwashi.engine import catalog
from niwashi.wire.components import check_components
from tests.server.process import PATIENCE
from tests.web.playing import Table
from tests.web.visiting import DESKTOP, PHONE, Visitor, Visitors, table_in

TITLES = {"miyabi": "Miyabi", "edo_yashiki": "Edo Yashiki"}
LANGUAGES = [
    "en",
    pytest.param("de", marks=pytest.mark.more),
    *(pytest.param(one, marks=pytest.mark.full) for one in ("fr", "ja")),
]
SHIPPED = {
    game: (catalog.rules(game).folder / "components.toml").read_text(encoding="utf-8") for game in catalog.names()
}
OWN_NAME = "Aki's box, as her grandmother had it"
WORDS = {
    "en": ("New table", "Components", "My box …"),
    "de": ("Neuer Tisch", "Spielmaterial", "Meine Schachtel …"),
    "fr": ("Nouvelle table", "Matériel", "Ma boîte…"),
    "ja": ("新しいテーブル", "内容物", "自分の箱…"),
}


def own_file(folder: Path, game: str = "edo_yashiki") -> Path:
    file: dict[str, Any] = {**tomllib.loads(SHIPPED[game]), "name": OWN_NAME}
    path = folder / "own.toml"
    path.write_text(write_toml(file), encoding="utf-8")
    return path


def components_dialog(visitor: Visitor, game: str, language: str = "en") -> Locator:
    """The dialog for a new table, with “My box” chosen."""
    page = visitor.open()
    new_table, components, mine = WORDS[language]
    title = {"miyabi": "雅", "edo_yashiki": "江戸屋敷"}[game] if language == "ja" else TITLES[game]
    page.get_by_role("button", name=f"{new_table} ({title})").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(components, exact=True).click()
    dialog.get_by_role("radio", name=mine).check(force=True)
    return dialog


def choose(dialog: Locator, path: Path) -> None:
    dialog.get_by_label("Choose a file (TOML)").set_input_files(path)


# -- the dialog --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_table_is_opened_with_a_file_and_says_so(visitors: Visitors, size: tuple[int, int], tmp_path: Path) -> None:
    host = visitors.come(size)
    dialog = components_dialog(host, "edo_yashiki")
    open_table = dialog.get_by_role("button", name="Open the table")
    expect(open_table).to_have_attribute("aria-disabled", "true")
    choose(dialog, own_file(tmp_path))
    expect(dialog.get_by_text(OWN_NAME)).to_be_visible()
    expect(open_table).to_have_attribute("aria-disabled", "false")
    assert not host.axe()
    assert not host.sticking_out()
    dialog.get_by_role("radio", name="Everybody: show it in the lobby").check(force=True)
    open_table.click()
    said = f"The host’s box: {OWN_NAME}"
    expect(host.page.get_by_text(said)).to_be_visible()
    assert not host.axe()
    friend = visitors.come(size)
    listed = friend.open().locator("#open-tables").locator("xpath=../..").get_by_text(said)
    expect(listed.first).to_be_attached()
    assert not friend.axe()
    friend.stretch()
    assert not friend.sticking_out()


def test_a_table_with_the_shipped_set_says_that(visitor: Visitor) -> None:
    visitor.open_table("Miyabi")
    expect(visitor.page.get_by_text("Components: reconstruction-1")).to_be_visible()


def test_assumed_bonus_values_are_marked_during_play_unless_they_are_the_hosts_own(visitors: Visitors) -> None:
    own = write_toml({**tomllib.loads(SHIPPED["miyabi"]), "name": OWN_NAME})
    for components, marks in ((None, 1), (own, 0)):
        visitor = visitors.come()
        page = Table.with_bots(visitor, "miyabi", options={"seats": 2}, components=components).show()
        bonuses = page.get_by_role("region", name="First on layer 5")
        expect(bonuses).to_be_visible()
        expect(bonuses.get_by_title("assumed, except for maple")).to_have_count(marks)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("tiles: 96", "This is not a TOML file: line 1 cannot be read."),
        (SHIPPED["edo_yashiki"], "This file is for another game."),
        (SHIPPED["miyabi"].replace("m1 = { count = 6", "m1 = { count = 5"), "Single: 31 of 32"),
        ("#" * (MAX_FILE_BYTES + 1), "is larger than 64 KiB"),
    ],
    ids=["no TOML", "another game", "a tile too few", "too large"],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_reason(
    visitor: Visitor, content: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    dialog = components_dialog(visitor, "miyabi")
    choose(dialog, path)
    expect(dialog.get_by_role("alert")).to_contain_text(reason)
    expect(dialog.get_by_role("button", name="Open the table")).to_have_attribute("aria-disabled", "true")
    assert not visitor.axe()


MIYABI, EDO = ('game = "miyabi"\nname = "x"\n', 'game = "edo_yashiki"\nname = "x"\n')
FAULTS: dict[str, tuple[str, bytes, str]] = {
    "a picture": ("miyabi", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "1"),
    "cut off": ("miyabi", b"[tiles", ""),
    "an unknown section": ("miyabi", SHIPPED["miyabi"].encode() + b"\n[dice]\n", "dice"),
    "no tiles": ("miyabi", MIYABI.encode(), "tiles"),
    "an unknown tile": ("miyabi", f"{MIYABI}[tiles]\nzz = 1".encode(), "zz"),
    "a word for a number": ("miyabi", f'{MIYABI}[tiles]\nm1 = "six"'.encode(), "m1"),
    "no bonus for stone": ("miyabi", re.sub("stone = { points[^}]*}", "", SHIPPED["miyabi"]).encode(), "stone"),
    "no name": ("miyabi", b'game = "miyabi"', "60"),
    "a field of no deck": ("edo_yashiki", f"{EDO}dice = 1".encode(), "dice"),
    "no cards": ("edo_yashiki", EDO.encode(), "cards"),
    "one card": ("edo_yashiki", f'{EDO}cards = ["FG/FP/TT"]'.encode(), "64"),
    "a card that is none": ("edo_yashiki", f"{EDO}cards = {['FG/FP/TX'] * 64}".encode(), "FG/FP/TX"),
}


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_file_has_a_sentence_in_every_language(visitors: Visitors, game: str, language: str) -> None:
    """The server's own sentences are English; none of them is shown."""
    dialog = components_dialog(visitors.come(language=language), game, language)
    for fault, (of, content, named) in FAULTS.items():
        if of != game:
            continue
        dialog.locator("input[type=file]").set_input_files({"name": "b.toml", "mimeType": "", "buffer": content})
        (problem, *_) = check_components(game, content.decode(errors="replace")).problems
        said = dialog.get_by_role("alert")
        expect(said).to_contain_text(named)
        assert problem.sentence not in said.inner_text(), fault


def test_a_file_is_removed_and_belongs_to_one_game(visitor: Visitor, tmp_path: Path) -> None:
    dialog = components_dialog(visitor, "miyabi")
    choose(dialog, own_file(tmp_path, "miyabi"))
    dialog.get_by_role("button", name="Remove the file").click()
    expect(dialog.get_by_role("radio", name="Reconstruction (shipped)")).to_be_checked()
    dialog.get_by_role("radio", name="My box …").check(force=True)
    choose(dialog, own_file(tmp_path, "miyabi"))
    expect(dialog.get_by_text(OWN_NAME)).to_be_visible()
    dialog.get_by_role("radio", name="Edo Yashiki", exact=True).first.check(force=True)
    dialog.get_by_role("button", name="Open the table").click()
    expect(visitor.page.get_by_text(re.compile("^Components: reconstruction"))).to_be_visible()


# -- the form ----------------------------------------------------------------------------------------------------------
def opened_form(visitor: Visitor, game: str) -> Page:
    page = visitor.open(f"#/box/{game}")
    says(page, "It adds up.")
    return page


def says(page: Page, text: str) -> None:
    """Beside the form; narrow windows have the most important of it over the form as well."""
    expect(page.get_by_role("complementary", name="Your file").get_by_text(text)).to_be_visible()


def downloaded(page: Page, folder: Path) -> Path:
    with page.expect_download() as found:
        page.get_by_role("button", name="Download the file").click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


def accepted_by_cli(path: Path, game: str) -> None:
    words = ["simulate", game, "--games", "1", "--components", str(path)]
    command = [str(Path(sys.executable).with_name("niwashi")), *words]
    without_compiling = {**os.environ, "NIWASHI_JIT": "0"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=without_compiling)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_box_of_miyabi_is_counted_downloaded_and_played_with(visitor: Visitor, tmp_path: Path) -> None:
    page = opened_form(visitor, "miyabi")
    page.get_by_label("one maple, single (m1), assumed").fill("7")
    says(page, "Single: 33 of 32")
    says(page, "It does not add up yet.")
    expect(page.get_by_role("button", name="Download the file")).to_have_attribute("aria-disabled", "true")
    page.get_by_label("one fish, single (f1), assumed").press("ArrowDown")
    page.get_by_label("Name of your box").fill("Aki's Miyabi")
    says(page, "It adds up.")
    path = downloaded(page, tmp_path)
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (file["name"], file["tiles"]["m1"]) == ("Aki's Miyabi", {"count": 7, "source": "own box"})
    assert file["tiles"]["f1"]["count"] == 4
    accepted_by_cli(path, "miyabi")
    page.reload()
    expect(page.get_by_label("one maple, single (m1), from your box")).to_have_value("7")
    says(page, "It adds up.")
    page.get_by_role("button", name="Open a table with it").click()
    dialog = page.get_by_role("dialog", name="New table")
    expect(dialog.get_by_text("Aki's Miyabi")).to_be_visible()
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("The host’s box: Aki's Miyabi")).to_be_visible()


def test_the_cards_of_edo_yashiki_are_set_by_tapping_and_by_keys(visitor: Visitor, tmp_path: Path) -> None:
    page = opened_form(visitor, "edo_yashiki")
    faces = [card["face"] for card in tomllib.loads(SHIPPED["edo_yashiki"])["cards"]]
    assumed = page.get_by_role("group", name=re.compile(r"^card \d+, assumed$")).first
    number = int(re.findall(r"\d+", assumed.get_attribute("aria-label") or "")[0])
    card = page.get_by_role("group", name=re.compile(rf"^card {number}, "))
    card.get_by_role("button").first.focus()
    for key in ("t", "ArrowRight", "p", "ArrowDown", "f"):
        page.keyboard.press(key)
    card.get_by_role("button", name=re.compile("^Row 2, right: floor")).click()
    expect(card.get_by_role("button", name="Row 2, right: garden")).to_be_visible()
    expect(page.get_by_role("group", name=f"card {number}, from your box")).to_be_visible()
    says(page, "It adds up.")
    path = downloaded(page, tmp_path)
    cards = tomllib.loads(path.read_text(encoding="utf-8"))["cards"]
    old = faces[number - 1]
    assert cards[number - 1] == {"face": f"TP/{old[3]}G/{old[6:]}", "source": "own box"}
    assert [one["face"] for one in cards[: number - 1] + cards[number:]] == faces[: number - 1] + faces[number:]
    accepted_by_cli(path, "edo_yashiki")


def test_all_the_rest_is_right_and_everything_as_it_was(visitor: Visitor) -> None:
    page = opened_form(visitor, "miyabi")
    says(page, "Assumed entries: 53 of 54.")
    page.get_by_role("button", name="All the rest is right, too").click()
    says(page, "Assumed entries: 0 of 54.")
    page.get_by_role("button", name="Start over").click()
    says(page, "Assumed entries: 53 of 54.")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("", "Single: 26 of 32"),
        ("32", "Single: 58 of 32"),
        ("33", "[tiles] m1 needs a whole number from 0 to 32."),
        ("-1", "[tiles] m1 needs a whole number from 0 to 32."),
        ("1.5", "[tiles] m1 needs a whole number from 0 to 32."),
        ("1000000000000000000000", "[tiles] m1 needs a whole number from 0 to 32."),
    ],
)
def test_a_count_that_makes_no_sense_does_not_add_up(visitor: Visitor, number: str, said: str) -> None:
    page = opened_form(visitor, "miyabi")
    field = page.get_by_label("one maple, single (m1)")
    field.fill(number)
    says(page, said)
    says(page, "It does not add up yet.")
    expect(page.get_by_role("button", name="Download the file")).to_have_attribute("aria-disabled", "true")
    field.fill("6")
    says(page, "It adds up.")


def test_a_box_without_a_name_is_refused(visitor: Visitor) -> None:
    page = opened_form(visitor, "edo_yashiki")
    page.get_by_label("Name of your box").fill("")
    says(page, "Your box needs a name of up to 60 characters.")
    expect(page.get_by_role("button", name="Open a table with it")).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_has_room_on_every_screen(visitors: Visitors, game: str, size: tuple[int, int], language: str) -> None:
    visitor = visitors.come(size, language=language)
    page = visitor.open(f"#/box/{game}")
    expect(page.locator(".verdict")).not_to_be_empty()
    assert not visitor.axe()
    assert not visitor.sticking_out()
    assert not visitor.cut_off()
    assert not visitor.small_targets()
    assert not re.search(r"\b(box|miyabi|edo_yashiki)-[a-z]", page.locator("main").inner_text()), "all keys have words"


def test_a_game_that_is_unknown_has_no_form(visitor: Visitor) -> None:
    page = visitor.open("#/box/go")
    expect(page.get_by_text("There is no form for this game.")).to_be_visible()


# -- the live grab -----------------------------------------------------------------------------------------------------
def test_the_dialog_sets_the_time_to_look_and_who_is_always_ready(visitor: Visitor) -> None:
    page = visitor.open()
    page.get_by_role("button", name="New table (Edo Yashiki)").click()
    dialog = page.get_by_role("dialog")
    look = dialog.get_by_role("group", name="Time to look at the cards")
    dialog.get_by_role("radio", name=re.compile("^Calm")).check(force=True)
    expect(look).to_have_count(0)
    dialog.get_by_role("radio", name=re.compile("^Live grab")).check(force=True)
    look.get_by_role("radio", name="15 s").check(force=True)
    dialog.get_by_role("switch", name="At first, everybody is “always ready”").check()
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Your table")).to_be_visible()
    shown = page.request.get(f"{visitor.address}api/tables/{table_in(page.url)}").json()
    assert (shown["settings"]["look"], shown["settings"]["auto_ready"]) == (15, True)
    assert shown["seats"][0]["auto"] is True


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_always_ready_is_switched_on_and_off_at_the_table(visitors: Visitors, size: tuple[int, int]) -> None:
    """Neither says “ready”: the signal waits for that, or for the end of the time to look."""
    visitor = visitors.come(size)
    settings = {"auto_ready": True, "look": 60}
    table = Table.with_bots(visitor, "edo_yashiki", "club", options={"seats": 2, "grab": "live"}, settings=settings)
    page = table.show()
    switch = page.get_by_role("switch", name="Always ready")
    expect(switch).to_be_checked()
    expect(page.get_by_text(re.compile(r"Ready automatically in \d+ s"))).to_be_visible()
    assert not visitor.axe()
    assert not visitor.sticking_out()
    switch.click()
    expect(page.get_by_text("Always ready", exact=True)).to_be_visible()
    shown = page.request.get(f"{visitor.address}api/tables/{table.id}").json()
    assert [shown["seats"][shown["you"]].get(name, False) for name in ("auto", "ready")] == [False, False]
    expect(page.get_by_role("button", name="I am ready")).to_be_enabled()
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Be always ready").click()
    page.get_by_role("dialog").get_by_role("button", name="No longer be always ready").wait_for()
    page.keyboard.press("Escape")
    expect(switch).to_be_checked()
