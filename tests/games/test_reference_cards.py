"""The reference cards: every number on them is the engine's."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import niwashi
from niwashi.core.game import ReferenceCard
from niwashi.engine import catalog
from niwashi.engine.rulebook import NUMBER, rule_texts
from niwashi.games.edo_yashiki.scoring import bonus_points, run_points
from niwashi.games.edo_yashiki.state import COUNT_BITS, GOAL
from niwashi.games.miyabi.tiles import BACK_NAMES, KIND_TEXTS, back_of
from tests.third_game.pebbles import RULES as PEBBLES

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


def card_of(game: str) -> ReferenceCard:
    card = catalog.rules(game).reference_card()
    assert card is not None
    return card


def test_a_game_may_have_none() -> None:
    assert PEBBLES.reference_card() is None


# -- Miyabi ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("deal", card_of("miyabi").facts["seats"], ids=lambda deal: f"{deal['seats']} seats")
def test_m2_1_and_m2_2_rounds_and_tiles_are_those_of_a_game(deal: dict[str, int]) -> None:
    game = niwashi.new("miyabi", seats=deal["seats"], seed=1)
    while not game.over:
        game.play(game.legal()[0])
    deals = [str(what).split()[1:] for who, what in game.events if who == "chance"]
    assert len(deals) == deal["rounds"]
    for tiles in deals:
        backs = Counter(BACK_NAMES[back_of(KIND_TEXTS.index(tile))] for tile in tiles)
        assert backs == {name: deal[name] for name in BACK_NAMES}
    assert sum(map(len, deals)) == deal["game"]
    assert len(deals[0]) == deal["total"]


def test_m1_2_and_m1_7_rows_and_bonuses_are_those_of_the_table() -> None:
    view = niwashi.new("miyabi", seats=2).view()
    for card, row, bonus in zip(card_of("miyabi").facts["rows"], view["rows"], view["bonuses"], strict=True):
        assert (card["object"], card["most"], card["second"]) == (row["object"], row["most"], row["second"])
        assert (card["object"], card["bonus"]) == (bonus["object"], bonus["points"])


def test_the_box_has_enough_for_the_most_players() -> None:
    facts = card_of("miyabi").facts
    assert facts["contents"]["tiles"] == sum(catalog.rules("miyabi").box.content["tiles"].values())
    assert facts["contents"]["zen"] == sum(catalog.rules("miyabi").box.content["zen"].values())
    assert facts["contents"]["tiles"] == max(deal["game"] for deal in facts["seats"])


# -- Edo Yashiki -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("deal", card_of("edo_yashiki").facts["seats"], ids=lambda deal: f"{deal['seats']} seats")
def test_e5_1_a_deck_lasts_for_so_many_rounds(deal: dict[str, int]) -> None:
    """Of people who score as little as they can."""
    game = niwashi.new("edo_yashiki", seats=deal["seats"], seed=1, grab="calm")
    assert len(game.view()["houses"]) == deal["houses"]
    assert len(game.view()["open"]) == deal["open"]
    while not game.over:
        seat = game.to_act[0]
        game.play(min(game.legal(seat), key=lambda action: game.gain(action, seat)), seat)
    assert max(game.scores) < GOAL, "it was the deck that ended the game"
    assert sum(who == "chance" and str(what).startswith("open") for who, what in game.events) == deal["rounds"]


def test_e4_1_and_e4_3_points_are_the_kernels() -> None:
    facts = card_of("edo_yashiki").facts
    *scoring, longer = facts["runs"]
    assert [(run["length"], run["points"]) for run in scoring] == [(n, int(run_points(n))) for n in (3, 4, 5)]
    assert longer == {"length": 6, "points": 0}
    for bonus in facts["bonuses"]:
        once = sum(1 << COUNT_BITS * feature for feature in range(bonus["features"]))
        assert bonus["points"] == int(bonus_points(once))


# -- both, in English ------------------------------------------------------------------------------------------------
def lines_of(game: str) -> list[str]:
    return [line for section in card_of(game).sections for line in section.lines]


def rules_cited(line: str, texts: dict[str, str]) -> list[str]:
    """With all rules between the ends of a range."""
    numbers = list(texts)
    spans = re.findall(rf"({NUMBER})(?:–({NUMBER}))?", line)
    return [rule for first, last in spans for rule in numbers[numbers.index(first) : numbers.index(last or first) + 1]]


def numbers_in(text: str) -> set[int]:
    words = {WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS}
    return words | {int(digits) for digits in re.findall(r"\d+", re.sub(NUMBER, "", text))}


@pytest.mark.parametrize(("game", "line"), [(game, line) for game in catalog.names() for line in lines_of(game)])
def test_a_line_says_only_numbers_that_the_rules_it_cites_say(game: str, line: str) -> None:
    texts = rule_texts(catalog.rules(game).rulebook)
    cited = rules_cited(line, texts)
    written = {int(digits) for digits in re.findall(r"\d+", re.sub(NUMBER, "", line))}
    assert written <= numbers_in(" ".join(texts[rule] for rule in cited)), cited
