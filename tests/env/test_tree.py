"""Games as trees: chance draws one thing at a time, with exactly the distribution of the whole outcome."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from fractions import Fraction
from math import prod

import numpy as np
import pytest

from niwashi.core.urns import Urn, outcomes, probability
from niwashi.env.tree import CHANCE, OVER, Node, in_order, left_to_draw
from tests.conformance.variants import Variant, each_game, some_variants


def opening(variant: Variant) -> Node:
    return Node.opening(variant.rules, variant.options, variant.rules.box)


def choose(node: Node, rng: random.Random) -> int:
    if node.player != CHANCE:
        return rng.choice(node.possible())
    possible, chances = zip(*node.outcomes())
    return int(rng.choices(possible, [float(chance) for chance in chances])[0])


def walk(node: Node, seed: int) -> list[tuple[Node, int]]:
    """A random game: every node and what happens there."""
    rng, way = random.Random(seed), []
    while node.player != OVER:
        way.append((node, choose(node, rng)))
        node = node.after(way[-1][1])
    return [*way, (node, -1)]


# -- chance ----------------------------------------------------------------------------------------------------------
URNS = [
    (Urn({0: 2, 1: 1}, 2, False),),
    (Urn({0: 2, 1: 0, 3: 2}, 3, True),),
    (Urn({0: 1, 1: 2, 2: 1}, 2, False), Urn({4: 1, 5: 3}, 2, False)),
    (Urn({7: 4}, 2, True), Urn({0: 1, 2: 1}, 2, True), Urn({1: 5}, 0, False)),
]


def leaves(urns: tuple[Urn, ...], drawn: tuple[int, ...] = ()) -> dict[tuple[int, ...], Fraction]:
    """Every outcome, with the sum of the probabilities of all ways to draw it."""
    found: dict[tuple[int, ...], Fraction] = {}
    if len(drawn) == sum(urn.drawn for urn in urns):
        return {tuple(in_order(urns, drawn)): Fraction(1)}
    counts, size = left_to_draw(urns, drawn)
    for kind, count in counts.items():
        for outcome, chance in leaves(urns, (*drawn, kind)).items():
            found[outcome] = found.get(outcome, Fraction(0)) + chance * Fraction(count, size)
    return found


@pytest.mark.parametrize("urns", URNS, ids=str)
def test_single_draws_have_the_distribution_of_the_deal(urns: tuple[Urn, ...]) -> None:
    found = leaves(urns)
    assert found == {tuple(outcome): probability(urns, outcome) for outcome in outcomes(urns)}
    assert sum(found.values()) == 1


@some_variants(24)
def test_each_deal_of_a_game_has_its_probability(variant: Variant) -> None:
    """The product of the steps, times the orders in which the same tiles come up, is the probability of the deal."""
    step, orders = Fraction(1), 1
    for node, action in walk(opening(variant), seed=3):
        if node.player != CHANCE or not node.moment.awaits_chance:
            continue
        chances = dict(node.outcomes())
        assert sum(chances.values()) == 1
        assert list(chances) == sorted(chances)
        step *= chances[action]
        after, drawn = node.after(action), (*node.drawn, action)
        if not after.drawn:
            at = 0
            for urn in node.urns:
                repeats = Counter(drawn[at : at + urn.drawn])
                ways = prod(range(1, urn.drawn + 1)) // prod(prod(range(1, n + 1)) for n in repeats.values())
                orders *= 1 if urn.ordered else ways
                at += urn.drawn
            assert step * orders == probability(node.urns, in_order(node.urns, drawn))
            step, orders = Fraction(1), 1


# -- the same games --------------------------------------------------------------------------------------------------
@some_variants(24)
def test_a_way_through_the_tree_is_a_game(variant: Variant) -> None:
    """Told the same chance and actions, `niwashi.new` comes to the same position and scores."""
    import niwashi

    game = niwashi.new(variant.game, chance="told", **variant.options.as_dict())
    way = walk(opening(variant), seed=4)
    for node, action in way[:-1]:
        assert np.array_equal(node.position, game.position)
        assert node.scores == game.scores
        if node.player >= 0:
            assert node.player in game.to_act
            assert list(node.possible()) == [one.id for one in game.legal(node.player)]
            game.play(action, seat=node.player)
        elif node.moment.awaits_chance and not node.after(action).drawn:
            drawn = in_order(node.urns, (*node.drawn, action))
            game.reveal(variant.rules.outcome_text(node.position, drawn))
    assert game.over
    assert way[-1][0].scores == game.scores


@each_game
def test_no_seat_is_always_last_where_all_may_act(game: str) -> None:
    """Of seats that race, chance draws the next one; others begin with another seat after each deal."""
    import niwashi

    way = walk(opening(Variant(game, niwashi.new(game, seats=2).options)), seed=5)
    together = [node for node, _ in way if len(node.moment.acting) > 1]
    assert {node.player for node in together if not node.drawn} <= {CHANCE, 0, 1}
    races = [node for node in together if node.player == CHANCE]
    assert all(node.outcomes() == [(0, Fraction(1, 2)), (1, Fraction(1, 2))] for node in races)
    if together:
        assert {node.player for node in together if "place" in node.text(0, 0)} == {CHANCE, 0, 1}


# -- copies ----------------------------------------------------------------------------------------------------------
@some_variants(24)
def test_nodes_never_change_and_pickle_whole(variant: Variant) -> None:
    for node, action in walk(opening(variant), seed=6)[::7]:
        before = pickle.dumps(node)
        assert copy.deepcopy(node) is node
        twin = pickle.loads(before)
        assert (twin.player, twin.scores, twin.earlier, twin.drawn) == (
            node.player,
            node.scores,
            node.earlier,
            node.drawn,
        )
        assert str(twin) == str(node)
        if node.player != OVER:
            assert pickle.dumps(twin.after(action)) == pickle.dumps(node.after(action))
            assert pickle.dumps(node) == before
