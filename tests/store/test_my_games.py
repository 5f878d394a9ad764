"""A person's finished games: the latest first, page by page, found by game and by name."""

from __future__ import annotations

import pytest

from niwashi.store import Database, open_database, tables
from niwashi.store.accounts import create
from niwashi.store.games import RESULT_DUE_MS, GamesCursor, GamesFilter, is_result_due, list_finished_of
from niwashi.store.records import SeatResult, save_record
from niwashi.store.reviews import save_review
from niwashi.store.tables import StoredSeat, replace_seats
from tests.store.logs import seated, set_state

RECORD = b'{"niwashi":1,"game":"%b","options":{"seats":2},"names":["Aki","Bo"],"events":[]}'


async def finish(database: Database, table: str, at: int, *seats: StoredSeat, game: str = "miyabi") -> None:
    """A table that is over at this time; the first seat has won."""
    await seated(database, table, game=game)
    await replace_seats(database, table, seats)
    results = [
        SeatResult(seat.seat, 30 - seat.seat, 1 + seat.seat, seat.account, None if seat.account else "casual")
        for seat in seats
    ]
    await save_record(database, table, RECORD % game.encode(), results)
    async with database.write_transaction() as connection:
        await connection.exec_driver_sql(f"UPDATE results SET finished = {at} WHERE table_id = '{table}'")


async def test_finished_games_come_the_latest_first_with_everybodys_result(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        await finish(database, "old", 1000, StoredSeat(0, "Aki", aki), StoredSeat(1, "Hana"))
        await finish(database, "new", 2000, StoredSeat(0, "Kenji"), StoredSeat(1, "Aki", aki))
        page = await list_finished_of(database, aki)
        assert [game.table for game in page.games] == ["new", "old"]
        assert (page.count, page.won) == (2, 1)
        rival, own = page.games[0].seats
        assert (rival.name, rival.score, rival.place, rival.bot, rival.own) == ("Kenji", 30, 1, "casual", False)
        assert (own.name, own.score, own.place, own.bot, own.own) == ("Aki", 29, 2, None, True)
        assert (page.games[0].game, page.games[0].options, page.games[0].finished) == ("miyabi", {"seats": 2}, 2000)


async def test_nobody_sees_games_of_others_and_closed_tables_are_gone(place: str) -> None:
    async with open_database(place) as database:
        aki, bo = await create(database, "Aki"), await create(database, "Bo")
        await finish(database, "hers", 1, StoredSeat(0, "Aki", aki), StoredSeat(1, "Hana"))
        await finish(database, "shut", 2, StoredSeat(0, "Aki", aki), StoredSeat(1, "Hana"))
        await tables.close(database, "shut")
        assert [game.table for game in (await list_finished_of(database, aki)).games] == ["hers"]
        assert (await list_finished_of(database, bo)).games == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (GamesFilter(game="edo_yashiki"), ["edo"]),
        (GamesFilter(name="hAN"), ["plain"]),
        (GamesFilter(name="ärger"), ["umlaut"]),
        (GamesFilter(name="100%"), ["percent"]),
        (GamesFilter(name="%"), ["percent"]),
        (GamesFilter(name="庭"), ["edo"]),
        (GamesFilter(game="miyabi", name="庭"), []),
    ],
)
async def test_games_are_found_by_game_and_by_a_part_of_a_name(
    place: str, wanted: GamesFilter, found: list[str]
) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        rivals = {"plain": "Hana", "umlaut": "Ärgernis", "percent": "100% Bo", "edo": "庭師"}
        for at, (table, rival) in enumerate(rivals.items()):
            game = "edo_yashiki" if table == "edo" else "miyabi"
            await finish(database, table, at, StoredSeat(0, "Aki", aki), StoredSeat(1, rival), game=game)
        page = await list_finished_of(database, aki, wanted)
        assert [game.table for game in page.games] == found
        assert page.count == page.won == len(found)


async def test_pages_follow_each_other_without_gap_or_repeat(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        for number in range(5):  # two of them at the same moment
            await finish(database, f"t{number}", number // 2, StoredSeat(0, "Aki", aki), StoredSeat(1, "Hana"))
        seen: list[str] = []
        after = None
        while page := (await list_finished_of(database, aki, after=after, limit=2)).games:
            seen += [game.table for game in page]
            after = GamesCursor(page[-1].finished, page[-1].table)
        assert seen == ["t4", "t2", "t3", "t0", "t1"]


async def test_a_hot_seat_is_one_game_and_no_win(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        await finish(database, "t1", 1, StoredSeat(0, "Aki", aki), StoredSeat(1, "Mum", aki))
        page = await list_finished_of(database, aki)
        assert [seat.own for game in page.games for seat in game.seats] == [True, True]
        assert (page.count, page.won) == (1, 0)


async def test_a_game_says_whether_its_review_is_there(place: str) -> None:
    async with open_database(place) as database:
        aki = await create(database, "Aki")
        for number in range(2):
            await finish(database, f"t{number}", number, StoredSeat(0, "Aki", aki), StoredSeat(1, "Hana"))
        await save_review(database, "t1", b"{}")
        assert [game.reviewed for game in (await list_finished_of(database, aki)).games] == [True, False]


async def test_a_result_is_due_from_the_end_of_a_game_until_it_is_stored(place: str) -> None:
    async with open_database(place) as database:
        aki, bo = await create(database, "Aki"), await create(database, "Bo")
        await seated(database, "new")
        await replace_seats(database, "new", [StoredSeat(0, "Aki", aki)])
        assert not await is_result_due(database, aki), "the game goes on"
        await set_state(database, "new", "over")
        assert await is_result_due(database, aki)
        assert not await is_result_due(database, bo)
        await backdate(database, "new", RESULT_DUE_MS)
        assert not await is_result_due(database, aki), "nobody waits for what cannot be stored"
        await backdate(database, "new", -RESULT_DUE_MS)
        await save_record(database, "new", RECORD % b"miyabi", [SeatResult(0, 30, 1, aki, None)])
        assert not await is_result_due(database, aki)


async def backdate(database: Database, table: str, by: int) -> None:
    async with database.write_transaction() as connection:
        await connection.exec_driver_sql(f"UPDATE tables SET updated = updated - {by} WHERE id = '{table}'")
