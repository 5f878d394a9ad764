"""What the sender of a request is told, once what came of it is durable."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from niwashi.wire.news import News


class _Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="answer", tag=str.lower):
    id: str


class Done(_Answer, frozen=True):
    seq: int
    """The newest entry of the table, which this request made or found."""


class Refused(_Answer, frozen=True):
    """Not possible, and why. A grab that came too late is one of these."""

    code: str
    sentence: str


class Conflict(_Answer, frozen=True):
    """The request builds on what is no longer so; `missing` is what happened since (if not too much)."""

    code: str
    sentence: str
    seq: int
    missing: list[News]


Answer: TypeAlias = Done | Refused | Conflict
