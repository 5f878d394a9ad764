"""E1: components and set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from niwashi.core.components import Components, read_toml
from niwashi.core.errors import BadComponents, BadOptions
from niwashi.core.rng import seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.cards import FEATURES, face_code, face_text, half_turn, ways_up
from niwashi.games.edo_yashiki.options import EdoOptions
from niwashi.games.edo_yashiki.picture import house_rows
from tests.games.edo_yashiki.drawing import chance, open_game, scores, to_act

CARDS: list[str] = RULES.box.content["cards"]
PATTERNS = """
    TP/TT/FG PT/TT/GF TT/PG/FT TT/GP/TF TT/TP/FG TT/PT/GF TP/TF/GT PT/FT/TG
    TG/PT/PF GT/TP/FP TP/TG/FF PT/GT/FF TT/FG/PF TT/GF/FP TP/TF/PG PT/FT/GP
"""
READABLE = "TP/TT/FG PF/PP/GT GT/GG/PF GG/TF/PG GF/TG/TP FG/FP/TT PT/GT/FF GG/PF/TP"


def test_e1_1_two_to_five_seats_and_64_cards_of_two_by_three() -> None:
    assert list(RULES.seats) == [2, 3, 4, 5]
    assert len(CARDS) == 64
    assert all([len(row) for row in card.split("/")] == [2, 2, 2] for card in CARDS)
    assert [face_text(face_code(card)) for card in CARDS] == CARDS
    with pytest.raises(BadOptions, match="2 to 5 seats, not 6"):
        RULES.options({"seats": 6})


def test_e1_2_the_reconstruction_is_sixteen_patterns_and_their_shifts() -> None:
    shifts = [str.maketrans("TPFG", shift) for shift in ("TPFG", "PFGT", "FGTP", "GTPF")]
    assert [pattern.translate(shift) for pattern in PATTERNS.split() for shift in shifts] == CARDS
    mirrored = ["/".join(row[::-1] for row in pattern.split("/")) for pattern in PATTERNS.split()]
    assert mirrored[0::2] == PATTERNS.split()[1::2], "every other pattern is the mirror image of the one before"


@pytest.mark.parametrize("components", RULES.shipped, ids=lambda components: components.name)
def test_e1_2_a_reconstruction_is_balanced(components: Components) -> None:
    squares = [card.replace("/", "") for card in components.content["cards"]]
    assert Counter("".join(squares)) == dict.fromkeys("TPFG", 96)
    assert all(set(card) == set(FEATURES) for card in squares)
    assert not any(card[column] == card[column + 2] == card[column + 4] for card in squares for column in (0, 1))
    assert len({min(card, card[::-1]) for card in squares}) == 64
    assert all(Counter(card[place] for card in squares) == dict.fromkeys("TPFG", 16) for place in range(6))
    pairs = ((0, 1), (2, 3), (4, 5), (0, 2), (2, 4), (1, 3), (3, 5))
    assert all(any(card[a] == card[b] for a, b in pairs) for card in squares)


def test_e1_2_the_eight_readable_cards_are_there_and_say_so() -> None:
    entries = read_toml(RULES.folder / "components.toml")["cards"]
    assert {entry["face"] for entry in entries if entry["source"].startswith("X")} == set(READABLE.split())
    assert all(entry["source"][0] in "XA" for entry in entries)


def deck(*cards: Any) -> dict[str, Any]:
    return {"game": "edo_yashiki", "name": "mine", "cards": [*cards, *CARDS[len(cards) :]]}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (deck() | {"cards": CARDS[:63]}, "has 64 cards, not 63"),
        (deck() | {"cards": "TP/TT/FG"}, "must have a list of 64 cards, not “TP/TT/FG”"),
        (deck("TP/TT/FG", "TP/TX/FG"), "card 2 is “TP/TX/FG”; a card is three rows"),
        (deck("TP/TT"), "card 1 is “TP/TT”"),
        (deck({"source": "A"}), "card 1 is None"),
        (deck("TP/TT/FG\n"), "card 1 is"),
        (deck() | {"colour": "red"}, "not “colour”"),
        (deck() | {"game": "miyabi"}, "edo_yashiki"),
    ],
)
def test_e1_3_a_wrong_deck_is_refused_with_what_is_off(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadComponents, match=sentence):
        RULES.components(given)


def test_e1_3_an_owners_cards_may_repeat() -> None:
    components = RULES.components(deck(*["TP/TT/FG"] * 64))
    p = RULES.opening(EdoOptions(seats=5), components)
    assert int(p.box[0]) == 64
    assert chance(p, seeded(1)) == [0] * 5
    assert chance(p, seeded(2)) == [0] * 5
    assert int(p.box[0]) == 54


def test_e1_3_the_plain_list_and_the_table_form_are_one_deck() -> None:
    assert RULES.components(deck()).sha256 == RULES.box.sha256


def test_e1_4_each_seat_gets_one_card_upright_and_nothing_scores() -> None:
    p = RULES.opening(EdoOptions(seats=5), RULES.box)
    outcome = RULES.outcome_of(p, "houses TP/TT/FG PF/PP/GT FG/FF/TP GT/GG/PF PT/TT/GF")
    assert outcome == [0, 1, 2, 3, 4]
    p = open_game(seats=5)
    assert all(face_code("/".join(house_rows(p, seat))) in p.faces for seat in range(5))
    assert scores(p) == [0] * 5
    assert int(p.starts) == 0
    assert int(p.cards) == 54


def test_e1_4_every_card_is_equally_likely() -> None:
    p = RULES.opening(EdoOptions(seats=5), RULES.box)
    rng, seen = seeded(3), Counter[int]()
    for _ in range(2000):
        copy = p.copy()
        cards = chance(copy, rng)
        assert len(set(cards)) == 5
        seen.update(cards)
    expected = 2000 * 5 / 64
    assert sum((seen[face] - expected) ** 2 / expected for face in range(64)) < 63 + 6 * 126**0.5


def test_half_a_turn_twice_is_none() -> None:
    assert all(half_turn(half_turn(face_code(card))) == face_code(card) for card in CARDS)
    assert face_text(half_turn(face_code("FG/FP/TT"))) == "TT/PF/GF"
    assert ways_up(face_code("TP/FF/PT")) == 1
    assert ways_up(face_code("TP/FF/TP")) == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seats": None}, "options/seats"),
        ({"seats": 2, "specialist": True}, "options/unknown"),
        ({"seats": True}, "options/seats"),
        ({"seats": 2, "specialists": 1}, "options/specialists"),
        ({"seats": 2, "grab": "LIVE"}, "options/grab"),
        ({"seats": 2, "grab": ["live"]}, "options/grab"),
        ({"seats": 2, "edition": "samurai"}, "options/edition"),
        ({"seats": 2, "edition": "samurai-gardener", "specialists": False}, "options/specialists"),
    ],
)
def test_wrong_options_are_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOptions) as caught:
        RULES.options(given)
    assert caught.value.code == code


def test_samurai_gardener_means_specialists() -> None:
    assert RULES.options({"seats": 3, "edition": "samurai-gardener"}) == EdoOptions(
        seats=3, specialists=True, edition="samurai-gardener"
    )


def test_every_variant_reads_back_and_opens() -> None:
    variants = list(RULES.variants())
    assert len(set(variants)) == 24
    for options in variants:
        assert RULES.options(options.as_dict()) == options
        assert to_act(RULES.opening(options, RULES.box)) == ()
