"""During the game: acting, resigning, coming and going, time running out, and what follows by itself."""

from __future__ import annotations

from niwashi.core.errors import quote
from niwashi.core.record import DELETED
from niwashi.engine.events import CHANCE, TABLE
from niwashi.engine.game import Game
from niwashi.table import clocks, consent, live_grab
from niwashi.table.draft import Draft, Stale
from niwashi.table.entries import Called, Came, Emptied, Ended, Happened, Went
from niwashi.table.reducer import BOT, PERSON, RESIGN
from niwashi.table.state import GRAB_PREFIX, Refusal, SeatState, TableState, is_race
from niwashi.wire import requests
from niwashi.wire.settings import SECOND_MS, DaysClock


def act(draft: Draft, seat: int, request: requests.Act) -> None:
    state = draft.state
    game = state.running_game()
    _check_open(state, seat, request)
    text = game.canonical(request.action, seat)
    if state.race:
        live_grab.press(draft, state.race, seat, text, request.at)
    else:
        draft.add(Happened(at=draft.now, who=seat, what=text))


def _check_open(state: TableState, seat: int, request: requests.Act) -> None:
    """The decision that a command answers must still be open to its seat."""
    if state.decisions.get(seat) == request.seq and state.called is None:
        return
    if request.seq == state.latest_race and request.action.startswith(GRAB_PREFIX):
        raise Refusal("table/late", f"{quote(request.action)} came too late; this grab is decided")
    opened = state.decisions.get(seat)
    now = "it is not your turn" if opened is None else f"your decision is the one that entry {opened} opened"
    raise Stale("table/stale", f"what entry {request.seq} asked of you is no longer open; {now}")


# -- resigning, time, absence ------------------------------------------------------------------------------------------
def resign(draft: Draft, seat: int) -> None:
    draft.state.running_game()
    _check_in_play(draft.state.seats[seat], seat)
    resign_for(draft, seat, "asked")


def _check_in_play(seat: SeatState, number: int) -> None:
    if seat.resigned:
        raise Refusal("table/resigned", f"seat {number} has resigned")


def resign_for(draft: Draft, seat: int, why: str) -> None:
    """With two seats left the other has won; with more a bot plays on, so that the others keep their game."""
    draft.add(Happened(at=draft.now, who=TABLE, what=f"{RESIGN} {seat}", note={"why": why}))
    if not _is_over(draft) and draft.state.seats[seat].bot is None:
        hand_to_bot(draft, seat, why)


def hand_to_bot(draft: Draft, seat: int, why: str) -> None:
    level = draft.state.opening.settings.stand_in
    draft.add(Happened(at=draft.now, who=TABLE, what=f"{BOT} {seat} {level}", note={"why": why}))


def take_seat_back(draft: Draft, seat: int) -> None:
    state = draft.state
    state.running_game()
    _check_in_play(state.seats[seat], seat)
    if state.seats[seat].bot is None:
        raise Refusal("table/seated", f"you play seat {seat} already")
    draft.add(Happened(at=draft.now, who=TABLE, what=f"{PERSON} {seat}", note={"why": "returned"}))


def arrive(draft: Draft, seat: int) -> None:
    """Whoever was away plays on; who was here and ran out of time has to say so (`return`)."""
    if draft.state.seats[seat].present:
        return
    draft.add(Came(at=draft.now, seat=seat))
    holder = draft.state.seats[seat]
    if draft.state.playing and holder.bot and not holder.resigned:
        draft.add(Happened(at=draft.now, who=TABLE, what=f"{PERSON} {seat}", note={"why": "returned"}))


def leave(draft: Draft, seat: int) -> None:
    if draft.state.seats[seat].present:
        draft.add(Went(at=draft.now, seat=seat))


def drop_deleted_accounts(draft: Draft) -> None:
    state = draft.state
    gone = [n for n, seat in enumerate(state.seats) if seat.person and seat.name == DELETED and not seat.resigned]
    for number in gone:
        if state.game is None:
            draft.add(Emptied(at=draft.now, seat=number))
        elif not state.ended and not _is_over(draft):
            resign_for(draft, number, "gone")


def absence_deadlines(state: TableState) -> dict[int, int]:
    """When a bot takes over for each person who is gone. Where nobody is left to wait for them, the game does."""
    settings = state.opening.settings
    if not state.active or settings.grace is None or isinstance(settings.clock, DaysClock) or not state.attended:
        return {}
    away = {n: seat for n, seat in enumerate(state.seats) if seat.plays and not seat.present}
    return {n: seat.absent_since + settings.grace * SECOND_MS for n, seat in away.items()}


def run_timers(draft: Draft) -> None:
    """Whatever is due by now, one thing after the other."""
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


# -- what follows by itself --------------------------------------------------------------------------------------------
def advance(draft: Draft) -> None:
    """Consent that is complete, chance, the steps of a race, the end: until the table waits for somebody."""
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
    """Chance acts, except that the cards of a live grab wait for everybody to be ready."""
    state = draft.state
    outcome = _draw_outcome(game, state.key)
    if state.unready() and _leads_to_race(game, outcome):
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
    """Ranks from 1: most points first, then who resigned, the latest of them first; equals share."""
    worth = [
        (1, points) if resigned < 0 else (0, resigned) for points, resigned in zip(scores, resigned_at, strict=True)
    ]
    return [1 + sum(other > own for other in worth) for own in worth]
