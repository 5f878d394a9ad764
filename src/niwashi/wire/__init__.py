"""The messages between clients and a table, as JSON: requests, answers, news, snapshots."""

from __future__ import annotations

import msgspec

from niwashi.wire.answers import Answer, Conflict, Done, Refused
from niwashi.wire.news import Choices, News, Ping, SeatNews, Snapshot
from niwashi.wire.requests import BadRequest, Request, read_request
from niwashi.wire.settings import BankClock, DaysClock, NoClock, TableSettings, TurnClock

_answers: msgspec.json.Decoder[Answer] = msgspec.json.Decoder(Answer)


def to_json(message: Request | Answer | News | Snapshot | Choices | Ping) -> bytes:
    return msgspec.json.encode(message)


def read_answer(raw: bytes) -> Answer:
    """Decode an answer from the store or from the wire."""
    return _answers.decode(raw)


__all__ = [
    "Answer",
    "BadRequest",
    "BankClock",
    "Choices",
    "Conflict",
    "DaysClock",
    "Done",
    "News",
    "NoClock",
    "Ping",
    "Refused",
    "Request",
    "SeatNews",
    "Snapshot",
    "TableSettings",
    "TurnClock",
    "read_answer",
    "read_request",
    "to_json",
]
