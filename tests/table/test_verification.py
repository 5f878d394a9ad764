"""Stored logs against today's rules: what replays as it was is right, and whatever came out otherwise is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from niwashi.engine import catalog
from niwashi.table import Table
from niwashi.table.entries import Happened, Opened, decode_entry, encode_entry
from niwashi.table.verification import find_difference
from niwashi.wire import requests
from tests.table.owners import Owner


def played(game: str, actions: int = 10_000, **options: Any) -> Owner:
    owner = Owner(game, **options)
    owner.begin(2)
    owner.play(actions)
    return owner


def over() -> Owner:
    owner = played("miyabi", 12, seats=2)
    owner.done("aki", requests.Resign)
    return owner


KINDS: dict[str, Callable[[], Owner]] = {
    "running": lambda: played("miyabi", 12, seats=2, expansions="CE"),
    "played out": lambda: played("edo_yashiki", seats=2, grab="calm"),
    "resigned": over,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_log_of_todays_rules_is_as_it_was(kind: str) -> None:
    owner = KINDS[kind]()
    record = owner.table.record().to_json() if owner.table.phase == "over" else None
    assert find_difference(owner.bodies, record) is None


def test_a_table_that_has_not_started_has_nothing_to_differ() -> None:
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    assert find_difference(owner.bodies) is None


def changed(owner: Owner, which: Callable[[Any], bool], **fields: Any) -> list[bytes]:
    """The log with the first such entry changed, as if the rules had been others then."""
    entries = [decode_entry(body) for body in owner.bodies]
    place = next(number for number, entry in enumerate(entries) if which(entry))
    entries[place] = msgspec.structs.replace(entries[place], **fields)
    return [encode_entry(entry) for entry in entries]


def happened(who: object) -> Callable[[Any], bool]:
    return lambda entry: isinstance(entry, Happened) and entry.who == who


def test_what_the_rules_forbid_is_named_with_its_place() -> None:
    owner = over()
    found = find_difference(changed(owner, happened(0), what="sHaN"))
    assert found is not None
    assert found.startswith("entry ")
    assert "does not replay" in found


def test_chance_that_would_be_another_is_named() -> None:
    owner, other = played("miyabi", 0, seats=2), played("miyabi", 0, seats=2, secret=bytes(16))
    dealt = other.table.record().events[0][1]
    found = find_difference(changed(owner, happened("chance"), what=dealt))
    assert f"event 0: chance brought “{dealt}”" in (found or "")


def test_another_end_and_another_record_are_named() -> None:
    owner = played("edo_yashiki", seats=2, grab="calm")
    record = owner.table.record()
    scored = changed(owner, lambda entry: type(entry).__name__ == "Ended", scores=[1, 2])
    assert "it ended with [1, 2]" in (find_difference(scored) or "")
    other = msgspec.structs.replace(record, names=["Aki", "Somebody"]).to_json()
    assert "the stored record" in (find_difference(owner.bodies, other) or "")
    newer = msgspec.structs.replace(record, rules=record.rules + 1).to_json()
    assert find_difference(owner.bodies, newer) is None, "by whichever version: it came out the same"


@pytest.mark.parametrize("bodies", [[], [b"[0]"], [b'{"entry":"came","at":1,"seat":0}'], [b"\xff"]])
def test_a_broken_log_is_told_in_a_sentence(bodies: list[bytes]) -> None:
    assert "log" in (find_difference(bodies) or "")


def test_a_table_says_under_which_rules_it_was_opened() -> None:
    owner = over()
    assert owner.table.rules_version == catalog.rules("miyabi").version
    older = changed(owner, lambda entry: isinstance(entry, Opened), rules=0)
    assert Table.rebuild(older).rules_version == 0
    owner.done("bo", requests.Rematch)
    owner.done("aki", requests.Agree, seq=owner.table.seq)
    new, batch = owner.table.rematch("t2", secret=bytes(16), now=owner.now)
    new.commit(batch)
    assert new.rules_version == catalog.rules("miyabi").version
