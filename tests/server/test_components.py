"""A host's own box: the check of a component file, a table that is played with one, and everything that is refused."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.components import is_assumed, write_toml
from niwashi.engine import catalog
from niwashi.wire.components import check_components, shipped_components
from tests.server.process import PATIENCE, Guest, ServerProcess
from tests.server.tables import started, to_act

CHECK = "/api/games/{}/components/check"
TOML = {game: (catalog.rules(game).folder / "components.toml").read_text(encoding="utf-8") for game in catalog.names()}
OWN_NAME = "Aki’s box"


def own_file(game: str) -> dict[str, Any]:
    """A box that differs from the shipped one where its owner has counted."""
    file: dict[str, Any] = tomllib.loads(TOML[game])
    file["name"] = OWN_NAME
    if game == "miyabi":
        file["tiles"]["m1"]["count"] += 1
        file["tiles"]["f1"]["count"] -= 1
    else:
        file["cards"][2] = {"face": "FF/FF/FF", "source": "my box"}
    return file


async def checked(server: ServerProcess, game: str, components: object) -> dict[str, Any]:
    found = await Guest(server, "").http.post(CHECK.format(game), json={"components": components})
    assert found.status_code == 200, found.text
    return dict(found.json())


# -- the shipped set ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", catalog.names())
async def test_the_shipped_set_is_shown_with_its_sources(server: ServerProcess, game: str) -> None:
    shown = (await Guest(server, "").http.get(f"/api/games/{game}/components")).json()
    box = catalog.rules(game).box
    assert (shown["name"], shown["sha256"], shown["shipped"]) == (box.name, box.sha256, True)
    assert 0 < shown["assumed"] < shown["entries"]
    assert all(one["count"] == one["expected"] for one in shown["counts"])


async def test_a_game_that_is_unknown_has_no_components(server: ServerProcess) -> None:
    http = Guest(server, "").http
    for answer in (
        await http.get("/api/games/go/components"),
        await http.post(CHECK.format("go"), json={"components": ""}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (400, "options/game")


# -- the check ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", catalog.names())
async def test_a_file_and_the_same_as_json_are_checked_alike(server: ServerProcess, game: str) -> None:
    file = own_file(game)
    found = await checked(server, game, file)
    assert (found["name"], found.get("shipped", False), found.get("problems", [])) == (OWN_NAME, False, [])
    assert found["sha256"] == catalog.rules(game).components(file).sha256
    assert await checked(server, game, found["toml"]) == found, "what is given back is the same file"


async def test_every_sum_that_is_wrong_is_said(server: ServerProcess) -> None:
    file = own_file("miyabi")
    file["tiles"]["m1"]["count"] -= 2
    file["zen"]["stone"]["count"] += 1
    found = await checked(server, "miyabi", file)
    assert "sha256" not in found
    assert [(one["code"], one["about"]["kind"], one["about"]["count"]) for one in found["problems"]] == [
        ("components/tiles", "garden", 94),
        ("components/tiles", "single", 30),
        ("components/zen", "zen", 17),
    ]
    assert found["problems"][1]["sentence"] == "[tiles] has 30 single tiles; the box has 32 (M1.3)"
    assert found["file"]["tiles"]["m1"]["count"] == 5, "what could be read is given back"


def without_a_card() -> dict[str, Any]:
    file = own_file("edo_yashiki")
    file["cards"].pop()
    return file


def with_face(face: object) -> dict[str, Any]:
    file = own_file("edo_yashiki")
    file["cards"][6] = face
    return file


BAD: dict[str, tuple[str, object, str]] = {
    "not TOML": ("miyabi", "tiles: 96", "components/toml"),
    "a path": ("miyabi", "/etc/passwd", "components/toml"),
    "nothing": ("edo_yashiki", "", "components/game"),
    "another game's": ("miyabi", TOML["edo_yashiki"], "components/game"),
    "63 cards": ("edo_yashiki", without_a_card(), "edo/deck"),
    "a face that is none": ("edo_yashiki", with_face("FG/FP/TX"), "edo/card"),
    "a face that is a number": ("edo_yashiki", with_face(7), "edo/card"),
    "a tile that is a text": ("miyabi", TOML["miyabi"].replace("count = 6", 'count = "6"'), "components/number"),
    "a long name": ("miyabi", {"game": "miyabi", "name": "x" * 61}, "components/name"),
    "too large": ("miyabi", TOML["miyabi"] + "#" * (64 << 10), "components/file"),
}


@pytest.mark.parametrize(("game", "components", "code"), BAD.values(), ids=BAD)
async def test_a_file_that_is_wrong_is_refused_with_its_reason(
    server: ServerProcess, game: str, components: object, code: str
) -> None:
    """By the check and by a table alike; no table is left behind."""
    (problem,) = (await checked(server, game, components))["problems"]
    assert problem["code"] == code
    aki = await Guest.arrive(server, "Aki")
    body = {"game": game, "components": components, "visibility": "public", "seats": [{"you": True}]}
    answer = await aki.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["sentence"] == problem["sentence"]
    assert (await aki.http.get("/api/tables/mine")).json() == []


@pytest.mark.parametrize("components", [7, ["FG/FP/TT"] * 64, True])
async def test_components_are_a_text_or_an_object(server: ServerProcess, components: object) -> None:
    aki = await Guest.arrive(server, "Aki")
    for path, body in ((CHECK.format("miyabi"), {}), ("/api/tables", {"game": "miyabi"})):
        answer = await aki.http.post(path, json={**body, "components": components})
        assert (answer.status_code, answer.json()["code"]) == (400, "http/400")


async def test_a_body_that_is_too_large_is_refused(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    for path, body in ((CHECK.format("miyabi"), {}), ("/api/tables", {"game": "miyabi"})):
        assert (await aki.http.post(path, json={**body, "components": "x" * (128 << 10)})).status_code == 413


async def test_checks_have_a_limit(own_server: ServerProcess) -> None:
    http = Guest(own_server, "").http
    answers = [await http.post(CHECK.format("miyabi"), json={"components": ""}) for _ in range(80)]
    assert {answer.status_code for answer in answers} == {200, 429}


# -- a table with it ---------------------------------------------------------------------------------------------------
async def test_a_table_says_which_set_is_in_play(server: ServerProcess) -> None:
    aki = await Guest.arrive(server, "Aki")
    own = await aki.open("edo_yashiki", components=own_file("edo_yashiki"), visibility="public")
    usual = await aki.open("edo_yashiki", visibility="public")
    again = await aki.open("edo_yashiki", components=TOML["edo_yashiki"], visibility="public")
    shipped = {"name": catalog.rules("edo_yashiki").box.name}
    for table, expected in ((own, {"name": OWN_NAME, "own": True}), (usual, shipped), (again, shipped)):
        assert (await aki.http.get(f"/api/tables/{table}")).json()["components"] == expected
    rows = {row["table"]: row.get("components") for row in (await aki.http.get("/api/tables")).json()}
    assert (rows[own], rows[usual], rows[again]) == (OWN_NAME, None, None)


@pytest.mark.parametrize(("game", "options"), [("miyabi", {"seats": 2}), ("edo_yashiki", {"seats": 2, "grab": "calm"})])
async def test_a_game_with_an_own_box_is_played_and_its_record_checked(
    server: ServerProcess, game: str, options: dict[str, Any], tmp_path: Path
) -> None:
    table, aki, bo = await started(server, game, options=options, components=write_toml(own_file(game)))
    while (await aki.http.get(f"/api/tables/{table}")).json()["phase"] != "over":
        acting, _, actions = await to_act(table, aki, bo)
        seq = (await acting.http.get(f"/api/tables/{table}")).json()["choices"]["seq"]
        await acting.done(table, "act", seq=seq, action=actions[0])
    raw = await aki.http.get(f"/api/tables/{table}/record")
    assert raw.json()["components"]["name"] == OWN_NAME
    path = tmp_path / "record.json"
    path.write_bytes(raw.content)
    command = [str(Path(sys.executable).with_name("niwashi")), "check", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


async def test_a_rematch_is_played_with_the_same_box(server: ServerProcess) -> None:
    table, aki, bo = await started(server, "miyabi", components=own_file("miyabi"))
    async with aki.socket(table) as first, bo.socket(table) as second:
        await aki.done(table, "resign")
        asked = await first.ask("rematch")
        await second.until(lambda m: any((n["event"] or {}).get("event") == "asked" for n in m.get("news", ())))
        await second.ask("agree", seq=asked["seq"])
        moved = await first.until(lambda message: "rematch" in message)
    again = (await bo.http.get(f"/api/tables/{moved['rematch']}")).json()
    assert again["components"] == {"name": OWN_NAME, "own": True}


# -- writing -----------------------------------------------------------------------------------------------------------
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
ENTRIES = st.dictionaries(TEXTS, st.one_of(st.integers(0, 99), TEXTS, st.dictionaries(TEXTS, TEXTS)), max_size=4)


@given(st.dictionaries(TEXTS, st.one_of(TEXTS, st.lists(TEXTS, max_size=3), ENTRIES), max_size=4))
def test_whatever_is_written_is_read_again(file: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(file)) == file


@pytest.mark.parametrize("game", catalog.names())
def test_the_shipped_file_written_anew_has_the_same_content_and_sources(game: str) -> None:
    shipped = shipped_components(game)
    assert check_components(game, shipped.toml) == shipped
    assert tomllib.loads(shipped.toml) == tomllib.loads(TOML[game])


def test_a_source_that_cannot_be_shown_is_left_out() -> None:
    file = own_file("edo_yashiki")
    for number, source in enumerate(("x" * 121, "a\nb", 7, "")):
        file["cards"][number] = {"face": "FG/FP/TT", "source": source}
    assert check_components("edo_yashiki", file).file["cards"][:4] == [{"face": "FG/FP/TT"}] * 4


@pytest.mark.parametrize(
    ("source", "assumed"), [("A", True), ("A: as even as possible", True), ("Aki", False), ("X", False), (None, False)]
)
def test_a_source_says_whether_an_entry_is_assumed(source: object, assumed: bool) -> None:
    assert is_assumed(source) is assumed
