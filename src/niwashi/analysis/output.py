"""Hints and reviews as JSON: the structs that commands print and the server sends. Numbers are rounded."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Mark = Literal["", "slip", "mistake", "blunder"]


class EstimateOut(msgspec.Struct, frozen=True, kw_only=True):
    """A number and its standard error, 0 where it is exact."""

    mean: float
    error: float


class ValueOut(msgspec.Struct, frozen=True, kw_only=True):
    """Points ahead of the best rival at the end, and the chance of winning."""

    margin: EstimateOut
    chance: EstimateOut


class ReasonOut(msgspec.Struct, frozen=True, kw_only=True):
    """Why an action is better than another: a key for translators, the English text, and the measured points."""

    key: str
    text: str
    args: dict[str, int | str]
    points: EstimateOut
    through: list[str]
    through_keys: list[str]
    than: str
    fact: list[str]
    seat: int
    before: int
    after: int
    other: int
    kept: int
    other_kept: int


class MethodOut(msgspec.Struct, frozen=True, kw_only=True):
    bot: str
    nodes: int | None
    seconds: float | None
    trials: int
    seed: str


class WeighedOut(msgspec.Struct, frozen=True, kw_only=True):
    """Another action: the points it scores at once, and by how much the recommended one is better in the end."""

    action: str
    gain: int
    behind: EstimateOut
    reasons: list[ReasonOut]


class HintOut(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    name: str
    action: str
    gain: int
    line: list[tuple[int, str]]
    value: ValueOut
    exact: bool
    legal: int
    reasons: list[ReasonOut]
    next_best: WeighedOut | None
    tempting: WeighedOut | None
    method: MethodOut


class AlternativeOut(msgspec.Struct, frozen=True, kw_only=True):
    action: str
    line: list[tuple[int, str]]
    value: ValueOut


class JudgementOut(msgspec.Struct, frozen=True, kw_only=True):
    """One action of a record. `number` counts the judged actions from 1, `event` the record's events from 0."""

    number: int
    mark: Mark
    event: int
    seat: int
    action: str
    legal: int
    exact: bool
    before: ValueOut
    after: ValueOut
    chances: list[float]
    loss: ValueOut
    clear: bool
    best: AlternativeOut | None
    reasons: list[ReasonOut]


class TurningPointOut(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    kind: Literal["loss", "lead"]
    seat: int
    swing: float


class MarkCountsOut(msgspec.Struct, frozen=True, kw_only=True):
    slip: int
    mistake: int
    blunder: int


class SeatSummaryOut(msgspec.Struct, frozen=True, kw_only=True):
    name: str | UnsetType = UNSET
    decisions: int
    mean_loss: float
    marks: MarkCountsOut
    accuracy: float


class ReviewOut(msgspec.Struct, frozen=True, kw_only=True):
    """The server sends it without names: accounts may be deleted, and reviews stay."""

    game: str
    options: dict[str, Any]
    names: list[str] | UnsetType = UNSET
    method: MethodOut
    actions: int
    scores: list[int]
    winners: list[int]
    spread: float
    seats: list[SeatSummaryOut]
    turning_points: list[TurningPointOut]
    judgements: list[JudgementOut]

    def without_names(self) -> ReviewOut:
        seats = [msgspec.structs.replace(seat, name=UNSET) for seat in self.seats]
        return msgspec.structs.replace(self, names=UNSET, seats=seats)
