"""How a table is run, whatever its game: clocks, what becomes of absent people, take-backs, lag."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

SECOND_MS = 1000
"""All times on the wire and in the log are whole milliseconds."""
DAY_MS = 24 * 3600 * SECOND_MS


class _Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class NoClock(_Clock, frozen=True, tag="none"):
    """Nobody is hurried."""


class TurnClock(_Clock, frozen=True, tag="turn"):
    """So long for every decision."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]


class BankClock(_Clock, frozen=True, tag="bank"):
    """So long for the whole game, and a little more with every action."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class DaysClock(_Clock, frozen=True, tag="days"):
    """Correspondence: so many days for every decision. Being away is then no absence."""

    days: Annotated[int, Meta(ge=1, le=60)]


Clock: TypeAlias = NoClock | TurnClock | BankClock | DaysClock


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    clock: Clock = NoClock()
    timeout: Literal["lose", "bot"] = "lose"
    """Who runs out of time resigns by it, or a bot takes over until the person returns."""
    grace: Annotated[int, Meta(ge=1, le=86_400)] | None = 60
    """Seconds after which a bot plays for somebody who is gone; None for never."""
    stand_in: str = "strong"
    """The bot that takes over."""
    take_back: bool = True
    hints: bool = True
    """Whoever is to act may ask what to do."""
    hot_seat: bool = False
    """The host may hold several seats: people who share a device, each with a name of their own."""
    auto_ready: bool = False
    """Nobody has to say “ready” before a live grab."""
    lag_cap: Annotated[int, Meta(ge=0, le=250)] = 250
    """How much lag, in milliseconds, a live grab makes up for."""
