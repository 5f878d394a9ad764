"""The live grab at a table: ready, cards, signal, presses, window, and who was beaten."""

from __future__ import annotations

import math
from statistics import median, quantiles
from typing import Any

import pytest

from niwashi.bots import LADDER
from niwashi.bots.reaction import MIN_REACTION_SECONDS, SPREAD
from niwashi.engine.verification import check_record
from niwashi.table import Command
from niwashi.table.live_grab import draw_reaction_ms
from niwashi.wire import Done, Refused, TableSettings, TurnClock, requests
from tests.table.owners import PEOPLE, Owner, described


def gathered(people: int = 3, seats: int = 3, secret: int = 0, **settings: Any) -> Owner:
    """A started table that waits for all players to be ready."""
    variant = {"seats": seats, "grab": "live", "settings": TableSettings(**settings)}
    owner = Owner("edo_yashiki", secret=secret.to_bytes(16, "big"), **variant)
    owner.begin(people)
    return owner


def signalled(lags: tuple[int, ...] = (), people: int = 3, seats: int = 3, **settings: Any) -> Owner:
    """Cards on the table and the signal just given; the people are so many milliseconds away."""
    owner = gathered(people, seats, auto_ready=True, **settings)
    for person, lag in zip(PEOPLE, lags, strict=False):
        ping = owner.table.ping(person, owner.now)
        pong = Command(requests.Pong(id="p", n=ping.n), person)
        owner.settled(owner.table.handle(pong, owner.now + 2 * lag))
    cards = owner.table.snapshot(None, owner.now).newest
    for person in PEOPLE[:people]:
        owner.done(person, requests.Seen, seq=cards)
    signal = owner.table.snapshot(None, owner.now).signal
    assert signal is not None
    owner.wait(signal - owner.now)
    return owner


def events(owner: Owner) -> list[tuple[int | str, str]]:
    return owner.table.record().events


def seen(owner: Owner) -> list[str]:
    """The kinds of what was told, newest last."""
    return [type(news.event).__name__ for news in owner.table.news(-1)]


def test_cards_wait_until_everybody_is_ready() -> None:
    owner = gathered()
    assert seen(owner)[-1] == "Called"
    assert [who for who, _ in events(owner)] == ["chance"]
    owner.done("aki", requests.Ready)
    owner.done("chie", requests.Ready)
    assert owner.to_act() == ()
    owner.done("bo", requests.Ready)
    assert events(owner)[-1][1].startswith("open ")
    assert owner.to_act() == (0, 1, 2)


def test_who_says_ready_for_good_is_not_asked_again() -> None:
    owner = gathered(people=1)
    owner.done("aki", requests.Ready, auto=True)
    owner.play(40)
    assert seen(owner).count("Called") == 1


def test_the_signal_is_announced_when_all_have_seen_the_cards() -> None:
    owner = gathered(auto_ready=True)
    cards = owner.table.snapshot(None, owner.now).newest
    owner.done("aki", requests.Seen, seq=cards)
    owner.done("bo", requests.Seen, seq=cards)
    assert owner.table.snapshot(None, owner.now).signal is None
    owner.done("chie", requests.Seen, seq=cards)
    assert owner.table.snapshot(None, owner.now).signal == owner.now + 1500


def test_or_after_three_seconds() -> None:
    owner = gathered(auto_ready=True)
    owner.wait(2999)
    assert owner.table.snapshot(None, owner.now).signal is None
    owner.wait(1)
    assert owner.table.snapshot(None, owner.now).signal == owner.now + 1500


def test_a_press_before_the_signal_locks_for_a_quarter_of_a_second() -> None:
    owner = signalled()
    signal = owner.now
    owner.now = signal - 100
    early = owner.act(0, "grab 1")
    assert isinstance(early, Refused)
    assert early.code == "table/early"
    owner.now = signal + 100
    locked = owner.act(0, "grab 1")
    assert isinstance(locked, Refused)
    assert locked.code == "table/locked"
    owner.now = signal + 150
    assert isinstance(owner.act(0, "grab 1"), Done)


def test_a_repeated_early_press_is_answered_and_locks_no_longer() -> None:
    owner = signalled()
    owner.now -= 100
    command = Command(requests.Act(id="e", seq=owner.opened(0), action="grab 1"), "aki")
    first, length = owner.send(command), len(owner.bodies)
    owner.now += 90
    assert owner.send(command) == first
    assert len(owner.bodies) == length


def test_who_pressed_first_has_the_card_though_it_arrived_later() -> None:
    owner = signalled((20, 200, 80))
    signal = owner.now
    owner.now = signal + 320
    owner.act(0, "grab 2", at=signal + 300)
    owner.now = signal + 450
    owner.act(1, "grab 2", at=signal + 250)
    assert len(events(owner)) == 2
    owner.wait(100)
    assert events(owner)[-1] == (1, "grab 2")
    note = owner.table.record().notes["2"]["grab"]
    assert (note["seat"], note["arrival"], note["claimed"], note["effective"], note["lag"]) == (1, 450, 250, 250, 200)
    assert [(rival["seat"], rival["effective"]) for rival in note["beaten"]] == [(0, 300)]
    assert "Beaten" in seen(owner)


def test_at_the_table_too_near_and_far_win_a_third_each() -> None:
    """Everybody presses for the same card in the same moment, round after round."""
    distances, wins = (20, 80, 200), [0, 0, 0]
    for game in range(3):
        owner = signalled(distances, secret=game)
        while owner.table.phase != "over":
            race = owner.table._state.race
            if race is None or race.signal is None or owner.now < race.signal:
                owner.play(1)
                continue
            pressed = owner.now + 300
            for seat, distance in enumerate(distances):
                owner.now = pressed + distance
                owner.act(seat, "grab 1", at=pressed)
            wins[next(who for who, what in reversed(events(owner)) if what == "grab 1")] += 1  # type: ignore[index]
            owner.play(6)
    assert sum(wins) > 45
    assert max(wins) - min(wins) <= 3, wins


def test_the_beaten_go_on_and_the_last_card_goes_to_the_last_seat() -> None:
    owner = signalled()
    for seat in range(3):
        owner.now += 100 if seat else 0
        owner.act(seat, "grab 1")
        owner.wait(1)
    owner.wait(300)
    assert events(owner)[-1] == (0, "grab 1")
    assert "grab 1" not in owner.legal(1)
    owner.act(1, "grab 3")
    owner.wait(300)
    assert events(owner)[-1] == (1, "grab 3")
    assert all(action.startswith("place") for seat in range(3) for action in owner.legal(seat))
    assert check_record(owner.table.record()).ok


def test_a_grab_that_came_too_late_is_an_ordinary_answer() -> None:
    owner = signalled()
    seq = owner.opened(2)
    owner.act(0, "grab 1")
    owner.wait(300)
    taken = owner.ask("chie", requests.Act, seq=seq, action="grab 1")
    assert isinstance(taken, Refused)
    owner.act(1, "grab 2")
    owner.wait(300)
    decided = owner.ask("chie", requests.Act, seq=seq, action="grab 3")
    assert isinstance(decided, Refused)
    assert decided.code == "table/late"


def test_when_all_have_pressed_nobody_waits_for_the_window() -> None:
    owner = signalled((20, 80, 200))
    for seat in range(3):
        owner.act(seat, f"grab {seat + 1}")
    assert [event for event in events(owner) if str(event[1]).startswith("grab")] == [(0, "grab 1"), (1, "grab 2")]


def test_an_open_press_is_nobodys_business() -> None:
    owner = signalled()
    before = owner.table.snapshot("bo", owner.now)
    owner.act(0, "grab 1")
    assert owner.table.news(before.seq)[0].event is None
    assert owner.table.snapshot("bo", owner.now).view == before.view


def test_the_lag_that_is_made_up_for_has_the_tables_cap() -> None:
    owner = signalled((200, 200, 200), lag_cap=50)
    signal = owner.now
    owner.now = signal + 500
    owner.act(0, "grab 1", at=signal + 100)
    owner.wait(300)
    assert owner.table.record().notes["2"]["grab"]["effective"] == 450
    assert owner.table.snapshot(None, owner.now).seats[0].lag == 200


def test_a_card_grabbed_live_stays_grabbed() -> None:
    owner = signalled()
    owner.act(0, "grab 1")
    owner.wait(300)
    newest = owner.table.snapshot(None, owner.now).newest
    assert owner.refused("aki", requests.Back, seq=newest) == "table/grabbed"
    assert owner.refused("aki", requests.Pause) == "table/race"


def test_clocks_run_from_the_signal_on() -> None:
    owner = signalled(clock=TurnClock(seconds=10))
    assert [seat.clock for seat in owner.table.snapshot(None, owner.now).seats] == [10_000] * 3
    owner.wait(4000)
    assert [seat.clock for seat in owner.table.snapshot(None, owner.now).seats] == [6000] * 3


def test_a_bots_hand_moves_when_its_reaction_is_over() -> None:
    owner = signalled(people=1)
    signal = owner.now
    turns = owner.table.bots_to_act()
    assert [turn.seat for turn in turns] == [1, 2]
    for turn in turns:
        owner.send(Command(requests.Act(id=turn.id, seq=turn.seq, action=f"grab {turn.seat}"), bot=turn.seat))
    assert owner.table.bots_to_act() == []
    owner.wait(int(1000 * MIN_REACTION_SECONDS) - 1)
    assert len(events(owner)) == 2
    owner.wait(10_000)
    times = [owner.table.record().notes[str(n)]["grab"]["effective"] for n in (2, 3)]
    key = owner.table._state.key
    assert sorted(times) == sorted(draw_reaction_ms(key, "beginner", 0, seat, 0) for seat in (1, 2))
    assert signal + min(times) < owner.now


def test_a_bot_whose_card_is_taken_thinks_again() -> None:
    owner = signalled(people=1)
    for turn in owner.table.bots_to_act():
        owner.send(Command(requests.Act(id=turn.id, seq=turn.seq, action="grab 1"), bot=turn.seat))
    owner.act(0, "grab 1")
    owner.wait(30)
    assert events(owner)[-1] == (0, "grab 1")
    again = owner.table.bots_to_act()
    assert [turn.seat for turn in again] == [1, 2]
    assert {turn.id for turn in again}.isdisjoint(owner.answers)
    owner.wait(10_000)
    assert len(events(owner)) == 3


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
def test_reactions_are_log_normal_about_the_rungs_median(rung: Any) -> None:
    times = [draw_reaction_ms("key", rung.name, n, 0, 0) for n in range(4000)]
    assert median(times) == pytest.approx(1000 * rung.reaction_seconds, rel=0.03)
    lower, _, upper = quantiles(times, n=4)
    assert math.log(upper / lower) == pytest.approx(2 * 0.6745 * SPREAD, rel=0.08)
    assert min(times) >= 1000 * MIN_REACTION_SECONDS


def test_a_race_is_rebuilt_from_the_log_at_every_entry() -> None:
    owner = signalled((20, 80, 200))
    owner.act(0, "grab 1")
    owner.act(1, "grab 1")
    assert described(owner.rebuilt()) == described(owner.table)
    owner.wait(1000)
    owner.play(30)
    assert described(owner.rebuilt()) == described(owner.table)
