"""Verifies a stored log against today's rules: does it replay to the same end, with the same draws?"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from niwashi.core.errors import NiwashiError
from niwashi.core.record import read_record
from niwashi.engine.verification import check_record
from niwashi.table.entries import Ended, Entry, Opened, decode_entry
from niwashi.table.play import rank_seats
from niwashi.table.publish import build_record
from niwashi.table.reducer import apply, initial_state
from niwashi.table.state import TableState


def find_difference(bodies: Sequence[bytes], stored_record: bytes | None = None) -> str | None:
    """A sentence that says how the log differs from the game as it was played; None if it does not.

    `stored_record` is the record that was made when the game ended.
    """
    try:
        entries = [decode_entry(body) for body in bodies]
    except (msgspec.DecodeError, UnicodeError) as error:
        return f"its log cannot be read: {error}"
    if not entries or not isinstance(entries[0], Opened):
        return "its log does not begin with the opening of a table"
    return _replay(entries[0], entries[1:], stored_record)


def _replay(opening: Opened, entries: Sequence[Entry], stored_record: bytes | None) -> str | None:
    state = initial_state(opening)
    for entry in entries:
        try:
            apply(state, entry)
        except NiwashiError as error:
            return f"entry {state.length} does not replay: {error.sentence}"
    ended = next((entry for entry in reversed(entries) if isinstance(entry, Ended)), None)
    other_end = _differing_end(state, ended) if ended else None
    return _differing_chance(state) or other_end or _differing_record(state, stored_record)


def _differing_chance(state: TableState) -> str | None:
    """Also of a running game, whose seed only the host of the server can know."""
    if state.game is None:
        return None
    finding = check_record(msgspec.structs.replace(build_record(state), seed=state.key))
    return None if finding.error is None else f"event {finding.event}: {finding.error.sentence}"


def _differing_end(state: TableState, ended: Ended) -> str | None:
    game = state.game
    assert game is not None, "no game ends before its start"
    if not game.over:
        return "it ended, and by today's rules it would go on"
    ranks = rank_seats(game.scores, [seat.resigned_at for seat in state.seats])
    if (ended.scores, ended.winners, ended.ranks) == (list(game.scores), list(game.winners), ranks):
        return None
    return f"it ended with {ended.scores}, and by today's rules with {list(game.scores)}"


def _differing_record(state: TableState, stored_record: bytes | None) -> str | None:
    if stored_record is None or state.game is None:
        return None
    ours, stored = build_record(state), read_record(stored_record)
    same = msgspec.structs.replace(ours, rules=stored.rules).to_json() == stored.to_json()
    return None if same else "the stored record differs from the log"
