"""Every worked example of the rulebook, under the name of its file and its caption.

The file `edo-yashiki-en` is the English rulebook of Edo Yashiki. Houses are drawn as it prints them.
"""

from __future__ import annotations

import pytest

from niwashi.core.components import read_toml
from niwashi.games.edo_yashiki import RULES
from tests.games.edo_yashiki.drawing import act, gain, legal, open_game, placing, refused, scores

PLACING_HOUSE = ".TP/GGG/PFF/TP."
SCORING_HOUSE = "GFGT/TGGG/TPPF/.TP./.TT./.FG."
READ = {
    "edo-yashiki-en: you can place it here / but not here": ["PT/GT/FF", "GG/PF/TP"],
    "edo-yashiki-en: the house of the scoring example": ["TP/TT/FG", "GF/TG/TP", "GT/GG/PF"],
    "edo-yashiki-en: the card of the scoring example": ["FG/FP/TT"],
    "edo-yashiki-en: the house of the specialists example": ["GG/TF/PG"],
    "edo-yashiki-en: the card of the specialists example": ["PF/PP/GT"],
}


def parts(house: str, card: str, place: str, markers: str | None = None) -> list[str]:
    p = placing(house, hands=[card], markers=None if markers is None else [markers, "TPFG"])
    return [str(part) for part in RULES.points(p, 0, RULES.action_of(p, 0, place))]


# -- the cards that can be read ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("example", READ)
def test_its_cards_are_in_the_deck_and_name_their_source(example: str) -> None:
    """E1.2."""
    sources = {card["face"]: card["source"] for card in read_toml(RULES.folder / "components.toml")["cards"]}
    assert [sources[face][:2] for face in READ[example]] == ["X:"] * len(READ[example])


def test_of_the_two_possible_top_cards_of_the_placing_house_the_deck_has_one() -> None:
    """edo-yashiki-en: a card lies at 1,0 or at 0,1 of the house, and whichever is on top is wholly visible."""
    rows = PLACING_HOUSE.split("/")
    above, below = ("/".join(row[x : x + 2] for row in rows[y : y + 3]) for x, y in ((1, 0), (0, 1)))
    assert (above, below) == ("TP/GG/FF", "GG/PF/TP")
    deck = {way for face in RULES.box.content["cards"] for way in (face, face[::-1])}
    assert (above in deck, below in deck) == (False, True)


# -- a round -----------------------------------------------------------------------------------------------------------
def test_with_four_players_four_cards_are_lined_up() -> None:
    """edo-yashiki-en: in a 4 players game (E2.1)."""
    assert len(RULES.view(open_game(seats=4))["open"]) == 4


# -- placing -----------------------------------------------------------------------------------------------------------
def test_you_can_place_it_here() -> None:
    """edo-yashiki-en: you can place it here (E3.2)."""
    p = placing(PLACING_HOUSE, hands=["PT/GT/FF"])
    assert "place 3,0" in legal(p)
    assert parts(PLACING_HOUSE, "PT/GT/FF", "place 3,0") == [
        "four floors: 2 (E4.1)",
        "four gardens: 2 (E4.1)",
        "two features: 2 (E4.3)",
    ]
    act(p, 0, "place 3,0")
    assert RULES.view(p)["houses"][0]["rows"] == [".TPPT", "GGGGT", "PFFFF", "TP..."]


def test_but_not_here() -> None:
    """edo-yashiki-en: but not here, over one of three gardens in a row (E3.4)."""
    p = placing(PLACING_HOUSE, hands=["PT/GT/FF"])
    assert refused(p, "place -1,0") == "edo/locked"
    assert "E3.4" in str(RULES.explain_illegal(p, 0, RULES.action_of(p, 0, "place -1,0")))


# -- scoring -----------------------------------------------------------------------------------------------------------
def test_a_column_and_a_row_of_three_gardens_score_2() -> None:
    """edo-yashiki-en: a 3-column and a 3-row of gardens with the same card (E4.2)."""
    assert parts("GG/TP/FT", "GT/GF/GP", "place 2,0") == ["three gardens: 1 (E4.1)", "three gardens: 1 (E4.1)"]


def test_one_column_and_two_rows_of_three_types_have_a_bonus_of_4() -> None:
    """edo-yashiki-en: one column of one type and two rows of two other types (E4.3)."""
    assert parts("PP../TT../FG../.PFG", "PT/TG/FG", "place 2,0") == [
        "three tatami: 1 (E4.1)",
        "three ponds: 1 (E4.1)",
        "three gardens: 1 (E4.1)",
        "three features: 4 (E4.3)",
    ]


def test_the_scoring_example_is_worth_8() -> None:
    """edo-yashiki-en: total +8 points (E4)."""
    assert gain(placing(SCORING_HOUSE, hands=["FG/FP/TT"]), "place -1,1") == 2 + 1 + 1 + 4
    assert parts(SCORING_HOUSE, "FG/FP/TT", "place -1,1") == [
        "three tatami: 1 (E4.1)",
        "three ponds: 1 (E4.1)",
        "four gardens: 2 (E4.1)",
        "three features: 4 (E4.3)",
    ]


# -- specialists -------------------------------------------------------------------------------------------------------
def test_the_specialists_example_is_worth_1() -> None:
    """edo-yashiki-en: totalling +1 points (E6)."""
    p = placing(".TP/.TF/.GT/GG./TF./PG.", hands=["PF/PP/GT", "FG/FP/TT"], markers=["TPF", "TPFG"])
    assert gain(p, "place 2,1") == 1
    found = [str(part) for part in RULES.points(p, 0, RULES.action_of(p, 0, "place 2,1"))]
    assert found == ["three ponds: 1 (E4.1)", "three gardens: 0 (E6.2)"]
    act(p, 0, "place 2,1")
    act(p, 1, "place 2,1")
    assert RULES.view(p)["houses"][0]["rows"] == [".TP.", ".TPF", ".GPP", "GGGT", "TF..", "PG.."]
    assert scores(p) == [1, 0]
    assert RULES.view(p)["houses"][0]["markers"] == "TF"


@pytest.mark.parametrize(
    ("there", "points"),
    [
        pytest.param("TPFG", 1, id="edo-yashiki-en: normally only one of two rows of the same type"),
        pytest.param("G", 2, id="edo-yashiki-en: both, if the first leaves no markers"),
    ],
)
def test_two_rows_of_the_same_type(there: str, points: int) -> None:
    """E6.2, E6.3."""
    p = placing("GG/TP/FT", hands=["GT/GF/GP"], markers=[there, "TPFG"])
    assert gain(p, "place 2,0") == points
