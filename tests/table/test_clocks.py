"""Every kind of clock, and what happens when time runs out."""

from __future__ import annotations

from niwashi.wire import BankClock, DaysClock, NoClock, TableSettings, TurnClock, requests
from niwashi.wire.settings import DAY_MS, SECOND_MS
from tests.table.owners import Owner
from tests.table.test_take_back import newest


def table(clock: NoClock | TurnClock | BankClock | DaysClock, seats: int = 2, **settings: object) -> Owner:
    owner = Owner("miyabi", seats=seats, settings=TableSettings(clock=clock, **settings))  # type: ignore[arg-type]
    owner.begin(seats)
    return owner


def shown(owner: Owner) -> list[int | None]:
    return [seat.clock for seat in owner.table.snapshot(None, owner.now).seats]


def tail(owner: Owner, events: int) -> list[tuple[int | str, str]]:
    return owner.table.record().events[-events:]


def test_without_a_clock_nothing_is_ever_due() -> None:
    owner = table(NoClock())
    assert owner.table.due() is None
    owner.wait(400 * DAY_MS)
    assert shown(owner) == [None, None]
    assert owner.table.phase == "playing"


def test_a_turn_clock_is_full_for_every_decision() -> None:
    owner = table(TurnClock(seconds=30))
    owner.wait(20 * SECOND_MS)
    assert shown(owner) == [10 * SECOND_MS, 30 * SECOND_MS]
    owner.play(1)
    owner.wait(25 * SECOND_MS)
    assert shown(owner) == [10 * SECOND_MS, 5 * SECOND_MS]
    owner.play(1)
    assert shown(owner)[0] == 30 * SECOND_MS


def test_a_bank_runs_down_and_every_action_adds_its_increment() -> None:
    owner = table(BankClock(seconds=60, increment=5))
    owner.wait(20 * SECOND_MS)
    owner.play(1)
    owner.wait(10 * SECOND_MS)
    assert shown(owner) == [45 * SECOND_MS, 50 * SECOND_MS]


def test_correspondence_counts_days_and_knows_no_absence() -> None:
    owner = table(DaysClock(days=3))
    owner.presence("aki", here=False)
    owner.wait(2 * DAY_MS)
    assert shown(owner) == [DAY_MS, 3 * DAY_MS]
    assert not owner.table.bots_to_act()
    owner.wait(DAY_MS)
    assert owner.table.phase == "over"


def test_time_running_out_loses_between_two() -> None:
    owner = table(TurnClock(seconds=30))
    owner.wait(30 * SECOND_MS - 1)
    assert owner.table.phase == "playing"
    owner.wait(1)
    assert tail(owner, 1) == [("table", "resign 0")]
    assert owner.table.phase == "over"
    assert owner.table.record().result.winners == [1]  # type: ignore[union-attr]


def test_among_more_a_bot_plays_on_for_who_ran_out_of_time() -> None:
    owner = table(TurnClock(seconds=30), seats=3)
    owner.wait(30 * SECOND_MS)
    assert tail(owner, 2) == [("table", "resign 0"), ("table", "bot 0 strong")]
    assert owner.table.phase == "playing"
    assert owner.refused("aki", requests.Return) == "table/resigned"


def test_where_the_table_says_so_a_bot_takes_over_until_the_person_returns() -> None:
    owner = table(BankClock(seconds=30), timeout="bot", stand_in="club")
    owner.wait(31 * SECOND_MS)
    assert tail(owner, 1) == [("table", "bot 0 club")]
    assert [turn.level for turn in owner.table.bots_to_act()] == ["club"]
    assert owner.refused("aki", requests.Act, seq=owner.opened(0), action="pass") == "table/bot"
    owner.done("aki", requests.Return)
    assert tail(owner, 1) == [("table", "person 0")]
    assert (shown(owner)[0] or 0) > 0
    owner.play(1)


def test_a_pause_stops_the_clocks_and_all_play() -> None:
    owner = table(TurnClock(seconds=30))
    owner.done("aki", requests.Pause)
    assert owner.table.phase == "playing"
    owner.done("bo", requests.Agree, seq=owner.table.seq)
    assert owner.table.phase == "paused"
    assert owner.table.due() is None
    owner.wait(DAY_MS)
    assert owner.refused("aki", requests.Act, seq=owner.opened(0), action="pass") == "table/paused"
    owner.done("bo", requests.Resume)
    assert shown(owner) == [30 * SECOND_MS] * 2


def test_taking_back_gains_no_time() -> None:
    for clock in (TurnClock(seconds=30), BankClock(seconds=30, increment=5)):
        owner = table(clock)
        owner.wait(20 * SECOND_MS)
        owner.play(1)
        owner.done("aki", requests.Back, seq=newest(owner))
        assert shown(owner)[0] == 10 * SECOND_MS


def test_time_never_runs_backwards() -> None:
    owner = table(BankClock(seconds=30))
    owner.wait(10 * SECOND_MS)
    owner.play(1)
    owner.now -= 5 * SECOND_MS
    owner.play(1)
    assert all(0 < (left or 0) <= 30 * SECOND_MS for left in shown(owner))


def test_bots_have_no_clock() -> None:
    owner = Owner("miyabi", seats=2, settings=TableSettings(clock=TurnClock(seconds=5)))
    owner.begin(people=1)
    owner.play(1)
    assert owner.to_act() == (1,)
    assert owner.table.due() is None


# -- while no server runs the table ------------------------------------------------------------------------------------
def test_no_clock_runs_while_nobody_runs_the_table() -> None:
    owner = table(BankClock(seconds=60))
    owner.wait(20 * SECOND_MS)
    last_sign = owner.now
    owner.now += DAY_MS
    owner.settled(owner.table.suspend(last_sign, owner.now))
    assert shown(owner) == [40 * SECOND_MS, 60 * SECOND_MS]
    owner.wait(10 * SECOND_MS)
    assert shown(owner) == [30 * SECOND_MS, 60 * SECOND_MS]


def test_nor_does_absence_count() -> None:
    owner = table(NoClock(), grace=60)
    owner.presence("aki", here=False)
    owner.wait(50 * SECOND_MS)
    last_sign = owner.now
    owner.now += DAY_MS
    owner.settled(owner.table.suspend(last_sign, owner.now))
    owner.wait(9 * SECOND_MS)
    assert not owner.table.bots_to_act()
    owner.wait(SECOND_MS)
    assert owner.table.bots_to_act()


def test_a_rest_cannot_reach_back_before_what_is_written() -> None:
    owner = table(BankClock(seconds=60))
    owner.wait(20 * SECOND_MS)
    owner.play(1)
    owner.wait(5 * SECOND_MS)
    owner.settled(owner.table.suspend(0, owner.now))
    assert shown(owner) == [40 * SECOND_MS, 60 * SECOND_MS]
