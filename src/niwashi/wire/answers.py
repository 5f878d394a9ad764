"""The answers to requests. They are sent once the effects of the request are durable."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from niwashi.wire.news import News


class _Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="answer", tag=str.lower):
    id: str


class Done(_Answer, frozen=True):
    seq: int
    """The table's newest entry after the request."""


class Refused(_Answer, frozen=True):
    """The request is impossible, and why. A grab that came too late is one of these."""

    code: str
    sentence: str


class Conflict(_Answer, frozen=True):
    """The request builds on an older state. `missing` is the news since then, unless there is too much of it."""

    code: str
    sentence: str
    seq: int
    missing: list[News]


Answer: TypeAlias = Done | Refused | Conflict
