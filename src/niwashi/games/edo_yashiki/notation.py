"""Actions and chance as text, both ways: `grab 2`, `place 2,-1r`, `score T3`, `open FG/FP/TT TP/TT/FG`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from niwashi.core.errors import BadChance, IllegalAction, NiwashiError, UnreadableAction, quote
from niwashi.core.game import Position
from niwashi.games.edo_yashiki.actions import place_of, placement
from niwashi.games.edo_yashiki.cards import FACE, FEATURES, face_code, face_text
from niwashi.games.edo_yashiki.state import (
    FIRST_GRAB,
    FIRST_SCORE,
    HOUSES,
    LEFTMOST,
    LONGEST,
    MAX_SEATS,
    OPEN,
    PHASES,
    PLACE_ROWS,
    PLACES_PER_ROW,
    SCORE_LENGTHS,
    SHORTEST,
    TOPMOST,
)

MAX_ACTION_LENGTH = 80
"""Longer text is no action, whatever it says."""
MAX_OUTCOME_LENGTH = 200

_NUMBER = "0|-?[1-9][0-9]*"
_ACTION = re.compile(
    rf" *(?:GRAB +(?P<slot>[1-9][0-9]*)"
    rf"|PLACE +(?P<x>{_NUMBER}),(?P<y>{_NUMBER})(?P<turned>R?)"
    rf"|SCORE +(?P<feature>[{FEATURES}])(?P<length>[1-9][0-9]*)) *"
)
_EXAMPLES = "an action is written as “grab 2”, “place 2,-1”, “place 2,-1r” or “score T3”"


# -- actions ---------------------------------------------------------------------------------------
def action_text(p: Position, seat: int, action: int) -> str:
    if action >= FIRST_SCORE:
        feature, length = divmod(action - FIRST_SCORE, SCORE_LENGTHS)
        return f"score {FEATURES[feature]}{SHORTEST + length}"
    if action >= FIRST_GRAB:
        return f"grab {action - FIRST_GRAB + 1}"
    x, y, turned = place_of(action)
    house = p["seat"][seat]  # by item: attributes of records are slow outside kernels
    return f"place {x + int(house['left'])},{y + int(house['top'])}{'r' if turned else ''}"


def action_of(p: Position, seat: int, text: str) -> int:
    """Capital and small letters are alike, and spaces may be many; nothing else is guessed."""
    found = _match(text)
    if found is None:
        raise UnreadableAction("edo/unreadable", f"{quote(text)} is no action; {_EXAMPLES}")
    if found["slot"]:
        return _grab(int(found["slot"]))
    if found["feature"]:
        return _score(found["feature"], int(found["length"]))
    return _place(p, seat, int(found["x"]), int(found["y"]), found["turned"] == "R")


def _match(text: str) -> re.Match[str] | None:
    return _ACTION.fullmatch(text.upper()) if _short_ascii(text, MAX_ACTION_LENGTH) else None


def _short_ascii(text: object, longest: int) -> bool:
    """Beyond ASCII, capitals of other letters could pass for ours."""
    return isinstance(text, str) and len(text) <= longest and text.isascii()


def _grab(number: int) -> int:
    if number > MAX_SEATS:
        raise IllegalAction("edo/slot", f"there is no open card {quote(str(number))}; they count from 1 (E2.1)")
    return FIRST_GRAB + number - 1


def _score(feature: str, length: int) -> int:
    if not SHORTEST <= length <= LONGEST:
        sentence = f"no run of {quote(str(length))} scores; those of {SHORTEST} to {LONGEST} do (E4.1)"
        raise IllegalAction("edo/length", sentence)
    return FIRST_SCORE + FEATURES.index(feature) * SCORE_LENGTHS + length - SHORTEST


def _place(p: Position, seat: int, x: int, y: int, turned: bool) -> int:
    column, line = x - int(p["seat"][seat]["left"]), y - int(p["seat"][seat]["top"])
    if not (0 <= column - LEFTMOST < PLACES_PER_ROW and 0 <= line - TOPMOST < PLACE_ROWS):
        raise refuse_apart(f"{x},{y}")
    return placement(column, line, int(turned))


def refuse_apart(place: str) -> NiwashiError:
    sentence = f"a card at {place} would not touch the house; it must overlap it or lie beside it (E3.2)"
    return IllegalAction("edo/apart", sentence)


# -- chance ----------------------------------------------------------------------------------------
def outcome_text(p: Position, outcome: Sequence[int]) -> str:
    shown = p["faces"].tolist()
    return " ".join([PHASES[int(p["phase"])], *(face_text(shown[face]) for face in outcome)])


def outcome_of(p: Position, text: str) -> list[int]:
    words = text.upper().split(" ") if _short_ascii(text, MAX_OUTCOME_LENGTH) else []
    words = [word for word in words if word]
    if not words:
        raise BadChance("edo/chance", f"{quote(text)} is no chance; it is written as “open FG/FP/TT TP/TT/FG”")
    _check_kind(p, words[0])
    seats = int(p["seats"])
    if len(words) != 1 + seats:
        sentence = f"{quote(text)} has {len(words) - 1} cards, not one a seat: {seats} (E1.4, E2.1)"
        raise BadChance("edo/chance", sentence)
    shown, box = p["faces"].tolist(), p["box"].tolist()
    left = {code: face for face, code in enumerate(shown) if box[face]}
    outcome = [_face_of(left, word) for word in words[1:]]
    for face, cards in Counter(outcome).items():
        if cards > box[face]:
            sentence = f"only {box[face]} of {face_text(shown[face])} left in the box, not {cards}"
            raise BadChance("edo/chance", sentence)
    return outcome


def _check_kind(p: Position, word: str) -> None:
    phase = int(p["phase"])
    if phase not in (HOUSES, OPEN):
        raise BadChance("edo/chance", f"chance has nothing to bring now: the phase is {PHASES[phase]}")
    if word.lower() != PHASES[phase]:
        raise BadChance("edo/chance", f"chance brings {PHASES[phase]} now, not {quote(word.lower())}")


def _face_of(left: dict[int, int], word: str) -> int:
    """The number of a face that is still in the box; those are here by their codes."""
    code = face_code(word) if FACE.fullmatch(word) else -1
    if code not in left:
        raise BadChance("edo/chance", f"no card {quote(word)} is left in the box")
    return left[code]
