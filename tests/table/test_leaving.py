"""Resigning, being away, coming back, and playing again."""

from __future__ import annotations

import pytest

from niwashi.core.record import DELETED
from niwashi.engine.verification import check_record
from niwashi.table import Command, Refusal
from niwashi.table.play import rank_seats
from niwashi.wire import TableSettings, requests
from niwashi.wire.settings import SECOND_MS
from tests.table.owners import Owner, described
from tests.table.test_clocks import tail


def started(seats: int, **settings: object) -> Owner:
    owner = Owner("miyabi", seats=seats, settings=TableSettings(**settings))  # type: ignore[arg-type]
    owner.begin(seats)
    return owner


def test_between_two_who_resigns_has_lost() -> None:
    owner = started(2)
    owner.done("aki", requests.Resign)
    assert owner.table.phase == "over"
    record = owner.table.record()
    assert record.result is not None
    assert record.result.winners == [1]
    assert check_record(record).ok


def test_among_more_a_bot_plays_on_and_the_seat_ranks_last() -> None:
    owner = started(3)
    owner.done("aki", requests.Resign)
    assert tail(owner, 2) == [("table", "resign 0"), ("table", "bot 0 strong")]
    assert owner.refused("aki", requests.Resign) == "table/resigned"
    owner.play(400)
    ended = owner.table.news(-1)[-1].event
    assert ended.ranks[0] == 3  # type: ignore[union-attr]
    assert 0 not in ended.winners  # type: ignore[union-attr]
    assert check_record(owner.table.record()).ok


def test_ranks_are_shared_by_equals_and_last_for_the_first_to_resign() -> None:
    assert rank_seats((10, 30, 30, 5), [-1, -1, -1, -1]) == [3, 1, 1, 4]
    assert rank_seats((10, 30, 20, 5), [-1, 7, 3, -1]) == [1, 3, 4, 2]


def test_after_the_grace_period_a_bot_plays_until_the_person_is_back() -> None:
    owner = started(2, grace=10)
    owner.presence("aki", here=False)
    assert owner.table.due() == owner.now + 10 * SECOND_MS
    owner.wait(10 * SECOND_MS)
    assert tail(owner, 1) == [("table", "bot 0 strong")]
    owner.play(1)
    owner.presence("aki", here=True)
    assert tail(owner, 1) == [("table", "person 0")]
    owner.play(3)


def test_who_is_back_in_time_has_missed_nothing() -> None:
    owner = started(2, grace=10)
    owner.presence("aki", here=False)
    owner.wait(9 * SECOND_MS)
    owner.presence("aki", here=True)
    assert owner.table.due() is None
    assert tail(owner, 1)[0][0] == "chance"


def test_who_was_never_here_is_waited_for_from_the_start() -> None:
    owner = Owner("miyabi", seats=2, settings=TableSettings(grace=10))
    for person in ("aki", "bo"):
        owner.done(person, requests.Sit, name=person)
    owner.presence("bo", here=False)
    owner.wait(60 * SECOND_MS)
    owner.done("aki", requests.Start)
    assert owner.table.due() == owner.now + 10 * SECOND_MS
    assert owner.table.present == ["aki"]


def test_where_nobody_waits_nobody_is_replaced() -> None:
    """A game against bots is still there tomorrow, and friends in one tunnel lose nothing by it."""
    owner = started(2, grace=10)
    for person in ("aki", "bo"):
        owner.presence(person, here=False)
    assert owner.table.due() is None
    owner.wait(3600 * SECOND_MS)
    owner.presence("bo", here=True)
    assert tail(owner, 1)[0][0] == "chance"
    assert owner.table.due() == owner.now + 10 * SECOND_MS, "from now on a player waits"
    owner.wait(10 * SECOND_MS)
    assert tail(owner, 1) == [("table", "bot 0 strong")]


def test_a_table_may_wait_for_ever() -> None:
    owner = started(2, grace=None)
    owner.presence("aki", here=False)
    assert owner.table.due() is None


def test_a_spectator_comes_and_goes_unnoticed() -> None:
    owner = started(2)
    before = described(owner.table)
    owner.presence("dai", here=True)
    owner.presence("dai", here=False)
    assert described(owner.table) == before


def test_nothing_happens_after_the_end() -> None:
    owner = started(2)
    owner.done("aki", requests.Resign)
    for kind in (requests.Resign, requests.Pause, requests.Return):
        assert owner.refused("bo", kind) == "table/over"
    assert owner.table.due() is None


def test_a_rematch_needs_everybody_and_moves_everybody_one_seat_on() -> None:
    owner = started(3)
    assert owner.refused("aki", requests.Rematch) == "table/over"
    owner.done("aki", requests.Resign)
    owner.done("bo", requests.Resign)
    owner.done("chie", requests.Rematch)
    asked = owner.table.seq
    with pytest.raises(Refusal):
        owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    owner.done("aki", requests.Agree, seq=asked)
    owner.done("bo", requests.Agree, seq=asked)
    again, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    again.commit(batch)
    shown = again.snapshot("aki", owner.now)
    assert [seat.name for seat in shown.seats] == ["Bo", "Chie", "Aki"]
    assert shown.options == owner.table.snapshot(None, owner.now).options
    assert shown.commitment != owner.table.snapshot(None, owner.now).commitment
    assert type(again).rebuild(batch.bodies).news(-1) == again.news(-1)
    assert shown.phase == "playing", "everybody has agreed, so nobody has to press anything more"
    assert again.bots_to_act() or again.awaited, "and somebody is to act"


def test_against_bots_one_request_leads_into_the_next_game() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("aki", requests.Bot, seat=1, level="club")
    owner.done("aki", requests.Start)
    owner.done("aki", requests.Resign)
    owner.done("aki", requests.Rematch)
    again, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    assert batch.phase == "playing"
    again.commit(batch)
    assert again.snapshot("aki", owner.now).view is not None


def test_who_has_gone_is_not_asked_for_a_rematch_and_leaves_a_seat_open() -> None:
    owner = started(2)
    owner.done("aki", requests.Resign)
    owner.presence("aki", here=False)
    owner.done("bo", requests.Rematch)
    again, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    again.commit(batch)
    assert [seat.held for seat in again.snapshot(None, owner.now).seats] == ["person", "open"]
    assert again.phase == "gathering"
    hosting = Command(requests.Bot(id="b", seat=1, level="club"), "bo")
    assert again.handle(hosting, owner.now).batch, "Bo is the host now"


def test_whoever_agreed_to_a_rematch_has_a_seat_there_also_when_their_line_is_lost() -> None:
    owner = started(3)
    owner.done("aki", requests.Resign)
    owner.done("bo", requests.Resign)
    owner.done("chie", requests.Rematch)
    asked = owner.table.seq
    owner.done("aki", requests.Agree, seq=asked)
    owner.presence("aki", here=False)
    owner.done("bo", requests.Agree, seq=asked)
    for person in ("bo", "chie"):
        owner.presence(person, here=False)
    again, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    again.commit(batch)
    assert [seat.name for seat in again.snapshot(None, owner.now).seats] == ["Bo", "Chie", "Aki"]


# -- deleted accounts --------------------------------------------------------------------------------------------------
def without(owner: Owner, person: str) -> Owner:
    """The same table from its log, after an account was deleted."""
    owner.bodies = [body.replace(b'"name":"%b"' % person.capitalize().encode(), NAMELESS) for body in owner.bodies]
    owner.table = owner.rebuilt()
    owner.settled(owner.table.drop_deleted_accounts(owner.now))
    return owner


NAMELESS = b'"name":"deleted player"'


def test_before_the_start_a_deleted_persons_seat_is_open_again_and_the_table_has_a_host() -> None:
    owner = Owner("miyabi", seats=2)
    for person in ("aki", "bo"):
        owner.done(person, requests.Sit, name=person.capitalize())
    without(owner, "aki")
    assert [seat.held for seat in owner.table.snapshot(None, owner.now).seats] == ["open", "person"]
    owner.done("bo", requests.Bot, seat=0, level="beginner")
    owner.done("bo", requests.Start)


def test_between_two_who_is_deleted_has_lost() -> None:
    owner = without(started(2), "aki")
    assert owner.table.phase == "over"
    assert tail(owner, 1) == [("table", "resign 0")]
    assert owner.table.record().names == [DELETED, "Bo"]
    assert check_record(owner.table.record()).ok


def test_among_more_a_bot_plays_on_for_who_is_deleted() -> None:
    owner = without(started(3), "bo")
    assert tail(owner, 2) == [("table", "resign 1"), ("table", "bot 1 strong")]
    before = owner.table.seq
    owner.settled(owner.table.drop_deleted_accounts(owner.now))
    assert owner.table.seq == before, "once is enough"
    owner.play(20)


def test_nobody_gives_up_a_game_that_is_over() -> None:
    owner = started(2)
    owner.done("aki", requests.Resign)
    seq = owner.table.seq
    assert without(owner, "bo").table.seq == seq
