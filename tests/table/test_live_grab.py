"""The live grab at a table: cards, ready, signal, presses, window, and who was beaten."""

from __future__ import annotations

import math
from statistics import median, quantiles
from typing import Any

import msgspec
import pytest

from niwashi.bots import LADDER
from niwashi.bots.reaction import MIN_REACTION_SECONDS, SPREAD, patience
from niwashi.core.errors import BadOptions
from niwashi.engine.verification import check_record
from niwashi.table import Command
from niwashi.table.live_grab import draw_reaction_ms
from niwashi.wire import Done, Refused, TableSettings, TurnClock, requests
from niwashi.wire.settings import DEFAULT_LOOK_SECONDS
from tests.table.owners import PEOPLE, Owner, described


def gathered(people: int = 3, seats: int = 3, secret: int = 0, **settings: Any) -> Owner:
    """A started table: the first cards lie open, and all players look at them."""
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
    show_cards(owner, people)
    owner.wait(1000 * DEFAULT_LOOK_SECONDS)
    owner.wait(signal_of(owner) - owner.now)
    return owner


def signal_of(owner: Owner) -> int:
    signal = announced(owner)
    assert signal is not None
    return signal


def announced(owner: Owner) -> int | None:
    return owner.table.snapshot(None, owner.now).signal


def show_cards(owner: Owner, people: int = 3) -> None:
    """The clients say that the cards are on their screens."""
    cards = owner.table.snapshot(None, owner.now).newest
    for person in PEOPLE[:people]:
        owner.done(person, requests.Seen, seq=cards)


def say_ready(owner: Owner, *people: str) -> None:
    for person in people:
        owner.done(person, requests.Ready)


def events(owner: Owner) -> list[tuple[int | str, str]]:
    return owner.table.record().events


def seen(owner: Owner) -> list[str]:
    """The kinds of what was told, newest last."""
    return [type(news.event).__name__ for news in owner.table.news(-1)]


# -- looking and saying “ready” (E2.2) -------------------------------------------------------------------------------
def test_the_cards_lie_open_before_anybody_is_ready() -> None:
    owner = gathered()
    assert seen(owner)[-2:] == ["Happened", "Called"]
    assert events(owner)[-1][1].startswith("open ")
    for person in (*PEOPLE[:3], None):
        shown = owner.table.snapshot(person, owner.now)
        assert shown.view is not None
        assert len(shown.view["open"]) == 3
        assert not any(seat.ready for seat in shown.seats)
        assert (shown.called, shown.signal) == (owner.table.seq, None)


def test_the_signal_waits_until_everybody_is_ready() -> None:
    owner = gathered()
    show_cards(owner)
    say_ready(owner, "aki", "chie")
    owner.wait(3_600_000)
    assert announced(owner) is None
    say_ready(owner, "bo")
    assert announced(owner) == owner.now + 1500
    assert owner.table.snapshot(None, owner.now).called is None


def test_nobody_who_has_said_ready_is_awaited() -> None:
    owner = gathered()
    assert owner.table.seats_awaited == [0, 1, 2]
    say_ready(owner, "bo")
    assert owner.table.seats_awaited == [0, 2]
    assert [seat.ready for seat in owner.table.snapshot(None, owner.now).seats] == [False, True, False]


def test_a_card_cannot_be_taken_while_all_look() -> None:
    owner = gathered()
    looking = owner.act(0, "grab 1")
    assert isinstance(looking, Refused)
    assert looking.code == "table/signal"
    say_ready(owner, "aki", "bo", "chie")
    assert isinstance(owner.act(0, "grab 1"), Refused)
    assert len(events(owner)) == 2


def test_all_are_asked_again_before_the_next_grab() -> None:
    owner = gathered(people=1)
    owner.play(40)
    assert seen(owner).count("Called") == seen(owner).count("Announced") > 3
    assert seen(owner).count("Readied") == seen(owner).count("Announced")


def test_who_is_always_ready_counts_as_ready_only_after_the_look() -> None:
    owner = gathered(auto_ready=True, look=7)
    until = owner.now + 7000
    assert owner.table.snapshot(None, owner.now).called_until == until
    assert owner.table.seats_awaited == []
    show_cards(owner)
    owner.wait(6999)
    assert announced(owner) is None
    owner.wait(1)
    assert announced(owner) == until + 1500


def test_who_is_always_ready_may_say_so_sooner() -> None:
    owner = gathered(auto_ready=True)
    show_cards(owner)
    for person in PEOPLE[:3]:
        assert announced(owner) is None
        owner.done(person, requests.Ready, auto=True)
    assert announced(owner) == owner.now + 1500
    assert all(seat.auto for seat in owner.table.snapshot(None, owner.now).seats)


def test_who_says_always_is_not_asked_again() -> None:
    owner = gathered(people=1)
    owner.done("aki", requests.Ready, auto=True)
    owner.play(40)
    assert seen(owner).count("Readied") == 1
    assert seen(owner).count("Announced") > 3


def test_who_is_no_longer_always_ready_is_waited_for() -> None:
    """Changing one's mind does not say “ready”: there is as much time to look as one likes."""
    owner = gathered(people=1, auto_ready=True)
    show_cards(owner, 1)
    owner.done("aki", requests.Ready, auto=False, now=False)
    assert not owner.table.snapshot("aki", owner.now).seats[0].auto
    owner.wait(600_000)
    assert (announced(owner), owner.table.seats_awaited) == (None, [0])
    say_ready(owner, "aki")
    assert announced(owner) == owner.now + 1500


def test_always_ready_can_be_switched_on_without_saying_ready() -> None:
    owner = gathered(people=1)
    show_cards(owner, 1)
    owner.done("aki", requests.Ready, auto=True, now=False)
    seat = owner.table.snapshot("aki", owner.now).seats[0]
    assert (seat.auto, seat.ready, announced(owner)) == (True, False, None)
    owner.wait(4000)
    assert announced(owner) is not None


def test_always_ready_can_be_changed_while_no_cards_lie_open() -> None:
    owner = gathered(people=1, auto_ready=True)
    show_cards(owner, 1)
    say_ready(owner, "aki")
    owner.done("aki", requests.Ready, auto=False, now=False)
    assert not owner.table.snapshot("aki", owner.now).seats[0].auto


def test_one_who_is_not_ready_holds_up_those_who_always_are() -> None:
    owner = gathered()
    for person in ("aki", "bo"):
        owner.done(person, requests.Ready, auto=True)
    while seen(owner).count("Called") < 2:
        owner.play(1)
    assert owner.table.seats_awaited == [2]
    show_cards(owner)
    owner.wait(600_000)
    assert announced(owner) is None
    say_ready(owner, "chie")
    assert announced(owner) == owner.now + 1500


def test_the_signal_waits_for_clients_that_do_not_show_the_cards_yet() -> None:
    owner = gathered()
    cards = owner.table.snapshot(None, owner.now).newest
    say_ready(owner, "aki", "bo", "chie")
    owner.done("aki", requests.Seen, seq=cards)
    owner.done("bo", requests.Seen, seq=cards)
    assert announced(owner) is None
    owner.done("chie", requests.Seen, seq=cards)
    assert announced(owner) == owner.now + 1500


def test_but_no_longer_than_three_seconds() -> None:
    owner = gathered()
    say_ready(owner, "aki", "bo", "chie")
    owner.wait(2999)
    assert announced(owner) is None
    owner.wait(1)
    assert announced(owner) == owner.now + 1500


def test_bots_are_always_ready() -> None:
    owner = gathered(people=1)
    owner.done("aki", requests.Seen, seq=owner.table.snapshot(None, owner.now).newest)
    say_ready(owner, "aki")
    assert announced(owner) == owner.now + 1500


def test_who_has_left_does_not_hold_up_the_others_for_ever() -> None:
    owner = gathered(grace=20)
    show_cards(owner)
    say_ready(owner, "aki", "bo")
    owner.presence("chie", False)
    owner.wait(19_999)
    assert announced(owner) is None
    owner.wait(1)
    assert announced(owner) == owner.now + 1500
    assert owner.table.snapshot(None, owner.now).seats[2].bot is not None


def test_who_only_waits_does_not_hold_up_a_table_with_clocks() -> None:
    owner = gathered(clock=TurnClock(seconds=30), timeout="bot")
    show_cards(owner)
    say_ready(owner, "aki", "bo")
    owner.wait(29_999)
    assert announced(owner) is None
    owner.wait(1)
    assert announced(owner) == owner.now + 1500


def test_looking_takes_no_time_from_the_grab() -> None:
    owner = gathered(clock=TurnClock(seconds=30))
    show_cards(owner)
    owner.wait(20_000)
    say_ready(owner, "aki", "bo", "chie")
    owner.wait(1500)
    assert [seat.clock for seat in owner.table.snapshot(None, owner.now).seats] == [30_000] * 3


def test_while_all_look_the_table_can_be_paused_and_then_all_look_anew() -> None:
    owner = gathered()
    show_cards(owner)
    say_ready(owner, "aki", "bo")
    owner.done("aki", requests.Pause)
    for person in ("bo", "chie"):
        owner.done(person, requests.Agree, seq=owner.table.snapshot(None, owner.now).asked_seq)
    owner.wait(600_000)
    owner.done("chie", requests.Resume)
    shown = owner.table.snapshot(None, owner.now)
    assert (shown.phase, shown.called, shown.called_until) == ("playing", owner.table.seq, owner.now + 4000)
    assert owner.table.seats_awaited == [0, 1, 2]


def test_a_pause_that_not_all_have_agreed_to_comes_too_late_for_the_signal() -> None:
    owner = gathered()
    show_cards(owner)
    owner.done("aki", requests.Pause)
    asked = owner.table.seq
    say_ready(owner, "aki", "bo", "chie")
    assert announced(owner) is not None
    assert owner.table.snapshot(None, owner.now).asked is None
    for person in ("bo", "chie"):
        assert owner.refused(person, requests.Agree, seq=asked) == "table/stale"


def test_time_without_a_server_is_no_time_to_look() -> None:
    owner = gathered(auto_ready=True)
    show_cards(owner)
    owner.now += 60_000
    owner.settled(owner.table.suspend(owner.now - 60_000, owner.now))
    owner.wait(3999)
    assert announced(owner) is None
    owner.wait(1)
    assert announced(owner) == owner.now + 1500


@pytest.mark.parametrize("look", [0, 61])
def test_the_time_to_look_has_bounds(look: int) -> None:
    with pytest.raises(BadOptions, match="look"):
        gathered(look=look)


# -- the signal and the presses --------------------------------------------------------------------------------------


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
    owner.act(1, "grab 2", at=signal + 260)
    assert len(events(owner)) == 2
    owner.wait(100)
    assert events(owner)[-1] == (1, "grab 2")
    note = owner.table.record().notes["2"]["grab"]
    assert (note["seat"], note["arrival"], note["claimed"], note["effective"], note["lag"]) == (1, 450, 260, 250, 200)
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


def told(owner: Owner) -> tuple[object, ...]:
    """All that others could tell a press by."""
    shown = [msgspec.json.encode(owner.table.snapshot(person, 0)) for person in (None, "bo")]
    return owner.table.told_seq, owner.table.news(-1), shown


def test_nothing_of_a_race_is_told_before_it_is_judged() -> None:
    owner = signalled((0, 0, 100))
    before = told(owner)
    answer = owner.act(0, "grab 1")
    assert isinstance(answer, Done)
    assert answer.seq == before[0]
    assert told(owner) == before
    assert told(Owner.resume(owner.bodies))[:2] == before[:2], "nor after a restart"
    seq = owner.table.told_seq
    owner.wait(300)
    assert [type(news.event).__name__ for news in owner.table.news(int(seq))] == ["NoneType", "NoneType", "Happened"]


def test_from_the_signal_on_a_silence_tells_nothing() -> None:
    """Somebody who makes the table say something learns nothing from when it says it."""
    quiet, pressed = signalled((0, 0, 100)), signalled((0, 0, 100))
    pressed.act(0, "grab 1")
    before = quiet.table.told_seq
    for owner in (quiet, pressed):
        answer = owner.ask("bo", requests.Ready, auto=True, now=False)
        assert isinstance(answer, Done)
        assert answer.seq == before
        owner.presence("chie", False)
        stale = owner.ask("bo", requests.Act, seq=1, action="grab 1")
        assert getattr(stale, "seq", before) == before
    assert told(quiet) == told(pressed)
    assert quiet.table.told_seq == before


def test_a_press_over_a_faster_connection_gets_no_credit_for_the_slow_one() -> None:
    owner = signalled((200, 20, 20))
    signal = owner.now
    owner.now = signal + 400
    act = requests.Act(id="fast", seq=owner.opened(0), action="grab 1", at=signal + 200)
    owner.send(Command(act, owner.person(0), max_lag=10))
    owner.wait(300)
    note = owner.table.record().notes["2"]["grab"]
    assert (note["effective"], note["lag"], note["answered"]) == (400 - 10, 10, 200)


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


def test_a_bots_hand_moves_when_its_patience_and_its_reaction_are_over() -> None:
    owner = signalled(people=1)
    signal = owner.now
    turns = owner.table.bots_to_act()
    assert [turn.seat for turn in turns] == [1, 2]
    for turn in turns:
        owner.send(Command(requests.Act(id=turn.id, seq=turn.seq, action=f"grab {turn.seat}"), bot=turn.seat))
    assert owner.table.bots_to_act() == []
    owner.wait(int(1000 * (patience("beginner") + MIN_REACTION_SECONDS)) - 1)
    assert len(events(owner)) == 2
    owner.wait(10_000)
    times = [owner.table.record().notes[str(n)]["grab"]["effective"] for n in (2, 3)]
    key = owner.table._state.key
    assert sorted(times) == sorted(6000 + draw_reaction_ms(key, "beginner", 0, seat, 0) for seat in (1, 2))
    assert signal + min(times) < owner.now


def press_as_bots(owner: Owner) -> None:
    for turn in owner.table.bots_to_act():
        owner.send(Command(requests.Act(id=turn.id, seq=turn.seq, action=f"grab {turn.seat + 1}"), bot=turn.seat))


def test_bots_wait_no_longer_once_all_people_have_a_card() -> None:
    owner = signalled(people=1)
    signal = owner.now
    press_as_bots(owner)
    owner.wait(1000)
    owner.act(0, "grab 1")
    owner.wait(5000)
    times = [note["grab"]["effective"] for note in list(owner.table.record().notes.values())[3:]]
    hands = [draw_reaction_ms(owner.table._state.key, "beginner", 0, seat, 0) for seat in (1, 2)]
    taken = owner.table.record().notes["2"]["at"] - signal
    assert times == [1000, taken + min(hands)]
    assert taken < 1300
    assert all(action.startswith("place") for seat in range(3) for action in owner.legal(seat))
    assert owner.now < signal + 6001
    assert described(owner.rebuilt()) == described(owner.table)


def test_a_bot_stays_patient_while_somebody_still_chooses() -> None:
    """Also a bot whose card another person has just taken."""
    owner = signalled(people=2)
    press_as_bots(owner)
    owner.wait(500)
    owner.act(0, "grab 3")
    owner.wait(500)
    assert events(owner)[-1] == (0, "grab 3")
    again = owner.table.bots_to_act()
    assert [turn.seat for turn in again] == [2]
    owner.send(Command(requests.Act(id=again[0].id, seq=again[0].seq, action="grab 1"), bot=2))
    owner.wait(4999)
    assert len(events(owner)) == 3
    owner.wait(10_000)
    assert events(owner)[-1] == (2, "grab 1")
    assert owner.table.record().notes["3"]["grab"]["effective"] >= 6250


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


# -- tables that an older version opened -----------------------------------------------------------------------------
def opened_by_an_older_version(people: int = 3) -> Owner:
    """Its settings have no time to look."""
    owner = Owner("edo_yashiki", seats=3, grab="live")
    opening = msgspec.json.decode(owner.bodies[0])
    del opening["settings"]["look"]
    owner.bodies = [msgspec.json.encode(opening)]
    owner.table = owner.rebuilt()
    owner.begin(people)
    return owner


def test_an_older_table_still_deals_when_all_are_ready() -> None:
    owner = opened_by_an_older_version()
    assert seen(owner)[-1] == "Called"
    assert [who for who, _ in events(owner)] == ["chance"]
    say_ready(owner, "aki", "chie")
    assert owner.to_act() == ()
    say_ready(owner, "bo")
    assert events(owner)[-1][1].startswith("open ")
    show_cards(owner)
    assert announced(owner) == owner.now + 1500


def test_an_older_table_goes_on_to_its_end() -> None:
    owner = opened_by_an_older_version(people=2)
    owner.play(1000)
    assert owner.table.phase == "over"
    assert check_record(owner.table.record()).ok
    assert described(owner.rebuilt()) == described(owner.table)


def test_the_rematch_of_an_older_table_is_a_new_table() -> None:
    owner = opened_by_an_older_version(people=2)
    owner.play(1000)
    owner.done("aki", requests.Rematch)
    owner.done("bo", requests.Agree, seq=owner.table.seq)
    again, _ = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    assert again.settings.look == DEFAULT_LOOK_SECONDS
