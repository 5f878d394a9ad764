"""The exact end of the last round, against a plain search that anybody can read; and the solved set."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from benchmarks.endgames import FEW, Endgame, Kind, Maker, endgames, regrets
from niwashi import bots
from niwashi.batch.perft import random_walk
from niwashi.bots import Budget
from niwashi.bots.budget_meter import BudgetMeter
from niwashi.bots.endgame import Solver
from niwashi.bots.evaluator import Evaluator
from niwashi.core.bits import lowest_bit
from niwashi.core.game import CHANCE, OVER, Position, Rules
from niwashi.engine import catalog, factory
from tests.conformance.variants import Variant, some_variants
from tests.conformance.walks import legal_ids

PLENTY = Budget(nodes=50_000_000)
SMALL_ENOUGH = 3000


class _TooLarge(Exception):
    pass


def margins(rules: Rules, p: Position) -> list[int]:
    points = np.zeros(max(rules.seats), np.int64)
    rules.kernels.scores(p, points)
    seats = int(p.seats)
    return [int(points[seat] - max(points[rival] for rival in range(seats) if rival != seat)) for seat in range(seats)]


def plainly(rules: Rules, p: Position, left: list[int]) -> list[int]:
    """Max^n as it is in a book: the seat to act takes what is best for itself."""
    left[0] -= 1
    acting = int(rules.kernels.to_act(p))
    if acting == OVER:
        return margins(rules, p)
    if acting == CHANCE or left[0] < 0:
        raise _TooLarge
    seat, best = lowest_bit(acting), None
    for action in legal_ids(rules, p, seat):
        then = p.copy()
        rules.kernels.play(then, seat, action)
        value = plainly(rules, then, left)
        if best is None or value[seat] > best[seat]:
            best = value
    assert best is not None
    return best


def last_positions(variant: Variant, seed: int) -> Iterator[tuple[Position, int]]:
    """The last positions of a random game, the very last first."""
    game = factory.new(variant.game, seed=seed, **variant.options.as_dict())
    found = []
    while not game.over:
        found.append((game.position, game.to_act[0]))
        game = random_walk(game, 1)
    yield from reversed(found)


@some_variants(40)
def test_the_solver_agrees_with_a_plain_search(variant: Variant) -> None:
    rules = variant.rules
    solver = Solver(rules, Evaluator(rules))
    for p, seat in last_positions(variant, 1):
        try:
            expected = plainly(rules, p, [SMALL_ENOUGH])
        except _TooLarge:
            break
        assert solver.actions_left(p)
        solution = solver.solve(p, seat, BudgetMeter(PLENTY, 1.0))
        assert solution is not None
        assert solution.margins[seat] == expected[seat]
        assert solution.line[0] == solution.action


# -- the set -----------------------------------------------------------------------------------------------------------
def test_the_set_is_large_and_of_both_games() -> None:
    ends = list(endgames())
    assert len(ends) >= 300
    assert {end.record.game for end in ends} == set(catalog.names())
    assert max(end.left for end in ends) >= 12
    for end in ends:
        assert len(set(end.values.values())) > 1, "a position with a choice to make"


def assert_solved(end: Endgame) -> None:
    maker = Maker(Kind(end.record.game, {}, 0, ()))
    assert maker.solve(end.record, end.seat) == end.values


@pytest.mark.parametrize("every", [400, pytest.param(100, marks=pytest.mark.more)])
def test_the_sets_values_are_what_the_solver_finds(every: int) -> None:
    for end in [end for end in endgames() if end.left <= 8][::every]:
        assert_solved(end)


@pytest.mark.full
def test_all_of_the_sets_values_are_what_the_solver_finds() -> None:
    for end in endgames():
        assert_solved(end)


def test_an_expert_gives_nothing_away_with_few_actions_left() -> None:
    ends = [end for end in endgames() if end.left <= 8][::10]
    assert [regret.points for regret in regrets("expert", Budget(nodes=5_000_000), ends)] == [0.0] * len(ends)


@pytest.mark.full
def test_an_expert_gives_nothing_away_where_nine_or_fewer_are_left_and_little_elsewhere() -> None:
    found = list(regrets("expert", bots.default_budget("expert"), endgames()))
    assert np.mean([regret.points for regret in found]) <= 0.5
    assert sum(regret.points for regret in found if regret.left <= FEW) == 0


# -- limits ------------------------------------------------------------------------------------------------------------
def test_a_search_stops_with_the_clock() -> None:
    end = max(endgames(), key=lambda end: (end.record.game == "miyabi", end.left))
    game = factory.replay(end.record)
    solver = Solver(game.rules, Evaluator(game.rules))
    assert solver.actions_left(game.position) > 0
    assert solver.solve(game.position, end.seat, BudgetMeter(Budget(nodes=1000), 1.0)) is None


@pytest.mark.parametrize("game", catalog.names())
def test_where_chance_is_to_come_nothing_is_solved(game: str) -> None:
    table = factory.new(game, seed=1)
    assert Solver(table.rules, Evaluator(table.rules)).actions_left(table.position) == 0
