"""Edo Yashiki: what an action covers, what is blocked, and what effects say, held against views and refusals."""

from __future__ import annotations

from typing import Any, TypeAlias

from niwashi.core.client_types import ChoiceSet, Effect
from niwashi.core.game import Position, Rules
from niwashi.games.edo_yashiki import client_types
from niwashi.games.edo_yashiki.client_types import EdoBlocked, EdoCover, EdoGrabs, EdoPlacings
from tests.conformance.reasons import make_reason

Square: TypeAlias = tuple[int, int]
Line: TypeAlias = tuple[str, int, int, bool, int]


def squares(house: dict[str, Any]) -> dict[Square, str]:
    rows = [(y, row) for y, row in enumerate(house["rows"], house["y"])]
    return {(x, y): letter for y, row in rows for x, letter in enumerate(row, house["x"]) if letter != "."}


def lines(house: dict[str, Any]) -> list[Line]:
    found = house["lines"]
    return list(zip(*(found[field] for field in ("feature", "x", "y", "across", "length")), strict=True))


def on_line(line: Line) -> set[Square]:
    _, x, y, across, length = line
    return {(x + n, y) if across else (x, y + n) for n in range(length)}


def card_at(x: int, y: int, face: str) -> dict[Square, str]:
    return {
        (x + right, y + down): letter for down, row in enumerate(face.split("/")) for right, letter in enumerate(row)
    }


# -- offers ------------------------------------------------------------------------------------------------------------
def check_action(choices: ChoiceSet, place: int, seat: int, before: dict[str, Any], after: dict[str, Any]) -> None:
    cover: EdoCover = choices.cover
    if isinstance(cover, EdoGrabs):
        check_trial(cover, place, before)
        assert after["open"][cover.card[place]]["taken_by"] == seat
        assert after["houses"][seat]["hand"] == before["open"][cover.card[place]]["face"]
    elif isinstance(cover, EdoPlacings):
        check_placing(choices, cover, place, before["houses"][seat], after["houses"][seat])
    else:
        assert cover.length[place] in before["houses"][seat]["choice"]["lengths"]
        assert cover.feature[place] == before["houses"][seat]["choice"]["feature"]


def check_trial(cover: EdoGrabs, place: int, before: dict[str, Any]) -> None:
    """A calm grab tells what every card would bring, a live one nothing: there nobody has the time to read it."""
    if before["grab"] == "live":
        assert not cover.best
        assert not cover.trials
        return
    trial = cover.trials[place]
    assert cover.best[place] == max(trial.points)
    assert trial.cover.faces[0] == before["open"][cover.card[place]]["face"]


def check_placing(choices: ChoiceSet, cover: EdoPlacings, place: int, old: dict[str, Any], new: dict[str, Any]) -> None:
    card = card_at(cover.x[place], cover.y[place], cover.faces[cover.turned[place]])
    assert squares(new) == squares(old) | card
    assert len(card) == cover.width * cover.height
    runs = cover.runs
    made = {
        (runs.feature[n], runs.x[n], runs.y[n], runs.across[n], runs.length[n]): runs.points[n]
        for n in cover.made[place]
    }
    assert set(made) == {line for line in lines(new) if on_line(line) & set(card)}
    items = [choices.parts[item] for item in choices.sums[place] if choices.parts[item].key == "edo-part-run"]
    assert [(item.args["feature"], item.args["length"], item.points) for item in items] == [
        (feature, length, points) for (feature, _, _, _, length), points in made.items()
    ]
    if new["pending"] is not None:
        assert new["pending"] == choices.points[place]
    elif new["markers"] is not None:
        assert cover.markers[place] == new["markers"]
        spent = sum(runs.points[n] > 0 for n in cover.made[place])
        assert (place in cover.renewed) == (spent >= len(old["markers"]))


# -- what is blocked ---------------------------------------------------------------------------------------------------
def check_blocked(rules: Rules, p: Position, seat: int, choices: ChoiceSet) -> None:
    cover: EdoCover = choices.cover
    blocked: EdoBlocked = choices.blocked
    if isinstance(cover, EdoGrabs):
        for card, place in enumerate(blocked.cards):
            assert (place == -1) == (card in cover.card)
            assert place == -1 or blocked.reasons[place] == reason(rules, p, seat, f"grab {card + 1}")
        assert len(blocked.cards) == rules.view(p)["seats"]
    if isinstance(cover, EdoPlacings):
        check_places(rules, p, seat, cover, blocked)


def check_places(rules: Rules, p: Position, seat: int, cover: EdoPlacings, blocked: EdoBlocked) -> None:
    house = rules.view(p)["houses"][seat]
    closed = dict(zip(zip(blocked.x, blocked.y, strict=True), blocked.why, strict=True))
    possible = set(zip(cover.x, cover.y, strict=True))
    assert not possible & set(closed)
    for y in range(house["y"] - 3, house["y"] + len(house["rows"]) + 1):
        for x in range(house["x"] - 2, house["x"] + len(house["rows"][0]) + 1):
            if (x, y) not in possible:
                said = blocked.reasons[closed.get((x, y), blocked.elsewhere)]
                assert said == reason(rules, p, seat, f"place {x},{y}")


def reason(rules: Rules, p: Position, seat: int, action: str) -> Any:
    refusal = rules.explain_illegal(p, seat, rules.action_of(p, seat, action))
    return refusal and make_reason(refusal)


# -- effects -----------------------------------------------------------------------------------------------------------
def check_effects(effects: list[Effect], before: dict[str, Any], after: dict[str, Any]) -> None:
    laid = {seat: squares(house) for seat, house in enumerate(before["houses"])}
    markers = [house["markers"] for house in before["houses"]]
    for effect in effects:
        if isinstance(effect, client_types.EdoPlaced):
            card = card_at(effect.x, effect.y, effect.face)
            laid[effect.seat] |= card
            there = lines(after["houses"][effect.seat])
            told = [(run.feature, run.x, run.y, run.across, run.length) for run in effect.runs]
            assert set(told) == {line for line in there if on_line(line) & set(card)}
        elif isinstance(effect, client_types.EdoHouses):
            laid = {seat: card_at(0, 0, face) for seat, face in enumerate(effect.faces)}
            markers = [house["markers"] for house in after["houses"]]
        elif isinstance(effect, client_types.EdoTaken):
            assert after["open"][effect.card] == {"face": effect.face, "taken_by": effect.seat}
        elif isinstance(effect, client_types.EdoOpened):
            assert [card["face"] for card in after["open"]] == effect.faces
            assert after["round"] == effect.round
        elif isinstance(effect, client_types.EdoMarkers):
            markers[effect.seat] = effect.markers
        elif isinstance(effect, client_types.EdoAsked):
            asked = {"feature": effect.feature, "times": effect.times, "lengths": effect.lengths}
            assert after["houses"][effect.seat]["choice"] == asked
    assert laid == {seat: squares(house) for seat, house in enumerate(after["houses"])}
    assert markers == [house["markers"] for house in after["houses"]]
    check_keys(effects, before, after)


def check_keys(effects: list[Effect], before: dict[str, Any], after: dict[str, Any]) -> None:
    kinds = {type(effect) for effect in effects}
    assert (client_types.EdoRoundEnded in kinds) == (before["start_seat"] != after["start_seat"])
    assert (client_types.EdoEnded in kinds) == (after["phase"] == "over")
    taken = sum(isinstance(effect, client_types.EdoTaken) for effect in effects)
    had, has = (sum(card["taken_by"] is not None for card in view["open"]) for view in (before, after))
    assert taken == (has - had if after["open"] else 0)
