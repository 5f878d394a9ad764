"""Every entry of the Python API with what it must refuse: a NiwashiError each time, and the game as it was."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi import Action, Game
from niwashi.core.errors import quote
from tests.bad_input.samples import VARIANTS, awaiting_chance, finished, going_on, own_box, refused, spoiled, unchanged


class Stubborn:
    """What cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def nested(levels: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(levels):
        inner = [inner]
    return inner


WRONG: dict[str, Any] = {
    "None": None,
    "True": True,
    "minus one": -1,
    "ninety-nine": 99,
    "a 64-bit number and one": 1 << 64,
    "a fraction": 1.5,
    "not a number": float("nan"),
    "empty text": "",
    "some text": "zzz",
    "NUL": "\0",
    "lone surrogate": "\ud800",
    "bidi": "\u202egp.exe",
    "escape": "\x1b[2J",
    "lines": "one\ntwo\r\n",
    "capital sharp s": "ẞ",
    "long text": "x" * 100_000,
    "bytes": b"m1a",
    "bad bytes": b"\xff\xfe",
    "empty list": [],
    "list": ["miyabi"],
    "long list": [0] * 100_000,
    "dict": {"seats": 2},
    "tuple": (0, 1),
    "set": {1, 2},
    "object": object(),
    "function": len,
    "type": int,
}
HUGE, DEEP = 10**5000, nested(100_000)

Entry = Callable[[Game, Any], object]


# -- any wrong value, anywhere ---------------------------------------------------------------------------------------
NEW: dict[str, Entry] = {
    "new": lambda game, value: niwashi.new(value),
    "new, seats": lambda game, value: niwashi.new("miyabi", seats=value),
    "new, expansions": lambda game, value: niwashi.new("miyabi", expansions=value),
    "new, free_pass": lambda game, value: niwashi.new("miyabi", free_pass=value),
    "new, specialists": lambda game, value: niwashi.new("edo_yashiki", specialists=value),
    "new, grab": lambda game, value: niwashi.new("edo_yashiki", grab=value),
    "new, edition": lambda game, value: niwashi.new("edo_yashiki", edition=value),
    "new, an unknown option": lambda game, value: niwashi.new("edo_yashiki", free_pass=value),  # type: ignore[call-overload]
    "new, seed": lambda game, value: niwashi.new("miyabi", seed=value),
    "new, chance": lambda game, value: niwashi.new("miyabi", chance=value),
    "new, names": lambda game, value: niwashi.new("miyabi", names=value),
    "new, a name": lambda game, value: niwashi.new("miyabi", names=["Aki", value]),
    "new, components": lambda game, value: niwashi.new("miyabi", components=value),
    "new, a component": lambda game, value: niwashi.new("miyabi", components={**own_box("miyabi"), "tiles": value}),
    "new, a count": lambda game, value: niwashi.new("miyabi", components=with_bonus(value)),
    "new, cards": lambda game, value: niwashi.new("edo_yashiki", components={**own_box("edo_yashiki"), "cards": value}),
    "new, a card": lambda game, value: niwashi.new("edo_yashiki", components=with_card(value)),
    "new, a box's name": lambda game, value: niwashi.new("miyabi", components={**own_box("miyabi"), "name": value}),
}
PLAYING: dict[str, Entry] = {
    "play": lambda game, value: game.play(value),
    "play, seat": lambda game, value: game.play("pass", seat=value),
    "play, an Action's notation": lambda game, value: game.play(Action(value, 0, 0)),
    "play, an Action's seat": lambda game, value: game.play(Action("pass", value, 0)),
    "legal": lambda game, value: game.legal(value),
    "gain": lambda game, value: game.gain(value),
    "gain, seat": lambda game, value: game.gain("pass", seat=value),
    "explain": lambda game, value: game.explain(value),
    "explain, seat": lambda game, value: game.explain("pass", seat=value),
    "undo": lambda game, value: game.undo(value),
    "resign": lambda game, value: game.resign(value),
    "copy, chance": lambda game, value: game.copy(chance=value),
    "copy, seed": lambda game, value: game.copy(seed=value),
    "encode": lambda game, value: game.encode(value),
    "features": lambda game, value: game.features(value),
    "mask": lambda game, value: game.mask(value),
    "draw": lambda game, value: game.draw(value),
    "probability": lambda game, value: game.probability(value),
    "reveal": lambda game, value: game.reveal(value),
    "apply": lambda game, value: game.apply(value),
    "apply, who": lambda game, value: game.apply((value, "pass")),
    "apply, an action": lambda game, value: game.apply((0, value)),
    "apply, chance": lambda game, value: game.apply(("chance", value)),
    "apply, table": lambda game, value: game.apply(("table", value)),
}
FILES: dict[str, Entry] = {
    "load": lambda game, value: niwashi.load(value),
    "load_all": lambda game, value: list(niwashi.load_all(value)),
    "loads": lambda game, value: niwashi.loads(value),
    "Record.save": lambda game, value: game.record().save(value),
}
FINE = {
    # What is no mistake: a default, a value in its range, a file name that a person may choose.
    *(
        (f"{what}, seed", value)
        for what in ("new", "copy")
        for value in ("minus one", "ninety-nine", "a 64-bit number and one", "some text", "capital sharp s")
    ),
    *((what, "None") for what in ("copy, seed", "encode", "features", "mask")),
    ("new, expansions", "empty text"),
    *((f"new, {flag}", "True") for flag in ("free_pass", "specialists")),
    *((f"new, {what}", "None") for what in ("seed", "names", "components")),
    *((f"new, {what}", value) for what in ("a name", "a box's name") for value in ("some text", "capital sharp s")),
    ("new, a count", "ninety-nine"),
    *((f"{what}, seat", "None") for what in ("play", "gain", "explain")),
    ("play, an Action's seat", "None"),
    *((what, "ninety-nine") for what in ("play", "gain", "explain")),  # an action's number
    ("legal", "None"),
    ("undo", "None"),
    *(("Record.save", text) for text in ("some text", "bidi", "escape", "lines", "capital sharp s")),
}


def with_bonus(value: object) -> dict[str, Any]:
    box = own_box("miyabi")
    return {**box, "bonuses": {**box["bonuses"], "maple": value}}


def with_card(value: object) -> dict[str, Any]:
    box = own_box("edo_yashiki")
    return {**box, "cards": [value, *box["cards"][1:]]}


def cases(entries: dict[str, Entry]) -> list[Any]:
    return [
        pytest.param(do, WRONG[value], id=f"{entry}: {value}")
        for entry, do in entries.items()
        for value in WRONG
        if (entry, value) not in FINE
    ]


@pytest.mark.parametrize(("do", "value"), cases(NEW))
def test_no_game_comes_of_a_wrong_value(do: Entry, value: Any) -> None:
    game = going_on(0)
    refused(lambda: do(game, value))


@pytest.mark.parametrize(("do", "value"), cases(PLAYING))
def test_a_wrong_value_leaves_the_game_as_it_was(do: Entry, value: Any) -> None:
    for game in (going_on(1), going_on(5)):
        with unchanged(game):
            refused(functools.partial(do, game, value))


@pytest.mark.parametrize(("do", "value"), cases({"reveal": PLAYING["reveal"], "apply": PLAYING["apply, chance"]}))
def test_chance_brings_no_wrong_value(do: Entry, value: Any) -> None:
    for game in (awaiting_chance(1), awaiting_chance(5)):
        with unchanged(game):
            refused(functools.partial(do, game, value))


@pytest.mark.parametrize(("do", "value"), cases(FILES))
def test_no_file_is_named_by_a_wrong_value(
    do: Entry, value: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = going_on(0)
    refused(lambda: do(game, value))
    assert not os.listdir(tmp_path)


def test_the_number_of_an_open_file_is_no_file() -> None:
    read, write = os.pipe()
    number: Any = read
    with open(read, "rb"), open(write, "wb") as pipe:
        pipe.write(spoiled())
        pipe.flush()
        assert refused(lambda: niwashi.load(number)).code == "record/file"
        assert refused(lambda: list(niwashi.load_all(number))).code == "record/file"
        assert refused(lambda: niwashi.new("miyabi", components=number)).code == "components/type"


def test_the_games_can_still_be_listed_when_one_was_played() -> None:
    niwashi.new("miyabi", seed=1)
    assert niwashi.game_names() == ("edo_yashiki", "miyabi")


# -- what cannot be shown --------------------------------------------------------------------------------------------
SEVERAL_ENTRIES = {**NEW, **PLAYING, **FILES}


@pytest.mark.parametrize("entry", ["new", "new, seats", "new, seed", "new, names", "play", "legal", "undo", "load"])
@pytest.mark.parametrize("value", [HUGE, -HUGE, DEEP, Stubborn()], ids=["huge", "minus huge", "deep", "stubborn"])
def test_what_cannot_be_shown_is_refused_all_the_same(entry: str, value: Any) -> None:
    game = going_on(0)
    with unchanged(game):
        refused(lambda: SEVERAL_ENTRIES[entry](game, value))


def test_quoting_takes_no_longer_for_a_long_text() -> None:
    long = "x" * 10_000_000
    refused(lambda: niwashi.new(long), within=0.1)


@pytest.mark.parametrize("value", WRONG.values(), ids=WRONG.keys())
def test_a_quote_is_short_and_printable(value: Any) -> None:
    assert quote(value).isprintable()
    assert len(quote(value)) <= 60


# -- each mistake has its code ---------------------------------------------------------------------------------------
def over() -> Game:
    return finished(0)


def live() -> Game:
    """Several seats may grab."""
    return niwashi.new("edo_yashiki", seats=3, seed=1)


def resigned() -> Game:
    game = niwashi.new("miyabi", seats=3, seed=1)
    game.resign(2)
    return game


MISTAKES: dict[str, tuple[Callable[[], Game], Entry, str]] = {
    "seat out of range": (lambda: going_on(0), lambda game, _: game.play("pass", seat=2), "seat/unknown"),
    "seat left out": (live, lambda game, _: game.play("grab 1"), "seat/which"),
    "seat left out with a number": (live, lambda game, _: game.play(game.legal()[0].id), "seat/which"),
    "seat left out of mask": (live, lambda game, _: game.mask(), "seat/which"),
    "a number below all": (lambda: going_on(0), lambda game, _: game.play(-1), "action/number"),
    "a number above all": (live, lambda game, _: game.play(game.rules.actions, 0), "action/number"),
    "another's turn": (
        lambda: going_on(0),
        lambda game, _: game.play("pass", seat=1 - game.to_act[0]),
        "seat/turn",
    ),
    "play at the end": (over, lambda game, _: game.play("pass"), "seat/over"),
    "legal of a seat at the end": (over, lambda game, _: game.legal(0), "seat/over"),
    "resign at the end": (over, lambda game, _: game.resign(0), "seat/over"),
    "resign by an event at the end": (over, lambda game, _: game.apply(("table", "resign 0")), "seat/over"),
    "resign twice": (resigned, lambda game, _: game.resign(2), "seat/resigned"),
    "chance when it is a seat's turn": (lambda: going_on(0), lambda game, _: game.reveal("deal m1"), "chance/turn"),
    "a seat when chance is to act": (lambda: awaiting_chance(0), lambda game, _: game.play("pass"), "seat/which"),
    "that seat when chance is to act": (lambda: awaiting_chance(0), lambda game, _: game.play("pass", 0), "seat/turn"),
    "an action of another game": (lambda: going_on(0), lambda game, _: game.play("grab 1"), "miyabi/unreadable"),
    "an action of that other game": (lambda: going_on(5), lambda game, _: game.play("m1a"), "edo/unreadable"),
    "too long for an action": (lambda: going_on(0), lambda game, _: game.play("pass" * 20), "action/length"),
    "a turn for a single": (lambda: going_on(0), lambda game, _: game.play("m1aS"), "miyabi/turn"),
    "no turn for a double": (lambda: going_on(0), lambda game, _: game.play("m2a"), "miyabi/turn"),
    "the wrong row": (lambda: going_on(0), lambda game, _: game.play("m1a3"), "miyabi/row"),
    "a sixth card": (live, lambda game, _: game.play("grab 6", 0), "edo/slot"),
    "a place far away": (live, lambda game, _: game.play("place 99999999999999999999,0", 0), "edo/apart"),
    "a run of two": (live, lambda game, _: game.play("score T2", 0), "edo/length"),
    "a placing while grabbing": (live, lambda game, _: game.play("place 0,0", 0), "edo/phase"),
    "a frog without expansion E": (lambda: going_on(0), lambda game, _: game.play("frogN"), "miyabi/no-frog"),
    "undo of more than there is": (lambda: going_on(0), lambda game, _: game.undo(len(game.events) + 1), "game/undo"),
    "undo of nothing": (lambda: niwashi.new("miyabi", seed=1), lambda game, _: game.undo(), "game/undo"),
    "a deal of other sizes": (lambda: awaiting_chance(0), lambda game, _: game.reveal("deal m1 m1"), "miyabi/deal"),
    "a deal of unknown tiles": (lambda: awaiting_chance(0), lambda game, _: game.reveal("deal zz"), "miyabi/chance"),
    "Zen tiles for a deal": (lambda: awaiting_chance(0), lambda game, _: game.reveal("zen m"), "miyabi/chance"),
    "too few houses": (lambda: awaiting_chance(4), lambda game, _: game.reveal("houses FG/FP/TT"), "edo/chance"),
    "a take-back to the future": (
        lambda: going_on(0),
        lambda game, _: game.apply(("table", "back 99")),
        "record/table",
    ),
    "a bot's level that moves the cursor": (
        lambda: going_on(0),
        lambda game, _: game.apply(("table", "bot 0 \x1b[2J")),
        "record/table",
    ),
    "a bot on no seat": (lambda: going_on(0), lambda game, _: game.apply(("table", "bot 7 strong")), "seat/unknown"),
    "an event by nobody": (lambda: going_on(0), lambda game, _: game.apply(("nobody", "pass")), "record/event"),
}


@pytest.mark.parametrize(("make", "do", "code"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_has_its_code(make: Callable[[], Game], do: Entry, code: str) -> None:
    game = make()
    with unchanged(game):
        assert refused(lambda: do(game, None)).code == code


def test_an_action_of_an_earlier_moment_is_judged_by_its_notation() -> None:
    game = niwashi.new("miyabi", seed=1)
    first = game.legal()[0]
    game.play(first)
    with unchanged(game):
        refused(lambda: game.play(first))
        refused(lambda: game.play(first, seat=1 - first.seat))


def test_explaining_a_forbidden_action_is_an_answer_and_an_unreadable_one_is_a_mistake() -> None:
    game = niwashi.new("miyabi", seed=1)
    with unchanged(game):
        assert not game.explain("m1a3").legal
        assert refused(lambda: game.explain("\u202e")).code == "miyabi/unreadable"


# -- records as text -------------------------------------------------------------------------------------------------
RECORDS: dict[str, tuple[Callable[[], bytes | str], str]] = {
    "nothing": (lambda: b"", "record/json"),
    "a NUL": (lambda: b"\0", "record/json"),
    "a list": (lambda: b"[]", "record/json"),
    "no version": (lambda: b"{}", "record/version"),
    "a later version": (lambda: spoiled(niwashi=2), "record/version"),
    "a fractional version": (lambda: spoiled(niwashi=1.0), "record/version"),
    "version true": (lambda: spoiled(niwashi=True), "record/version"),
    "a long version": (lambda: spoiled(niwashi="9" * 100_000), "record/version"),
    "a byte order mark": (lambda: b"\xef\xbb\xbf" + spoiled(), "record/json"),
    "UTF-16": (lambda: spoiled().decode().encode("utf-16"), "record/json"),
    "bad UTF-8": (lambda: spoiled().replace(b'"game":"miyabi"', b'"game":"\xff"'), "record/json"),
    "a lone surrogate": (lambda: '{"niwashi":1,"game":"\ud800"}', "record/json"),
    "an escaped lone surrogate": (lambda: b'{"niwashi":1,"game":"\\ud800","options":{},"events":[]}', "record/json"),
    "two records": (lambda: spoiled() + b"\n" + spoiled(), "record/json"),
    "an unknown game": (lambda: spoiled(game="go"), "options/game"),
    "a game's path": (lambda: spoiled(game="../../etc"), "options/game"),
    "an unknown field": (lambda: spoiled(winner=1), "record/json"),
    "an unknown field of many letters": (lambda: spoiled(**{"x" * 100_000: 1}), "record/json"),
    "a field that moves the cursor": (lambda: spoiled(**{"\x1b[2J\u202e": 1}), "record/json"),
    "no events": (lambda: spoiled(events=None), "record/json"),
    "events of another kind": (lambda: spoiled(events={}), "record/json"),
    "an event of three": (lambda: spoiled(events=[[0, "pass", 1]]), "record/json"),
    "a seat of text": (lambda: spoiled(events=[["0", "pass"]]), "record/replay"),
    "a huge seat": (
        lambda: spoiled(events=b"SEAT").replace(b'"U0VBVA=="', b'[[%s,"pass"]]' % (b"9" * 300)),
        "record/replay",
    ),
    "a seat beyond all bounds": (
        lambda: spoiled(events=b"SEAT").replace(b'"U0VBVA=="', b'[[%s,"pass"]]' % (b"9" * 9000)),
        "record/json",
    ),
    "too many events": (lambda: spoiled(events=[[0, "pass"]] * 20_001), "record/events"),
    "an event too long": (lambda: spoiled(events=[[0, "x" * 401]]), "record/event"),
    "rules of another version": (lambda: spoiled(rules=2), "record/rules"),
    "rules of a huge version": (
        lambda: b'{"niwashi":1,"game":"miyabi","rules":%s,"options":{},"events":[]}' % (b"9" * 400),
        "record/rules",
    ),
    "another chance scheme": (lambda: spoiled(chance="dice"), "record/chance"),
    "an unknown option": (lambda: spoiled(options={"seats": 2, "grab": "live"}), "options/unknown"),
    "seats beyond all bounds": (lambda: spoiled(options={"seats": 1 << 63}), "options/seats"),
    "options nested deep": (
        lambda: b'{"niwashi":1,"game":"miyabi","events":[],"options":{"seats":%s}}' % (b"[" * 900 + b"]" * 900),
        "record/depth",
    ),
    "notes nested deep": (
        lambda: spoiled(notes={"a": "DEEP"}).replace(b'"DEEP"', b'{"a":' * 500 + b"1" + b"}" * 500),
        "record/depth",
    ),
    "notes nested without end": (
        lambda: spoiled(notes={"a": "DEEP"}).replace(b'"DEEP"', b"[" * 1_000_000),
        "record/json",
    ),
    "a name too many": (lambda: spoiled(names=["A", "B", "C"]), "options/names"),
    "a name that turns the line around": (lambda: spoiled(names=["A", "\u202eB"]), "options/names"),
    "a seed of control characters": (lambda: spoiled(seed="\x07"), "options/seed"),
    "a seed that is a number": (lambda: spoiled(seed=7), "record/json"),
    "a wrong result": (lambda: spoiled(result={"scores": [0, 0], "winners": [0]}), "record/result"),
    "a result too long": (lambda: spoiled(result={"scores": [0] * 100_000, "winners": [0]}), "record/result"),
    "a result before the end": (lambda: spoiled(events=[]), "record/result"),
    "other components": (lambda: spoiled(components={"name": "mine", "sha256": "0"}), "record/components"),
    "other components of that name": (
        lambda: spoiled(components={"name": finished(0).components.name, "sha256": "0"}),
        "record/components",
    ),
    "components without a name": (lambda: spoiled(components={"tiles": {}}), "components/name"),
    "components of another game": (lambda: spoiled(components=own_box("edo_yashiki")), "components/game"),
    "half a component set": (lambda: spoiled(components={"name": "mine", "tiles": {}}), "components/bonuses"),
    "4 MiB and one byte": (lambda: b" " * ((4 << 20) + 1), "record/size"),
}


@pytest.mark.parametrize(("spoil", "code"), RECORDS.values(), ids=RECORDS.keys())
def test_a_broken_record_has_its_code(spoil: Callable[[], bytes | str], code: str) -> None:
    text = spoil()
    assert refused(lambda: niwashi.loads(text)).code == code


def test_a_broken_event_is_named_by_its_number() -> None:
    events = [list(event) for event in finished(0).events]
    events[40][1] = "zzz"
    assert "event 40 [" in refused(lambda: niwashi.loads(spoiled(events=events))).sentence


def test_notes_of_every_kind_are_kept() -> None:
    notes = {"3": {"ms": 1700.5, "by": ["Aki", None, True]}, "\x1b": "\u202e"}
    assert niwashi.loads(spoiled(notes=notes)).record().notes == notes


# -- components ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["miyabi", "edo_yashiki"])
def test_a_box_of_the_same_content_and_another_name_is_told_again(game: str) -> None:
    box = {"game": game, "name": "the same", **catalog_box(game)}
    made = niwashi.new(game, seed=1, components=box)
    assert niwashi.loads(made.record().to_json()).components.name == "the same"


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_a_game_with_an_own_box_is_told_again(number: int) -> None:
    game = finished(number, own=True)
    assert niwashi.loads(game.record().to_json()).record().to_json() == game.record().to_json()


def catalog_box(game: str) -> dict[str, Any]:
    return dict(niwashi.new(game, seed=1).components.content)


# -- records by hand -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("names", ["\ud800", "B"]),
        ("notes", {"1": object()}),
        ("notes", {"1": nested(100_000)}),
        ("notes", {("a", "b"): 1}),
        ("events", [(0, "\ud800")]),
        ("options", {"seats": HUGE}),
    ],
    ids=["surrogate", "object", "deep", "tuple key", "surrogate event", "huge"],
)
def test_a_record_that_is_no_json_is_not_saved(field: str, value: Any, tmp_path: Path) -> None:
    record = finished(0).record()
    setattr(record, field, value)
    assert refused(lambda: record.save(tmp_path / "game.json")).code == "record/json"
    assert not os.listdir(tmp_path)


def test_a_saved_record_is_what_anybody_may_read(tmp_path: Path) -> None:
    finished(0).record().save(tmp_path / "game.json")
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o666 & ~mask
    assert json.loads((tmp_path / "game.json").read_bytes())["niwashi"] == 1
