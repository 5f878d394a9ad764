"""The reference card: Miyabi on one page. Every number comes from the rules' own tables and the component set."""

from __future__ import annotations

from typing import Any

from niwashi.core.components import Components
from niwashi.core.game import CardSection, ReferenceCard
from niwashi.games.miyabi import score_items
from niwashi.games.miyabi.frog import GOLDEN_LAYER
from niwashi.games.miyabi.options import SEATS
from niwashi.games.miyabi.rules import LAYER_OF_BONUS
from niwashi.games.miyabi.scoring import LUCKY
from niwashi.games.miyabi.state import EXPANSION_LETTERS, ROUNDS
from niwashi.games.miyabi.tiles import (
    BACK_NAMES,
    DEALT_PER_SEAT,
    MOST,
    OBJECT_NAMES,
    OBJECTS,
    SECOND,
    SIDE,
    TILES_WITH_BACK,
    ZEN_OPEN,
    ZEN_TILES,
)
from niwashi.games.miyabi.view import TRACK

STONES_PER_SEAT = 2
"""M4.4: one on the track, one for the fifties."""


def reference_card(box: Components) -> ReferenceCard:
    facts = card_facts(box)
    return ReferenceCard(facts, _sections(facts))


def card_facts(box: Components) -> dict[str, Any]:
    return {
        "seats": [_deal(seats) for seats in SEATS],
        "rows": [_row(row, box.content["bonuses"]) for row in range(OBJECTS)],
        "contents": _contents(),
        "numbers": {
            "players": SEATS[0],
            "most_players": SEATS[-1],
            "side": SIDE,
            "layer": LAYER_OF_BONUS,
            "track": TRACK,
            "colourful": score_items.colourful(1).points,
            "meadow": score_items.meadow(1).points,
            "zen_open": ZEN_OPEN,
            "zen": score_items.zen().points,
            "objects": LUCKY,
            "seven": score_items.seven(1).points,
            "golden": GOLDEN_LAYER,
        },
    }


def _deal(seats: int) -> dict[str, int]:
    """M2.1, M2.2: what the printed info card says about a number of players."""
    tiles = {name: seats * int(DEALT_PER_SEAT[back]) for back, name in enumerate(BACK_NAMES)}
    total, rounds = sum(tiles.values()), int(ROUNDS[seats])
    return {"seats": seats, "rounds": rounds, **tiles, "total": total, "game": rounds * total}


def _row(row: int, bonuses: dict[str, int]) -> dict[str, int | str]:
    """M1.2, M1.7."""
    name = OBJECT_NAMES[row]
    return {"object": name, "most": int(MOST[row]), "second": int(SECOND[row]), "bonus": bonuses[name]}


def _contents() -> dict[str, int]:
    """The printed box: a set of pieces for each of the most players, and what lies between them."""
    players = SEATS[-1]
    return {
        "boards": players,
        "lanterns": players * SIDE,
        "stones": players * STONES_PER_SEAT,
        "tiles": int(TILES_WITH_BACK.sum()),
        "bonuses": OBJECTS,
        "score-board": 1,
        "round-marker": 1,
        "bonsai": 1,
        "info-card": 1,
        "expansions": len(EXPANSION_LETTERS),
        "zen": ZEN_TILES,
        "frogs": players,
    }


# -- in English ------------------------------------------------------------------------------------------------------
def _sections(facts: dict[str, Any]) -> tuple[CardSection, ...]:
    numbers = facts["numbers"]
    layer = numbers["layer"]
    return (
        CardSection(
            "A round",
            (
                "Lay out so many tiles, face up. All lantern fields are empty. The holder of the bonsai starts, in the"
                " first round the youngest player (M2.1–M2.4).",
            ),
            _deal_table(facts["seats"]),
        ),
        CardSection(
            "Your turn",
            (
                "Place one tile of the display in your garden: inside the grid (M3.2), its objects in their row"
                " (M3.3) and in a column without a lantern (M3.4), all of it on one height (M3.6).",
                "Put a lantern on that column (M4.1).",
                f"Score objects × layer (M4.2). The first of an object on layer {layer} takes its bonus (M4.3).",
            ),
            is_numbered=True,
        ),
        CardSection(
            "Passing and the end of a round",
            (
                "If you can place a tile, you must. If nothing fits, you pass for the rest of the round (M3.9).",
                f"The round ends when all have passed or have {numbers['side']} lanterns. Tiles left over are out of"
                " the game; the bonsai goes to the next player (M2.4–M2.6).",
            ),
        ),
        CardSection(
            "The end",
            (
                "Count the visible objects of each row. Tied for most: all get the higher points, nobody the lower."
                " Tied for second: all get the lower (M5.1–M5.4). The highest total wins (M5.5).",
                f"Of the bonuses of layer {layer} only maple's is reported; the others are assumed (M1.7), and"
                " --components takes those of your own box.",
            ),
            _row_table(facts["rows"], layer),
        ),
        CardSection("Expansions, in any combination", _expansion_lines(numbers)),
    )


def _deal_table(seats: list[dict[str, int]]) -> tuple[tuple[str, ...], ...]:
    columns = ("seats", "rounds", *BACK_NAMES, "total")
    head = ("players", "rounds", *BACK_NAMES, "tiles a round")
    return (head, *(tuple(str(deal[column]) for column in columns) for deal in seats))


def _row_table(rows: list[dict[str, Any]], layer: int) -> tuple[tuple[str, ...], ...]:
    columns = ("object", "most", "second", "bonus")
    head = ("row", "most", "second", f"layer {layer}")
    return (head, *(tuple(str(row[column]) for column in columns) for row in rows))


def _expansion_lines(numbers: dict[str, int]) -> tuple[str, ...]:
    return (
        f"A The Colorful Garden: {_points(numbers['colourful'])} for each object of your best group (M6.A1).",
        f"B The Big Meadow: {_points(numbers['meadow'])} for each cell of your largest green group (M6.B1).",
        f"C The Zen Garden: take one of {numbers['zen_open']} open Zen tiles instead, onto a bare cell of its row:"
        f" {_points(numbers['zen'])}; once enclosed, the objects beside it and its own (M6.C1–M6.C5).",
        f"D 7!: {_points(numbers['seven'])} for each row and column with exactly {numbers['objects']} objects (M6.D1).",
        "E The Frog: one step a turn, level or one layer up, scores the new layer; golden from layer"
        f" {numbers['golden']}, then it may step onto objects (M6.E2–M6.E4).",
    )


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"
