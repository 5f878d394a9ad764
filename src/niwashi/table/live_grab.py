"""The live grab: cards lie open, all are ready, the signal is announced, presses arrive, the window closes.

`grab_timing` computes times and winners; this module turns them into entries of the log (docs/tables.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from niwashi.bots.reaction import patience
from niwashi.bots.reaction import reaction as draw_reaction_seconds
from niwashi.core.rng import keyed
from niwashi.table import grab_timing
from niwashi.table.draft import Draft
from niwashi.table.entries import Announced, Beaten, Called, Early, Entry, Happened, Hurried, Judged, Pressed, Saw
from niwashi.table.state import Race, Refusal, TableState, is_race
from niwashi.wire.settings import SECOND_MS

FOLLOWS_JUDGEMENT = (Happened, Beaten, Hurried)
REACTION_PURPOSE = "reaction"
"""Mixed into the table's key to draw a bot's reaction time."""


def mark_seen(draft: Draft, seat: int, seq: int) -> None:
    race = draft.state.race
    if race and race.opened == seq and seat not in race.seen:
        draft.add(Saw(at=draft.now, seat=seat))


def press(draft: Draft, race: Race, seat: int, action: str, claimed: int | None) -> None:
    if race.signal is None:
        raise Refusal("table/signal", "the signal has not been announced yet")
    if seat in race.presses:
        raise Refusal("table/pressed", f"you have pressed {race.presses[seat].action} already")
    bot = draft.state.seats[seat].bot
    if bot:
        draft.add(_press_by_bot(draft, race, seat, bot, action))
    else:
        _press_by_person(draft, race, seat, action, draft.now if claimed is None else claimed)


def _press_by_person(draft: Draft, race: Race, seat: int, action: str, claimed: int) -> None:
    signal, now = race.signal or 0, draft.now
    if now < race.locked.get(seat, 0):
        raise Refusal("table/locked", f"you pressed too early and are locked for {race.locked[seat] - now} ms more")
    if grab_timing.is_early(now, claimed, signal):
        draft.add(Early(at=now, seat=seat, until=now + grab_timing.LOCK_MS))
        draft.refusal = Refusal(
            "table/early", f"you pressed before the signal and are locked for {grab_timing.LOCK_MS} ms"
        )
        return
    lag = _lag_of_press(draft, seat)
    effective = grab_timing.effective_time(now, lag, draft.state.opening.settings.lag_cap, signal)
    closes = _window_end(draft, now)
    draft.add(
        Pressed(
            at=now,
            seat=seat,
            action=action,
            arrival=now,
            claimed=claimed,
            effective=effective,
            lag=lag,
            answered=draft.latencies.answered(draft.state.seats[seat].person),
            closes=closes,
        )
    )


def _press_by_bot(draft: Draft, race: Race, seat: int, level: str, action: str) -> Pressed:
    """A bot presses when its patience and its reaction time are over, or later if it was still computing."""
    took = draw_reaction_ms(draft.state.key, level, race.number, seat, race.attempts.get(seat, 0))
    begins = max(race.free_from.get(seat, race.signal or 0), _patient_until(draft.state, race, level))
    when = max(begins + took, draft.now)
    closes = _window_end(draft, when)
    return Pressed(
        at=draft.now, seat=seat, action=action, arrival=when, claimed=when, effective=when, lag=0, closes=closes
    )


def _patient_until(state: TableState, race: Race, level: str) -> int:
    """Weak bots leave people time to choose, as long as any of them still has to (decision 0038)."""
    if not state.looks_first or not _people_grabbing(state):
        return 0
    return (race.signal or 0) + round(SECOND_MS * patience(level))


def _people_grabbing(state: TableState) -> list[int]:
    """The seats of people who have yet to take a card."""
    return [seat for seat in state.decisions if state.seats[seat].plays]


def draw_reaction_ms(key: str, level: str, race: int, seat: int, attempt: int) -> int:
    """The time from when a bot may grab until it does. It follows from the table's key, so it can be checked later.

    `race` counts the table's live grabs, `attempt` the seat's presses in this one.
    """
    return round(1000 * draw_reaction_seconds(level, keyed(key, f"{REACTION_PURPOSE}/{race}/{seat}", attempt)))


def _window_end(draft: Draft, arrival: int) -> int:
    """The window need not wait for bots: their presses are known before they arrive."""
    lags = [_lag_of_seat(draft, seat) for seat in _people_grabbing(draft.state)]
    return grab_timing.window_end(arrival, lags, draft.state.opening.settings.lag_cap)


def _lag_of_seat(draft: Draft, seat: int) -> int:
    return draft.latencies.lag(draft.state.seats[seat].person) or 0


def _lag_of_press(draft: Draft, seat: int) -> int:
    """A press over a second, faster connection gets no credit for the slow one."""
    lag = _lag_of_seat(draft, seat)
    return lag if draft.max_lag is None else min(lag, draft.max_lag)


def advance(draft: Draft) -> bool:
    """Call on all to look, announce the signal once all are ready, close the window early once all have pressed."""
    race = draft.state.race and draft.state.race.copy()
    if race is None:
        return False
    if race.signal is None:
        return _call(draft) or _announce(draft, race)
    if race.presses and _all_have_pressed(draft, race):
        return _close_window(draft, race)
    return False


def _call(draft: Draft) -> bool:
    """The cards lie open: ask all players to look at them and to say that they are ready."""
    look = draft.state.opening.settings.look
    if look is UNSET or draft.state.called is not None:
        return False
    draft.add(Called(at=draft.now, until=draft.now + look * SECOND_MS))
    return True


def _announce(draft: Draft, race: Race) -> bool:
    when = _announcement_time(draft.state, race)
    if when is None or when > draft.now:
        return False
    draft.add(Announced(at=draft.now, signal=draft.now + grab_timing.LEAD_MS))
    return True


def _announcement_time(state: TableState, race: Race) -> int | None:
    """When all people are ready and their clients show the cards; None while somebody has yet to say so.

    Who is always ready counts as ready once the time to look is over. A client that says nothing is waited for, but
    not for long: its person may be away.
    """
    if state.looks_first and state.unready():
        return None
    people = [n for n, seat in enumerate(state.seats) if seat.plays]
    looking = state.looks_first and not all(state.seats[n].ready for n in people)
    shown = all(n in race.seen for n in people)
    return max(race.look_ends if looking else 0, 0 if shown else race.dealt_at + grab_timing.MAX_WAIT_MS)


def _all_have_pressed(draft: Draft, race: Race) -> bool:
    return all(n in race.presses and race.presses[n].arrival <= draft.now for n in draft.state.decisions)


def deadline(state: TableState, race: Race) -> int | None:
    """When the signal is announced without another command, or the window closes."""
    if race.signal is None:
        return _announcement_time(state, race)
    return min((press.closes for press in race.presses.values()), default=None)


def count_told(log: Sequence[Entry], state: TableState, more: Sequence[Entry] = ()) -> int:
    """How many entries of a log and its draft may be told. From the signal on nothing is, until a window is judged.

    That includes what has nothing to do with the race: if only presses were held back, a silence would tell of them.
    """
    race = state.race
    if race is None or race.signal is None:
        return len(log) + len(more)
    told = None
    for seq, entry in enumerate((*log[race.opened :], *more), start=race.opened):
        if isinstance(entry, Judged):
            told = None
        elif told is None and entry.at >= race.signal and not isinstance(entry, FOLLOWS_JUDGEMENT):
            told = seq
    return len(log) + len(more) if told is None else told


def run_timers(draft: Draft) -> None:
    """Close a window whose time is over. `advance` announces signals."""
    race = draft.state.race and draft.state.race.copy()
    if race is None or race.signal is None or draft.state.paused:
        return
    when = deadline(draft.state, race)
    if when is not None and when <= draft.now:
        _close_window(draft, race)


def _close_window(draft: Draft, race: Race) -> bool:
    """The earliest press takes each card. Beaten seats go on; the last card goes to the last seat by itself."""
    arrived = [press for press in race.presses.values() if press.arrival <= draft.now]
    wins, priority = grab_timing.decide_winners(arrived, draft.state.priority)
    draft.add(Judged(at=draft.now, priority=priority))
    for win in wins:
        if draft.state.game and is_race(draft.state.game):
            audit = _audit(race, win, arrived)
            draft.add(Happened(at=draft.now, who=win.seat, what=win.action, note={"grab": audit}))
    winner = {win.action: win.seat for win in wins}
    for press in race.presses.values():
        if draft.state.race and winner.get(press.action, press.seat) != press.seat:
            draft.add(Beaten(at=draft.now, seat=press.seat, action=press.action, by=winner[press.action]))
    if any(draft.state.seats[win.seat].plays for win in wins):
        _end_patience(draft)
    return True


def _end_patience(draft: Draft) -> None:
    """A person has taken a card. If that was the last of them, the reaction of bots that are patient begins now."""
    state, race = draft.state, draft.state.race and draft.state.race.copy()
    if race is None or not state.looks_first or _people_grabbing(state):
        return
    for seat, press in race.presses.items():
        took = draw_reaction_ms(state.key, state.seats[seat].bot or "", race.number, seat, race.attempts[seat] - 1)
        when = draft.now + took
        if when < press.arrival:
            draft.add(Hurried(at=draft.now, seat=seat, arrival=when, closes=_window_end(draft, when)))


def _audit(race: Race, win: Pressed, arrived: list[Pressed]) -> dict[str, object]:
    """All times that decided a grab, relative to the signal."""
    rivals = [press for press in arrived if press.action == win.action and press is not win]
    beaten = [_relative_times(race, rival) for rival in rivals]
    return {"signal": race.signal, **_relative_times(race, win), "beaten": beaten}


def _relative_times(race: Race, press: Pressed) -> dict[str, int]:
    """Where `answered` is more than `lag`, only the client's own answers say that it is so far away."""
    signal = race.signal or 0
    return {
        "seat": press.seat,
        "arrival": press.arrival - signal,
        "claimed": press.claimed - signal,
        "effective": press.effective - signal,
        "lag": press.lag,
        **({} if press.answered is None else {"answered": press.answered}),
    }
