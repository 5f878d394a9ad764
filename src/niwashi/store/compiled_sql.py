"""SQL that every action runs, compiled once: SQLAlchemy takes longer to compile it than SQLite to run it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from sqlalchemy import BindParameter, Connection, Dialect, Executable, bindparam
from sqlalchemy.sql import ClauseElement

Values: TypeAlias = Mapping[str, Any]


class CompiledStatement:
    """Passes values to the driver as they are, so it suits only types that drivers know by themselves."""

    def __init__(self, clause: ClauseElement) -> None:
        assert isinstance(clause, Executable), "only statements can be run"
        self._clause = clause
        self._compiled: dict[str, tuple[str, list[str]]] = {}
        """By dialect: its text, and the names of its parameters in order."""

    def run(self, connection: Connection, values: Values) -> Iterable[Any]:
        text, names = self._compile(connection.dialect)
        return connection.exec_driver_sql(text, tuple([values[name] for name in names]))

    def run_all(self, connection: Connection, rows: Iterable[Values]) -> None:
        text, names = self._compile(connection.dialect)
        connection.exec_driver_sql(text, [tuple([values[name] for name in names]) for values in rows])

    def _compile(self, dialect: Dialect) -> tuple[str, list[str]]:
        if dialect.name not in self._compiled:
            compiled: Any = self._clause.compile(dialect=dialect)
            assert compiled.positiontup is not None, "both drivers take positional parameters"
            self._compiled[dialect.name] = str(compiled), compiled.positiontup
        return self._compiled[dialect.name]


def in_params(name: str, count: int) -> list[BindParameter[str]]:
    """The parameters of an IN with `count` values."""
    return [bindparam(f"{name}{place}") for place in range(count)]


def in_values(name: str, texts: Sequence[str], count: int) -> dict[str, str]:
    """The values for `in_params`; the last one fills up the rest."""
    return {f"{name}{place}": texts[min(place, len(texts) - 1)] for place in range(count)}


def next_power_of_two(count: int) -> int:
    """Rounds up, so that few sizes of IN have to be compiled."""
    return 1 << (count - 1).bit_length()
