"""A position as text for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from niwashi.core.game import Position, acting_seats
from niwashi.games.edo_yashiki.cards import FEATURES
from niwashi.games.edo_yashiki.options import EDITIONS
from niwashi.games.edo_yashiki.picture import LOCKED, house_rows, locked_rows
from niwashi.games.edo_yashiki.state import NO_CARD, NOBODY, PHASES
from niwashi.games.edo_yashiki.turns import to_act
from niwashi.games.edo_yashiki.view import card, choice, markers
from niwashi.games.edo_yashiki.words import marker_word, singular

WIDTH = 80
GAP = 3
MARGIN = 5
"""For the y of each row."""
MAX_NAME_LENGTH = 24
TICK = 5
"""Every fifth column has its x written above."""
MAX_SPACED_WIDTH = (WIDTH - MARGIN) // 2


def board(p: Position, names: Sequence[str]) -> str:
    names = [name[:MAX_NAME_LENGTH] for name in names]
    lines = [*wrap(_headline(p, names), WIDTH), *_open_cards(p, names), ""]
    lines += _beside([_house(p, seat, names[seat]) for seat in range(int(p.seats))])
    return "\n".join([*lines, *_legend(p)])


def _headline(p: Position, names: Sequence[str]) -> str:
    acts = ", ".join(names[seat] for seat in acting_seats(int(to_act(p)))) or "-"
    phase, start = PHASES[int(p.phase)], names[int(p.starts)]
    return f"round {int(p.rounds)} · {phase}: {acts} · {start} starts · {int(p.cards)} cards in the box"


def _open_cards(p: Position, names: Sequence[str]) -> list[str]:
    slots = [slot for slot in range(int(p.seats)) if int(p.open[slot]) != NO_CARD]
    return [f"  {slot + 1}: {card(p, int(p.open[slot]))}{_taker(p, slot, names)}" for slot in slots]


def _taker(p: Position, slot: int, names: Sequence[str]) -> str:
    seat = int(p.taken[slot])
    return "" if seat == NOBODY else f"  ({names[seat]})"


# -- one house -------------------------------------------------------------------------------------
def _house(p: Position, seat: int, name: str) -> list[str]:
    left, top = int(p.seat[seat].left), int(p.seat[seat].top)
    rows = [_mark_locked(*pair) for pair in zip(house_rows(p, seat), locked_rows(p, seat))]
    wide = 2 if int(p.seat[seat].width) <= MAX_SPACED_WIDTH else 1
    lines = ["".join(f"{letter:>{wide}}" for letter in row) for row in rows]
    grid = [f"{top + y:>{MARGIN - 1}} {line}" for y, line in enumerate(lines)]
    return [*_caption(p, seat, name), _ruler(left, int(p.seat[seat].width), wide), *grid, ""]


def _caption(p: Position, seat: int, name: str) -> list[str]:
    lines = [f"{name}: {int(p.seat[seat].score)} points"]
    there = markers(p, seat)
    if there is not None:
        lines.append(f"{marker_word(EDITIONS[int(p.edition)])}: {' '.join(there)}")
    if int(p.seat[seat].hand) != NO_CARD:
        lines.append(f"in hand: {card(p, int(p.seat[seat].hand))}")
    if asked := choice(p, seat):
        lengths = " or ".join(f"{asked['feature']}{length}" for length in asked["lengths"])
        lines.append(f"to score: {lengths}")
    return lines


def _mark_locked(letters: str, locked: str) -> str:
    return "".join(a if mark == LOCKED else a.lower() for a, mark in zip(letters, locked))


def _ruler(left: int, width: int, wide: int) -> str:
    """The x of every fifth column, its last digit above the column."""
    line = " " * (MARGIN + wide * width)
    for x in range(left, left + width):
        end = MARGIN + wide * (x - left + 1)
        if x % TICK == 0 and end >= len(str(x)):
            line = line[: end - len(str(x))] + str(x) + line[end:]
    return line.rstrip()


# -- the page --------------------------------------------------------------------------------------
def _beside(blocks: Sequence[list[str]]) -> list[str]:
    """Blocks of lines, as many beside each other as the terminal is wide enough for."""
    lines: list[str] = []
    shelf: list[list[str]] = []
    for block in blocks:
        if shelf and sum(_width(b) + GAP for b in shelf) + _width(block) > WIDTH:
            lines += _join(shelf)
            shelf = []
        shelf.append(block)
    return lines + _join(shelf)


def _join(shelf: Sequence[list[str]]) -> list[str]:
    rows = zip_longest(*shelf, fillvalue="")
    widths = [_width(block) + GAP for block in shelf]
    return ["".join(f"{cell:<{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows]


def _width(block: Sequence[str]) -> int:
    return max(map(len, block), default=0)


def _legend(p: Position) -> list[str]:
    names = ", ".join(f"{letter.lower()} {singular(letter, EDITIONS[int(p.edition)])}" for letter in FEATURES)
    return [f"{names}; x above, y at the left", "CAPITALS: locked, in a run of three or more (E3.4)"]
