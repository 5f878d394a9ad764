"""Several people at one device: one of them holds their seats, and one has it in hand."""

from __future__ import annotations

from typing import Any

import pytest

from niwashi.core.errors import BadOptions
from niwashi.engine.verification import check_record
from niwashi.wire import Conflict, Done, TableSettings, TurnClock, requests
from tests.table.owners import SECRET, Owner, described
from tests.table.test_take_back import last_event, newest

HOT = TableSettings(hot_seat=True, grace=None)


def at_one_device(*holders: str, **options: Any) -> Owner:
    owner = Owner("miyabi", seats=len(holders), settings=HOT, **options)
    owner.begin_at_one_device(holders)
    return owner


def placing() -> Owner:
    """Edo Yashiki: seats 0 and 2 share a device, all seats are about to place."""
    owner = Owner("edo_yashiki", seats=3, grab="calm", settings=HOT)
    owner.begin_at_one_device(("aki", "bo", "aki"))
    for seat in (0, 1):
        owner.act(seat, owner.legal(seat)[0])
    assert owner.to_act() == (0, 1, 2)
    return owner


# -- sitting down ------------------------------------------------------------------------------------------------------
def test_the_host_takes_several_seats_each_with_a_name() -> None:
    owner = Owner("miyabi", seats=3, settings=HOT)
    for name in ("Hana", "Ken"):
        owner.done("aki", requests.Sit, name="Aki", called=name)
    owner.done("bo", requests.Sit, name="Bo")
    snapshot = owner.table.snapshot("aki", owner.now)
    assert [seat.name for seat in snapshot.seats] == ["Hana", "Ken", "Bo"]
    assert (snapshot.you, snapshot.yours) == (0, [0, 1])
    assert owner.table.snapshot("bo", owner.now).yours == []


def test_elsewhere_everybody_sits_once_and_under_their_own_name() -> None:
    owner = Owner("miyabi", seats=3)
    assert owner.refused("aki", requests.Sit, name="Aki", called="Hana") == "table/hot-seat"
    hot = Owner("miyabi", seats=4, settings=HOT)
    hot.done("bo", requests.Sit, name="Bo")
    assert hot.refused("bo", requests.Sit, name="Bo") == "table/seated"
    assert hot.refused("chie", requests.Sit, name="Chie", called="Aki") == "table/hot-seat"


def test_nobody_is_called_like_somebody_else_at_the_table() -> None:
    owner = Owner("miyabi", seats=3, settings=HOT)
    owner.done("bo", requests.Sit, name="Bo")
    assert owner.refused("aki", requests.Sit, name="Aki", called=" bo ") == "table/name"
    assert owner.refused("aki", requests.Sit, name="Aki", called="  ") == "table/name"


def test_one_of_several_seats_is_emptied_by_name_and_all_by_leaving() -> None:
    owner = Owner("miyabi", seats=3, settings=HOT)
    for name in ("Hana", "Ken", "Mei"):
        owner.done("aki", requests.Sit, name="Aki", called=name)
    owner.done("aki", requests.Remove, seat=0)
    assert owner.table.snapshot("aki", owner.now).yours == [1, 2]
    assert owner.table.snapshot("aki", owner.now).host, "a host with other seats stays the host"
    owner.done("aki", requests.Leave)
    assert [seat.held for seat in owner.table.snapshot(None, owner.now).seats] == ["open"] * 3


def test_at_one_device_nobody_grabs_live() -> None:
    with pytest.raises(BadOptions, match="act in turn order"):
        Owner("edo_yashiki", seats=2, grab="live", settings=HOT)


# -- acting ------------------------------------------------------------------------------------------------------------
def test_a_whole_game_is_played_by_one_person() -> None:
    owner = at_one_device("aki", "aki", expansions="ABCDE")
    owner.play(400)
    assert owner.table.phase == "over"
    assert check_record(owner.table.record()).ok
    assert described(owner.rebuilt()) == described(owner.table)


def test_you_are_whoever_is_to_act() -> None:
    owner = at_one_device("aki", "aki")
    for _ in range(4):
        [seat] = owner.to_act()
        snapshot = owner.table.snapshot("aki", owner.now)
        assert snapshot.you == seat
        assert snapshot.choices is not None
        assert snapshot.choices.seat == seat
        assert owner.table.awaited == ["aki"]
        owner.act(seat, owner.legal(seat)[0])


def test_who_has_several_seats_says_which() -> None:
    owner = at_one_device("aki", "aki")
    action = owner.legal(0)[0]
    assert owner.refused("aki", requests.Act, seq=owner.opened(0), action=action) == "table/which"
    assert owner.refused("aki", requests.Resign) == "table/which"
    assert owner.refused("aki", requests.Act, seq=owner.opened(0), action=action, seat=7) == "table/not-yours"
    mixed = at_one_device("aki", "aki", "bo")
    assert mixed.refused("bo", requests.Act, seq=mixed.opened(0), action=action, seat=0) == "table/not-yours"


def test_those_who_could_act_at_once_do_so_one_after_the_other() -> None:
    owner = placing()
    assert owner.table.snapshot("aki", owner.now).you == 0
    assert owner.table.seats_awaited == [0, 1], "seat 2 waits for the device"
    assert owner.table.choices(2) is None
    owner.act(0, owner.legal(0)[0])
    assert owner.table.snapshot("aki", owner.now).you == 2
    assert owner.table.choices(2) is not None


def test_a_doubled_click_is_not_done_with_the_next_ones_seat() -> None:
    """Both decisions were opened by the same entry, so without its seat the second click would be the other's."""
    owner = placing()
    seq, action = owner.opened(0), owner.legal(0)[0]
    assert owner.opened(2) == seq
    owner.done("aki", requests.Act, seq=seq, action=action, seat=0)
    assert isinstance(owner.ask("aki", requests.Act, seq=seq, action=action, seat=0), Conflict)
    assert 2 in owner.to_act()


# -- around it ---------------------------------------------------------------------------------------------------------
def test_between_two_at_one_device_a_take_back_is_one_tap() -> None:
    owner = at_one_device("aki", "aki")
    before = owner.table.snapshot("aki", owner.now).view
    for seat in (0, 1):
        owner.act(seat, owner.legal(seat)[0])
    events = len(owner.table.record().events)
    owner.done("aki", requests.Back, seq=newest(owner), to=events - 2)
    assert last_event(owner) == ("table", f"back {events - 2}")
    assert owner.table.snapshot("aki", owner.now).view == before
    assert owner.table.snapshot("aki", owner.now).you == 0


def test_by_itself_it_takes_back_the_last_action_at_the_device() -> None:
    owner = at_one_device("aki", "aki")
    for seat in (0, 1):
        owner.act(seat, owner.legal(seat)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    assert owner.to_act() == (1,)


def test_what_both_at_a_device_did_nobody_elsewhere_is_asked_about() -> None:
    owner = placing()
    events = len(owner.table.record().events)
    for seat in (0, 2):
        owner.act(seat, owner.legal(seat)[0])
    owner.done("aki", requests.Back, seq=newest(owner), to=events)
    assert last_event(owner) == ("table", f"back {events}")
    assert owner.to_act() == (0, 1, 2)


def test_who_sits_elsewhere_is_asked() -> None:
    owner = at_one_device("aki", "aki", "bo")
    for seat in (0, 1, 2):
        owner.act(seat, owner.legal(seat)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    asked = owner.table.snapshot("bo", owner.now)
    assert asked.asked is not None
    owner.done("bo", requests.Agree, seq=asked.asked_seq)
    assert owner.to_act() == (1,)


def test_a_pause_and_a_rematch_need_nobody_elses_consent() -> None:
    owner = at_one_device("aki", "aki")
    owner.done("aki", requests.Pause)
    assert owner.table.phase == "paused"
    owner.done("aki", requests.Resume)
    owner.done("aki", requests.Resign, seat=0)
    owner.done("aki", requests.Rematch)
    assert owner.table.rematched
    names = [seat.name for seat in owner.table.seats(owner.now)]
    again, batch = owner.table.rematch("t2", secret=SECRET, now=owner.now)
    again.commit(batch)
    assert [seat.name for seat in again.seats(owner.now)] == names[1:] + names[:1]
    assert again.snapshot("aki", owner.now).yours == [0, 1]


def test_one_seat_resigns_and_the_other_plays_on() -> None:
    owner = at_one_device("aki", "aki", "bo")
    owner.done("aki", requests.Resign, seat=0)
    shown = owner.table.seats(owner.now)
    assert [seat.resigned for seat in shown] == [True, False, False]
    assert owner.table.snapshot("aki", owner.now).you == 1
    assert owner.refused("aki", requests.Return, seat=1) == "table/seated"


def test_only_the_clock_of_who_has_the_device_in_hand_runs() -> None:
    owner = Owner(
        "edo_yashiki", seats=2, grab="calm", settings=TableSettings(hot_seat=True, clock=TurnClock(seconds=30))
    )
    owner.begin_at_one_device(("aki", "aki"))
    owner.act(0, owner.legal(0)[0])
    owner.wait(10_000)
    assert [(seat.clock, seat.runs) for seat in owner.table.seats(owner.now)] == [(20_000, True), (30_000, False)]
    assert isinstance(owner.act(0, owner.legal(0)[0]), Done)
    owner.wait(5_000)
    assert [(seat.clock, seat.runs) for seat in owner.table.seats(owner.now)] == [(20_000, False), (25_000, True)]


def test_a_device_that_goes_away_takes_all_its_seats_along() -> None:
    owner = Owner("miyabi", seats=3, settings=TableSettings(hot_seat=True, grace=20))
    owner.begin_at_one_device(("aki", "bo", "aki"))
    owner.presence("aki", False)
    owner.wait(20_000)
    assert [seat.bot for seat in owner.table.seats(owner.now)] == ["strong", None, "strong"]
    owner.presence("aki", True)
    assert [(seat.bot, seat.here) for seat in owner.table.seats(owner.now)] == [(None, True)] * 3


def test_a_game_in_which_seats_act_before_chance_begins_with_them() -> None:
    """M6.E1 without Zen tiles: the frogs are placed before anything is drawn."""
    owner = Owner("miyabi", seats=2, expansions="E")
    owner.begin()
    choices = owner.table.snapshot("aki", owner.now).choices
    assert choices is not None
    assert isinstance(owner.act(0, choices.actions[0]), Done)
