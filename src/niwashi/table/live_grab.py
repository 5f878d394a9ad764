"""The live grab at a table: cards are seen, the signal is announced, presses gather, the window closes (CLIENT rules).

The times and who wins are `grab`'s; here they become entries of the log.
"""

from __future__ import annotations

from dataclasses import asdict

from niwashi.table import grab_timing
from niwashi.table.draft import Draft
from niwashi.table.entries import Announced, Beaten, Early, Happened, Judged, Pressed, Saw
from niwashi.table.grab_timing import Press
from niwashi.table.reaction import reaction
from niwashi.table.state import Race, Refusal, TableState, is_race


def see(draft: Draft, seat: int, seq: int) -> None:
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
        draft.add(_bots_press(draft, race, seat, bot, action))
    else:
        _persons_press(draft, race, seat, action, draft.now if claimed is None else claimed)


def _persons_press(draft: Draft, race: Race, seat: int, action: str, claimed: int) -> None:
    signal, now = race.signal or 0, draft.now
    if now < race.locked.get(seat, 0):
        raise Refusal("table/locked", f"you pressed too early and are locked for {race.locked[seat] - now} ms more")
    if grab_timing.is_early(now, claimed, signal):
        draft.add(Early(at=now, seat=seat, until=now + grab_timing.LOCK))
        draft.refusal = Refusal(
            "table/early", f"you pressed before the signal and are locked for {grab_timing.LOCK} ms"
        )
        return
    lag, cap = lag_of(draft, seat), draft.state.opening.settings.lag_cap
    effective = grab_timing.effective_time(now, claimed, lag, cap, signal)
    draft.add(_pressed(draft, Press(seat, action, now, claimed, effective, lag, _closing(draft, now))))


def _bots_press(draft: Draft, race: Race, seat: int, level: str, action: str) -> Pressed:
    """A bot's hand moves when its reaction is over, or later if it was still thinking."""
    took = reaction(draft.state.key, level, race.number, seat, race.attempts.get(seat, 0))
    when = max(race.free_from.get(seat, race.signal or 0) + took, draft.now)
    return _pressed(draft, Press(seat, action, when, when, when, 0, _closing(draft, when)))


def _pressed(draft: Draft, press: Press) -> Pressed:
    return Pressed(at=draft.now, **asdict(press))


def _closing(draft: Draft, arrival: int) -> int:
    """Bots need no waiting for: their presses are known before they arrive."""
    people = [seat for seat in draft.state.open if draft.state.seats[seat].plays]
    return grab_timing.closing(arrival, (lag_of(draft, seat) for seat in people), draft.state.opening.settings.lag_cap)


def lag_of(draft: Draft, seat: int) -> int:
    return draft.lags.surely(draft.state.seats[seat].person)


# -- what follows by itself --------------------------------------------------------------------------------------------
def step(draft: Draft) -> bool:
    """The signal is announced when all have seen the cards; the window closes early when all have pressed."""
    race = draft.state.race and draft.state.race.copy()
    if race is None:
        return False
    if race.signal is None:
        return _all_saw(draft.state, race) and _announce(draft)
    if race.presses and _all_pressed(draft, race):
        return _close(draft, race)
    return False


def _all_saw(state: TableState, race: Race) -> bool:
    return all(n in race.seen for n, seat in enumerate(state.seats) if seat.plays)


def _announce(draft: Draft) -> bool:
    draft.add(Announced(at=draft.now, signal=draft.now + grab_timing.LEAD))
    return True


def _all_pressed(draft: Draft, race: Race) -> bool:
    return all(n in race.presses and race.presses[n].arrival <= draft.now for n in draft.state.open)


def due(race: Race) -> int | None:
    """When the announcement stops waiting, or the window closes."""
    if race.signal is None:
        return race.dealt_at + grab_timing.PATIENCE
    return min((press.closes for press in race.presses.values()), default=None)


def time_passes(draft: Draft) -> None:
    race = draft.state.race and draft.state.race.copy()
    if race is None or draft.state.paused:
        return
    when = due(race)
    if when is not None and when <= draft.now:
        (_announce(draft) if race.signal is None else _close(draft, race))


def _close(draft: Draft, race: Race) -> bool:
    """The earliest has each card; the beaten go on, and the last card goes to the last seat by itself."""
    arrived = [press for press in race.presses.values() if press.arrival <= draft.now]
    wins, priority = grab_timing.judge(arrived, draft.state.priority)
    draft.add(Judged(at=draft.now, priority=priority))
    for win in wins:
        if draft.state.game and is_race(draft.state.game):
            draft.add(Happened(at=draft.now, who=win.seat, what=win.action, note={"grab": _audit(race, win, arrived)}))
    winner = {win.action: win.seat for win in wins}
    for press in race.presses.values():
        if draft.state.race and winner.get(press.action, press.seat) != press.seat:
            draft.add(Beaten(at=draft.now, seat=press.seat, action=press.action, by=winner[press.action]))
    return True


def _audit(race: Race, win: Press, arrived: list[Press]) -> dict[str, object]:
    """Everything that decided a grab, relative to the signal."""
    rivals = [press for press in arrived if press.action == win.action and press is not win]
    return {"signal": race.signal, **_times(race, win), "beaten": [_times(race, rival) for rival in rivals]}


def _times(race: Race, press: Press) -> dict[str, int]:
    signal = race.signal or 0
    return {
        "seat": press.seat,
        "arrival": press.arrival - signal,
        "claimed": press.claimed - signal,
        "effective": press.effective - signal,
        "lag": press.lag,
    }
