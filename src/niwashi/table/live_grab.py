"""The live grab: cards are shown, the signal is announced, presses arrive, the window closes (docs/tables.md).

`grab_timing` computes times and winners; this module turns them into entries of the log.
"""

from __future__ import annotations

from niwashi.bots.reaction import reaction as draw_reaction_seconds
from niwashi.core.rng import keyed
from niwashi.table import grab_timing
from niwashi.table.draft import Draft
from niwashi.table.entries import Announced, Beaten, Early, Happened, Judged, Pressed, Saw
from niwashi.table.state import Race, Refusal, TableState, is_race

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
    lag = _guaranteed_lag(draft, seat)
    effective = grab_timing.effective_time(now, claimed, lag, draft.state.opening.settings.lag_cap, signal)
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
            closes=closes,
        )
    )


def _press_by_bot(draft: Draft, race: Race, seat: int, level: str, action: str) -> Pressed:
    """A bot presses when its reaction time is over, or later if it was still computing."""
    took = draw_reaction_ms(draft.state.key, level, race.number, seat, race.attempts.get(seat, 0))
    when = max(race.free_from.get(seat, race.signal or 0) + took, draft.now)
    closes = _window_end(draft, when)
    return Pressed(
        at=draft.now, seat=seat, action=action, arrival=when, claimed=when, effective=when, lag=0, closes=closes
    )


def draw_reaction_ms(key: str, level: str, race: int, seat: int, attempt: int) -> int:
    """The time from when a bot may grab until it does. It follows from the table's key, so it can be checked later.

    `race` counts the table's live grabs, `attempt` the seat's presses in this one.
    """
    return round(1000 * draw_reaction_seconds(level, keyed(key, f"{REACTION_PURPOSE}/{race}/{seat}", attempt)))


def _window_end(draft: Draft, arrival: int) -> int:
    """The window need not wait for bots: their presses are known before they arrive."""
    people = [seat for seat in draft.state.decisions if draft.state.seats[seat].plays]
    lags = [_guaranteed_lag(draft, seat) for seat in people]
    return grab_timing.window_end(arrival, lags, draft.state.opening.settings.lag_cap)


def _guaranteed_lag(draft: Draft, seat: int) -> int:
    return draft.latencies.guaranteed(draft.state.seats[seat].person)


def advance(draft: Draft) -> bool:
    """Announce the signal once all have seen the cards; close the window early once all have pressed."""
    race = draft.state.race and draft.state.race.copy()
    if race is None:
        return False
    if race.signal is None:
        return _all_have_seen(draft.state, race) and _announce(draft)
    if race.presses and _all_have_pressed(draft, race):
        return _close_window(draft, race)
    return False


def _all_have_seen(state: TableState, race: Race) -> bool:
    return all(n in race.seen for n, seat in enumerate(state.seats) if seat.plays)


def _announce(draft: Draft) -> bool:
    draft.add(Announced(at=draft.now, signal=draft.now + grab_timing.LEAD_MS))
    return True


def _all_have_pressed(draft: Draft, race: Race) -> bool:
    return all(n in race.presses and race.presses[n].arrival <= draft.now for n in draft.state.decisions)


def deadline(race: Race) -> int | None:
    """When the announcement stops waiting for clients, or the window closes."""
    if race.signal is None:
        return race.dealt_at + grab_timing.MAX_WAIT_MS
    return min((press.closes for press in race.presses.values()), default=None)


def run_timers(draft: Draft) -> None:
    race = draft.state.race and draft.state.race.copy()
    if race is None or draft.state.paused:
        return
    when = deadline(race)
    if when is not None and when <= draft.now:
        (_announce(draft) if race.signal is None else _close_window(draft, race))


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
    return True


def _audit(race: Race, win: Pressed, arrived: list[Pressed]) -> dict[str, object]:
    """All times that decided a grab, relative to the signal."""
    rivals = [press for press in arrived if press.action == win.action and press is not win]
    beaten = [_relative_times(race, rival) for rival in rivals]
    return {"signal": race.signal, **_relative_times(race, win), "beaten": beaten}


def _relative_times(race: Race, press: Pressed) -> dict[str, int]:
    signal = race.signal or 0
    return {
        "seat": press.seat,
        "arrival": press.arrival - signal,
        "claimed": press.claimed - signal,
        "effective": press.effective - signal,
        "lag": press.lag,
    }
