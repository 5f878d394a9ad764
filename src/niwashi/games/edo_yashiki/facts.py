"""Facts for hints: runs that can still grow, the card in hand, markers, and the distance to the goal."""

from __future__ import annotations

from niwashi.core.facts import Facts
from niwashi.core.game import Position
from niwashi.games.edo_yashiki.cards import FEATURES
from niwashi.games.edo_yashiki.explain import Picture, Square, picture_of
from niwashi.games.edo_yashiki.features import best_gain, expected_markers, expected_score
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.picture import LOCKED, locked_rows
from niwashi.games.edo_yashiki.state import GOAL, GRAB, NO_CARD, NOBODY
from niwashi.games.edo_yashiki.words import marker_word, singular

OPEN_RUNS = {2: "open pairs", 3: "open threes", 4: "open fours"}


def facts(p: Position, seat: int) -> Facts:
    measured = _open_runs(p, seat)
    measured["beyond 24",] = int(expected_score(p, seat)) - GOAL + 1
    measured["card points",] = _card_points(p, seat)
    if p.specialists:
        measured["markers", marker_word(EDITIONS[int(p.edition)])] = int(expected_markers(p, seat))
    return measured


def _open_runs(p: Position, seat: int) -> Facts:
    """Lines of exactly two, three or four equal squares with an end that a card may still cover (E3.4)."""
    picture, locked = picture_of(p, seat), _locked_squares(p, seat)
    words = {letter: singular(letter, EDITIONS[int(p.edition)]) for letter in FEATURES}
    measured: Facts = {(name, word): 0 for name in OPEN_RUNS.values() for word in words.values()}
    for square in picture:
        for step in ((1, 0), (0, 1)):
            length = _run_from(picture, square, step)
            if length in OPEN_RUNS and not _closed(square, step, length, locked):
                measured[OPEN_RUNS[length], words[picture[square]]] += 1
    return measured


def _locked_squares(p: Position, seat: int) -> set[Square]:
    left, top = int(p.seat[seat].left), int(p.seat[seat].top)
    rows = locked_rows(p, seat)
    return {(left + x, top + y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == LOCKED}


def _run_from(picture: Picture, square: Square, step: Square) -> int:
    """The length of the line that begins here; 0 if none begins here."""
    (x, y), (right, down) = square, step
    if picture.get((x - right, y - down)) == picture[square]:
        return 0
    length = 1
    while picture.get((x + length * right, y + length * down)) == picture[square]:
        length += 1
    return length


def _closed(square: Square, step: Square, length: int, locked: set[Square]) -> bool:
    """E3.4: whether both ends are locked, so that the line cannot grow."""
    (x, y), (right, down) = square, step
    return {(x - right, y - down), (x + length * right, y + length * down)} <= locked


def _card_points(p: Position, seat: int) -> int:
    """The most points that the card in hand, or the best free card, would score."""
    if int(p.phase) != GRAB or int(p.seat[seat].hand) != NO_CARD:
        return int(best_gain(p, seat))
    with_card = p.copy()
    points = 0
    for slot in range(int(p.seats)):
        if int(p.taken[slot]) == NOBODY:
            with_card.seat[seat].hand = p.open[slot]
            points = max(points, int(best_gain(with_card, seat)))
    return points
