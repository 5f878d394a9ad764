"""Can gardens that people typed in be those of a game? Only what the rulebooks print is held against them.

How many tiles of each object there are is our reconstruction (M1.5), and no ground to doubt somebody's own box.
"""

from __future__ import annotations

from collections.abc import Sequence

from niwashi.core.client_types import Args
from niwashi.core.errors import BadTally
from niwashi.games.miyabi.state import ROUNDS
from niwashi.games.miyabi.tiles import OBJECT_NAMES, SIDE, cell_name

OBJECTS = "123z"
COVERED = "g123"
ZEN_TILES = 16
A_ROUND = 2
"""Singles, doubles and threes that a round lays out for each seat (M2.2)."""


def check_gardens(names: Sequence[str], gardens: Sequence[str], expansions: str) -> None:
    """Each garden is a text of 36 cells."""
    for seat, (name, garden) in enumerate(zip(names, gardens, strict=True)):
        _check_zen(seat, name, garden, expansions)
        _check_lanterns(seat, name, garden, int(ROUNDS[len(names)]))
        if "B" in expansions:  # otherwise it does not matter which cells are green, and nobody need say so
            _check_neighbours(seat, name, garden)
    _check_tiles("".join(gardens), len(names))


def _check_zen(seat: int, name: str, garden: str, expansions: str) -> None:
    if "z" in garden and "C" not in expansions:
        sentence = f"{name}'s garden has a Zen tile, but expansion C is not in play (M6.C1)"
        raise BadTally("tally/zen", sentence, {"seat": seat, "name": name, "cell": cell_name(garden.index("z"))})


def _check_lanterns(seat: int, name: str, garden: str, rounds: int) -> None:
    """M3.4: a tile needs a lantern, and there are six a round."""
    shown, most = sum(garden.count(cell) for cell in OBJECTS), SIDE * rounds
    if shown > most:
        sentence = (
            f"{name}'s garden shows {shown} cells with objects; in {rounds} rounds one places at most {most} tiles"
        )
        raise BadTally(
            "tally/lanterns", f"{sentence} (M3.4)", {"seat": seat, "name": name, "shown": shown, "most": most}
        )


def _check_neighbours(seat: int, name: str, garden: str) -> None:
    """M1.4, M3.6: two objects lie on a tile of two cells, three on one of three, and all its cells stay covered."""
    for cell, what in enumerate(garden):
        if what in "23" and _reach(garden, cell) < int(what):
            where, row = cell_name(cell), OBJECT_NAMES[cell // SIDE]
            sentence = f"{name}'s {where} shows {what} {row}, whose tile covers {what} cells, but too few beside it are"
            about: Args = {"seat": seat, "name": name, "cell": where, "count": int(what), "object": row}
            raise BadTally("tally/alone", f"{sentence} green or have objects (M1.4)", about)


def _reach(garden: str, cell: int) -> int:
    """How many covered cells hang together here; three is as good as more."""
    seen, open_cells = {cell}, [cell]
    while open_cells and len(seen) < 3:
        for beside in _beside(open_cells.pop()):
            if garden[beside] in COVERED and beside not in seen:
                seen.add(beside)
                open_cells.append(beside)
    return len(seen)


def _beside(cell: int) -> list[int]:
    row, column = divmod(cell, SIDE)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * SIDE + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def _check_tiles(cells: str, seats: int) -> None:
    """M2.1, M2.2: what the rounds lay out is all there can be; M1.8: 16 Zen tiles."""
    laid_out = A_ROUND * seats * int(ROUNDS[seats])
    for what, most, rule in (*((size, laid_out, "M2.2") for size in "123"), ("z", ZEN_TILES, "M1.8")):
        shown = cells.count(what)
        if shown > most:
            tiles = "Zen tiles" if what == "z" else f"tiles with {what} object{'s' if what > '1' else ''}"
            sentence = f"the gardens show {shown} {tiles}; there are {most} in a game of {seats} ({rule})"
            raise BadTally("tally/tiles", sentence, {"tile": what, "shown": shown, "most": most})
