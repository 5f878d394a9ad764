"""Positions drawn as text, and games played through."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from niwashi.core.game import CHANCE, OVER, Position, acting_seats
from niwashi.core.rng import Generator, below, seeded
from niwashi.games.edo_yashiki import RULES
from niwashi.games.edo_yashiki.cards import DECK, FEATURES, face_code
from niwashi.games.edo_yashiki.options import EdoOptions
from niwashi.games.edo_yashiki.state import PLACE
from niwashi.games.edo_yashiki.tally import build_house

KERNELS = RULES.kernels


# -- positions ---------------------------------------------------------------------------------------
def placing(
    *houses: str, hands: Sequence[str], markers: Sequence[str] | None = None, corner: tuple[int, int] = (0, 0)
) -> Position:
    """All have grabbed and are to place. A house is its rows, as `TP./TT./FGF`; missing houses are one card.

    With `markers`, one word of letters a seat, specialists are in play. `corner` is where the rows start.
    """
    seats = max(len(hands), 2)
    p = RULES.opening(EdoOptions(seats=seats, specialists=markers is not None), RULES.box)
    for seat in range(seats):
        draw(p, seat, houses[seat] if seat < len(houses) else "TP/FG/TP", corner)
        p.faces[seat] = face_code(hands[seat] if seat < len(hands) else "TP/FG/TP")
        p.seat[seat].hand = seat
        letters = markers[seat] if markers and seat < len(markers) else FEATURES if markers else ""
        p.seat[seat].markers = sum(1 << FEATURES.index(letter) for letter in letters)
    p.cards = DECK - 2 * seats
    p.phase = PLACE
    p.rounds = 1
    p.waiting = (1 << seats) - 1
    return p


def draw(p: Position, seat: int, picture: str, corner: tuple[int, int] = (0, 0)) -> None:
    """Set a seat's house, locked squares and all."""
    build_house(p, seat, [row.strip() for row in picture.split("/")], *corner)


# -- actions -----------------------------------------------------------------------------------------
def legal_ids(p: Position, seat: int) -> list[int]:
    out = np.zeros(RULES.most_legal, np.int64)
    return [int(action) for action in out[: KERNELS.legal(p, seat, out)]]


def legal(p: Position, seat: int = 0) -> list[str]:
    return [RULES.action_text(p, seat, action) for action in legal_ids(p, seat)]


def act(p: Position, seat: int, text: str) -> None:
    action = RULES.action_of(p, seat, text)
    assert action in legal_ids(p, seat), text
    KERNELS.play(p, seat, action)


def gain(p: Position, text: str, seat: int = 0) -> int:
    return int(KERNELS.gain(p, seat, RULES.action_of(p, seat, text)))


def refused(p: Position, text: str, seat: int = 0) -> str:
    """The code of the refusal; the kernels refuse it too."""
    action = RULES.action_of(p, seat, text)
    error = RULES.explain_illegal(p, seat, action)
    assert error is not None
    assert action not in legal_ids(p, seat)
    return error.code


def to_act(p: Position) -> tuple[int, ...]:
    return acting_seats(int(KERNELS.to_act(p)))


def scores(p: Position) -> list[int]:
    out = np.zeros(int(p.seats), np.int64)
    KERNELS.scores(p, out)
    return [int(score) for score in out]


# -- whole games --------------------------------------------------------------------------------------
Chooser = Callable[[Position, int, Generator], int]


def chance(p: Position, rng: Generator) -> list[int]:
    out = np.zeros(RULES.longest_outcome, np.int64)
    length = KERNELS.draw(p, rng, out)
    KERNELS.reveal(p, out, length)
    return [int(face) for face in out[:length]]


def open_game(seed: int = 1, **options: object) -> Position:
    """A game whose first round's cards lie open."""
    p = RULES.opening(RULES.options({"seats": 2, **options}), RULES.box)
    rng = seeded(seed)
    chance(p, rng)
    chance(p, rng)
    return p


def any_action(p: Position, seat: int, rng: Generator) -> int:
    return int(KERNELS.sample(p, seat, rng))


def play_through(p: Position, rng: Generator, choose: Chooser = any_action) -> None:
    while (mask := int(KERNELS.to_act(p))) != OVER:
        if mask == CHANCE:
            chance(p, rng)
        else:
            seats = acting_seats(mask)
            seat = seats[below(rng, len(seats))]
            KERNELS.play(p, seat, choose(p, seat, rng))


def fingerprint(games: int) -> str:
    """A hash of every position, legal action, gain and feature of some games."""
    digest = hashlib.sha256()
    numbers = np.zeros(len(RULES.feature_names), np.float32)

    def watch(p: Position, seat: int, rng: Generator) -> int:
        ids = legal_ids(p, seat)
        action = any_action(p, seat, rng)
        gains = [int(KERNELS.gain(p, seat, an_id)) for an_id in ids[:: max(1, len(ids) // 8)]]
        if below(rng, 4) == 0:
            KERNELS.features(p, seat, numbers)
        digest.update(p.tobytes() + numbers.tobytes() + repr((ids, gains, action)).encode())
        return action

    for number in range(games):
        options = EdoOptions(seats=2 + number % 4, specialists=number % 2 == 0, grab=("live", "calm")[number % 3 % 2])
        play_through(RULES.opening(options, RULES.box), seeded(number), watch)
    return digest.hexdigest()
