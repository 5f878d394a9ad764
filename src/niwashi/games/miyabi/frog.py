"""The frog (M6.E)."""

from __future__ import annotations

from niwashi.core.game import Position
from niwashi.core.kernel import kernel
from niwashi.games.miyabi.garden import Garden, height, objects_at
from niwashi.games.miyabi.state import FROG, FROGS, STEP
from niwashi.games.miyabi.tiles import NEIGHBOURS

GOLDEN_LAYER = 4


@kernel
def may_step(garden: Garden, direction: int) -> bool:
    """M6.E2, E4, E5: whether the frog may step in a direction."""
    here = int(garden.frog)
    there = here + STEP[direction]
    if there < 0 or not NEIGHBOURS[here] >> there & 1 or garden.zen >> there & 1:
        return False
    climb = height(garden, there) - height(garden, here)
    return 0 <= climb <= 1 and (garden.golden == 1 or objects_at(garden, there) == 0)


@kernel
def steps(p: Position, garden: Garden) -> int:
    """M6.E2: the directions of the frog's legal steps this turn, as bits; none without frogs or after a step."""
    if not p.expansions & FROGS or p.stepped:
        return 0
    directions = 0
    for direction in range(4):
        if may_step(garden, direction):
            directions |= 1 << direction
    return directions


@kernel
def step_points(garden: Garden, direction: int) -> int:
    """M6.E3: a higher layer pays its number."""
    here = int(garden.frog)
    there = height(garden, here + STEP[direction])
    return there if there > height(garden, here) else 0


@kernel
def step(p: Position, garden: Garden, direction: int) -> None:
    """M6.E2–E4: moves the frog; from layer 4 on it turns golden."""
    garden.earned[FROG] += step_points(garden, direction)
    there = int(garden.frog) + STEP[direction]
    garden.frog = there
    if height(garden, there) >= GOLDEN_LAYER:
        garden.golden = 1
    p.stepped = 1
