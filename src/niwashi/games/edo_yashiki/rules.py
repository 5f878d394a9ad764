"""What actions do: grabbing, placing, scoring, the end of a round and of the game; and what they gain."""

from __future__ import annotations

from niwashi.core.bits import lowest_bit, popcount
from niwashi.core.game import Buffer, Position
from niwashi.core.kernel import kernel
from niwashi.games.edo_yashiki.actions import hand_face, place_of
from niwashi.games.edo_yashiki.chance import clear_display
from niwashi.games.edo_yashiki.house import lay, runs_made
from niwashi.games.edo_yashiki.scoring import choice_points, placing_points, score_placing, score_runs, settle
from niwashi.games.edo_yashiki.state import (
    DONE,
    FIRST_GRAB,
    FIRST_SCORE,
    GOAL,
    NO_CARD,
    NOBODY,
    OPEN,
    PLACE,
    SCORE,
    SCORE_LENGTHS,
    SHORTEST,
)
from niwashi.games.edo_yashiki.turns import all_seats


# -- what actions do -------------------------------------------------------------------------------
@kernel
def play(p: Position, seat: int, action: int) -> None:
    if action < FIRST_GRAB:
        place(p, seat, action)
    elif action < FIRST_SCORE:
        grab(p, seat, action - FIRST_GRAB)
    else:
        choose(p, seat, action - FIRST_SCORE)


@kernel
def grab(p: Position, seat: int, slot: int) -> None:
    take(p, seat, slot)
    if popcount(int(p.waiting)) == 1:  # E2.2: the last seat has the last card at once
        slot = 0
        while int(p.taken[slot]) != NOBODY:
            slot += 1
        take(p, lowest_bit(int(p.waiting)), slot)
        p.phase = PLACE
        p.waiting = all_seats(p)


@kernel
def take(p: Position, seat: int, slot: int) -> None:
    p.taken[slot] = seat
    p.seat[seat].hand = p.open[slot]
    done(p, seat)


@kernel
def done(p: Position, seat: int) -> None:
    """This phase needs the seat no more."""
    p.waiting = int(p.waiting) & ~(1 << seat)


@kernel
def place(p: Position, seat: int, action: int) -> None:
    """E2.4: nothing that another seat's placing could see, until all have placed."""
    x, y, turned = place_of(action)
    house = p.seat[seat]
    house.runs = lay(p, seat, hand_face(p, seat, turned), x, y)
    house.hand = NO_CARD
    done(p, seat)
    if int(p.waiting) == 0:
        score_round(p)


@kernel
def score_round(p: Position) -> None:
    """E2.4: all score; who has a choice is asked first (E6.4)."""
    p.phase = SCORE
    for seat in range(int(p.seats)):
        if score_placing(p, seat):
            p.waiting = int(p.waiting) | 1 << seat
    if int(p.waiting) == 0:
        end_round(p)


@kernel
def choose(p: Position, seat: int, choice: int) -> None:
    """E6.4: one run of a feature; what is then left without a choice scores by itself."""
    feature, length = choice // SCORE_LENGTHS, SHORTEST + choice % SCORE_LENGTHS
    score_runs(p, seat, feature, length, 1)
    settle(p, seat, feature)
    if int(p.seat[seat].times) == 0:
        done(p, seat)
        if int(p.waiting) == 0:
            end_round(p)


@kernel
def end_round(p: Position) -> None:
    """E2.5, E5.1"""
    clear_display(p)
    p.starts = (int(p.starts) + 1) % int(p.seats)
    p.phase = OPEN if int(p.cards) >= int(p.seats) else DONE
    for seat in range(int(p.seats)):
        if int(p.seat[seat].score) >= GOAL:
            p.phase = DONE


# -- points ----------------------------------------------------------------------------------------
@kernel
def gain(p: Position, seat: int, action: int) -> int:
    """A placement with the best choice of runs; a choice with what then scores by itself (E6.4)."""
    if action >= FIRST_SCORE:
        choice = action - FIRST_SCORE
        return choice_points(p, seat, choice // SCORE_LENGTHS, SHORTEST + choice % SCORE_LENGTHS)
    if action >= FIRST_GRAB:
        return 0
    x, y, turned = place_of(action)
    return placing_points(p, seat, runs_made(p, seat, hand_face(p, seat, turned), x, y))


@kernel
def scores(p: Position, out: Buffer) -> None:
    for seat in range(int(p.seats)):
        out[seat] = int(p.seat[seat].score)
