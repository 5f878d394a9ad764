"""The game phase: actions, resignations, presence, timers, and the steps that follow without a command."""

from __future__ import annotations

from niwashi.core.errors import quote
from niwashi.core.record import DELETED
from niwashi.engine.events import BOT, CHANCE, PERSON, RESIGN, TableEvent
from niwashi.engine.game import Game
from niwashi.table import clocks, consent, live_grab
from niwashi.table.draft import Draft, Stale
from niwashi.table.entries import Called, Came, Emptied, Ended, Happened, Went
from niwashi.table.seats import sole_player
from niwashi.table.state import Refusal, SeatState, TableState, is_race
from niwashi.wire import requests
from niwashi.wire.settings import SECOND_MS, DaysClock

OTHERS = "only at a table without other people may a player's browser act for bots"


def act(draft: Draft, seat: int, request: requests.Act) -> None:
    state = draft.state
    game = state.running_game()
    _check_open(state, seat, request)
    action = game.check(request.action, seat)
    if state.race:
        live_grab.press(draft, state.race, seat, action.notation, request.at)
    else:
        draft.add_action(action)


def act_for_bot(draft: Draft, person: str, request: requests.BotAct) -> None:
    """The only person's client has computed what a bot does. The record says so: they can only cheat themselves."""
    state, seat = draft.state, request.seat
    game = state.running_game()
    if sole_player(state) != person:
        raise Refusal("table/others", OTHERS)
    if seat >= len(state.seats) or state.seats[seat].bot is None:
        raise Refusal("table/bot", f"no bot plays seat {seat}")
    if state.race:
        raise Refusal("table/race", "in a live grab the server acts for bots")
    _check_open(state, seat, request)
    draft.add_action(game.check(request.action, seat), sent_by=state.seat_of(person))


def _check_open(state: TableState, seat: int, request: requests.Act | requests.BotAct) -> None:
    """The decision that the command answers must still be open to its seat."""
    if state.decisions.get(seat) == request.seq and (state.race or state.called is None):
        return
    if request.seq == state.latest_race:
        raise Refusal("table/late", f"{quote(request.action)} came too late; this grab is decided")
    opened = state.decisions.get(seat)
    now = "it is not your turn" if opened is None else f"your open decision is that of entry {opened}"
    raise Stale("table/stale", f"the decision of entry {request.seq} is no longer open; {now}")


# -- resigning, presence, time -----------------------------------------------------------------------------------------
def resign(draft: Draft, seat: int) -> None:
    draft.state.running_game()
    _check_in_play(draft.state.seats[seat], seat)
    resign_for(draft, seat, "asked")


def _check_in_play(seat: SeatState, number: int) -> None:
    if seat.resigned:
        raise Refusal("table/resigned", f"seat {number} has resigned")


def resign_for(draft: Draft, seat: int, why: str) -> None:
    """With two seats left the other seat wins. With more, a bot plays on so that the others keep their game."""
    draft.add_table_event(TableEvent(RESIGN, seat), why=why)
    if not _is_over(draft) and draft.state.seats[seat].bot is None:
        hand_to_bot(draft, seat, why)


def hand_to_bot(draft: Draft, seat: int, why: str) -> None:
    draft.add_table_event(TableEvent(BOT, seat, draft.state.opening.settings.stand_in), why=why)


def take_seat_back(draft: Draft, seat: int) -> None:
    state = draft.state
    state.running_game()
    _check_in_play(state.seats[seat], seat)
    if state.seats[seat].bot is None:
        raise Refusal("table/seated", f"you play seat {seat} already")
    draft.add_table_event(TableEvent(PERSON, seat), why="returned")


def arrive(draft: Draft, seat: int) -> None:
    """A person who was absent plays on at once; one who was present and ran out of time must ask (`return`)."""
    if draft.state.seats[seat].present:
        return
    draft.add(Came(at=draft.now, seat=seat))
    holder = draft.state.seats[seat]
    if draft.state.playing and holder.bot and not holder.resigned:
        draft.add_table_event(TableEvent(PERSON, seat), why="returned")


def leave(draft: Draft, seat: int) -> None:
    if draft.state.seats[seat].present:
        draft.add(Went(at=draft.now, seat=seat))


def drop_deleted_accounts(draft: Draft) -> None:
    """Before the start their seats are emptied; during the game they resign."""
    state = draft.state
    deleted = [n for n, seat in enumerate(state.seats) if seat.person and seat.name == DELETED and not seat.resigned]
    for number in deleted:
        if state.game is None:
            draft.add(Emptied(at=draft.now, seat=number))
        elif not state.ended and not _is_over(draft):
            resign_for(draft, number, "gone")


def absence_deadlines(state: TableState) -> dict[int, int]:
    """When a bot takes over for each absent person. While no player is present, the game waits instead."""
    settings = state.opening.settings
    if not state.active or settings.grace is None or isinstance(settings.clock, DaysClock) or not state.attended:
        return {}
    absent = {n: seat for n, seat in enumerate(state.seats) if seat.plays and not seat.present}
    return {n: seat.absent_since + settings.grace * SECOND_MS for n, seat in absent.items()}


def run_timers(draft: Draft) -> None:
    """Carry out all that is due by now, one thing after the other."""
    for seat, when in clocks.deadlines(draft.state).items():
        if when <= draft.now and not _is_over(draft):
            _run_out_of_time(draft, seat)
    for seat, when in absence_deadlines(draft.state).items():
        if when <= draft.now and not _is_over(draft):
            hand_to_bot(draft, seat, "away")
    live_grab.run_timers(draft)


def _is_over(draft: Draft) -> bool:
    return draft.state.game is None or draft.state.game.over


def _run_out_of_time(draft: Draft, seat: int) -> None:
    if draft.state.opening.settings.timeout == "lose":
        resign_for(draft, seat, "time")
    else:
        hand_to_bot(draft, seat, "time")


# -- steps without a command -------------------------------------------------------------------------------------------
def advance(draft: Draft) -> None:
    """Carry out agreed proposals, chance, the steps of a race and the end, until the table waits for a player."""
    while consent.carry_out_agreed(draft) or (draft.state.active and _step(draft)):
        pass


def _step(draft: Draft) -> bool:
    game = draft.state.running_game()
    if game.over:
        draft.add(_make_end(draft, game))
        return True
    if game.awaits_chance:
        return _let_chance_act(draft, game)
    return live_grab.advance(draft)


def _let_chance_act(draft: Draft, game: Game) -> bool:
    """Chance acts. At a table of an older version the cards of a live grab wait until all players are ready."""
    state = draft.state
    outcome = _draw_outcome(game, state.key)
    if not state.looks_first and state.unready() and _leads_to_race(game, outcome):
        if state.called is not None:
            return False
        draft.add(Called(at=draft.now))
    else:
        draft.add(Happened(at=draft.now, who=CHANCE, what=outcome))
    return True


def _draw_outcome(game: Game, key: str) -> str:
    """The game itself holds no seed, so no view of it can reveal one."""
    return game.rules.outcome_text(game.position, game.next_outcome(key))


def _leads_to_race(game: Game, outcome: str) -> bool:
    twin = game.copy(chance="same")
    twin.reveal(outcome)
    return is_race(twin)


def _make_end(draft: Draft, game: Game) -> Ended:
    ranks = rank_seats(game.scores, [seat.resigned_at for seat in draft.state.seats])
    return Ended(at=draft.now, scores=list(game.scores), winners=list(game.winners), ranks=ranks)


def rank_seats(scores: tuple[int, ...], resigned_at: list[int]) -> list[int]:
    """Ranks from 1: by points, then seats that resigned, the latest of them first. Equal seats share a rank."""
    worth = [
        (1, points) if resigned < 0 else (0, resigned) for points, resigned in zip(scores, resigned_at, strict=True)
    ]
    return [1 + sum(other > own for other in worth) for own in worth]
