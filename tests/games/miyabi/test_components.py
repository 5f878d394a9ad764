"""What is in the box: the shipped file, an owner's own, and files that do not add up."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi.core.components import read_toml
from niwashi.core.errors import BadComponents, BadRecord
from niwashi.games.miyabi import RULES

Box = dict[str, Any]
SHIPPED = read_toml(RULES.folder / "components.toml")


def box(**sections: object) -> Box:
    """The shipped file's content with some of it replaced."""
    return {**copy.deepcopy(SHIPPED), **sections}


def changed(section: str, **entries: object) -> Box:
    """The shipped file's content with some entries of a section replaced; None takes one out."""
    found = {**SHIPPED[section], **entries}
    return box(**{section: {name: entry for name, entry in found.items() if entry is not None}})


def without(section: str) -> Box:
    return {name: entry for name, entry in SHIPPED.items() if name != section}


def refusal(given: Any) -> BadComponents:
    with pytest.raises(BadComponents) as caught:
        RULES.components(given)
    return caught.value


# -- the shipped file ----------------------------------------------------------------------------------
def test_the_shipped_file_adds_up() -> None:
    content = RULES.components(SHIPPED).content
    assert sum(content["tiles"].values()) == 96
    assert sum(content["zen"].values()) == 16
    assert len(content["bonuses"]) == 6


def test_every_entry_of_the_shipped_file_says_where_it_comes_from() -> None:
    for section in ("tiles", "bonuses", "zen"):
        for name, entry in SHIPPED[section].items():
            assert entry["source"] in ("R", "X", "P", "A", "D"), name
            assert entry["rule"].startswith("M1."), name


def test_the_shipped_file_lists_all_42_kinds() -> None:
    assert len(SHIPPED["tiles"]) == 42


def test_provenance_and_name_do_not_change_the_hash() -> None:
    bare = {
        "game": "miyabi",
        "name": "bare",
        "tiles": {kind: entry["count"] for kind, entry in SHIPPED["tiles"].items()},
        "bonuses": {name: entry["points"] for name, entry in SHIPPED["bonuses"].items()},
        "zen": {name: entry["count"] for name, entry in SHIPPED["zen"].items()},
    }
    assert RULES.components(bare).sha256 == RULES.box.sha256
    assert RULES.components(bare).content == RULES.box.content


def test_another_number_changes_the_hash() -> None:
    assert RULES.components(changed("bonuses", maple=11)).sha256 != RULES.box.sha256


# -- sets that do not add up -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        (changed("tiles", m1=5), "tiles", "[tiles] has 95 garden tiles; the box has 96 (M1.3)"),
        (changed("tiles", m1=7), "tiles", "[tiles] has 97 garden tiles; the box has 96 (M1.3)"),
        (changed("tiles", m1=None), "tiles", "[tiles] has 90 garden tiles"),
        (box(tiles={}), "tiles", "[tiles] has 0 garden tiles"),
        (changed("tiles", m1=5, m2=6), "tiles", "[tiles] has 31 single tiles; the box has 32 (M1.3)"),
        (changed("tiles", m2=4, mL=2), "tiles", "[tiles] has 31 double tiles; the box has 32 (M1.3)"),
        (changed("tiles", mL=0, mI=3), "tiles", "[tiles] has 15 corner tiles; the box has 16 (M1.3)"),
        (changed("tiles", m1=5, m2=6, mL=0, mI=3), "tiles", "[tiles] has 31 single tiles"),
        (changed("tiles", x1=1), "tiles", "[tiles] has an unknown tile kind “x1”"),
        (changed("tiles", mT=1), "tiles", "[tiles] has an unknown tile kind “mT”"),
        (changed("tiles", M1=1), "tiles", "[tiles] has an unknown tile kind “M1”"),
        (changed("tiles", maple=6), "tiles", "[tiles] has an unknown tile kind “maple”"),
        (box(tiles={1: 6}), "tiles", "[tiles] has an unknown tile kind 1"),
        (changed("bonuses", lotus=3), "bonuses", "[bonuses] has an unknown object “lotus”"),
        (changed("bonuses", fish=None), "bonuses", "missing: fish"),
        (changed("bonuses", fish=None, stone=None), "bonuses", "missing: fish, stone"),
        (box(bonuses={}), "bonuses", "(M1.7); missing: maple, pagoda, fish, azalea, boxwood, stone"),
        (changed("zen", stone=1), "zen", "[zen] has 15 Zen tiles; the box has 16 (M1.8)"),
        (changed("zen", stone=3), "zen", "[zen] has 17 Zen tiles; the box has 16 (M1.8)"),
        (changed("zen", lotus=1), "zen", "[zen] has an unknown object “lotus”"),
        (without("tiles"), "tiles", "a section [tiles], not None"),
        (without("bonuses"), "bonuses", "a section [bonuses], not None"),
        (without("zen"), "zen", "a section [zen], not None"),
        (box(tiles=[6, 5, 2, 3]), "tiles", "a section [tiles], not [6, 5, 2, 3]"),
        (box(zen="sixteen"), "zen", "a section [zen], not “sixteen”"),
        (box(bonuses=5), "bonuses", "a section [bonuses], not 5"),
        (box(cards={}), "unknown", "not “cards”"),
        (box(Tiles={}), "unknown", "not “Tiles”"),
        (box(game="edo_yashiki"), "game", "game = “edo_yashiki”"),
        (without("game"), "game", 'it must be "miyabi"'),
        (box(game=["miyabi"]), "game", "game = ['miyabi']"),
        (without("name"), "name", "a name of 1 to 60 printable characters, not None"),
        (box(name=""), "name", "not “”"),
        (box(name="x" * 61), "name", "1 to 60 printable characters"),
        (box(name="two\nlines"), "name", "printable characters"),
        (box(name=7), "name", "not 7"),
        ([], "type", "not []"),
        ("miyabi", "type", "not “miyabi”"),
        (None, "type", "not None"),
    ],
)
def test_a_set_that_does_not_add_up_is_refused_with_what_is_off(given: Any, code: str, says: str) -> None:
    error = refusal(given)
    assert error.code == f"components/{code}"
    assert says in error.sentence


NO_NUMBERS = [-1, True, False, 6.0, float("nan"), "6", None, [], [6], {}, 100, 2**31, 2**63, 2**64, 10**40]


@pytest.mark.parametrize(
    "value", [*NO_NUMBERS, {"counts": 6}, {"count": "6"}, {"count": {"count": 6}}, {"count": True}]
)
@pytest.mark.parametrize(("section", "name"), [("tiles", "m1"), ("bonuses", "maple"), ("zen", "maple")])
def test_an_entry_that_is_no_whole_number_in_its_range_is_refused(section: str, name: str, value: object) -> None:
    error = refusal(box(**{section: {**SHIPPED[section], name: value}}))
    assert error.code == "components/number"
    assert error.sentence.startswith(f"[{section}] {name} must be a whole number from 0 to ")
    assert len(error.sentence) < 200


@pytest.mark.parametrize("digits", [400, 4000, 5000, 100_000])
def test_a_huge_number_is_refused_like_any_other(digits: int) -> None:
    error = refusal(changed("tiles", m1=10**digits))
    assert error.code == "components/number"
    assert len(error.sentence) < 200


def nested(depth: int, wrap: Callable[[object], object]) -> object:
    thing: object = 6
    for _ in range(depth):
        thing = wrap(thing)
    return thing


@pytest.mark.parametrize("depth", [1, 10, 100, 10_000])
@pytest.mark.parametrize("wrap", [lambda thing: [thing], lambda thing: {"count": thing}], ids=["lists", "tables"])
def test_nested_garbage_is_refused(depth: int, wrap: Callable[[object], object]) -> None:
    garbage = nested(depth, wrap)
    assert refusal(changed("tiles", m1=nested(2, wrap))).code == "components/number"
    assert refusal(changed("zen", maple={"count": [garbage]})).code == "components/number"
    assert refusal(box(tiles=[garbage])).code == "components/tiles"


# -- files -------------------------------------------------------------------------------------------------
def file_with(folder: Path, text: str | bytes) -> Path:
    path = folder / "box.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "game = ",
        "game = 'miyabi'\ngame = 'miyabi'",
        b"\xff\xfe\x00",
        b"\x00" * 100,
        "[" * 5000,
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
        "a = 0x" + "f" * 5000,
        "# " + "x" * (1 << 20),
    ],
    ids=["cut", "twice", "bytes", "zeros", "brackets", "deep", "digits", "hexadecimal", "large"],
)
def test_a_file_that_is_no_component_file_is_refused(tmp_path: Path, text: str | bytes) -> None:
    with pytest.raises(BadComponents) as caught:
        niwashi.new("miyabi", components=file_with(tmp_path, text))
    assert len(caught.value.sentence) < 500


def test_a_hexadecimal_number_of_5000_digits_in_a_file_is_refused(tmp_path: Path) -> None:
    text = (RULES.folder / "components.toml").read_text(encoding="utf-8")
    text = text.replace("m1 = { count = 6,", f"m1 = {{ count = 0x{'f' * 5000},")
    with pytest.raises(BadComponents) as caught:
        niwashi.new("miyabi", components=file_with(tmp_path, text))
    assert caught.value.code == "components/number"


@pytest.mark.parametrize("name", ["missing.toml", "", "folder\0name"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadComponents) as caught:
        niwashi.new("miyabi", components=f"{tmp_path}/{name}")
    assert caught.value.code == "components/file"


# -- an owner's own set ------------------------------------------------------------------------------------
def owners() -> Box:
    """Other numbers everywhere, all in one corner of what adds up."""
    given = changed("tiles", m1=0, s1=11, m2=10, f2=1, mL=0, mK=1, pI=2, pH=0)
    given["bonuses"] = {"maple": 0, "pagoda": 99, "fish": 1, "azalea": 2, "boxwood": 3, "stone": 4}
    given["zen"] = {"stone": 16}
    given["name"] = "my own box"
    return given


def played(given: Box, **options: Any) -> niwashi.Game:
    game = niwashi.new("miyabi", components=given, seed=5, **options)
    turn = 0
    while not game.over:
        choices = game.legal()
        game.play(choices[turn * 7 % len(choices)])
        turn += 1
    return game


def test_an_owners_numbers_are_played_with() -> None:
    game = niwashi.new("miyabi", components=owners(), seats=4, expansions="C", seed=5)
    shown = game.view()
    assert shown["zen"]["open"] == ["s"] * 5
    assert [bonus["points"] for bonus in shown["bonuses"]] == [0, 99, 1, 2, 3, 4]
    assert "m1" not in {**shown["box"], **dict.fromkeys(shown["display"])}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_owners_set_plays_to_the_end_and_its_record_holds_it_whole_and_reloads(seats: int) -> None:
    game = played(owners(), seats=seats, expansions="ABCDE")
    text = game.record().to_json()
    held = json.loads(text)["components"]
    content = RULES.components(owners()).content
    assert {key: held[key] for key in ("name", "tiles", "bonuses", "zen")} == {"name": "my own box", **content}
    again = niwashi.loads(text)
    assert (again.scores, again.winners, again.events) == (game.scores, game.winners, game.events)
    assert again.position.tobytes() == game.position.tobytes()
    assert again.components == game.components


def test_a_file_of_an_owners_set_reloads_without_the_file(tmp_path: Path) -> None:
    text = (RULES.folder / "components.toml").read_text(encoding="utf-8")
    text = text.replace("reconstruction-1", "counted").replace("points = 10", "points = 12")
    path = file_with(tmp_path, text)
    game = niwashi.new("miyabi", components=path, seed=1)
    path.unlink()
    again = niwashi.loads(game.record().to_json())
    assert again.components.name == "counted"
    assert again.view()["bonuses"][0]["points"] == 12


def test_an_owners_set_with_the_shipped_numbers_under_its_own_name_reloads() -> None:
    """“Copy this file, count your tiles, write your own name”: and the count may agree with ours."""
    game = niwashi.new("miyabi", components=box(name="counted"), seed=1)
    again = niwashi.loads(game.record().to_json())
    assert again.components == game.components


def test_a_record_of_the_shipped_set_holds_its_name_and_hash_only() -> None:
    held = json.loads(niwashi.new("miyabi", seed=1).record().to_json())["components"]
    assert held == {"name": "reconstruction-1", "sha256": RULES.box.sha256}


def test_a_record_whose_set_was_tampered_with_is_refused() -> None:
    record = json.loads(niwashi.new("miyabi", components=owners(), seed=1).record().to_json())
    record["components"]["bonuses"]["maple"] = 50
    with pytest.raises((BadRecord, BadComponents)) as caught:
        niwashi.loads(json.dumps(record))
    assert caught.value.code == "record/components"


def test_a_record_with_nested_garbage_in_its_set_is_refused_however_deep() -> None:
    """Just below the depth that the JSON reader refuses, the garbage arrives."""
    record = json.loads(niwashi.new("miyabi", seed=1).record().to_json())
    record["components"] = {"name": "deep", "tiles": "garbage"}
    text = json.dumps(record)
    for depth in range(600, 1000):
        with pytest.raises(niwashi.NiwashiError):
            niwashi.loads(text.replace('"garbage"', "[" * depth + "]" * depth))
