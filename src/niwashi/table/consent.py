"""What others have a say in: take-backs beyond one's own last actions, pauses, rematches."""

from __future__ import annotations

from niwashi.play import CHANCE, TABLE
from niwashi.table.applying import BACK, RESIGN, line
from niwashi.table.draft import Draft, Stale
from niwashi.table.entries import Agreed, Asked, Declined, Happened, Paused, Rematched, Resumed
from niwashi.table.standing import Question, Refusal, Standing
from niwashi.wire import requests

PAUSE, REMATCH = "pause", "rematch"


def whose_consent(standing: Standing, question: Question) -> set[int]:
    """Everybody at the table who plays; for a rematch, who is still there."""
    seats = enumerate(standing.seats)
    if question.what == REMATCH:
        return {n for n, seat in seats if seat.person and seat.here}
    return {n for n, seat in seats if seat.plays and not seat.resigned}


def settle(draft: Draft) -> bool:
    """What everybody has agreed to is done."""
    question = draft.standing.question
    if question is None or _undecided(draft.standing, question):
        return False
    if question.what == BACK:
        draft.add(Happened(at=draft.now, who=TABLE, what=f"{BACK} {question.to}", note={"by": question.seat}))
    elif question.what == PAUSE:
        draft.add(Paused(at=draft.now))
    else:
        draft.add(Rematched(at=draft.now))
    return True


def _undecided(standing: Standing, question: Question) -> set[str | None]:
    """People, and not seats: nobody has to agree with themselves."""
    return standing.people_at(whose_consent(standing, question)) - standing.people_at(question.agreed)


def _ask(draft: Draft, seat: int, what: str, to: int | None = None) -> None:
    if draft.standing.question:
        asker = draft.standing.question.seat
        raise Refusal("table/asked", f"what seat {asker} asked has to be answered first")
    draft.add(Asked(at=draft.now, seat=seat, what=what, to=to))


# -- take-back -------------------------------------------------------------------------------------------------------
def back(draft: Draft, seat: int, request: requests.Back) -> None:
    """One's own actions freely until chance or somebody else has acted; beyond that everybody must agree."""
    standing = draft.standing
    own = standing.seats_of(standing.seats[seat].person)
    standing.running_game()
    if not standing.opening.settings.take_back:
        raise Refusal("table/back", "nothing is taken back at this table")
    if request.seq != standing.newest:
        raise Stale("table/stale", f"something has happened since entry {request.seq}")
    to = _own_last(standing, own) if request.to is None else request.to
    undone = _undone(standing, to)
    if all(who in own or who == TABLE for who in undone):
        draft.add(Happened(at=draft.now, who=TABLE, what=f"{BACK} {to}", note={"by": seat}))
    else:
        _ask(draft, seat, BACK, to)


def _own_last(standing: Standing, own: list[int]) -> int:
    game = standing.running_game()
    found = next((number for number, who, _ in line(game, standing.events, 0) if who in own), None)
    if found is None:
        raise Refusal("table/back", "you have done nothing yet that could be taken back")
    return found


def _undone(standing: Standing, to: int) -> list[int | str]:
    """Who did what a take-back would undo; refuses what nobody can undo."""
    game, begun = standing.running_game(), len(standing.opening.begun)
    if to < begun:
        raise Refusal("table/back", f"the table began with {begun} events; what was done since can be taken back")
    undone = list(line(game, standing.events, to))
    if not undone or undone[-1][0] != to:
        raise Refusal("table/back", f"there is nothing to take back to {to} events")
    for number, who, what in undone:
        if who == CHANCE:
            raise Refusal("table/chance", f"chance has acted since (event {number}); what it brought stays")
        if "grab" in standing.notes[str(number)]:
            raise Refusal("table/grabbed", f"a card grabbed live stays grabbed (event {number})")
        if who == TABLE and what.startswith(RESIGN):
            raise Refusal("table/resigned", f"a seat has resigned since (event {number})")
    return [who for _, who, _ in undone]


# -- pause, rematch --------------------------------------------------------------------------------------------------
def pause(draft: Draft, seat: int) -> None:
    draft.standing.running_game()
    if draft.standing.race:
        raise Refusal("table/race", "not in the middle of a live grab")
    _ask(draft, seat, PAUSE)


def resume(draft: Draft, seat: int) -> None:
    if not draft.standing.paused:
        raise Refusal("table/paused", "the table is not paused")
    draft.add(Resumed(at=draft.now, seat=seat))


def rematch(draft: Draft, seat: int) -> None:
    if not draft.standing.ended:
        raise Refusal("table/over", "a rematch comes after the end")
    if draft.standing.rematch is not None:
        raise Refusal("table/rematch", "everybody has agreed to a rematch already")
    _ask(draft, seat, REMATCH)


# -- answers -----------------------------------------------------------------------------------------------------------
def _question(standing: Standing, seat: int, seq: int) -> Question:
    question = standing.question
    if question is None or question.number != seq:
        raise Stale("table/stale", f"what entry {seq} asked is settled")
    if seat not in whose_consent(standing, question):
        raise Refusal("table/consent", "this is not for you to decide")
    return question


def agree(draft: Draft, seat: int, seq: int) -> None:
    standing = draft.standing
    if standing.seats[seat].person not in standing.people_at(_question(standing, seat, seq).agreed):
        draft.add(Agreed(at=draft.now, seat=seat))


def decline(draft: Draft, seat: int, seq: int) -> None:
    """Also by the one who asked, who thereby takes the question back."""
    _question(draft.standing, seat, seq)
    draft.add(Declined(at=draft.now, seat=seat))
