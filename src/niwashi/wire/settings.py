"""The settings of a table, whatever its game: clocks, absence, take-backs, lag."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

SECOND_MS = 1000
"""All times on the wire and in the log are whole milliseconds."""
DAY_MS = 24 * 3600 * SECOND_MS
DEFAULT_LOOK_SECONDS = 4
"""Enough for two to five cards of six squares."""


class _Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class NoClock(_Clock, frozen=True, tag="none"):
    """No time limit."""


class TurnClock(_Clock, frozen=True, tag="turn"):
    """A time limit for every decision."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]


class BankClock(_Clock, frozen=True, tag="bank"):
    """A time limit for the whole game, with an increment for every action."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3600)] = 0


class DaysClock(_Clock, frozen=True, tag="days"):
    """Correspondence: days for every decision. Players need not be present."""

    days: Annotated[int, Meta(ge=1, le=60)]


Clock: TypeAlias = NoClock | TurnClock | BankClock | DaysClock


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    clock: Clock = NoClock()
    timeout: Literal["lose", "bot"] = "lose"
    """A player who runs out of time resigns, or a bot takes over until they return."""
    grace: Annotated[int, Meta(ge=1, le=86_400)] | None = 60
    """Seconds of absence after which a bot takes over; None for never."""
    stand_in: str = "strong"
    """The bot that takes over."""
    take_back: bool = True
    hints: bool = True
    """A player who is to act may ask for a hint."""
    hot_seat: bool = False
    """The host may hold several seats, each with its own name, for people who share a device."""
    auto_ready: bool = False
    """Players need not say that they are ready for a live grab: they are, once the time to look is over."""
    look: Annotated[int, Meta(ge=1, le=60)] | UnsetType = UNSET
    """Seconds for which the cards of a live grab lie open before a player who is always ready counts as ready.

    A new table has `DEFAULT_LOOK_SECONDS` unless it is given. Tables of older versions have none: there players said
    that they were ready before the cards were dealt.
    """
    lag_cap: Annotated[int, Meta(ge=0, le=250)] = 250
    """The most lag, in milliseconds, that a live grab compensates."""
