"""The pictures of Miyabi's rulebook."""

from __future__ import annotations

from functools import partial

from tools.docs.figures import Figure

_figure = partial(Figure, "miyabi")
_ZEN = "chance: zen m p f a b"
_DEAL = "chance: deal m1 m1 p1 f1 m2 p2 p2 f2 mJ pK aI bI"
_TWO_PAGODAS = (_DEAL, "0: p2aE", "1: f2aE")
_FROGS = ("0: frog@c2", "1: frog@e5", _DEAL)

FIGURES = (
    _figure("M2.2", "A round for two seats: the tiles on display are on the right.", (_DEAL,)),
    _figure("M3.2", "The second cell would lie beside the garden.", (_DEAL,), "0: m2fE"),
    _figure("M3.4", "A lantern already stands above the column of the object.", _TWO_PAGODAS, "0: p1a"),
    _figure("M3.5", "The green cell lies in the pagodas' row, which is allowed.", _TWO_PAGODAS, "0: m2cS"),
    _figure("M3.6", "One end of the tile would lie on the board, the other on a tile.", _TWO_PAGODAS, "0: m2bS"),
    _figure("M3.7", "The tile covers two pagodas with two others, one layer up.", _TWO_PAGODAS, "0: p2bW"),
    _figure("M4.2", "On the bare board, each object scores one point.", (_DEAL,), "0: pKdE"),
    _figure("M4.2", "On layer 2, the same object scores two.", _TWO_PAGODAS, "0: p1b"),
    _figure(
        "M6.C5",
        "The tile closes the last open side of the Zen tile in the corner.",
        (_ZEN, _DEAL, "0: zma", "chance: zen a", "1: f1a", "0: m2cW", "1: f2bE"),
        "0: p2bW",
        options={"expansions": "C"},
    ),
    _figure("M6.E3", "The frog climbs onto a tile.", (*_FROGS, "0: p2aE"), "0: frogW", options={"expansions": "E"}),
    _figure("M6.E6", "The frog is in the way.", _FROGS, "0: p2bE", options={"expansions": "E"}),
)
