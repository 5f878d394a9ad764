"""The decisions of a finished game: what a seat saw, what it could do, what it did, and how the game ended for it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from niwashi.core.game import Position, Rules
from niwashi.core.packing import as_bytes, words_for_bits
from niwashi.core.record import Record
from niwashi.engine.events import BACK, read_table_event
from niwashi.engine.factory import apply_event, check_result, start_from_record
from niwashi.engine.game import Game
from niwashi.env.returns import win_shares


class Decision(NamedTuple):
    """An action and the position before it."""

    position: Position
    seat: int
    action: int


class GameDecisions(NamedTuple):
    """The decisions that led to the end of a game, in order, and the end."""

    rules: Rules
    decisions: list[Decision]
    scores: tuple[int, ...]
    """Final points, by seat."""
    returns: list[float]
    """Shares of the win less a fair share, by seat, as all environments pay them."""


Path = tuple["Path", Decision] | None
"""The way to a moment: its last decision and the way to there. Take-backs return to an earlier one."""


def read_decisions(record: Record) -> GameDecisions | None:
    """Replays a record; None where its game is not over. What was taken back is left out."""
    game = start_from_record(record)
    ways: list[Path] = [None]
    for number, event in enumerate(record.events):
        ways.append(_way_after(game, ways, number, event))
    check_result(game, record)
    if not game.over:
        return None
    return GameDecisions(game.rules, _list(ways[-1]), game.scores, win_shares(game.winners, game.seats))


def _way_after(game: Game, ways: list[Path], number: int, event: tuple[int | str, str]) -> Path:
    """Applies an event; returns the way to the moment after it."""
    who, what = event
    before = game.position if isinstance(who, int) else None
    apply_event(game, event, number)
    if before is not None and isinstance(who, int):
        return ways[-1], Decision(before, who, game.rules.action_of(before, who, what))
    taken_back = read_table_event(who, what)
    return ways[taken_back.number] if taken_back is not None and taken_back.kind == BACK else ways[-1]


def _list(way: Path) -> list[Decision]:
    found = []
    while way is not None:
        way, decision = way
        found.append(decision)
    return found[::-1]


# -- as bytes ----------------------------------------------------------------------------------------------------------
def mask_bytes(rules: Rules) -> int:
    """The length of a mask as bits, in whole words."""
    return 8 * words_for_bits(rules.actions)


def encode_observations(rules: Rules, decisions: list[Decision]) -> NDArray[np.uint8]:
    """What each seat saw, a row each."""
    out = np.zeros((len(decisions), words_for_bits(8 * rules.encoded_bytes)), np.uint64)
    for row, (position, seat, _) in zip(out, decisions):
        rules.kernels.encode(position, seat, row)
    return as_bytes(out, rules.encoded_bytes)


def encode_masks(rules: Rules, decisions: list[Decision]) -> NDArray[np.uint8]:
    """What each seat could do, a row each: bit n % 8 of byte n // 8 is action n."""
    out = np.zeros((len(decisions), words_for_bits(rules.actions)), np.uint64)
    for row, (position, seat, _) in zip(out, decisions):
        rules.kernels.mask(position, seat, row)
    return as_bytes(out, mask_bytes(rules))
