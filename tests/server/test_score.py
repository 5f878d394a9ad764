"""Score sheets of real tables: the engine's points, and errors for impossible gardens."""

from __future__ import annotations

from typing import Any

import pytest

from niwashi.core.errors import NiwashiError
from niwashi.engine import factory
from niwashi.engine.game import Game
from niwashi.wire.score import score
from tests.server.process import Guest, ServerProcess

AKI = ["333...", "332...", "332...", "331...", "33....", "33...."]
BO = ["......", "3331..", "32....", "332...", "331...", "31...."]
MEADOW = ["gggggg"] * 6


def sheet(*gardens: list[str], **fields: Any) -> dict[str, Any]:
    seats = [{"name": f"N{number}", "points": 10, "rows": rows} for number, rows in enumerate(gardens)]
    return {"game": "miyabi", "seat": seats, **fields}


def pad(*seats: list[str], **fields: Any) -> dict[str, Any]:
    return {
        "game": "edo_yashiki",
        "seat": [{"name": f"N{n}", "rounds": rounds} for n, rounds in enumerate(seats)],
        **fields,
    }


# -- over HTTP ---------------------------------------------------------------------------------------------------------
async def test_the_rulebooks_final_table_is_scored_without_a_session(server: ServerProcess) -> None:
    found = await Guest(server, "").http.post("/api/score", json=sheet(AKI, BO))
    assert found.status_code == 200, found.text
    scored = found.json()
    assert [[item["points"] for item in items] for items in scored["sheets"]] == [
        [10, 15, 6, 9, 4, 3, 6],
        [10, 7, 12, 4, 8, 7, 3],
    ]
    assert (scored["totals"], scored["winners"], scored["over"]) == ([53, 51], [0], True)
    assert scored["sheets"][0][1]["key"] == "miyabi-part-row"


async def test_what_is_wrong_is_said_and_where(server: ServerProcess) -> None:
    http = Guest(server, "").http
    lonely = [*MEADOW[:2], "2.....", "......", "......", "......"]
    lonely[1] = "......"
    found = await http.post("/api/score", json=sheet(MEADOW, lonely, expansions="B"))
    assert found.status_code == 400
    problem = found.json()
    assert problem["code"] == "tally/alone"
    assert problem["about"] == {"seat": 1, "name": "N1", "cell": "a3", "count": 2, "object": "fish"}
    assert "a3 shows 2 fish" in problem["sentence"]
    for nonsense in ({}, {"game": "go"}, {"game": 7}, {"game": "miyabi"}, {"game": "edo_yashiki", "seat": "x"}):
        answer = await http.post("/api/score", json=nonsense)
        assert answer.status_code == 400, nonsense
        assert set(answer.json()) <= {"code", "sentence", "about"}
    assert (await http.post("/api/score", json=sheet(AKI, BO, weather="x" * (32 << 10)))).status_code == 413
    assert (await http.post("/api/score", content="[1]")).status_code == 400


# -- gardens -----------------------------------------------------------------------------------------------------------
def refused(given: dict[str, Any]) -> NiwashiError:
    with pytest.raises(NiwashiError) as refusal:
        score(given)
    return refusal.value


def test_m2_2_there_are_no_more_tiles_than_the_rounds_lay_out() -> None:
    full = ["333333"] * 6
    problem = refused(sheet(full, MEADOW))
    assert problem.code == "tally/tiles"
    assert "show 36 tiles with 3 objects; there are 24" in problem.sentence


def test_m3_4_nobody_places_more_tiles_than_they_have_lanterns() -> None:
    many = ["121212"] * 4 + ["1.....", "......"]
    problem = refused(sheet(many, MEADOW, MEADOW, MEADOW))
    assert (problem.code, problem.about["seat"], problem.about["most"]) == ("tally/lanterns", 0, 24)
    assert score(sheet(many, MEADOW)).totals


def test_m1_4_a_tile_of_three_covers_three_cells() -> None:
    for beside, fine in (("g", True), (".", False), ("z", False), ("1", True)):
        garden = ["......", "......", f"3{beside}....", "g.....", "......", "......"]
        given = sheet(garden, MEADOW, expansions="BC")
        assert bool(score(given).totals) if fine else refused(given).about["cell"] == "a3"


def test_where_green_cells_do_not_matter_nobody_need_fill_them_in() -> None:
    assert score(sheet(["2.....", *["......"] * 5], MEADOW, expansions="A")).totals


def test_a_zen_tile_needs_its_expansion_and_is_shown_where_it_lies() -> None:
    problem = refused(sheet(MEADOW, ["gggggg", "ggzggg", *MEADOW[:4]]))
    assert (problem.code, problem.about["cell"], problem.about["seat"]) == ("tally/zen", "c2", 1)


@pytest.mark.parametrize(("seats", "expansions"), [(2, ""), (2, "ABCDE"), (3, "BC"), (4, "ABD")])
def test_every_game_that_was_played_is_scored_as_it_was(seats: int, expansions: str) -> None:
    """No real garden is refused, and the sheet's total is the game's score."""
    for seed in range(5):
        game = factory.new("miyabi", seats=seats, expansions=expansions, seed=f"sheet {seed}")
        while not game.over:
            legal = game.legal()
            game.play(legal[(7 * len(game.events)) % len(legal)])
        given = {"game": "miyabi", "expansions": expansions, "seat": [_typed(game, seat) for seat in range(seats)]}
        assert tuple(score(given).totals) == game.scores
        assert tuple(score(given).winners) == game.winners


def _typed(game: Game, seat: int) -> dict[str, Any]:
    """The input of a person who looks at this garden, and the score track before the end."""
    garden = game.view()["gardens"][seat]
    zen = set(garden["zen"])
    rows = [
        "".join(
            "z" if f"{'abcdef'[column]}{row + 1}" in zen else str(count) if count else "g" if height else "."
            for column, (height, count) in enumerate(zip(garden["heights"][row], garden["objects"][row], strict=True))
        )
        for row in range(6)
    ]
    final = ("miyabi-part-row", "miyabi-part-colourful", "miyabi-part-meadow", "miyabi-part-seven")
    items = game.view()["sheet"][seat]
    return {"points": sum(item["points"] for item in items if item["key"] not in final), "rows": rows}


# -- rounds ------------------------------------------------------------------------------------------------------------
def test_e4_rounds_are_scored_by_their_runs() -> None:
    """E4's worked example: four gardens, three ponds, three tatami and three features are eight points."""
    scored = score(pad(["G4 P3 T3", "", "T6"], ["T5", "f3, f3", ""]))
    assert [[item.points for item in items] for items in scored.sheets] == [[8, 0, 0], [4, 2, 0]]
    assert (scored.totals, scored.over, scored.winners) == ([8, 6], False, [])
    assert scored.sheets[0][0].args == {"round": 1, "runs": "G4 P3 T3", "bonus": 4}


def test_e6_specialists_need_their_markers() -> None:
    scored = score(pad(["T3", "T4 P3", "T5 F3 G3"], ["", "", ""], specialists=True))
    assert [item.points for item in scored.sheets[0]] == [1, 1, 10]
    assert [item.args["markers"] for item in scored.sheets[0]] == ["PFG", "FG", "PFG"]


def test_e5_1_the_round_in_which_somebody_has_25_is_the_last() -> None:
    rich = "T5 P5 F5 G5"
    scored = score(pad([rich, "G3 T3"], ["", ""]))
    assert (scored.totals, scored.over, scored.winners) == ([26, 0], True, [0])
    problem = refused(pad([rich, rich, ""], ["", "", "T3"]))
    assert (problem.code, problem.about["round"]) == ("tally/over", 3)
    assert "N0 had 44 points after round 2" in problem.sentence


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        (["X3"], "tally/run"),
        (["T2"], "tally/run"),
        (["T"], "tally/run"),
        (["T3 " * 13], "tally/runs"),
        (["", ""], "tally/rounds"),
        ("T3", "tally/rounds"),
        ([3], "tally/rounds"),
        ([""] * 40, "tally/rounds"),
    ],
)
def test_an_odd_round_is_refused(rounds: Any, code: str) -> None:
    other = [""] * (len(rounds) if len(rounds) == 40 else 1)
    assert refused(pad(rounds, other)).code == code
