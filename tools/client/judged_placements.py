"""Right and wrong placements for the rules' figures: the engine judges each of them, and names the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from niwashi import Game
from niwashi.games.edo_yashiki.cards import CARD_HEIGHT, CARD_WIDTH
from niwashi.games.edo_yashiki.explain import card_squares
from niwashi.games.edo_yashiki.state import FIRST_GRAB
from niwashi.games.miyabi.tiles import COLUMN_NAMES, OBJECT_LETTERS, TURN_LETTERS, TURNINGS, covered_cells, inside

SEAT = 0
MIYABI = {
    "outside": ("bIbE", "bIeE"),
    "row": ("a2e4E", "a2e6E"),
    "lantern": ("m2dE", "m2cE"),
    "uneven": ("pLeE", "pLdE"),
}
"""By what is wrong with the second; the first may lie there. The position is that of the figure of layers."""


# -- Miyabi ----------------------------------------------------------------------------------------------------------
def miyabi_placements(game: Game) -> dict[str, Any]:
    heights = game.view()["gardens"][SEAT]["heights"]
    return {
        name: {
            "rule": game.explain(refused, SEAT).rule,
            "allowed": {**_tile(allowed, heights), "legal": game.explain(allowed, SEAT).legal},
            "refused": {**_tile(refused, heights), "legal": game.explain(refused, SEAT).legal},
        }
        for name, (allowed, refused) in MIYABI.items()
    }


def _tile(text: str, heights: list[list[int]]) -> dict[str, Any]:
    """Its squares as rows and columns, the object's first, some perhaps outside the grid; how high the ground is."""
    kind, column, turn = text[:2], COLUMN_NAMES.index(text[2]), TURN_LETTERS.index(text[-1])
    row = int(text[3]) - 1 if text[3].isdigit() else OBJECT_LETTERS.index(kind[0])
    squares = covered_cells(TURNINGS.index((kind[1], turn)), row, column)
    ground = [heights[r][c] if inside((r, c)) else 0 for r, c in squares]
    return {"action": text, "tile": kind, "squares": squares, "ground": ground}


# -- Edo Yashiki -----------------------------------------------------------------------------------------------------
def edo_placements(game: Game) -> dict[str, Any]:
    """In the position of the figure of a roped run, whatever the deck; each beside what scores best there."""
    best = max(_upright(game, legal=True), key=lambda place: (game.gain(place["action"], SEAT), place["action"]))
    corner = next(place for place in _upright(game, rule="E3.2") if _is_at_a_corner(game, place))
    return {
        "sideways": {"rule": "E3.1", "allowed": best, "refused": _sideways(game, best)},
        "corner": {"rule": "E3.2", "allowed": best, "refused": corner},
        "run": {"rule": "E3.4", "allowed": best, "refused": next(_upright(game, rule="E3.4"))},
    }


def _upright(game: Game, *, legal: bool = False, rule: str = "") -> Iterator[dict[str, Any]]:
    """The places near the house, from the bottom right to the top left, that are legal or break this rule."""
    house = game.view()["houses"][SEAT]
    bottom, right = house["y"] + len(house["rows"]), house["x"] + len(house["rows"][0])
    for y in range(bottom, house["y"] - CARD_HEIGHT - 1, -1):
        for x in range(right, house["x"] - CARD_WIDTH - 1, -1):
            judged = game.explain(f"place {x},{y}", SEAT)
            if judged.legal if legal else not judged.legal and judged.rule == rule:
                yield {"action": judged.action, "x": x, "y": y, "sideways": False, "legal": judged.legal}


def _is_at_a_corner(game: Game, place: dict[str, Any]) -> bool:
    house = game.view()["houses"][SEAT]
    return any(
        letter != "." and abs(2 * x + 1 - 2 * place["x"] - CARD_WIDTH) == CARD_WIDTH + 1
        and abs(2 * y + 1 - 2 * place["y"] - CARD_HEIGHT) == CARD_HEIGHT + 1
        for y, row in enumerate(house["rows"], house["y"])
        for x, letter in enumerate(row, house["x"])
    )  # fmt: skip


def _sideways(game: Game, best: dict[str, Any]) -> dict[str, Any]:
    """E3.1: the same card lying down. The engine has no action that covers these squares."""
    squares = {(best["x"] + dx, best["y"] + dy) for dx in range(CARD_HEIGHT) for dy in range(CARD_WIDTH)}
    legal = any(set(card_squares(game.position, SEAT, action)) == squares for action in range(FIRST_GRAB))
    return {"action": "", "x": best["x"], "y": best["y"], "sideways": True, "legal": legal}
