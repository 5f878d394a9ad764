"""Notation, refusals in words, views and boards."""

from __future__ import annotations

import numpy as np
import pytest

from niwashi.core.errors import BadChance, IllegalAction, UnreadableAction
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.options import EdoOptions
from niwashi.games.edo_yashiki.state import FIRST_GRAB, FIRST_SCORE
from tests.games.edo_yashiki.drawing import act, open_game, placing


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("grab 2", "grab 2"),
        ("  GRAB   2 ", "grab 2"),
        ("place 2,-1r", "place 2,-1r"),
        ("Place 0,0R", "place 0,0r"),
        ("score t3", "score T3"),
    ],
)
def test_capitals_and_spaces_do_not_matter(text: str, canonical: str) -> None:
    p = open_game()
    assert RULES.action_text(p, 0, RULES.action_of(p, 0, text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "grab",
            "grab 0",
            "grab -1",
            "grab 02",
            "grab2",
            "grab 2 2",
            "grab two",
            "grab\t2",
            "grab 2\n",
        ),
        *(
            "grab ２",
            "grab ²",
            "place 1",
            "place 1,",
            "place 1, 2",
            "place 1,2rr",
            "place +1,2",
            "place 01,2",
        ),
        *(
            "place -0,2",
            "place 1.0,2",
            "place 1,2 r",
            "ſcore T3",
            "score X3",
            "score 3",
            "score T",
            "score T03",
        ),
        *(
            "pass",
            "grab 2" + " " * 1_000_000,
            "grab " + "2" * 1_000_000,
            "place " + "1" * 5000 + ",0",
            "\0",
            "🌸",
        ),
    ],
)
def test_nothing_else_is_guessed(text: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        RULES.action_of(open_game(), 0, text)
    assert caught.value.code == "edo/unreadable"
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("grab 6", "edo/slot"),
        ("grab 99999999999999999999999999", "edo/slot"),
        ("place 99999999999999999999,0", "edo/apart"),
        ("place 0,-99999999999999999999r", "edo/apart"),
        ("place 63,0", "edo/apart"),
        ("score T6", "edo/length"),
        ("score T2", "edo/length"),
    ],
)
def test_what_no_id_could_name_is_illegal(text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        RULES.action_of(open_game(), 0, text)
    assert caught.value.code == code


def test_every_id_reads_back() -> None:
    p = placing("TP/FG/TP", hands=["FG/FP/TT"], corner=(-7, 11))
    for action in range(RULES.actions):
        assert RULES.action_of(p, 0, RULES.action_text(p, 0, action)) == action


@pytest.mark.parametrize("action", [-1, RULES.actions, FIRST_GRAB, FIRST_SCORE])
def test_an_id_out_of_range_or_phase_is_refused(action: int) -> None:
    error = RULES.explain_illegal(placing(hands=["FG/FP/TT"]), 0, action)
    assert error is not None
    assert error.code in ("edo/action", "edo/phase")


def test_a_chance_outcome_has_one_form_and_reads_back() -> None:
    p = RULES.opening(EdoOptions(seats=2), RULES.box)
    assert RULES.outcome_text(p, [42, 0]) == "houses FG/FP/TT TP/TT/FG"
    assert RULES.outcome_of(p, " Houses  fg/fp/tt TP/TT/FG ") == [42, 0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("open FG/FP/TT TP/TT/FG", "chance brings houses now, not “open”"),
        ("houses FG/FP/TT", "has 1 cards, not one per seat: 2"),
        ("houses FG/FP/TT FG/FP/TT", "only 1 of FG/FP/TT left in the box, not 2"),
        ("houses FG/FP/TT TT/TT/TT", "no card “TT/TT/TT” is left in the box"),
        ("houſes FG/FP/TT TP/TT/FG", "is not a chance outcome"),
        ("", "is not a chance outcome"),
        ("houses " * 100_000, "is not a chance outcome"),
    ],
)
def test_a_chance_that_cannot_come_up_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadChance, match=sentence):
        RULES.outcome_of(RULES.opening(EdoOptions(seats=2), RULES.box), text)


def test_no_chance_while_seats_act() -> None:
    with pytest.raises(BadChance, match="chance is not to act: the phase is grab"):
        RULES.outcome_of(open_game(), "open FG/FP/TT TP/TT/FG")


def test_samurai_gardener_has_its_own_words() -> None:
    p = placing("GG/FF/TP", hands=["GT/FP/FT"], markers=["TPFG"])
    p.edition = 1
    parts = RULES.points(p, 0, RULES.action_of(p, 0, "place 2,0"))
    assert [part.detail for part in parts] == ["three paths", "three bushes", "two features"]
    assert "features: T P F G" in RULES.board(p, ["Aki", "Bo"])


def test_the_board_is_a_picture() -> None:
    p = placing("GG/TP/FP", "TP/FG/TP", hands=["GT/TP/TP", "FG/FP/TT"])
    p.open[0], p.open[1], p.taken[0], p.taken[1] = 1, 0, 1, 0
    act(p, 0, "place 2,-1r")
    assert RULES.board(p, ["Aki", "Bo"]).splitlines() == [
        "round 1 · place: Bo · Aki starts · 60 cards in the box",
        "  1: FG/FP/TT  (Bo)",
        "  2: GT/TP/TP  (Aki)",
        "",
        "Aki: 0 points   Bo: 0 points",
        "      0         in hand: FG/FP/TT",
        "  -1  . . p t         0",
        "   0  g g p t      0  t p",
        "   1  t p t g      1  f g",
        "   2  f p . .      2  t p",
        "",
        "t tatami, p pond, f floor, g garden; x above, y at the left",
        "CAPITALS: locked, in a run of three or more (E3.4)",
    ]


@pytest.mark.parametrize("seats", [2, 5])
def test_an_empty_table_can_be_looked_at(seats: int) -> None:
    p = RULES.opening(EdoOptions(seats=seats, specialists=True), RULES.box)
    assert RULES.view(p)["phase"] == "houses"
    assert RULES.view(p)["open"] == []
    assert RULES.board(p, ["Aki", "Bo", "Chi", "Dai", "Emi"]).startswith("round 0 · houses: -")
    assert RULES.encode(p, 0).sum() > 0
    numbers = np.zeros(len(RULES.feature_names), np.float32)
    assert RULES.kernels.features(p, 0, numbers) == len(numbers)
    assert [sum(part.points for part in parts) for parts in RULES.sheet(p)] == [0] * seats


def test_the_rulebook_ships_with_every_number() -> None:
    numbers = [f"E1.{n}" for n in range(1, 5)] + [f"E6.{n}" for n in range(1, 6)]
    assert all(number in RULES.rulebook for number in numbers)
    assert "../" not in RULES.rulebook
