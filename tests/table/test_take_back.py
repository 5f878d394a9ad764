"""Taking back: freely one's own, by consent what others did, never what chance brought."""

from __future__ import annotations

import pytest

from niwashi.engine.verification import check_record
from niwashi.table import commands
from niwashi.table.consent import MAX_TAKE_BACKS
from niwashi.wire import Conflict, Done, TableSettings, requests, to_json
from tests.table.owners import Owner
from tests.table.test_acting import placing


def newest(owner: Owner) -> int:
    return owner.table.snapshot(None, owner.now).newest


def last_event(owner: Owner) -> tuple[int | str, str]:
    return owner.table.record().events[-1]


def test_ones_own_last_action_is_taken_back_freely_and_nothing_is_erased() -> None:
    owner = placing()
    events, view = len(owner.table.record().events), owner.table.snapshot(None, owner.now).view
    owner.act(0, owner.legal(0)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    assert last_event(owner) == ("table", f"back {events}")
    assert owner.table.snapshot(None, owner.now).view == view
    assert len(owner.table.record().events) == events + 2
    assert check_record(owner.table.record()).ok


def test_what_another_seat_did_since_needs_everybodys_consent() -> None:
    owner = placing()
    events = len(owner.table.record().events)
    for seat in (0, 1):
        owner.act(seat, owner.legal(seat)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    asked = owner.table.seq
    owner.done("bo", requests.Agree, seq=asked)
    assert last_event(owner) != ("table", f"back {events}")
    owner.done("chie", requests.Agree, seq=asked)
    assert last_event(owner) == ("table", f"back {events}")
    assert owner.to_act() == (0, 1, 2)


def test_one_no_is_enough() -> None:
    owner = placing()
    for seat in (0, 1):
        owner.act(seat, owner.legal(seat)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    asked = owner.table.seq
    owner.done("chie", requests.Decline, seq=asked)
    assert isinstance(owner.ask("bo", requests.Agree, seq=asked), Conflict)
    assert owner.table.snapshot(None, owner.now).asked is None


def test_a_question_lapses_when_the_game_goes_on() -> None:
    owner = placing()
    for seat in (0, 1):
        owner.act(seat, owner.legal(seat)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    assert owner.refused("bo", requests.Pause) == "table/asked"
    owner.act(2, owner.legal(2)[0])
    assert owner.table.snapshot(None, owner.now).asked is None


def test_bots_do_not_mind() -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(people=1)
    owner.play(2)
    owner.done("aki", requests.Back, seq=newest(owner))
    assert last_event(owner) == ("table", "back 1")


def test_chance_is_never_taken_back() -> None:
    owner = Owner("edo_yashiki", seats=2, grab="calm")
    owner.begin(people=1)
    while len([1 for who, _ in owner.table.record().events if who == "chance"]) < 3:
        owner.play(1)
    assert owner.refused("aki", requests.Back, seq=newest(owner)) == "table/chance"
    assert owner.refused("aki", requests.Back, seq=newest(owner), to=0) == "table/chance"


def test_there_is_no_way_forward_again_and_none_to_where_one_never_was() -> None:
    owner = placing()
    events = len(owner.table.record().events)
    owner.act(0, owner.legal(0)[0])
    owner.done("aki", requests.Back, seq=newest(owner))
    for to in (events + 1, events + 2, events + 50):
        assert owner.refused("aki", requests.Back, seq=newest(owner), to=to) == "table/back"


def test_a_take_back_that_has_not_seen_the_newest_event_is_a_conflict() -> None:
    owner = placing()
    owner.act(0, owner.legal(0)[0])
    seen = newest(owner)
    owner.act(1, owner.legal(1)[0])
    assert isinstance(owner.ask("aki", requests.Back, seq=seen), Conflict)


def test_what_a_new_client_is_sent_does_not_grow_for_ever() -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    seat = owner.to_act()[0]
    for _ in range(MAX_TAKE_BACKS):
        owner.act(seat, owner.legal(seat)[0])
        owner.done(owner.person(seat), requests.Back, seq=newest(owner))
    owner.act(seat, owner.legal(seat)[0])
    assert owner.refused(owner.person(seat), requests.Back, seq=newest(owner)) == "table/back"
    assert len(to_json(owner.table.snapshot(None, owner.now))) < 500_000


def test_who_acts_and_takes_back_3000_times_locks_nobody_out() -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    seat = owner.to_act()[0]
    sizes = []
    for pair in range(3000):
        if seat in owner.to_act():
            owner.act(seat, owner.legal(seat)[0])
        owner.ask(owner.person(seat), requests.Back, seq=newest(owner))
        if pair >= MAX_TAKE_BACKS:
            sizes.append(len(owner.bodies))
    assert len(set(sizes)) == 1, "refused, and not even written down"
    rival = owner.person(1 - seat)
    for table in (owner.table, owner.rebuilt()):
        shown = table.snapshot(rival, owner.now)
        assert shown.you == 1 - seat
        assert shown.choices is not None
        assert len(to_json(shown)) < 500_000, "a quarter of what may wait for one client"


def test_questions_do_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    monkeypatch.setattr(commands, "MAX_ENTRIES", len(owner.bodies) + 2)
    owner.done("aki", requests.Pause)
    owner.done("bo", requests.Decline, seq=owner.table.seq)
    assert owner.refused("aki", requests.Pause) == "table/entries"
    owner.play(1)
    owner.done("aki", requests.Resign)


def test_a_table_may_do_without() -> None:
    owner = Owner("miyabi", seats=2, settings=TableSettings(take_back=False))
    owner.begin(people=1)
    owner.play(1)
    assert owner.refused("aki", requests.Back, seq=newest(owner)) == "table/back"


def test_a_command_from_before_a_take_back_is_stale() -> None:
    owner = placing()
    seq, action = owner.opened(0), owner.legal(0)[0]
    owner.act(0, action)
    owner.done("aki", requests.Back, seq=newest(owner))
    assert isinstance(owner.ask("aki", requests.Act, seq=seq, action=action), Conflict)
    assert isinstance(owner.act(0, action), Done)


def test_a_resignation_is_not_taken_back() -> None:
    owner = placing()
    owner.act(0, owner.legal(0)[0])
    owner.done("bo", requests.Resign)
    assert owner.refused("aki", requests.Back, seq=newest(owner)) == "table/resigned"
