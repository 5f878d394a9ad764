"""Miyabi: what an action covers, what is blocked, and what effects say, held against views and refusals."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from niwashi.core.client_types import ChoiceSet, Effect, make_reason
from niwashi.core.errors import UnreadableAction
from niwashi.core.game import Position, Rules
from niwashi.games.miyabi import client_types
from niwashi.games.miyabi.client_types import MiyabiBlocked, MiyabiCover

COLUMNS, TURNS = "abcdef", ("", "E", "S", "W", "N")


def cell_of(name: str) -> int:
    return (int(name[1]) - 1) * 6 + COLUMNS.index(name[0])


def flat(rows: list[list[int]]) -> list[int]:
    return [value for row in rows for value in row]


def risen(before: dict[str, Any], after: dict[str, Any]) -> set[int]:
    heights = zip(flat(before["heights"]), flat(after["heights"]), strict=True)
    return {cell for cell, (old, new) in enumerate(heights) if old != new}


# -- offers ------------------------------------------------------------------------------------------------------------
def check_action(choices: ChoiceSet, place: int, seat: int, before: dict[str, Any], after: dict[str, Any]) -> None:
    cover: MiyabiCover = choices.cover
    old, new = before["gardens"][seat], after["gardens"][seat]
    cells, at = cover.cells[place], cover.at[place]
    assert risen(old, new) == set(cells)
    assert [flat(new["objects"])[cell] for cell in cells] == [cover.objects[place], 0, 0][: len(cells)]
    if cells:
        assert cells[0] == at
        assert flat(new["heights"])[at] == cover.layer[place]
        assert at % 6 == cover.column[place]
    if after["round"] == before["round"] and after["phase"] != "over":
        lit = COLUMNS[cover.column[place]] if cover.column[place] >= 0 else ""
        assert set(new["lanterns"]) == set(old["lanterns"]) | set(lit)
    check_frog(cover, place, old, new)
    check_tile(cover, place, before, after)


def check_frog(cover: MiyabiCover, place: int, old: dict[str, Any], new: dict[str, Any]) -> None:
    if cover.does[place] in ("frog", "step"):
        assert cell_of(new["frog"]["cell"]) == cover.at[place]
        assert flat(new["heights"])[cover.at[place]] == cover.layer[place]
    elif old["frog"]:
        assert new["frog"]["cell"] == old["frog"]["cell"]


def check_tile(cover: MiyabiCover, place: int, before: dict[str, Any], after: dict[str, Any]) -> None:
    tile = cover.tile[place]
    if cover.does[place] == "tile" and after["display"]:
        assert sorted([*after["display"], tile]) == sorted(before["display"])
    if cover.does[place] == "zen":
        assert sorted([*after["zen"]["open"], tile[1]]) == sorted(before["zen"]["open"])


# -- what is blocked ---------------------------------------------------------------------------------------------------
def check_blocked(rules: Rules, p: Position, seat: int, choices: ChoiceSet) -> None:
    cover: MiyabiCover = choices.cover
    blocked: MiyabiBlocked = choices.blocked
    view = rules.view(p)
    zen = ["z" + letter for letter in view["zen"]["open"]] if view["zen"] else []
    assert set(blocked.tiles) == {*view["display"], *zen}
    possible = set(zip(cover.tile, cover.column, strict=True))
    for tile, columns in blocked.tiles.items():
        for column, place in enumerate(columns):
            assert (place == -1) == ((tile, column) in possible)
            if place >= 0:
                check_reason(rules, p, seat, tile, column, blocked.reasons[place])
    for action, place in blocked.actions.items():
        assert (place == -1) == (action in choices.actions)
        if place >= 0:
            assert blocked.reasons[place] == reason(rules, p, seat, action)
    assert {"pass", "end"} <= set(blocked.actions)


def check_reason(rules: Rules, p: Position, seat: int, tile: str, column: int, said: Any) -> None:
    """A lantern is told first; else it is why one of the turns is not possible."""
    lit = COLUMNS[column] in rules.view(p)["gardens"][seat]["lanterns"]
    if said.code == "miyabi/lantern":
        assert lit
        assert said.args == {"column": COLUMNS[column]}
    else:
        assert not lit or tile.startswith("z") or said.code == "miyabi/placed"
        assert said in refused(rules, p, seat, tile, column)


def refused(rules: Rules, p: Position, seat: int, tile: str, column: int) -> list[Any]:
    """Why each turn of a tile is not possible."""
    found = []
    for turn in TURNS:
        with suppress(UnreadableAction):
            found.append(reason(rules, p, seat, tile + COLUMNS[column] + turn))
    return found


def reason(rules: Rules, p: Position, seat: int, action: str) -> Any:
    refusal = rules.explain_illegal(p, seat, rules.action_of(p, seat, action))
    return refusal and make_reason(refusal)


# -- effects -----------------------------------------------------------------------------------------------------------
def check_effects(effects: list[Effect], before: dict[str, Any], after: dict[str, Any]) -> None:
    covered: dict[int, set[int]] = {seat: set() for seat in range(before["seats"])}
    taken = {bonus["object"]: bonus["holder"] for bonus in before["bonuses"]}
    for effect in effects:
        if isinstance(effect, client_types.MiyabiPlaced):
            covered[effect.seat] |= set(effect.cells)
            assert flat(after["gardens"][effect.seat]["heights"])[effect.at] == effect.layer
        elif isinstance(effect, client_types.MiyabiZenPlaced):
            covered[effect.seat].add(effect.at)
        elif isinstance(effect, client_types.MiyabiBonusTaken):
            taken[effect.object] = effect.seat
        elif isinstance(effect, client_types.MiyabiFrogStepped | client_types.MiyabiFrogPlaced):
            assert cell_of(after["gardens"][effect.seat]["frog"]["cell"]) == effect.at
        elif isinstance(effect, client_types.MiyabiDealt):
            assert sorted(effect.tiles) == sorted(after["display"])
            assert effect.round == after["round"]
        elif isinstance(effect, client_types.MiyabiRoundEnded):
            placed = [one.tile for one in effects if isinstance(one, client_types.MiyabiPlaced)]
            assert sorted([*effect.left, *placed]) == sorted(before["display"])
        elif isinstance(effect, client_types.MiyabiMajority):
            assert (effect.counts, effect.points) in [(row["counts"], row["points"]) for row in after["rows"]]
    for seat, cells in covered.items():
        assert risen(before["gardens"][seat], after["gardens"][seat]) == cells
    assert taken == {bonus["object"]: bonus["holder"] for bonus in after["bonuses"]}
    check_keys(effects, before, after)


def check_keys(effects: list[Effect], before: dict[str, Any], after: dict[str, Any]) -> None:
    kinds = {type(effect) for effect in effects}
    assert (client_types.MiyabiMajority in kinds) == (after["phase"] == "over")
    assert (client_types.MiyabiRoundEnded in kinds) == (before["bonsai"] != after["bonsai"])
    for effect in effects:
        if isinstance(effect, client_types.MiyabiLantern) and client_types.MiyabiRoundEnded not in kinds:
            assert COLUMNS[effect.column] in after["gardens"][effect.seat]["lanterns"]
        if isinstance(effect, client_types.MiyabiEnclosed):
            assert after["gardens"][effect.seat]["open_zen"] is None
