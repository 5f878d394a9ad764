"""Commands: checks that the sender may ask, and passes each request to the function that carries it out."""

from __future__ import annotations

from dataclasses import dataclass

from niwashi.table import consent, live_grab, play, seating
from niwashi.table.draft import Draft
from niwashi.table.entries import Readied
from niwashi.table.privacy import command_prefix
from niwashi.table.seats import require_seat, resolve_seat
from niwashi.table.state import Refusal
from niwashi.wire import Request, requests

MAX_ENTRIES = 10_000
"""Of one table; a long game has some hundreds. Questions and answers could go on for ever."""
ALWAYS_POSSIBLE = (requests.BotAct, requests.Ready, requests.Seen, requests.Resume, requests.Return, requests.Resign)


@dataclass(frozen=True)
class Command:
    """A request and its sender as the transport knows them: a person's account id, or the seat of a bot."""

    request: Request
    person: str | None = None
    bot: int | None = None
    max_lag: int | None = None
    """The most milliseconds that it can have travelled, if the transport knows that without asking the client."""

    @property
    def key(self) -> str:
        """Unique at the table. It includes the sender, so no sender can use up another's request ids."""
        sender = "bot " if self.person is None else command_prefix(self.person)
        return sender + self.request.id


def execute(draft: Draft, command: Command) -> None:
    """Carry a command out on the draft. Drop the draft if this raises."""
    if isinstance(command.request, requests.Act):
        play.act(draft, _resolve_actor(draft, command, command.request.seat), command.request)
        return
    if not command.person:
        raise Refusal("table/person", "bots may only send “act”")
    if draft.state.length >= MAX_ENTRIES and not isinstance(command.request, ALWAYS_POSSIBLE):
        raise Refusal("table/entries", f"this table has {MAX_ENTRIES:,} entries; you can play on or resign, no more")
    match command.request:
        case (
            requests.Sit()
            | requests.Rename()
            | requests.Leave()
            | requests.Remove()
            | requests.Bot()
            | requests.Arrange()
        ):
            _execute_before_start(draft, command.person, command.request)
        case requests.Nonce() as nonce:
            seating.add_nonce(draft, command.person, nonce)
        case requests.Start():
            seating.start(draft, command.person)
        case requests.BotAct() as request:
            play.act_for_bot(draft, command.person, request)
        case requests.Resign() as resign:
            play.resign(draft, resolve_seat(draft.state, command.person, resign.seat))
        case requests.Return() as returning:
            play.take_seat_back(draft, resolve_seat(draft.state, command.person, returning.seat))
        case _:
            _execute_from_seat(draft, require_seat(draft.state, command.person), command.request)


def _resolve_actor(draft: Draft, command: Command, named: int | None) -> int:
    """The seat that acts. Either its person or its bot plays it, never both."""
    state = draft.state
    if command.person is None:
        seat = command.bot
        if seat is None or not 0 <= seat < len(state.seats) or state.seats[seat].bot is None:
            raise Refusal("table/bot", f"no bot plays seat {seat}")
        return seat
    return _check_no_bot(draft, resolve_seat(state, command.person, named))


def _check_no_bot(draft: Draft, seat: int) -> int:
    if draft.state.seats[seat].bot is not None:
        raise Refusal("table/bot", f"a bot plays seat {seat} now; “return” takes it back")
    return seat


def _execute_before_start(draft: Draft, person: str, request: Request) -> None:
    match request:
        case requests.Sit():
            seating.sit(draft, person, request)
        case requests.Rename():
            seating.rename(draft, person, request)
        case requests.Leave():
            seating.leave(draft, person)
        case requests.Remove():
            seating.remove(draft, person, request)
        case requests.Bot():
            seating.seat_bot(draft, person, request)
        case requests.Arrange():
            seating.arrange(draft, person, request)


def _execute_from_seat(draft: Draft, seat: int, request: Request) -> None:
    match request:
        case requests.Ready():
            _mark_ready(draft, seat, request)
        case requests.Seen():
            live_grab.mark_seen(draft, seat, request.seq)
        case requests.Back():
            consent.request_take_back(draft, _check_no_bot(draft, seat), request)
        case requests.Pause():
            consent.request_pause(draft, _check_no_bot(draft, seat))
        case requests.Resume():
            consent.resume(draft, seat)
        case requests.Rematch():
            consent.request_rematch(draft, seat)
        case requests.Agree():
            consent.agree(draft, seat, request.seq)
        case requests.Decline():
            consent.decline(draft, seat, request.seq)


def _mark_ready(draft: Draft, seat: int, request: requests.Ready) -> None:
    """`auto` is accepted at any time, and so is changing only that; ready for one grab while its cards are looked at.

    It leaves an entry even if nothing changes: a repeated command must find that it was carried out.
    """
    state = draft.state
    state.running_game()
    if request.now and not request.auto and state.called is None:
        raise Refusal("table/ready", "the table has not called for a live grab yet")
    if not request.now and not state.looks_first:
        raise Refusal("table/ready", "at a table of an older version, “ready” is said for the grab that it calls for")
    draft.add(Readied(at=draft.now, seat=seat, auto=request.auto, now=request.now))
