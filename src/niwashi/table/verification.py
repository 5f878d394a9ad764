"""Holds a stored log against today's rules: does it still replay, to the same end, with the same draws?"""

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


def find_difference(bodies: Sequence[bytes], kept: bytes | None = None) -> str | None:
    """What is other than it was when the table was played, in a sentence; None where nothing is.

    `kept` is the record that was made of it.
    """
    try:
        entries = [decode_entry(body) for body in bodies]
    except (msgspec.DecodeError, UnicodeError) as error:
        return f"its log cannot be read: {error}"
    if not entries or not isinstance(entries[0], Opened):
        return "its log does not begin with the opening of a table"
    return _replay(entries, kept)


def _replay(entries: Sequence[Entry], kept: bytes | None) -> str | None:
    state = initial_state(entries[0])  # type: ignore[arg-type]  # an opening, as was just seen
    for entry in entries[1:]:
        try:
            apply(state, entry)
        except NiwashiError as error:
            return f"entry {state.length} does not replay: {error.sentence}"
    ended = next((entry for entry in reversed(entries) if isinstance(entry, Ended)), None)
    return (
        _differing_chance(state) or (_differing_end(state, ended) if ended else None) or _differing_record(state, kept)
    )


def _differing_chance(state: TableState) -> str | None:
    """Also of a game that is not over, whose seed only its host can know."""
    if state.game is None:
        return None
    finding = check_record(msgspec.structs.replace(build_record(state), seed=state.key))
    return None if finding.error is None else f"event {finding.event}: {finding.error.sentence}"


def _differing_end(state: TableState, ended: Ended) -> str | None:
    game = state.game
    assert game is not None, "nothing ends that has not started"
    if not game.over:
        return "it ended, and by today's rules it would go on"
    ranks = rank_seats(game.scores, [seat.resigned_at for seat in state.seats])
    if (ended.scores, ended.winners, ended.ranks) == (list(game.scores), list(game.winners), ranks):
        return None
    return f"it ended with {ended.scores}, and by today's rules with {list(game.scores)}"


def _differing_record(state: TableState, kept: bytes | None) -> str | None:
    if kept is None or state.game is None:
        return None
    ours, theirs = build_record(state), read_record(kept)
    same = msgspec.structs.replace(ours, rules=theirs.rules).to_json() == theirs.to_json()
    return None if same else "the record that is kept of it says something else than its log"
