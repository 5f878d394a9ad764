"""Tables and the component sets that were shipped before: a running game keeps its own, a new one has today's.

`earlier/*.jsonl` are the logs of running tables of Edo Yashiki, as the last program that shipped reconstruction-1 wrote
them. Never regenerate these files.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from niwashi.core.components import Components
from niwashi.core.errors import BadComponents
from niwashi.engine import catalog, factory
from niwashi.engine.verification import check_record
from niwashi.table import Table
from niwashi.table.continuation import extract_beginning
from niwashi.table.verification import find_difference
from niwashi.wire import requests
from tests.table.owners import Owner, described

LOGS = sorted(Path(__file__).with_name("earlier").glob("*.jsonl"))
EDO = catalog.rules("edo_yashiki")
OLDEST, NEWEST = EDO.shipped[0], EDO.shipped[-1]
NAMED = {"name": NEWEST.name, "sha256": NEWEST.sha256}
each_log = pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)


def resume(path: Path) -> Owner:
    return Owner.resume(path.read_bytes().splitlines())


def deck_of(table: Table) -> Components:
    assert table.game is not None
    return table.game.components


def whole(components: Components) -> dict[str, Any]:
    return {"game": "edo_yashiki", "name": components.name, **components.content}


def play_again(owner: Owner) -> Owner:
    """The rematch, agreed on and begun."""
    owner.done("aki", requests.Resign)
    if owner.table.phase != "over":
        owner.done("bo", requests.Resign)
    owner.done("bo", requests.Rematch)
    owner.done("aki", requests.Agree, seq=owner.table.seq)
    new, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    new.commit(batch)
    return Owner.resume(list(batch.bodies))


# -- tables of before --------------------------------------------------------------------------------------------------
@each_log
def test_a_running_table_of_before_is_played_to_its_end_with_its_deck(path: Path) -> None:
    owner = resume(path)
    assert json.loads(owner.bodies[0]).get("components") is None
    assert deck_of(owner.table) == OLDEST
    owner.play(10_000)
    assert owner.table.phase == "over"
    record = owner.table.record()
    assert record.components == {"name": OLDEST.name, "sha256": OLDEST.sha256}
    assert check_record(record).ok
    assert find_difference(owner.bodies, record.to_json()) is None
    assert described(Table.rebuild(owner.bodies))["game"] == described(owner.table)["game"]


@each_log
def test_a_table_of_before_keeps_its_deck_when_something_is_taken_back(path: Path) -> None:
    owner = resume(path)
    while owner.table._state.race or owner.table._state.called is not None or len(owner.to_act()) < 2:
        owner.play(1)
    seat = next(seat for seat in owner.to_act() if not owner.table._state.seats[seat].bot)
    owner.act(seat, owner.legal(seat)[0])
    events = owner.table._state.events
    owner.done(owner.person(seat), requests.Back, seq=owner.table._state.newest)
    if owner.table._state.proposal is not None:
        owner.done("bo" if owner.person(seat) == "aki" else "aki", requests.Agree, seq=owner.table.seq)
    assert owner.table.record().events[-1] == ("table", f"back {events - 1}")
    assert deck_of(owner.rebuilt()) == OLDEST


@each_log
def test_its_rematch_is_a_new_table_and_has_todays_deck(path: Path) -> None:
    again = play_again(resume(path))
    assert again.table.opening.components == NAMED
    assert deck_of(again.rebuilt()) == NEWEST


# -- new tables --------------------------------------------------------------------------------------------------------
def test_a_new_table_names_its_deck() -> None:
    owner = Owner("edo_yashiki", seats=2, grab="calm")
    assert json.loads(owner.bodies[0])["components"] == NAMED
    owner.begin(2)
    owner.play(10_000)
    assert deck_of(owner.rebuilt()) == NEWEST
    assert check_record(owner.table.record()).ok
    assert find_difference(owner.bodies, owner.table.record().to_json()) is None


def test_where_there_has_been_one_set_only_logs_are_as_they_were() -> None:
    assert "components" not in json.loads(Owner("miyabi", seats=2).bodies[0])


def test_a_log_with_a_deck_that_this_program_does_not_have_is_refused() -> None:
    owner = Owner("edo_yashiki", seats=2, grab="calm")
    owner.begin(2)
    newer = [body.replace(NEWEST.name.encode(), b"reconstruction-9") for body in owner.bodies]
    with pytest.raises(BadComponents, match="“reconstruction-9” are not included in full"):
        Table.rebuild(newer)


# -- tables that go on from a record -----------------------------------------------------------------------------------
@pytest.mark.parametrize("components", EDO.shipped, ids=lambda components: components.name)
def test_a_table_that_continues_a_record_keeps_its_deck_and_so_does_its_rematch(components: Components) -> None:
    first = Owner("edo_yashiki", seats=2, grab="calm", components=whole(components))
    first.begin(2)
    first.play(10)
    record = first.table.record()
    game, begun = factory.start_from_record(record), extract_beginning(record)
    owner = Owner("edo_yashiki", begun=begun, components=whole(game.components), seats=2, grab="calm")
    owner.begin(2)
    assert deck_of(owner.table) == components
    again = play_again(owner)
    assert again.table.record().events[: len(begun)] == begun
    assert deck_of(again.rebuilt()) == components


def test_an_owners_deck_is_kept_whole_in_the_log_and_for_a_rematch() -> None:
    own = {**whole(NEWEST), "name": "our box", "cards": NEWEST.content["cards"][::-1]}
    owner = Owner("edo_yashiki", components=own, seats=2, grab="calm")
    owner.begin(2)
    assert owner.table.opening.components == own
    assert play_again(owner).table.opening.components == own
