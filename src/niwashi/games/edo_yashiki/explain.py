"""The second, slow reading of the rules: why an action is refused and how points add up, on plain squares.

Nothing here uses the bit planes' tricks or the run counts, so that tests can hold the kernels against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from niwashi.core.client_types import Args
from niwashi.core.errors import IllegalAction, NiwashiError
from niwashi.core.game import Part, Position
from niwashi.games.edo_yashiki.actions import place_of
from niwashi.games.edo_yashiki.cards import FEATURES, face_text
from niwashi.games.edo_yashiki.notation import action_text, refuse_apart
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.picture import NOTHING, house_rows
from niwashi.games.edo_yashiki.state import (
    ACTIONS,
    FIRST_GRAB,
    FIRST_SCORE,
    GRAB,
    NO_CARD,
    NOBODY,
    PHASES,
    PLACE,
    SCORE,
    SCORE_LENGTHS,
    SHORTEST,
)
from niwashi.games.edo_yashiki.words import count_word, plural, singular

Square: TypeAlias = tuple[int, int]
"""Its x and y, with 0,0 at the first card's top left."""
Picture: TypeAlias = dict[Square, str]

POINTS = {3: 1, 4: 2, 5: 4}
BONUS = {0: 0, 1: 0, 2: 2, 3: 4, 4: 6}


@dataclass(frozen=True)
class Run:
    """E4.1: a maximal straight line of equal squares, three or more."""

    feature: str
    squares: frozenset[Square]

    @property
    def length(self) -> int:
        return len(self.squares)

    @property
    def points(self) -> int:
        return POINTS.get(self.length, 0)


# -- the plain board -------------------------------------------------------------------------------
def picture_of(p: Position, seat: int) -> Picture:
    left, top = int(p.seat[seat].left), int(p.seat[seat].top)
    return {
        (left + column, top + line): letter
        for line, letters in enumerate(house_rows(p, seat))
        for column, letter in enumerate(letters)
        if letter != NOTHING
    }


def all_runs(picture: Picture) -> set[Run]:
    lines = [_run_through(picture, square, step) for square in picture for step in ((1, 0), (0, 1))]
    return {run for run in lines if run}


def _run_through(picture: Picture, square: Square, step: Square) -> Run | None:
    (x, y), (dx, dy) = square, step
    feature = picture[square]
    squares = {square}
    for direction in (1, -1):
        n = direction
        while picture.get((x + n * dx, y + n * dy)) == feature:
            squares.add((x + n * dx, y + n * dy))
            n += direction
    return Run(feature, frozenset(squares)) if len(squares) >= SHORTEST else None


def card_squares(p: Position, seat: int, action: int) -> Picture:
    """The card in hand where a placement would lay it."""
    x, y, turned = place_of(action)
    x, y = x + int(p.seat[seat].left), y + int(p.seat[seat].top)
    face = face_text(int(p.faces[p.seat[seat].hand]))
    letters = (face[::-1] if turned else face).replace("/", "")
    return {(x + place % 2, y + place // 2): letter for place, letter in enumerate(letters)}


# -- refusals --------------------------------------------------------------------------------------
def explain_illegal(p: Position, seat: int, action: int) -> NiwashiError | None:
    if not 0 <= action < ACTIONS:
        return IllegalAction("edo/action", f"there is no action {action}; they run from 0 to {ACTIONS - 1}")
    if action >= FIRST_SCORE:
        return _choice_refusal(p, seat, *divmod(action - FIRST_SCORE, SCORE_LENGTHS))
    if action >= FIRST_GRAB:
        return _grab_refusal(p, seat, action - FIRST_GRAB)
    return _placement_refusal(p, seat, action)


def _wrong_phase(p: Position, what: str, when: str, rule: str) -> NiwashiError:
    return IllegalAction("edo/phase", f"{what} {when} ({rule}); the phase is {PHASES[int(p.phase)]} now")


def _grab_refusal(p: Position, seat: int, slot: int) -> NiwashiError | None:
    if int(p.phase) != GRAB:
        return _wrong_phase(p, "a card is grabbed", "when a round's cards have just been laid open", "E2.2")
    if int(p.seat[seat].hand) != NO_CARD:
        return IllegalAction("edo/hand", f"seat {seat} has its card; it is placed when all have one (E2.4)")
    if slot >= int(p.seats):
        return IllegalAction("edo/slot", f"there is no open card {slot + 1}; there are {int(p.seats)} (E2.1)")
    if int(p.taken[slot]) != NOBODY:
        taker = int(p.taken[slot])
        free = ", ".join(str(i + 1) for i in range(int(p.seats)) if int(p.taken[i]) == NOBODY)
        sentence = f"card {slot + 1} was taken by seat {taker} (E2.2); free: {free}"
        return IllegalAction("edo/taken", sentence, {"card": slot, "seat": taker})
    return None


def _placement_refusal(p: Position, seat: int, action: int) -> NiwashiError | None:
    if int(p.phase) != PLACE:
        return _wrong_phase(p, "cards are placed", "once every seat has grabbed one", "E2.4")
    if int(p.seat[seat].hand) == NO_CARD:
        return IllegalAction("edo/placed", f"seat {seat} has placed its card of this round (E2.4)")
    text = action_text(p, seat, action).removeprefix("place ")
    face = face_text(int(p.faces[p.seat[seat].hand]))
    if text.endswith("r") and face == face[::-1]:
        return IllegalAction("edo/turn", f"half a turn does not change {face}: {text[:-1]}, without r (E3.1)")
    card, house = card_squares(p, seat, action), picture_of(p, seat)
    if not _touches(card, house):
        return refuse_apart(text.removesuffix("r"))
    return _locked_refusal(text.removesuffix("r"), card, house, _edition(p))


def _touches(card: Picture, house: Picture) -> bool:
    """E3.2"""
    near = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
    return any((x + dx, y + dy) in house for x, y in card for dx, dy in near)


def _locked_refusal(place: str, card: Picture, house: Picture, edition: str) -> NiwashiError | None:
    """E3.4"""
    covered = [(square, run) for run in all_runs(house) for square in run.squares if square in card]
    if not covered:
        return None
    (x, y), run = min(covered, key=lambda found: (found[0][1], found[0][0], -found[1].length))
    what = singular(run.feature, edition)
    sentence = f"{place} would cover the {what} at {x},{y}, part of a run of {count_word(run.length)} (E3.4)"
    return IllegalAction("edo/locked", sentence, {"x": x, "y": y, "feature": run.feature, "length": run.length})


def _choice_refusal(p: Position, seat: int, feature: int, length: int) -> NiwashiError | None:
    times = int(p.seat[seat].times)
    if int(p.phase) != SCORE or times == 0:
        return _wrong_phase(p, "a run is chosen", "only where more of a feature are there than may score", "E6.4")
    letters = [letter for place, letter in enumerate(FEATURES) if _times(p, seat, place)]
    if FEATURES[feature] != letters[0]:
        sentence = f"the order is T P F G (E6.4): first a run of {letters[0]}, not of {FEATURES[feature]}"
        return IllegalAction("edo/order", sentence)
    lengths = choosable_lengths(p, seat)
    if length + SHORTEST not in lengths:
        there = ", ".join(f"{letters[0]}{n}" for n in lengths)
        sentence = f"no run {letters[0]}{length + SHORTEST} is left to score (E6.4); there are {there}"
        return IllegalAction("edo/run", sentence)
    return None


def choosable_lengths(p: Position, seat: int) -> list[int]:
    """E6.4: the lengths a seat may choose among now, of the first feature asked for."""
    for feature in range(4):
        if _times(p, seat, feature):
            return sorted(set(_run_lengths(p, seat, feature)))
    return []


# -- points ----------------------------------------------------------------------------------------
def points(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    """How a legal action's points add up; a placement's with the best choice (E6.4)."""
    if action >= FIRST_SCORE:
        feature, length = divmod(action - FIRST_SCORE, SCORE_LENGTHS)
        lengths = [length + SHORTEST, *_runs_left_without_choice(p, seat, feature, length + SHORTEST)]
        return tuple(run_part(FEATURES[feature], n, POINTS[n], "E6.4", _edition(p)) for n in lengths)
    return () if action >= FIRST_GRAB else _placement_points(p, seat, action)


def _runs_left_without_choice(p: Position, seat: int, feature: int, chosen: int) -> list[int]:
    """E6.4: the runs that score by themselves once this one is chosen, because no choice is left."""
    left, times = _run_lengths(p, seat, feature), _times(p, seat, feature) - 1
    left.remove(chosen)
    return left[:times] if times >= len(left) or len(set(left)) == 1 else []


def _run_lengths(p: Position, seat: int, feature: int) -> list[int]:
    runs = int(p.seat[seat].runs) >> 16 * feature
    return [length for length in POINTS for _ in range(runs >> 4 * (length - SHORTEST) & 15)]


def _times(p: Position, seat: int, feature: int) -> int:
    return int(p.seat[seat].times) >> 4 * feature & 15


def _placement_points(p: Position, seat: int, action: int) -> tuple[Part, ...]:
    card = card_squares(p, seat, action)
    runs = [run for run in all_runs(picture_of(p, seat) | card) if not run.squares.isdisjoint(card)]
    runs.sort(key=lambda run: (FEATURES.index(run.feature), -run.points, run.length, sorted(run.squares)))
    scored = [run for run in runs if run.points]
    if int(p.specialists):
        scored = _limit_by_markers(scored, int(p.seat[seat].markers))
    parts = [_run_item(run, run in scored, _edition(p)) for run in runs]
    features = len({run.feature for run in scored})
    if BONUS[features]:
        parts.append(bonus_part(features))
    return tuple(parts)


def _limit_by_markers(runs: list[Run], markers: int) -> list[Run]:
    """E6.2–E6.4, one run after the other, the best of each feature first."""
    there = {letter for place, letter in enumerate(FEATURES) if markers >> place & 1}
    scored: list[Run] = []
    while able := [run for run in runs if run.feature in there and run not in scored]:
        scored.append(able[0])
        there.remove(able[0].feature)
        there = there or set(FEATURES)
    return scored


def _run_item(run: Run, scored: bool, edition: str) -> Part:
    rule = "E4.1" if scored or not run.points else "E6.2"
    return run_part(run.feature, run.length, run.points if scored else 0, rule, edition)


@cache
def run_part(feature: str, length: int, worth: int, rule: str, edition: str) -> Part:
    args: Args = {"feature": feature, "length": length}
    detail = f"{count_word(length)} {plural(feature, edition)}"
    return Part(f"run {feature}{length}", detail, worth, rule, "edo-part-run", args)


@cache
def bonus_part(features: int) -> Part:
    detail = f"{count_word(features)} features"
    return Part("bonus", detail, BONUS[features], "E4.3", "edo-part-bonus", {"features": features})


def _edition(p: Position) -> str:
    return EDITIONS[int(p.edition)]
