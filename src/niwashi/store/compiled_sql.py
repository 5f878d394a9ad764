"""Statements that every action runs, worded once: SQLAlchemy takes longer to word one than SQLite to carry it out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import BindParameter, Connection, Dialect, Executable, bindparam
from sqlalchemy.sql import ClauseElement

Values: TypeAlias = Mapping[str, Any]


class CompiledStatement:
    """Takes and gives what the driver does: for types that drivers know by themselves."""

    def __init__(self, clause: ClauseElement) -> None:
        assert isinstance(clause, Executable), "a statement"
        self._clause = clause
        self._compiled: dict[str, tuple[str, list[str]]] = {}
        """By dialect: its text, and the names of the values in their order."""

    def run(self, connection: Connection, values: Values) -> Iterable[Any]:
        """The rows that it finds."""
        text, names = self._compile(connection.dialect)
        return connection.exec_driver_sql(text, tuple([values[name] for name in names]))

    def run_all(self, connection: Connection, rows: Iterable[Values]) -> None:
        text, names = self._compile(connection.dialect)
        connection.exec_driver_sql(text, [tuple([values[name] for name in names]) for values in rows])

    def _compile(self, dialect: Dialect) -> tuple[str, list[str]]:
        if dialect.name not in self._compiled:
            compiled: Any = self._clause.compile(dialect=dialect)
            assert compiled.positiontup is not None, "both drivers take values by their place"
            self._compiled[dialect.name] = str(compiled), compiled.positiontup
        return self._compiled[dialect.name]


# -- one of several --------------------------------------------------------------------------------------------------
def in_params(name: str, count: int) -> list[BindParameter[str]]:
    """For as many values after an IN."""
    return [bindparam(f"{name}{place}") for place in range(count)]


def in_values(name: str, texts: Sequence[str], count: int) -> dict[str, str]:
    """The values for `places`; the last is repeated where there are fewer."""
    return {f"{name}{place}": texts[min(place, len(texts) - 1)] for place in range(count)}


def next_power_of_two(count: int) -> int:
    """The next power of two: a statement for each number there can be would be many."""
    return 1 << (count - 1).bit_length()
