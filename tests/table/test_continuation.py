"""Tables that go on from a record: they start where it stood, their own seed brings the rest, and both are checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from niwashi.core.errors import BadRecord
from niwashi.core.record import Record
from niwashi.engine import factory
from niwashi.engine.verification import check_record
from niwashi.table import Table
from niwashi.table.continuation import MAX_BEGINNING_EVENTS, extract_beginning
from niwashi.table.verification import find_difference
from niwashi.wire import TableSettings, requests
from tests.table.owners import Owner, described

SCRIPT = Path(__file__).parents[2] / "examples" / "check_chance.py"
VARIANTS: list[dict[str, Any]] = [
    {"game": "miyabi", "seats": 2},
    {"game": "miyabi", "seats": 3, "expansions": "CE"},
    {"game": "edo_yashiki", "seats": 3, "grab": "calm"},
    {"game": "edo_yashiki", "seats": 2, "grab": "live", "specialists": True},
]


def recorded(actions: int = 10_000, **variant: Any) -> Record:
    owner = Owner(**variant)
    owner.begin(2)
    owner.play(actions)
    return owner.table.record()


def going_on(record: Record, until: int | None = None) -> Owner:
    """A table of another secret that has not started."""
    return Owner(record.game, bytes(range(1, 17)), begun=extract_beginning(record, until), **record.options)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_table_goes_on_where_the_record_stood(variant: dict[str, Any]) -> None:
    record = recorded(**variant)
    for until in (1, 5, len(record.events) // 2, len(record.events) - 3):
        owner = going_on(record, until)
        owner.begin(1)
        assert owner.table.game is not None
        first = owner.table.record()
        assert first.events[:until] == record.events[:until]
        told = [news for news in owner.table.news(-1) if news.view]
        assert told[until - 1].view == factory.replay(record).view(until), "and the news tell how it came there"
        assert described(owner.rebuilt()) == described(owner.table)
    owner.play(10_000)
    assert owner.table.phase == "over"
    whole = owner.table.record()
    assert find_difference(owner.bodies, whole.to_json()) is None
    assert owner.table.snapshot(None, owner.now).begun == whole.notes["table"]["begun"] == until


def test_its_own_seed_brings_the_rest_and_that_can_be_checked(tmp_path: Path) -> None:
    record = recorded(**VARIANTS[1])
    owner = going_on(record, 20)
    owner.begin(1)
    owner.play(10_000)
    whole = owner.table.record()
    finding = check_record(whole)
    assert (finding.ok, finding.chance_checked, finding.begun) == (True, True, 20)
    assert "after the first 20 events, which were given" in str(finding)
    by_itself(tmp_path, whole, "ok")
    rigged = whole.events.copy()
    chance = next(n for n, (who, _) in enumerate(rigged) if n >= 20 and who == "chance")
    rigged[chance] = record.events[next(n for n, (who, _) in enumerate(record.events) if n >= 20 and who == "chance")]
    assert rigged != whole.events, "another secret brings something else"
    other = check_record(msgspec.structs.replace(whole, events=rigged, result=None))
    assert other.error is not None
    assert (other.error.code, other.event) == ("record/rigged", chance)
    denied = msgspec.structs.replace(whole, notes={**whole.notes, "table": {**whole.notes["table"], "begun": 0}})
    assert not check_record(denied).ok, "what was given did not come from this seed"
    by_itself(tmp_path, denied, "event 0: the seed gives")


def by_itself(folder: Path, record: Record, said: str) -> None:
    """The program that checks chance without us says the same."""
    record.save(folder / "record.json")
    found = subprocess.run([sys.executable, SCRIPT, folder / "record.json"], capture_output=True, text=True)
    assert found.stdout.startswith(said), found.stdout + found.stderr


def test_what_was_taken_back_and_what_a_table_did_is_left_out() -> None:
    owner = Owner("miyabi", seats=2)
    owner.begin(2)
    owner.play(4)
    seat = owner.to_act()[0]
    owner.act(seat, owner.legal(seat)[0])
    owner.done(owner.person(seat), requests.Back, seq=owner.table._state.newest)
    before = [event for event in owner.table.record().events if event[0] != "table"][:-1]
    owner.done(owner.person(seat), requests.Resign)
    record = owner.table.record()
    assert record.events[-1] == ("table", f"resign {seat}")
    assert extract_beginning(record) == before
    on = going_on(record)
    on.begin(1)
    assert on.table.phase == "playing", "who gave up there need not give up here"
    assert on.to_act() == (seat,)


def test_what_a_table_began_with_is_not_taken_back_and_counts_for_no_clock() -> None:
    settings = msgspec.convert({"clock": {"kind": "bank", "seconds": 60, "increment": 5}}, TableSettings)
    record = recorded(5, **VARIANTS[0])
    owner = Owner("miyabi", begun=extract_beginning(record), settings=settings, seats=2)
    owner.begin(2)
    assert [seat.clock for seat in owner.table.seats(owner.now)] == [60_000, 60_000]
    for person in ("aki", "bo"):
        assert owner.refused(person, requests.Back, seq=owner.table._state.newest) == "table/back"
    seat = owner.to_act()[0]
    owner.act(seat, owner.legal(seat)[0])
    owner.done(owner.person(seat), requests.Back, seq=owner.table._state.newest)


def test_a_rematch_begins_there_again() -> None:
    owner = going_on(recorded(**VARIANTS[0]), 10)
    owner.begin(2)
    owner.done("aki", requests.Resign)
    owner.done("aki", requests.Rematch)
    owner.done("bo", requests.Agree, seq=owner.table.seq)
    new, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    new.commit(batch)
    assert new.opening.begun == owner.table.opening.begun


@pytest.mark.parametrize(
    ("begun", "code", "said"),
    [
        ([(0, "pass")], "record/replay", "event 0"),
        ([("chance", "deal of luck")], "record/replay", "event 0"),
        ([("table", "resign 0")], "table/begun", "['table', 'resign 0']"),
        ([(0, "pass")] * (MAX_BEGINNING_EVENTS + 1), "table/begun", f"at most {MAX_BEGINNING_EVENTS}"),
    ],
)
def test_what_the_rules_forbid_begins_no_table(begun: Any, code: str, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Table.open("t", "miyabi", host="aki", secret=bytes(16), now=0, begun=begun, seats=2)
    assert caught.value.code == code
    assert said in caught.value.sentence


def test_a_game_that_is_over_is_not_gone_on_with() -> None:
    with pytest.raises(BadRecord) as caught:
        going_on(recorded(**VARIANTS[0]))
    assert caught.value.code == "table/begun"
    assert "any event before its end" in caught.value.sentence
