"""The secret seed: committed to at the opening, mixed with the players' nonces, published at the end."""

from __future__ import annotations

import hashlib

import pytest

from niwashi.core.record import Record, read_record
from niwashi.engine.verification import check_record
from niwashi.wire import requests
from tests.table.owners import SECRET, Owner


@pytest.fixture(scope="module")
def finished() -> Owner:
    owner = Owner("miyabi", seats=2)
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("bo", requests.Nonce, text="b-for-Bo")
    owner.done("aki", requests.Start)
    owner.play(3)
    owner.done("aki", requests.Resign)
    return owner


def test_the_commitment_is_shown_before_anybody_sits() -> None:
    shown = Owner("miyabi").table.snapshot(None, 0).commitment
    assert shown == hashlib.sha256(SECRET.hex().encode()).hexdigest()


def test_a_finished_record_checks_seed_nonces_and_seats(finished: Owner) -> None:
    record = read_record(finished.table.record().to_json())
    assert record.seed == f"{SECRET.hex()}//b-for-Bo"
    finding = check_record(record)
    assert finding.ok, finding
    assert finding.chance_checked


def test_the_record_of_a_running_game_has_no_seed() -> None:
    owner = Owner("miyabi")
    owner.begin()
    assert owner.table.record().seed is None
    assert check_record(owner.table.record()).ok


def changed(record: Record, **noted: object) -> Record:
    twin = read_record(record.to_json())
    twin.notes["table"].update(noted)
    return twin


def test_another_seed_than_the_one_committed_to_is_found_out(finished: Owner) -> None:
    finding = check_record(changed(finished.table.record(), commitment="00" * 32))
    assert finding.error is not None
    assert finding.error.code == "record/commitment"


def test_seats_that_were_not_drawn_from_the_seed_are_found_out(finished: Owner) -> None:
    record = finished.table.record()
    finding = check_record(changed(record, order=record.notes["table"]["order"][::-1]))
    assert finding.error is not None
    assert finding.error.code == "record/seats"


def test_a_nonce_changes_what_chance_brings() -> None:
    def first_deal(nonce: str) -> str:
        owner = Owner("miyabi")
        owner.done("aki", requests.Sit, name="Aki")
        owner.done("bo", requests.Sit, name="Bo")
        owner.done("aki", requests.Nonce, text=nonce)
        owner.done("aki", requests.Arrange, order=[0, 1])
        owner.done("aki", requests.Start)
        return owner.table.record().events[0][1]

    assert len({first_deal(nonce) for nonce in ("a", "b", "c")}) == 3


def test_a_nonce_is_told_at_the_start_and_not_before() -> None:
    owner = Owner("miyabi")
    owner.done("aki", requests.Sit, name="Aki")
    owner.done("bo", requests.Sit, name="Bo")
    owner.done("aki", requests.Nonce, text="canary")
    assert "canary" not in str(owner.table.news(-1))
    owner.done("aki", requests.Start)
    assert "canary" in str(owner.table.news(-1))
