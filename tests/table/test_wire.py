"""What comes over the wire: any bytes at all are a request or get a sentence."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.core.errors import NiwashiError
from niwashi.table import Command, Table
from niwashi.wire import BadRequest, BankClock, TableSettings, read_request, requests, to_json
from tests.table.owners import SECRET, Owner


def test_a_request_is_read_as_the_design_writes_it() -> None:
    found = read_request(b'{"do": "act", "id": "7f", "seq": 41, "action": "fJdS"}')
    assert found == requests.Act(id="7f", seq=41, action="fJdS")
    assert read_request(to_json(found)) == found


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'{"do": "fly", "id": "1"}',
        b'{"do": "act", "id": "1", "seq": -1, "action": "pass"}',
        b'{"do": "act", "id": "", "seq": 1, "action": "pass"}',
        b'{"do": "act", "id": "1", "seq": 1, "action": "pass", "who": 0}',
        b'{"do": "nonce", "id": "1", "text": "a/b"}',
        b'{"do": "nonce", "id": "1", "text": "ab\\n"}',
        b'{"do": "sit", "id": "1", "name": "' + b"a" * 41 + b'"}',
        b"[" * 3000,
        b"\xff\xfe",
        b" " * 5000,
    ],
)
def test_what_is_no_request_gets_a_sentence(raw: bytes) -> None:
    with pytest.raises(BadRequest) as refusal:
        read_request(raw)
    assert refusal.value.code.startswith("wire/")
    assert refusal.value.sentence.isprintable()


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(raw: bytes) -> None:
    with suppress(BadRequest):
        assert read_request(raw).id


@given(text=st.text(max_size=40), seq=st.integers(0, 10))
def test_no_action_text_breaks_a_table(text: str, seq: int) -> None:
    before = TABLE.seq
    outcome = TABLE.handle(Command(requests.Act(id="x", seq=seq, action=text), "aki"), 0)
    if outcome.batch is not None:
        TABLE.abandon(outcome.batch)
    else:
        assert getattr(outcome.answer, "sentence", "")
    assert TABLE.seq == before


def _started() -> Table:
    owner = Owner("miyabi")
    owner.begin()
    return owner.table


TABLE = _started()


def test_settings_out_of_bounds_get_a_sentence() -> None:
    for settings in (
        TableSettings(clock=BankClock(seconds=0)),
        TableSettings(stand_in="nobody"),
        TableSettings(lag_cap=251),
    ):
        with pytest.raises(NiwashiError):
            Table.open("t", "miyabi", host="aki", secret=SECRET, now=0, settings=settings)


def test_unknown_games_and_options_get_a_sentence() -> None:
    with pytest.raises(NiwashiError):
        Table.open("t", "go", host="aki", secret=SECRET, now=0)
    with pytest.raises(NiwashiError):
        Table.open("t", "miyabi", host="aki", secret=SECRET, now=0, seats=9)


def test_settings_survive_the_wire() -> None:
    settings = TableSettings(clock=BankClock(seconds=600, increment=5), timeout="bot", grace=None)
    assert msgspec.json.decode(msgspec.json.encode(settings), type=TableSettings) == settings
