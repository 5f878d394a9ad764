"""What others have a say in: take-backs beyond one's own last actions, pauses, rematches."""

from __future__ import annotations

from niwashi.engine.events import CHANCE, TABLE
from niwashi.table.draft import Draft, Stale
from niwashi.table.entries import Agreed, Asked, Declined, Happened, Paused, Rematched, Resumed
from niwashi.table.reducer import BACK, RESIGN, history
from niwashi.table.state import Proposal, Refusal, TableState
from niwashi.wire import requests

PAUSE, REMATCH = "pause", "rematch"


def voters(state: TableState, proposal: Proposal) -> set[int]:
    """Everybody at the table who plays; for a rematch, who is still there."""
    seats = enumerate(state.seats)
    if proposal.what == REMATCH:
        return {n for n, seat in seats if seat.person and seat.present}
    return {n for n, seat in seats if seat.plays and not seat.resigned}


def carry_out_agreed(draft: Draft) -> bool:
    """What everybody has agreed to is done."""
    proposal = draft.state.proposal
    if proposal is None or _outstanding(draft.state, proposal):
        return False
    if proposal.what == BACK:
        draft.add(Happened(at=draft.now, who=TABLE, what=f"{BACK} {proposal.to}", note={"by": proposal.seat}))
    elif proposal.what == PAUSE:
        draft.add(Paused(at=draft.now))
    else:
        draft.add(Rematched(at=draft.now))
    return True


def _outstanding(state: TableState, proposal: Proposal) -> set[str | None]:
    """People, and not seats: nobody has to agree with themselves."""
    return state.people_at(voters(state, proposal)) - state.people_at(proposal.agreed)


def _propose(draft: Draft, seat: int, what: str, to: int | None = None) -> None:
    if draft.state.proposal:
        asker = draft.state.proposal.seat
        raise Refusal("table/asked", f"what seat {asker} asked has to be answered first")
    draft.add(Asked(at=draft.now, seat=seat, what=what, to=to))


# -- take-back -------------------------------------------------------------------------------------------------------
def request_take_back(draft: Draft, seat: int, request: requests.Back) -> None:
    """One's own actions freely until chance or somebody else has acted; beyond that everybody must agree."""
    state = draft.state
    own = state.seats_of(state.seats[seat].person)
    state.running_game()
    if not state.opening.settings.take_back:
        raise Refusal("table/back", "nothing is taken back at this table")
    if request.seq != state.newest:
        raise Stale("table/stale", f"something has happened since entry {request.seq}")
    to = _last_own_event(state, own) if request.to is None else request.to
    undone = _check_undoable(state, to)
    if all(who in own or who == TABLE for who in undone):
        draft.add(Happened(at=draft.now, who=TABLE, what=f"{BACK} {to}", note={"by": seat}))
    else:
        _propose(draft, seat, BACK, to)


def _last_own_event(state: TableState, own: list[int]) -> int:
    game = state.running_game()
    found = next((number for number, who, _ in history(game, state.events, 0) if who in own), None)
    if found is None:
        raise Refusal("table/back", "you have done nothing yet that could be taken back")
    return found


def _check_undoable(state: TableState, to: int) -> list[int | str]:
    """Who did what a take-back would undo; refuses what nobody can undo."""
    game, begun = state.running_game(), len(state.opening.begun)
    if to < begun:
        raise Refusal("table/back", f"the table began with {begun} events; what was done since can be taken back")
    undone = list(history(game, state.events, to))
    if not undone or undone[-1][0] != to:
        raise Refusal("table/back", f"there is nothing to take back to {to} events")
    for number, who, what in undone:
        if who == CHANCE:
            raise Refusal("table/chance", f"chance has acted since (event {number}); what it brought stays")
        if "grab" in state.notes[str(number)]:
            raise Refusal("table/grabbed", f"a card grabbed live stays grabbed (event {number})")
        if who == TABLE and what.startswith(RESIGN):
            raise Refusal("table/resigned", f"a seat has resigned since (event {number})")
    return [who for _, who, _ in undone]


# -- pause, rematch --------------------------------------------------------------------------------------------------
def request_pause(draft: Draft, seat: int) -> None:
    draft.state.running_game()
    if draft.state.race:
        raise Refusal("table/race", "not in the middle of a live grab")
    _propose(draft, seat, PAUSE)


def resume(draft: Draft, seat: int) -> None:
    if not draft.state.paused:
        raise Refusal("table/paused", "the table is not paused")
    draft.add(Resumed(at=draft.now, seat=seat))


def request_rematch(draft: Draft, seat: int) -> None:
    if not draft.state.ended:
        raise Refusal("table/over", "a rematch comes after the end")
    if draft.state.rematch is not None:
        raise Refusal("table/rematch", "everybody has agreed to a rematch already")
    _propose(draft, seat, REMATCH)


# -- answers -----------------------------------------------------------------------------------------------------------
def _open_proposal(state: TableState, seat: int, seq: int) -> Proposal:
    proposal = state.proposal
    if proposal is None or proposal.number != seq:
        raise Stale("table/stale", f"what entry {seq} asked is settled")
    if seat not in voters(state, proposal):
        raise Refusal("table/consent", "this is not for you to decide")
    return proposal


def agree(draft: Draft, seat: int, seq: int) -> None:
    state = draft.state
    if state.seats[seat].person not in state.people_at(_open_proposal(state, seat, seq).agreed):
        draft.add(Agreed(at=draft.now, seat=seat))


def decline(draft: Draft, seat: int, seq: int) -> None:
    """Also by the one who asked, who thereby takes the question back."""
    _open_proposal(draft.state, seat, seq)
    draft.add(Declined(at=draft.now, seat=seat))
