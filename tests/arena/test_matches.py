"""Matches: the same whoever plays them, fair to both sides, and honest about what was not measured."""

from __future__ import annotations

import re
from typing import Any

import pytest

from niwashi import bots
from niwashi.arena import match
from niwashi.arena.entrants import read_entrant, read_entrants
from niwashi.arena.hypotheses import read_share, read_sprt
from niwashi.arena.match_game import GameSpec, play
from niwashi.arena.matches import Tally, make_plan, play_all
from niwashi.arena.results import MatchResult
from niwashi.arena.text import as_text
from niwashi.bots import Budget
from niwashi.core.errors import BadOptions, NiwashiError
from niwashi.core.game import Rules
from niwashi.core.record import read_record
from niwashi.engine import catalog
from niwashi.engine.factory import replay
from tests.arena import own_bots

OWN = "tests.arena.own_bots:first"


def figures(result: MatchResult) -> dict[str, Any]:
    """All but the times."""
    return {key: value for key, value in result.as_dict().items() if key != "pace"}


# -- who takes part ----------------------------------------------------------------------------------------------------
def test_a_bot_is_named_with_what_it_may_spend() -> None:
    assert read_entrant("expert").budget == Budget(seconds=1.0)
    assert read_entrant("expert:0.2s").budget == Budget(seconds=0.2)
    assert read_entrant("strong:2000n").budget == Budget(nodes=2000)
    assert read_entrant(f"{OWN}:5n").bot == OWN
    assert read_entrant("expert", Budget(nodes=9)).label == "expert:9n"
    assert read_entrant("club", Budget(seconds=9)).label == "club", "it looks once, however long it is given"


def test_a_bot_against_itself_has_two_labels() -> None:
    entrants = read_entrants(["club", "club", "club"], None, catalog.rules("miyabi"))
    assert [entrant.label for entrant in entrants] == ["club", "club (2)", "club (3)"]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["club"],
        ["club"] * 21,
        ["club", "wizard"],
        ["club", ""],
        ["club", "expert:"],
        ["club", "expert:fast"],
        ["club", "expert:0s"],
        ["club", "expert:-1s"],
        ["club", "expert:1e3s"],
        ["club", "expert:0n"],
        ["club", "expert:2.5n"],
        ["club", "expert:99999s"],
        ["club", "nowhere:bot"],
        ["club", "niwashi.bots:wizard"],
        ["club", ":"],
    ],
)
def test_who_cannot_take_part_is_refused(words: list[str]) -> None:
    with pytest.raises(BadOptions) as refused:
        match(words, games=2)
    assert len(refused.value.sentence) < 250


def test_other_mistakes_are_refused() -> None:
    pair = ["club", "casual"]
    wrong: list[dict[str, Any]] = [
        {"games": 0},
        {"processes": 0},
        {"seconds": 1.0, "nodes": 5},
        {"seconds": float("nan")},
        {"nodes": -1},
        {"seats": 9},
        {"sprt": True, "h0": "70%", "h1": "60%"},
        {"sprt": True, "h1": "lots"},
        {"sprt": True, "h1": "100%"},
        {"seed": ""},
        {"game": "go"},
    ]
    for given in wrong:
        with pytest.raises(BadOptions):
            match(pair, **given)


def test_hypotheses_are_shares_or_elo() -> None:
    assert read_share("65%", 2) == read_share("0.65", 2) == 0.65
    assert read_share("+190.848elo", 2) == pytest.approx(0.75, abs=1e-5)
    assert read_share("0elo", 4) == 0.25
    assert (read_sprt(None, None, 2).low, read_sprt(None, None, 2).high) == pytest.approx((0.5, 0.65))
    assert read_sprt(None, None, 4).high == pytest.approx(0.3824, abs=1e-4), "as much stronger than each of the others"


# -- playing -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("miyabi", {"seats": 2, "expansions": "CE"}),
        ("miyabi", {"seats": 3}),
        ("edo_yashiki", {"seats": 2, "specialists": True}),
        ("edo_yashiki", {"seats": 4, "grab": "calm"}),
    ],
)
def test_a_bot_against_itself_comes_out_fair_in_every_deal(game: str, options: dict[str, Any]) -> None:
    """Chance, the order at the grab and each seat's generator are the same in every seating of a deal."""
    found = match(["casual", "casual"], game, games=8, seed=3, **options)
    (pairing,) = found.pairings
    assert pairing.share == pytest.approx(1 / found.seats)
    assert pairing.interval.low < pairing.share < pairing.interval.high
    assert found.ratings[0].elo == pytest.approx(0, abs=1e-6)


def test_the_result_does_not_depend_on_the_processes() -> None:
    names = ["club", "casual", OWN + ":7n"]
    alone, together = (figures(match(names, games=6, seed="x", sprt=True, processes=count)) for count in (1, 2))
    assert alone == together
    assert alone["timed"] is False
    assert [pairing["games"] for pairing in alone["pairings"]] == [6, 6, 6]


def test_the_stronger_wins_and_the_test_stops_early() -> None:
    found = match(["club", "beginner"], games=400, seed=1, sprt=True)
    (pairing,) = found.pairings
    assert pairing.sprt is not None
    assert pairing.sprt.verdict == "high"
    assert found.games < 60
    assert pairing.interval.low > 0.6
    assert pairing.elo is None or pairing.elo > 200
    assert found.timings[0].decisions > 100
    assert sum(timing.decisions for timing in found.timings) < sum(found.lengths), "forced actions are not asked for"
    assert 0 < found.timings[0].median <= found.timings[0].p99 <= found.timings[0].longest


def test_more_than_two_seats_play_both_ways_round() -> None:
    found = match(["casual", "beginner", OWN + ":1n"], "edo_yashiki", games=3, seed=1, seats=3)
    assert [(pairing.one, pairing.others) for pairing in found.pairings][:2] == [
        ("casual", "beginner"),
        ("casual", OWN + ":1n"),
    ]
    assert len(found.pairings) == 6
    assert {pairing.games for pairing in found.pairings} == {3}
    assert all(pairing.elo is None for pairing in found.pairings)
    assert len(found.ratings) == 3


def test_every_record_can_be_checked_and_names_the_bots() -> None:
    rules = catalog.rules("edo_yashiki")
    entrants = read_entrants(["casual", "beginner"], None, rules)
    plan = make_plan(rules.name, rules.options({"seats": 3}), rules.box, entrants, 6, "r", records=True)
    lines: list[bytes] = []
    tally = Tally(plan)
    play_all(plan, tally, lambda _: None, lines.append)
    games = [replay(read_record(line)) for line in lines]
    assert [game.seed for game in games] == ["r-0"] * 3 + ["r-1"] * 3
    assert [game.names.index("casual") for game in games] == [0, 1, 2, 0, 1, 2]
    assert len({game.events[0][1] for game in games[:3]}) == 1, "the same deal"
    assert tally.result().games == 6


def test_a_bot_registered_here_plays_here() -> None:
    bots.register("mine", own_bots.first)
    found = match(["mine:1n", "club"], games=4, seed=1, processes=8)
    assert found.pairings[0].one == "mine:1n"


@pytest.mark.parametrize(("bot", "word"), [("cheat", "legal"), ("fails", "no idea")])
def test_a_bot_that_fails_is_named(bot: str, word: str) -> None:
    with pytest.raises(NiwashiError, match=word) as found:
        match([f"tests.arena.own_bots:{bot}", "club"], games=2)
    assert bot in found.value.sentence


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    rules: Rules = catalog.rules("edo_yashiki")
    entrants = read_entrants(["beginner", "casual"], None, rules)
    plan = make_plan(rules.name, rules.options({"seats": 4}), rules.box, entrants, 4, "s", records=True)
    one, other = (play(plan.config, GameSpec(0, 0, 1, 5, 2)) for _ in range(2))
    assert (one.scores, one.record) == (other.scores, other.record)


def test_a_budget_in_seconds_is_timed() -> None:
    found = match(["club", OWN + ":0.5s"], games=2, seed=1)
    assert found.timed
    assert found.timings[0].late is None
    assert found.timings[1].late == 0


def test_a_large_cross_table_is_printed_in_blocks_of_80_columns() -> None:
    text = as_text(match(["casual"] * 7, "edo_yashiki", games=2, seed=1, processes=1))
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    heads = [
        line.removeprefix(" " * 27).split()[-7:] for line in lines if re.fullmatch(r"( +rating \(95%\))?( +\d)+", line)
    ]
    assert [number for head in heads for number in head if number.isdigit()] == list("1234567")
    assert sum("casual (7)" in line for line in lines) == 3, "in both blocks, and with its decision time"
