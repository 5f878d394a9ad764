"""Copies share no future unless they are asked to, and chance can be told, listed and weighed."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

import niwashi
from niwashi import Game
from niwashi.core.errors import NiwashiError
from niwashi.core.rng import seeded
from niwashi.core.urns import Urn, outcomes, probability
from niwashi.engine.factory import replay
from niwashi.engine.verification import check_record
from tests.conformance.variants import GAMES, Variant, each_game, some_variants

SEED = 5


def raw(game: Game) -> bytes:
    return bytes(game.position.tobytes())


def ahead(game: Game) -> list[list[int | str]]:
    """What happens when the first legal action is taken each time, up to a few chance events."""
    reached, brought = game.length, game.chances + 2
    while not game.over and game.chances < brought:
        game.play(game.legal()[0])
    return game.events[reached:]


# -- copies ------------------------------------------------------------------------------------------------------------
@some_variants(12)
def test_a_copy_draws_its_own_chance(variant: Variant) -> None:
    game = variant.new(SEED)
    known = ahead(game.copy(chance="same"))
    assert ahead(game.copy(chance="same")) == known
    assert ahead(pickle.loads(pickle.dumps(game))) == known
    fair = [ahead(twin) for twin in (game.copy(), game.copy(), copy.copy(game), copy.deepcopy(game))]
    assert len({str(events) for events in [known, *fair]}) == 5
    assert ahead(game) == known


@each_game
def test_a_seed_makes_a_copys_chance_reproducible(game: str) -> None:
    table = niwashi.new(game, seed=SEED)
    assert ahead(table.copy(seed=1)) == ahead(table.copy(seed="1")) != ahead(table.copy(seed=2))
    assert ahead(table.copy(seed=1)) != ahead(table.copy())
    twin = table.copy(seed=1)
    assert ahead(pickle.loads(pickle.dumps(twin))) == ahead(twin)


@each_game
def test_a_copys_chance_comes_again_when_it_is_taken_back(game: str) -> None:
    twin = niwashi.new(game, seed=SEED).copy()
    reached = twin.length
    brought = ahead(twin)
    twin.undo(reached)
    assert ahead(twin) == brought


@each_game
def test_the_record_of_a_copy_claims_no_seed_that_does_not_explain_it(game: str) -> None:
    table = niwashi.new(game, seed=SEED)
    for twin in (table.copy(), table.copy(seed=1), table.copy(chance="told")):
        assert twin.seed is None
        assert twin.record().seed is None
    twin = table.copy()
    ahead(twin)
    finding = check_record(twin.record())
    assert finding.ok
    assert "no seed, so chance cannot be checked" in str(finding)
    assert raw(replay(twin.record())) == raw(twin)
    same = table.copy(chance="same")
    ahead(same)
    assert same.record().seed == str(SEED)
    assert "chance follows from the seed" in str(check_record(same.record()))


@each_game
def test_a_copy_is_equal_to_itself_alone(game: str) -> None:
    table = niwashi.new(game, seed=SEED)
    twin = table.copy()
    assert table != twin
    assert (twin.events, raw(twin)) == (table.events, raw(table))


@each_game
@pytest.mark.parametrize("chance", ["same", "told"])
def test_a_copy_with_a_seed_draws_its_own_chance_or_is_refused(game: str, chance: str) -> None:
    with pytest.raises(NiwashiError, match="leave out") as error:
        niwashi.new(game).copy(chance=chance, seed=1)  # type: ignore[arg-type]  # on purpose
    assert error.value.code == "options/chance"


# -- chance that is told -----------------------------------------------------------------------------------------------
@some_variants(12)
def test_a_game_whose_chance_is_told_waits_for_it(variant: Variant) -> None:
    drawn = variant.new(SEED)
    told = niwashi.new(variant.game, chance="told", **variant.options.as_dict())
    rng = random.Random(SEED)
    while not drawn.over:
        drawn.play(rng.choice(drawn.legal()))
    for who, what in drawn.events:
        assert told.awaits_chance == (who == "chance")
        if isinstance(who, int):
            told.play(str(what), who)
        else:
            with pytest.raises(NiwashiError, match="chance is to act"):
                told.legal()
            told.reveal(str(what))
    assert told.seed is None
    assert told.events == drawn.events
    assert raw(told) == raw(drawn)
    assert told.over


@each_game
def test_a_copy_of_a_told_game_draws_at_once_unless_it_is_told_too(game: str) -> None:
    told = niwashi.new(game, chance="told")
    assert told.awaits_chance
    assert told.copy(chance="told").awaits_chance
    assert told.copy(chance="same").awaits_chance
    assert not told.copy().awaits_chance


@each_game
def test_a_told_game_has_no_seed(game: str) -> None:
    with pytest.raises(NiwashiError, match="leave out seed=7"):
        niwashi.new(game, chance="told", seed=7)


@each_game
def test_chance_is_drawn_listed_and_weighed_only_where_it_is_to_act(game: str) -> None:
    table = niwashi.new(game, seed=SEED)
    what = str(table.events[0][1])
    for ask in (table.draw, table.outcomes, lambda: table.probability(what)):
        with pytest.raises(NiwashiError, match="chance is not to act") as error:
            ask()
        assert error.value.code == "chance/turn"


# -- how likely things are ---------------------------------------------------------------------------------------------
def waiting(game: str, **options: Any) -> Game:
    return niwashi.new(game, chance="told", **options)


@pytest.mark.parametrize(
    "table",
    [waiting("edo_yashiki", seats=2), waiting("miyabi", expansions="C")],
    ids=["first cards", "Zen tiles"],
)
def test_all_outcomes_together_are_certain(table: Game) -> None:
    listed = dict(table.outcomes())
    assert sum(listed.values()) == 1
    for text in islice(listed, 0, None, 101):
        assert table.probability(text) == listed[text]
    assert all(table.draw(number) in listed for number in range(50))


@pytest.mark.parametrize("game", GAMES)
def test_draws_come_as_often_as_they_are_likely(game: str) -> None:
    """Pearson's chi-squared over outcomes that are put together until each group is expected often enough."""
    table, draws = waiting(game, **({"expansions": "C"} if game == "miyabi" else {"seats": 2})), 4000
    seen = Counter(table.draw(number) for number in range(draws))
    groups: list[tuple[float, int]] = []
    expected, found = 0.0, 0
    for text, chance in table.outcomes():
        expected, found = expected + draws * float(chance), found + seen[text]
        if expected > 40:
            groups.append((expected, found))
            expected, found = 0.0, 0
    groups.append((expected, found))
    chi_squared = sum((found - expected) ** 2 / expected for expected, found in groups if expected)
    freedom = len(groups) - 1
    assert freedom > 20
    assert abs(chi_squared - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_deals_probability_counts_the_ways_to_draw_it() -> None:
    """M2.2 on a box that is nearly empty, of which every deal can be listed: as likely as `draw` makes them."""
    table = waiting("miyabi")
    p = table.position
    p.box[:] = 0
    for shape, counts in {0: (3, 3), 1: (4, 1), 2: (2, 0), 3: (1, 0), 5: (1, 0), 6: (0, 2)}.items():
        p.box[shape] = counts[0] + (counts[1] << 8)
    urns = table.rules.urns(p)
    listed = {table.rules.outcome_text(p, one): probability(urns, one) for one in outcomes(urns)}
    assert sum(listed.values()) == 1
    out, rng, draws = np.zeros(table.rules.longest_outcome, np.int64), seeded(1), 20_000
    seen = Counter[str]()
    for _ in range(draws):
        length = table.rules.kernels.draw(p, rng, out)
        seen[table.rules.outcome_text(p, out[:length].tolist())] += 1
    assert set(seen) == set(listed)
    for text, chance in listed.items():
        assert abs(seen[text] - draws * chance) < 5 * (draws * chance * (1 - chance)) ** 0.5, text


def test_miyabis_deals_can_be_begun_to_be_listed() -> None:
    table = waiting("miyabi")
    for text, chance in islice(table.outcomes(), 3):
        assert table.probability(text) == chance > 0
        words = text.split()
        assert table.probability(" ".join([words[0], *reversed(words[1:])])) == chance


def test_urns_with_and_without_order() -> None:
    pair = {0: 2, 1: 1}
    assert list(outcomes([Urn(pair, 2, ordered=False)])) == [[0, 0], [0, 1]]
    assert list(outcomes([Urn(pair, 2, ordered=True)])) == [[0, 0], [0, 1], [1, 0]]
    assert probability([Urn(pair, 2, ordered=False)], [0, 1]) == Fraction(2, 3)
    assert probability([Urn(pair, 2, ordered=True)], [0, 1]) == Fraction(1, 3)
    assert probability([Urn(pair, 1, ordered=True), Urn({5: 4}, 2, ordered=False)], [1, 5, 5]) == Fraction(1, 3)
    assert probability([Urn(pair, 2, ordered=True)], [1, 1]) == 0
