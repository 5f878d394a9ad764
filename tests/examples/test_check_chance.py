"""examples/check_chance.py, run as a stranger would: a process without Niwashi, over records that Niwashi made."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi.core.rng import below, seeded
from niwashi.engine import catalog

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "examples" / "check_chance.py"
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("miyabi", {}),
    ("miyabi", {"seats": 3, "expansions": "C"}),
    ("miyabi", {"seats": 4, "expansions": "ABCDE", "free_pass": True}),
    ("edo_yashiki", {}),
    ("edo_yashiki", {"seats": 3, "specialists": True, "grab": "calm"}),
    ("edo_yashiki", {"seats": 5, "edition": "samurai-gardener"}),
)


def played(game: str, actions: int = 1000, **options: Any) -> niwashi.Game:
    """A random game, or its beginning."""
    table, rng = niwashi.new(game, **options), seeded(1)
    for _ in range(actions):
        if table.over:
            break
        legal = table.legal(table.to_act[below(rng, len(table.to_act))])
        table.play(legal[below(rng, len(legal))])
    return table


def checked(*words: Path) -> tuple[int, str]:
    """Exit code and output. -I and -S: nothing is there but the standard library."""
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT, *words], capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


def saved(table: niwashi.Game, path: Path) -> Path:
    table.record().save(path)
    return path


def rigged(path: Path, change: dict[int, str]) -> Path:
    """The record with other texts in some events."""
    record = json.loads(path.read_text())
    for event, text in change.items():
        record["events"][event][1] = text
    path.write_text(json.dumps(record))
    return path


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@pytest.mark.parametrize("seed", [7, "庭師", "f" * 200])
def test_a_true_record_is_ok(game: str, options: dict[str, Any], seed: int | str, tmp_path: Path) -> None:
    table = played(game, seed=seed, **options)
    assert table.over
    assert checked(saved(table, tmp_path / "record.json")) == (0, "ok")


def test_it_needs_no_niwashi() -> None:
    assert "import niwashi" not in SCRIPT.read_text()
    assert len(SCRIPT.read_text().splitlines()) < 150


def test_a_rigged_deal_is_named(tmp_path: Path) -> None:
    path = saved(niwashi.new("miyabi", seed=7), tmp_path / "record.json")
    rigged(path, {0: "deal b1 p1 p1 s1 f2 f2 m2 s2 aL mJ aH pH"})
    code, said = checked(path)
    assert code == 1
    assert said == (
        "event 0: the seed gives “deal a1 b1 p1 p1 f2 f2 m2 s2 aL mJ aH pH”, "
        "the record has “deal b1 p1 p1 s1 f2 f2 m2 s2 aL mJ aH pH”"
    )


def test_two_cards_that_changed_places_are_named(tmp_path: Path) -> None:
    path = saved(niwashi.new("edo_yashiki", seed=7, seats=3), tmp_path / "record.json")
    assert checked(rigged(path, {1: "open pf/pt/gg fg/ff/tp pt/tt/gf"})) == (0, "ok")
    code, said = checked(rigged(path, {1: "open FG/FF/TP PF/PT/GG PT/TT/GF"}))
    assert (code, said.split(":")[0]) == (1, "event 1")


def test_the_order_of_tiles_does_not_matter(tmp_path: Path) -> None:
    path = saved(niwashi.new("miyabi", seed=7), tmp_path / "record.json")
    assert checked(rigged(path, {0: "deal pH aH mJ aL s2 m2 f2 f2 p1 p1 b1 a1"})) == (0, "ok")


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_what_was_taken_back_comes_again(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    table = played(game, 40, seed=3, **options)
    chances = [n for n, (who, _) in enumerate(table.events) if who == "chance"]
    table.apply(("table", f"back {chances[-1]}"))
    assert table.awaits_chance
    table.apply(table.record().events[chances[-1]])
    assert checked(saved(table, tmp_path / "record.json")) == (0, "ok")
    table.apply(("table", f"back {chances[-2]}"))
    path = saved(table, tmp_path / "record.json")
    record = json.loads(path.read_text())
    record["events"].append(record["events"][chances[-1]])
    path.write_text(json.dumps(record))
    assert checked(path)[0] == 1


def test_a_file_may_hold_one_record_a_line(tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    tables = [niwashi.new(game, seed=seed) for game in catalog.names() for seed in range(2)]
    path.write_bytes(b"\n".join(table.record().to_json() for table in tables) + b"\n")
    assert checked(path) == (0, "ok\nok\nok\nok")


def test_it_knows_every_set_that_was_shipped(tmp_path: Path) -> None:
    for game in catalog.names():
        for components in catalog.rules(game).shipped:
            box = {"game": game, "name": components.name, **components.content}
            path = saved(played(game, seed=5, components=box), tmp_path / "record.json")
            assert set(json.loads(path.read_text())["components"]) == {"name", "sha256"}
            assert checked(path) == (0, "ok")


def test_without_a_seed_nothing_is_said_to_be_ok(tmp_path: Path) -> None:
    path = saved(niwashi.new("miyabi", seed=7), tmp_path / "record.json")
    path.write_text(path.read_text().replace('"seed":"7"', '"seed":null'))
    assert checked(path) == (1, "the record has no seed, so chance cannot be checked")


# -- an owner's box ----------------------------------------------------------------------------------------------------
def own_box(game: str, folder: Path) -> Path:
    """Ours with a few things changed: another maple for a pagoda, and a card that is there twice."""
    text = (catalog.rules(game).folder / "components.toml").read_text(encoding="utf-8")
    changes = {
        f'name = "{catalog.rules(game).box.name}"': 'name = "mine"',
        "m1 = { count = 6": "m1 = { count = 7",
        "p1 = { count = 6": "p1 = { count = 5",
        "maple = { count = 3": "maple = { count = 4",
        "pagoda = { count = 3": "pagoda = { count = 2",
        'face = "TT/PG/FT"': 'face = "TP/TT/FG"',
    }
    for old, new in changes.items():
        text = text.replace(old, new)
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"expansions": "C"}), ("edo_yashiki", {"seats": 4})])
def test_an_owners_box_is_read_from_the_record_or_from_its_file(
    game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    box = own_box(game, tmp_path)
    path = saved(played(game, seed=5, components=box, **options), tmp_path / "record.json")
    assert checked(path) == (0, "ok")
    record = json.loads(path.read_text())
    record["components"] = {key: record["components"][key] for key in ("name", "sha256")}
    path.write_text(json.dumps(record))
    assert checked(path, box) == (0, "ok")
    assert checked(path) == (1, "these are not the record's components “mine”; give their file as the second argument")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be checked: FileNotFoundError"),
        (b"{", "cannot be checked: JSONDecodeError"),
        (b"\xff", "cannot be checked: UnicodeDecodeError"),
        (b"[]", "cannot be checked: TypeError"),
        (b'{"game": "go", "options": {}, "seed": "1", "events": []}', "cannot be checked: KeyError"),
        (b'{"game": "miyabi", "options": {}, "seed": "1", "events": 5}', "cannot be checked"),
        (b'{"game": "miyabi", "options": {}, "seed": "1", "events": [["chance", ""]]}', "cannot be checked"),
    ],
)
def test_what_is_no_record_is_one_sentence(content: bytes | None, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    if content is not None:
        path.write_bytes(content)
    code, said = checked(path)
    assert code == 1
    assert re.search(sentence, said)
    assert len(said.splitlines()) == 1


def test_what_is_no_component_file_is_one_sentence(tmp_path: Path) -> None:
    record = saved(niwashi.new("miyabi", seed=7), tmp_path / "record.json")
    data = json.loads(record.read_text())
    data["components"] = {"name": "mine", "sha256": "0"}
    record.write_text(json.dumps(data))
    boxes = tmp_path / "box.toml"
    boxes.write_text("[")
    code, said = checked(record, boxes)
    assert code == 1
    assert said.startswith(f"“{record}” with “{boxes}” cannot be checked: TOMLDecodeError")
