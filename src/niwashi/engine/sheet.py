"""A game's points, itemised."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from niwashi.core.game import Part


def winning_seats(scores: Sequence[int], resigned: Collection[int] = ()) -> tuple[int, ...]:
    """The seats with the most points among those that have not resigned; several share the win."""
    standing = {seat: points for seat, points in enumerate(scores) if seat not in resigned}
    most = max(standing.values())
    return tuple(seat for seat, points in standing.items() if points == most)


@dataclass(frozen=True)
class Sheet:
    """Every seat's score, itemised; printing it makes a table."""

    names: tuple[str, ...]
    seats: tuple[tuple[Part, ...], ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points."""
        return tuple(sum(part.points for part in parts) for parts in self.seats)

    def as_dict(self) -> list[dict[str, Any]]:
        """The sheet as plain data, a table a seat."""
        return [
            {
                "name": name,
                "total": sum(part.points for part in parts),
                "items": [
                    {"what": part.what, "detail": part.detail, "points": part.points, "rule": part.rule}
                    for part in parts
                ],
            }
            for name, parts in zip(self.names, self.seats, strict=True)
        ]

    def _rows(self) -> list[tuple[str, str]]:
        """What any seat has, each seat's items in their order."""
        rows: list[tuple[str, str]] = []
        for parts in self.seats:
            at = 0
            for row in ((part.what, part.rule) for part in parts):
                if row not in rows:
                    rows.insert(at, row)
                at = rows.index(row) + 1
        return rows

    def __str__(self) -> str:
        rows = self._rows()
        width = max(len(what) for what, _ in [*rows, ("total", "")])
        columns = [max(8, len(name)) for name in self.names]
        lines = [" " * (width + 9) + "".join(f"  {n:>{w}}" for n, w in zip(self.names, columns, strict=True))]
        for what, rule in rows:
            found = [[p.points for p in parts if p.what == what] for parts in self.seats]
            cells = [f"  {sum(points) if points else '–':>{w}}" for points, w in zip(found, columns, strict=True)]
            lines.append(f"{what:<{width}}  {rule:<7}" + "".join(cells))
        totals = "".join(f"  {t:>{w}}" for t, w in zip(self.totals, columns, strict=True))
        return "\n".join([*lines, f"{'total':<{width}}  {'':<7}" + totals])
