"""A person's finished games, with everybody's result: the list behind “My games”."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from niwashi.store import schema
from niwashi.store.database import Database, now

PAGE_SIZE = 20
RESULT_DUE_MS = 10_000
"""A result that is not stored by then is retried in the background, and nobody waits for it."""
_result, _seat, _table, _record = schema.results.c, schema.seats.c, schema.tables.c, schema.records.c


@dataclass(frozen=True)
class SeatOutcome:
    seat: int
    name: str
    score: int
    place: int
    bot: str | None
    """The level of the bot that held the seat."""
    own: bool
    """The person who asks held it."""


@dataclass(frozen=True)
class FinishedGame:
    table: str
    game: str
    options: dict[str, Any]
    finished: int
    seats: tuple[SeatOutcome, ...]
    reviewed: bool
    """Its review is stored."""


@dataclass(frozen=True)
class GamesPage:
    games: list[FinishedGame]
    count: int
    """All games that match."""
    won: int
    """Those of them that the person won, alone or together; games in which they held several seats do not count."""


@dataclass(frozen=True)
class GamesFilter:
    game: str | None = None
    name: str | None = None
    """A part of anybody's name at the table."""


@dataclass(frozen=True)
class GamesCursor:
    """The last game of the page before."""

    finished: int
    table: str


async def list_finished_of(
    database: Database,
    account: str,
    wanted: GamesFilter | None = None,
    after: GamesCursor | None = None,
    limit: int = PAGE_SIZE,
) -> GamesPage:
    """The latest first. Tables that the host has closed are left out, since they cannot be opened."""
    own = _own_games(account, wanted or GamesFilter())
    async with database.read_transaction() as connection:
        count, won = (await connection.execute(_count(own))).one()
        rows = (await connection.execute(_page(own, after, limit))).all()
        outcomes = await _read_outcomes(connection, [row.table_id for row in rows], account)
    return GamesPage([_make_game(row, outcomes.get(row.table_id, [])) for row in rows], int(count), int(won or 0))


async def is_result_due(database: Database, account: str) -> bool:
    """Whether a game of theirs has just ended whose result is not stored yet: players are told before that."""
    seated = select(_seat.table_id).where(_seat.account_id == account)
    stored = select(_record.table_id).where(_record.table_id == _table.id).exists()
    just_ended = and_(_table.state == "over", _table.updated > now() - RESULT_DUE_MS)
    async with database.read_transaction() as connection:
        due = select(_table.id).where(_table.id.in_(seated), just_ended, ~stored).limit(1)
        return (await connection.execute(due)).first() is not None


def _own_games(account: str, wanted: GamesFilter) -> Select[Any]:
    """One row for each table, however many seats the person held there."""
    finished = func.max(_result.finished).label("finished")
    won = case((and_(func.count() == 1, func.min(_result.place) == 1), 1), else_=0).label("won")
    own = (
        select(_result.table_id, finished, won)
        .join(schema.tables, _table.id == _result.table_id)
        .where(_result.account_id == account, _table.closed.is_(None))
        .group_by(_result.table_id)
    )
    own = own if wanted.game is None else own.where(_result.game == wanted.game)
    return own if not wanted.name else own.where(_has_name(wanted.name))


def _has_name(text: str) -> Any:
    """Whatever the case of its letters. SQLite folds only ASCII, so the usual spellings of others are tried as well."""
    spellings = dict.fromkeys((text, text.lower(), text.upper(), text.title()))
    named = or_(*(_seat.name.icontains(spelling, autoescape=True) for spelling in spellings))
    return select(_seat.table_id).where(_seat.table_id == _result.table_id, named).exists()


def _count(own: Select[Any]) -> Select[int, Any]:
    games = own.subquery()
    return select(func.count(), func.sum(games.c.won)).select_from(games)


def _page(own: Select[Any], after: GamesCursor | None, limit: int) -> Select[Any]:
    games = own.subquery()
    page = (
        select(games.c.table_id, games.c.finished, _table.game, _table.options, schema.reviews.c.made)
        .join(schema.tables, _table.id == games.c.table_id)
        .join(schema.reviews, schema.reviews.c.table_id == games.c.table_id, isouter=True)
    )
    if after is not None:
        same = and_(games.c.finished == after.finished, games.c.table_id > after.table)
        page = page.where(or_(games.c.finished < after.finished, same))
    return page.order_by(games.c.finished.desc(), games.c.table_id).limit(limit)


async def _read_outcomes(
    connection: AsyncConnection, tables: Iterable[str], account: str
) -> dict[str, list[SeatOutcome]]:
    wanted = (
        select(schema.results, _seat.name)
        .join(schema.seats, and_(_seat.table_id == _result.table_id, _seat.seat == _result.seat))
        .where(_result.table_id.in_(list(tables)))
        .order_by(_result.table_id, _result.seat)
    )
    found: dict[str, list[SeatOutcome]] = {}
    for row in await connection.execute(wanted):
        outcome = SeatOutcome(row.seat, row.name, row.score, row.place, row.bot, row.account_id == account)
        found.setdefault(row.table_id, []).append(outcome)
    return found


def _make_game(row: Any, outcomes: Iterable[SeatOutcome]) -> FinishedGame:
    return FinishedGame(row.table_id, row.game, row.options, row.finished, tuple(outcomes), row.made is not None)
