"""The game that the picture of the README shows: seeded, played by a simple player, and stopped at a moment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import niwashi
from niwashi.core.rng import Generator, below, seeded
from niwashi.games.miyabi.notation import action_of
from niwashi.games.miyabi.state import PASS, PLACEMENTS
from niwashi.games.miyabi.tiles import CELLS, SIDE, covered_cells

SEED: Final = 77
EVENTS: Final = 78
"""A close game in its fifth round: Zen tiles, frogs on tiles, layers up to the fifth."""


@dataclass
class Moment:
    """A game's view, and what only its events tell: which cells belong to one tile, and which tiles were taken."""

    view: dict[str, Any]
    names: tuple[str, ...]
    tiles: list[dict[tuple[int, int], int]] = field(default_factory=lambda: [{}, {}])
    """For each garden: the number of the event that laid what is on top of a cell."""
    dealt: list[str] = field(default_factory=list)
    taken: dict[str, list[int]] = field(default_factory=dict)
    """Of the tiles dealt this round: by whom, by kind."""


def best_at_once(game: niwashi.Game, rng: Generator) -> niwashi.Action:
    """The best points at once; any of the best."""
    actions = game.legal()
    best = max(map(game.gain, actions))
    chosen = [action for action in actions if game.gain(action) == best]
    return chosen[below(rng, len(chosen))]


def played() -> Moment:
    game = niwashi.new("miyabi", seats=2, expansions="CE", seed=SEED)
    rng = seeded(SEED)
    while len(game.events) < EVENTS:
        game.play(best_at_once(game, rng))
    moment = Moment(game.view(), game.names)
    for event, (who, what) in enumerate(game.record().events):
        if what.startswith("deal "):
            moment.dealt, moment.taken = what.split()[1:], {}
        elif isinstance(who, int) and (action := action_of(what)) < PASS:
            row, column = divmod(action % CELLS, SIDE)
            zen = action >= PLACEMENTS
            cells = [(row, column)] if zen else covered_cells(action // CELLS, row, column)
            moment.tiles[who].update(dict.fromkeys(cells, event))
            if not zen:
                moment.taken.setdefault(what[:2], []).append(who)
    return moment
