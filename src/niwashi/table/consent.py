"""Proposals that other players must agree to: take-backs beyond one's own last actions, pauses, rematches."""

from __future__ import annotations

from niwashi.engine.events import BACK, CHANCE, RESIGN, TABLE, EventNumber, TableEvent, read_table_event
from niwashi.table.draft import Draft, Stale
from niwashi.table.entries import Agreed, Asked, Declined, Paused, Rematched, Resumed
from niwashi.table.reducer import history
from niwashi.table.state import Proposal, Refusal, TableState
from niwashi.wire import requests

PAUSE, REMATCH = "pause", "rematch"
MAX_TAKE_BACKS = 200
"""Of one game. Every one stays in the log and in what a new client is sent."""


def voters(state: TableState, proposal: Proposal) -> set[int]:
    """The seats that people play; for a rematch, those whose people are still present."""
    seats = enumerate(state.seats)
    if proposal.what == REMATCH:
        return {n for n, seat in seats if seat.person and seat.present}
    return {n for n, seat in seats if seat.plays and not seat.resigned}


def carry_out_agreed(draft: Draft) -> bool:
    """Carry the open proposal out once every voter has agreed. Returns whether that was so."""
    proposal = draft.state.proposal
    if proposal is None or _outstanding(draft.state, proposal):
        return False
    if proposal.what == BACK:
        assert proposal.to is not None, "a take-back says how far"
        draft.add_table_event(TableEvent(BACK, proposal.to), by=proposal.seat)
    elif proposal.what == PAUSE:
        draft.add(Paused(at=draft.now))
    else:
        draft.add(Rematched(at=draft.now))
    return True


def _outstanding(state: TableState, proposal: Proposal) -> set[str | None]:
    """The people who have not agreed yet. A person with several seats agrees once."""
    return state.people_at(voters(state, proposal)) - state.people_at(proposal.agreed)


def _propose(draft: Draft, seat: int, what: str, to: EventNumber | None = None) -> None:
    if draft.state.proposal:
        proposer = draft.state.proposal.seat
        raise Refusal("table/asked", f"the proposal of seat {proposer} has to be answered first")
    draft.add(Asked(at=draft.now, seat=seat, what=what, to=to))


def request_take_back(draft: Draft, seat: int, request: requests.Back) -> None:
    """Take back one's own actions freely until chance or another seat has acted; beyond that all must agree."""
    state = draft.state
    own = state.seats_of(state.seats[seat].person)
    state.running_game()
    if not state.opening.settings.take_back:
        raise Refusal("table/back", "this table does not allow take-backs")
    if _count_take_backs(state) >= MAX_TAKE_BACKS:
        raise Refusal("table/back", f"this game has had {MAX_TAKE_BACKS} take-backs, and may have no more")
    if request.seq != state.newest:
        raise Stale("table/stale", f"the game has moved on since entry {request.seq}")
    to = _last_own_event(state, own) if request.to is None else EventNumber(request.to)
    if all(who in own or who == TABLE for who in _check_undoable(state, to)):
        draft.add_table_event(TableEvent(BACK, to), by=seat)
    else:
        _propose(draft, seat, BACK, to)


def _count_take_backs(state: TableState) -> int:
    events = state.running_game().events
    return sum(who == TABLE and str(what).startswith(BACK) for who, what in events)


def _last_own_event(state: TableState, own: list[int]) -> EventNumber:
    game = state.running_game()
    number = next((number for number, who, _ in history(game, state.events, EventNumber(0)) if who in own), None)
    if number is None:
        raise Refusal("table/back", "you have not played an action that could be taken back")
    return number


def _check_undoable(state: TableState, to: EventNumber) -> list[int | str]:
    """The actors of the events that a take-back would undo. Refuses if one of the events must stay."""
    game, begun = state.running_game(), len(state.opening.begun)
    if to < begun:
        raise Refusal("table/back", f"the table began with {begun} events; only later ones can be taken back")
    undone = list(history(game, state.events, to))
    if not undone or undone[-1][0] != to:
        raise Refusal("table/back", f"there is nothing to take back to {to} events")
    for number, who, what in undone:
        _check_event_undoable(state, number, who, what)
    return [who for _, who, _ in undone]


def _check_event_undoable(state: TableState, number: EventNumber, who: int | str, what: str) -> None:
    if who == CHANCE:
        raise Refusal("table/chance", f"chance has acted since (event {number}); its outcome stays")
    if "grab" in state.notes[str(number)]:
        raise Refusal("table/grabbed", f"a card grabbed live stays grabbed (event {number})")
    event = read_table_event(who, what)
    if event and event.kind == RESIGN:
        raise Refusal("table/resigned", f"a seat has resigned since (event {number})")


def request_pause(draft: Draft, seat: int) -> None:
    draft.state.running_game()
    race = draft.state.race
    if race and race.signal is not None:
        raise Refusal("table/race", "a table cannot be paused during a live grab")
    _propose(draft, seat, PAUSE)


def resume(draft: Draft, seat: int) -> None:
    if not draft.state.paused:
        raise Refusal("table/paused", "the table is not paused")
    draft.add(Resumed(at=draft.now, seat=seat))


def request_rematch(draft: Draft, seat: int) -> None:
    if not draft.state.ended:
        raise Refusal("table/over", "a rematch is possible only after the end of the game")
    if draft.state.rematch is not None:
        raise Refusal("table/rematch", "all players have agreed to a rematch already")
    _propose(draft, seat, REMATCH)


def _open_proposal(state: TableState, seat: int, seq: int) -> Proposal:
    proposal = state.proposal
    if proposal is None or proposal.number != seq:
        raise Stale("table/stale", f"the proposal of entry {seq} is settled")
    if seat not in voters(state, proposal):
        raise Refusal("table/consent", "this proposal is not yours to decide")
    return proposal


def agree(draft: Draft, seat: int, seq: int) -> None:
    state = draft.state
    if state.seats[seat].person not in state.people_at(_open_proposal(state, seat, seq).agreed):
        draft.add(Agreed(at=draft.now, seat=seat))


def decline(draft: Draft, seat: int, seq: int) -> None:
    """The proposer withdraws the proposal by declining it."""
    _open_proposal(draft.state, seat, seq)
    draft.add(Declined(at=draft.now, seat=seat))
