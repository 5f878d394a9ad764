"""The pictures of Edo Yashiki's rulebook."""

from __future__ import annotations

from functools import partial

from tools.docs.figures import Figure

_figure = partial(Figure, "edo_yashiki", options={"grab": "calm"})
_FIRST_CARD = ("chance: houses TP/TT/FG PF/PP/GT", "chance: open FG/FP/TT GG/TF/PG", "0: grab 1")
_THREE_CARDS = (
    "chance: houses TP/TT/FG PF/PP/GT",
    "chance: open FF/TP/GT GF/PF/TT",
    "0: grab 1",
    "0: place -2,0r",
    "1: place 2,0",
    "chance: open PF/PG/FT PP/PF/GT",
    "1: grab 2",
    "0: place -3,-1",
    "1: place -2,-1r",
    "chance: open TP/TF/PG TG/PT/PF",
    "0: grab 2",
)
_SPECIALISTS = (
    "chance: houses TP/TT/FG PF/PP/GT",
    "chance: open GG/FT/GP PF/PG/TP",
    "0: grab 1",
    "0: place 2,0r",
    "1: place -1,-3r",
    "chance: open GF/TF/FP TP/PF/GF",
    "1: grab 2",
    "0: place -1,-2",
    "1: place -2,-4",
    "chance: open FG/GT/PT TG/PG/GF",
    "0: grab 1",
    "0: place -1,-5r",
    "1: place -3,-1",
    "chance: open FP/GP/TF GG/FP/PT",
    "1: grab 1",
)

FIGURES = (
    _figure("E1.4", "The first card is the house.", _FIRST_CARD[:2]),
    _figure("E3.2", "A card that lies beside a square of the house.", _FIRST_CARD, "0: place 2,2"),
    _figure("E3.2", "A card that touches it at a corner only.", _FIRST_CARD, "0: place 2,3"),
    _figure("E3.4", "The card would cover a square of a row of four.", _THREE_CARDS, "0: place -3,0"),
    _figure("E4.1", "Four tatami in a column, all in the new card and the house.", _FIRST_CARD, "0: place 2,-1"),
    _figure("E4.3", "Runs of three features, and the bonus for them.", _THREE_CARDS, "0: place -4,0"),
    _figure(
        "E6.2",
        "With specialists, the markers that are there let three runs score.",
        _SPECIALISTS,
        "0: place -2,-1",
        options={"grab": "calm", "specialists": True},
    ),
)
