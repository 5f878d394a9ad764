"""The events that a table adds to a record: one struct reads and writes their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from niwashi.engine.events import BACK, BOT, PERSON, RESIGN, TableEvent, read_table_event

TEXTS = {
    "back 41": TableEvent(BACK, 41),
    "resign 1": TableEvent(RESIGN, 1),
    "bot 1 strong": TableEvent(BOT, 1, "strong"),
    "person 0": TableEvent(PERSON, 0),
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_table_event_has_one_text(text: str) -> None:
    assert TableEvent.parse(text) == TEXTS[text]
    assert str(TEXTS[text]) == text


@pytest.mark.parametrize(
    "text", ["", "back", "back 1 2", "back  1", "bot 1", "bot 1 ", "person 1 strong", "Back 1", "pass"]
)
def test_other_text_is_no_table_event(text: str) -> None:
    assert TableEvent.parse(text) is None


@pytest.mark.parametrize("number", ["x", "-1", "1234567", "\N{SUPERSCRIPT TWO}", ""])
def test_a_number_that_cannot_be_read_is_no_seat(number: str) -> None:
    event = TableEvent.parse(f"resign {number}")
    assert event is not None
    assert event.number == -1


@given(st.text())
def test_what_is_read_and_written_stays_the_same(text: str) -> None:
    event = TableEvent.parse(text)
    assert event is None or TableEvent.parse(str(event)) in (event, None)


def test_only_the_tables_events_are_read() -> None:
    assert read_table_event(0, "resign 1") is None
    assert read_table_event("chance", "resign 1") is None
    assert read_table_event("table", "resign 1") == TableEvent(RESIGN, 1)
