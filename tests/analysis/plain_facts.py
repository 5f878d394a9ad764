"""The facts of both games a second time, read off the view that people are shown. No kernel, no bit."""

from __future__ import annotations

from itertools import product
from typing import Any

from niwashi.core.facts import Fact
from niwashi.engine.game import Game
from niwashi.games.edo_yashiki.actions import placement
from niwashi.games.edo_yashiki.explain import explain_illegal
from niwashi.games.edo_yashiki.explain import points as edo_points
from niwashi.games.edo_yashiki.state import PLACE
from niwashi.games.edo_yashiki.turns import all_seats
from niwashi.games.miyabi.tiles import TURNINGS, covered_cells

View = dict[str, Any]
Cell = tuple[int, int]
NAMES = ("maple", "pagoda", "fish", "azalea", "boxwood", "stone")
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))
SIZES = {"1": 1, "2": 2}


def fact_of(table: Game, seat: int, fact: Fact) -> int:
    found: int = (_miyabi if table.name == "miyabi" else _edo)(table, seat, fact)
    return found


# -- Miyabi ------------------------------------------------------------------------------------------------------------
def _miyabi(table: Game, seat: int, fact: Fact) -> int:
    view = table.view()
    garden = view["gardens"][seat]
    row = NAMES.index(fact[1]) if len(fact) > 1 else -1
    match fact[0]:
        case "row lead":
            others = [one["rows"][row] for at, one in enumerate(view["gardens"]) if at != seat]
            return int(garden["rows"][row]) - int(max(others))
        case "two on layer":
            return max(layer for layer, *_ in _lying(garden, row, 2))
        case "three on layer":
            return max(layer for layer, *_ in _lying(garden, row, 3))
        case "bonus in reach":
            bonus = view["bonuses"][row]
            fourth = any(layer == 5 for layer, *_ in _lying(garden, row, 1))
            return int(bonus["points"]) if bonus["holder"] is None and fourth else 0
        case "best tile":
            return _best_tile(view, garden)
        case "group":
            return max([_objects(garden, group) for group in _groups(_object_cells(garden))] or [0])
        case "meadow":
            return 2 * max([len(group) for group in _groups(_green_cells(garden))] or [0])
        case "sevens":
            lines: list[list[int]] = garden["objects"] + [
                list(column) for column in zip(*garden["objects"], strict=True)
            ]
            return 7 * sum(sum(line) == 7 for line in lines)
        case "sides closed":
            return _sides_closed(garden)
        case "frog's climb":
            return _climb(garden)
    raise AssertionError(fact)


def _cell(name: str | None) -> Cell | None:
    return None if name is None else (int(name[1]) - 1, "abcdef".index(name[0]))


def _inside(cell: Cell) -> bool:
    return 0 <= cell[0] < 6 and 0 <= cell[1] < 6


def _lying(garden: View, row: int, size: int) -> list[tuple[int, int, list[Cell], str]]:
    """Every way a tile of this size lies flat with its objects in the row: layer, column, cells, shape."""
    shut = {_cell(name) for name in garden["zen"]} | {_cell(garden["frog"] and garden["frog"]["cell"])}
    found = [(0, 0, [(0, 0)], "")]
    for (number, (shape, _)), column in product(enumerate(TURNINGS), range(6)):
        cells = covered_cells(number, row, column)
        if SIZES.get(shape, 3) == size and all(_inside(cell) and cell not in shut for cell in cells):
            heights = {garden["heights"][r][c] for r, c in cells}
            if len(heights) == 1:
                found.append((heights.pop() + 1, column, cells, shape))
    return found


def _best_tile(view: View, garden: View) -> int:
    if garden["passed"] or len(garden["lanterns"]) == 6:
        return 0
    best = 0
    for kind in view["display"]:
        row, size = "mpfabs".index(kind[0]), SIZES.get(kind[1], 3)
        for layer, column, cells, shape in _lying(garden, row, size)[1:]:
            if shape == kind[1] and "abcdef"[column] not in garden["lanterns"]:
                best = max(best, size * layer + _extra(view, garden, row, column, cells, layer, size))
    return best


def _extra(view: View, garden: View, row: int, column: int, cells: list[Cell], layer: int, size: int) -> int:
    """The bonus (M4.3) and an enclosed Zen tile (M6.C5)."""
    bonus = view["bonuses"][row]
    points = int(bonus["points"]) if layer == 5 and bonus["holder"] is None else 0
    zen = _cell(garden["open_zen"])
    if zen is None:
        return points
    beside = [(zen[0] + down, zen[1] + right) for down, right in NEAR if _inside((zen[0] + down, zen[1] + right))]
    if all(cell in cells or garden["heights"][cell[0]][cell[1]] for cell in beside):
        shown = {cell: 0 if cell in cells else garden["objects"][cell[0]][cell[1]] for cell in beside}
        points += 1 + sum(shown.values()) + (size if (row, column) in beside else 0)
    return points


def _objects(garden: View, cells: set[Cell]) -> int:
    return sum(int(garden["objects"][r][c]) for r, c in cells)


def _object_cells(garden: View) -> set[Cell]:
    return {(r, c) for r, c in product(range(6), repeat=2) if garden["objects"][r][c]}


def _green_cells(garden: View) -> set[Cell]:
    return {(r, c) for r, c in product(range(6), repeat=2) if garden["heights"][r][c]} - _object_cells(garden)


def _groups(cells: set[Cell]) -> list[set[Cell]]:
    groups, left = [], set(cells)
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            here = edge.pop()
            group.add(here)
            near = {(here[0] + down, here[1] + right) for down, right in NEAR} & left
            left -= near
            edge |= near
        groups.append(group)
    return groups


def _sides_closed(garden: View) -> int:
    zen = _cell(garden["open_zen"])
    if zen is None:
        return 0
    sides = [(zen[0] + down, zen[1] + right) for down, right in NEAR]
    return sum(not _inside(cell) or garden["heights"][cell[0]][cell[1]] > 0 for cell in sides)


def _climb(garden: View) -> int:
    frog = garden["frog"]
    here = _cell(frog and frog["cell"])
    if here is None:
        return 0
    layer = garden["heights"][here[0]][here[1]] + 1
    for down, right in NEAR:
        there = (here[0] + down, here[1] + right)
        if _inside(there) and f"{'abcdef'[there[1]]}{there[0] + 1}" not in garden["zen"]:
            bare = frog["golden"] or not garden["objects"][there[0]][there[1]]
            if garden["heights"][there[0]][there[1]] == layer and bare:
                return int(layer)
    return 0


# -- Edo Yashiki -------------------------------------------------------------------------------------------------------
LETTERS = {"tatami": "T", "pond": "P", "floor": "F", "path": "F", "garden": "G", "bush": "G"}
LENGTHS = {"open pairs": 2, "open threes": 3, "open fours": 4}


def _edo(table: Game, seat: int, fact: Fact) -> int:
    if fact[0] in LENGTHS:
        return _open_runs(table.view()["houses"][seat], LETTERS[fact[1]], LENGTHS[fact[0]])
    match fact[0]:
        case "beyond 24":
            return (
                int(_after_the_round(table)["scores"][seat]) - 24
                if _has_placed(table, seat)
                else table.scores[seat] - 24
            )
        case "markers":
            view = _after_the_round(table) if _has_placed(table, seat) else table.view()
            return len(view["houses"][seat]["markers"])
        case "card points":
            return _card_points(table, seat)
    raise AssertionError(fact)


def _has_placed(table: Game, seat: int) -> bool:
    return table.view()["phase"] == "place" and seat not in table.to_act


def _after_the_round(table: Game) -> View:
    """Everybody else places somehow; who may choose what to score takes the longest."""
    twin = table.copy(chance="same")
    round_number = table.view()["round"]
    while not twin.over and twin.view()["round"] == round_number:
        twin.play(max(twin.legal(twin.to_act[0]), key=twin.gain))
    return twin.view()


def _open_runs(house: View, letter: str, length: int) -> int:
    wide = len(house["rows"][0]) + 2
    rows = ["." * wide, *(f".{row}." for row in house["rows"]), "." * wide]
    locked = ["." * wide, *(f".{row}." for row in house["locked"]), "." * wide]
    columns, locked_columns = ["".join(c) for c in zip(*rows)], ["".join(c) for c in zip(*locked)]
    found = 0
    for line, shut in zip(rows + columns, locked + locked_columns):
        for at in range(1, len(line) - length):
            alone = line[at - 1] != letter and line[at + length] != letter
            if line[at : at + length] == letter * length and alone:
                found += not (shut[at - 1] == "#" and shut[at + length] == "#")
    return found


def _card_points(table: Game, seat: int) -> int:
    view, p = table.view(), table.position
    if view["phase"] != "grab" or view["houses"][seat]["hand"] is not None:
        return _best_placing(p, seat) if view["houses"][seat]["hand"] is not None else 0
    best = 0
    for slot, card in enumerate(view["open"]):
        if card["taken_by"] is None:
            p.seat[seat].hand = p.open[slot]
            best = max(best, _best_placing(p, seat))
    return best


def _best_placing(p: Any, seat: int) -> int:
    """By the slow reading of the rules, over every place near the house."""
    p = p.copy()
    p.phase, p.waiting = PLACE, all_seats(p)
    wide, high = int(p.seat[seat].width), int(p.seat[seat].height)
    near = [placement(x, y, way) for x in range(-2, wide + 1) for y in range(-3, high + 1) for way in (0, 1)]
    return max(sum(part.points for part in edo_points(p, seat, a)) for a in near if explain_illegal(p, seat, a) is None)
