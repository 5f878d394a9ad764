"""What only the events tell: which cells belong to one tile, and who took which tile of the round."""

from __future__ import annotations

from dataclasses import dataclass, field

from niwashi.games.miyabi.notation import action_of
from niwashi.games.miyabi.state import PASS, PLACEMENTS
from niwashi.games.miyabi.tiles import CELLS, SIDE, Cell, covered_cells
from niwashi.pictures.scene import Scene


@dataclass
class History:
    """Empty for a scene without events."""

    tiles: list[dict[Cell, int]]
    """For each garden: the number of the event that laid what is on top of a cell."""
    dealt: list[str] = field(default_factory=list)
    """The tiles of this round."""
    taken: dict[str, list[int]] = field(default_factory=dict)
    """Of these: by whom, by kind."""


def object_cell(action: str) -> Cell | None:
    """The cell on which a placement lays its objects; None for other actions."""
    number = action_of(action)
    return None if number >= PASS else divmod(number % CELLS, SIDE)


def placed_cells(action: str) -> list[Cell]:
    """The cells that a placement covers; none for other actions."""
    at, number = object_cell(action), action_of(action)
    if at is None:
        return []
    return [at] if number >= PLACEMENTS else covered_cells(number // CELLS, *at)


def read_history(scene: Scene) -> History:
    made = History([{} for _ in scene.names])
    for event, (who, what) in enumerate(scene.events):
        if what.startswith("deal "):
            made.dealt, made.taken = what.split()[1:], {}
        elif isinstance(who, int) and (cells := placed_cells(what)):
            made.tiles[who].update(dict.fromkeys(cells, event))
            if not what.startswith("z"):
                made.taken.setdefault(what[:2], []).append(who)
    return made
