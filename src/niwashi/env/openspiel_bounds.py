"""What OpenSpiel wants to know of a game in advance: how long it may get, and how many points are possible.

Bounds, not records: no game can exceed them, and most games stay far below.
"""

from __future__ import annotations

from typing import NamedTuple

from niwashi.core.components import Components
from niwashi.core.game import Options, Rules
from niwashi.games.edo_yashiki.cards import DECK
from niwashi.games.edo_yashiki.choice_kernels import MAX_RUNS_MADE
from niwashi.games.edo_yashiki.options import EdoOptions
from niwashi.games.edo_yashiki.state import GOAL
from niwashi.games.miyabi.options import MiyabiOptions
from niwashi.games.miyabi.state import ROUNDS
from niwashi.games.miyabi.tiles import DEALT_PER_SEAT, MOST, OBJECTS, SHAPES, SIDE


class Bounds(NamedTuple):
    actions: int
    """Of all seats together."""
    chance_nodes: int
    chance_outcomes: int
    """Of one node."""
    points: int
    """Of one seat."""


def find_bounds(rules: Rules, options: Options, components: Components) -> Bounds:
    if isinstance(options, MiyabiOptions):
        return _bound_miyabi(options, int(rules.setup(options, components)["bonus"].sum()))
    assert isinstance(options, EdoOptions), "a game without bounds"
    return _bound_edo_yashiki(options)


LAYERS_A_ROUND = 5
"""M3.8: a cell is covered at most five times a round."""
MOST_OBJECTS = 3
"""On a tile, and so on a cell."""
ZEN_TILES = 16


def _bound_miyabi(options: MiyabiOptions, bonuses: int) -> Bounds:
    """A seat takes at most six turns a round, for its lanterns or at last to pass, and a frog steps once a turn."""
    rounds, letters = int(ROUNDS[options.seats]), options.expansions
    turns, cells = rounds * SIDE, SIDE * SIDE
    layers = SIDE * sum(LAYERS_A_ROUND * building_round for building_round in range(1, rounds + 1))
    points = MOST_OBJECTS * layers + bonuses + int(MOST.sum())
    points += MOST_OBJECTS * cells if "A" in letters else 0
    points += 2 * cells if "B" in letters else 0
    points += ZEN_TILES * (2 + 4 * MOST_OBJECTS) if "C" in letters else 0
    points += 7 * 2 * SIDE if "D" in letters else 0
    points += layers if "E" in letters else 0
    return Bounds(
        actions=options.seats * (1 + 2 * turns if "E" in letters else turns),
        chance_nodes=rounds * options.seats * int(DEALT_PER_SEAT.sum()) + (ZEN_TILES if "C" in letters else 0),
        chance_outcomes=SHAPES * OBJECTS,
        points=points,
    )


def _bound_edo_yashiki(options: EdoOptions) -> Bounds:
    """A seat grabs and places one card a round, and may choose each of its runs (E6.4). The round in which a seat
    reaches the goal is the last one."""
    rounds, choices = DECK // options.seats - 1, MAX_RUNS_MADE if options.specialists else 0
    return Bounds(
        actions=rounds * options.seats * (2 + choices),
        chance_nodes=DECK + (rounds * (options.seats - 1) if options.grab == "live" else 0),
        chance_outcomes=DECK,
        points=GOAL - 1 + 4 * MAX_RUNS_MADE + 6,
    )
