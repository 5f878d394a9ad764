"""Both databases judge every batch of a group as one rule does, also where groups of several nodes meet."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from niwashi.store import Append, LogSequence, Receipt, Store, leases, load_answers, open_store, tables
from niwashi.store.append import AppendResult, to_result
from niwashi.store.errors import Fenced, LogConflict
from niwashi.store.writer_process import Head, judge
from tests.store.logs import batch, bodies, seated, whole_log
from tests.store.postgres import Server

GROUPS = 60


class Model:
    """What a store must hold after groups of appends."""

    def __init__(self, epochs: dict[str, int]) -> None:
        self.heads: dict[str, Head] = {table: (epoch, 0) for table, epoch in epochs.items()}
        self.states = dict.fromkeys(epochs, "open")
        self.answers: dict[tuple[str, str], bytes] = {}
        self.logs: dict[str, list[bytes]] = {table: [] for table in epochs}

    def append(self, arrived: Append) -> AppendResult:
        head = self.heads.get(arrived.table)
        answer = self.answers.get((arrived.table, arrived.command)) if arrived.command else None
        verdict = judge(arrived.epoch, arrived.after, head, answer)
        if verdict == "written":
            self.heads[arrived.table] = (arrived.epoch, arrived.newest)
            self.states[arrived.table] = arrived.state or self.states[arrived.table]
            self.logs[arrived.table] += arrived.events
            if arrived.command:
                self.answers[arrived.table, arrived.command] = arrived.answer
        return to_result(arrived, verdict, head, answer)


def draw_batch(random: Random, model: Model, group: list[Append]) -> Append:
    """Mostly what follows, else anything: repeated, unknown, fenced, or in conflict."""
    table = random.choice(["a", "b", "c", "nowhere"])
    expected = dict(model.heads)
    for earlier in group:
        epoch, newest = expected.get(earlier.table, (0, -1))
        if (earlier.epoch, earlier.after) == (epoch, newest):
            expected[earlier.table] = (epoch, earlier.newest)
    epoch, after = expected.get(table, (1, 0))
    if random.random() < 0.4:
        epoch, after = epoch + random.choice([-1, 0, 1]), max(0, after + random.choice([-1, 0, 1]))
    command = random.choice([None, f"c{random.randrange(12)}"])
    state = random.choice([None, None, "running", "over"])
    events = bodies(after, random.randint(1, 3))
    return Append(table, epoch, LogSequence(after), events, command, b"%d" % random.randrange(99), state, 3)


async def test_random_groups_are_judged_by_the_one_rule(place: str) -> None:
    random = Random(11)
    async with open_store(place) as store:
        held = await seated(store, "a", "b", "c")
        model = Model({lease.table: lease.epoch for lease in held})
        seen = set()
        for _ in range(GROUPS):
            group: list[Append] = []
            while len(group) < random.randint(1, 10):
                group.append(draw_batch(random, model, group))
            results, _ = await store.database.append(group)
            expected = [model.append(arrived) for arrived in group]
            assert [str(result) for result in results] == [str(result) for result in expected]
            seen |= {result.code if not isinstance(result, Receipt) else f"{result.repeated}" for result in results}
        assert seen == {"True", "False", "store/table", "store/fenced", "store/conflict"}
        await check(store, model)


async def check(store: Store, model: Model) -> None:
    for table, log in model.logs.items():
        assert await whole_log(store, table) == log
        row = await tables.find(store.database, table)
        assert (row.newest, row.state) == (len(log), model.states[table])
        answers = {command: answer for (of, command), answer in model.answers.items() if of == table}
        assert await load_answers(store.database, table) == answers


async def test_two_nodes_whose_groups_overlap_neither_deadlock_nor_both_write(place: str) -> None:
    names = ["t1", "t2", "t3", "t4"]
    async with open_store(place) as one, open_store(place) as other:
        held = {lease.table: lease for lease in await seated(one, *names)}
        for after in range(15):
            groups = [[batch(held[name], after) for name in order] for order in (names, names[::-1])]
            (first, _), (second, _) = await asyncio.gather(
                one.database.append(groups[0]), other.database.append(groups[1])
            )
            for result, opposite in zip(first, second[::-1], strict=True):
                assert sorted(isinstance(outcome, LogConflict) for outcome in (result, opposite)) == [False, True]
        for name in names:
            assert await whole_log(one, name) == list(bodies(0, 15))


async def test_who_waited_for_a_new_owner_is_judged_by_what_that_one_left(place: str) -> None:
    async with open_store(place) as one, open_store(place) as other:
        first, second = await seated(one, "t1", "t2")
        async with other.database.write_transaction() as connection:
            await connection.exec_driver_sql("UPDATE tables SET epoch = 7 WHERE id = 't1'")
            appending = asyncio.create_task(one.database.append([batch(first, 0), batch(second, 0)]))
            await asyncio.sleep(0.3)
            assert not appending.done(), "it waits for the row"
        (fenced, written), _ = await appending
        assert isinstance(fenced, Fenced)
        assert fenced.current == 7
        assert written == Receipt(1, b"")


async def test_mentions_are_written_with_their_batch_alone(place: str) -> None:
    async with open_store(place) as store:
        first, second = await seated(store, "t1", "t2")
        async with store.database.write_transaction() as connection:
            for name in ("aki", "ben"):
                await connection.exec_driver_sql(
                    "INSERT INTO accounts (id, name, folded, settings, created, seen) "
                    f"VALUES ('{name}', '{name}', '{name}', '{{}}', 0, 0)"
                )
        group = [
            Append("t1", first.epoch, LogSequence(0), bodies(0, 3), mentions=((0, "aki"), (2, "ben"))),
            Append("t2", second.epoch, LogSequence(5), bodies(5), mentions=((0, "aki"),)),  # refused
            Append("t2", second.epoch, LogSequence(0), bodies(0, 2), mentions=((1, "ben"),)),
        ]
        await store.database.append(group)
        async with store.database.read_transaction() as connection:
            rows = await connection.exec_driver_sql("SELECT table_id, sequence, account_id FROM mentions ORDER BY 1, 2")
            assert [tuple(row) for row in rows] == [("t1", 1, "aki"), ("t1", 3, "ben"), ("t2", 2, "ben")]


# -- PostgreSQL --------------------------------------------------------------------------------------------------------
async def test_a_group_is_one_round_trip_to_postgresql(postgres: Server) -> None:
    async with open_store(postgres.address(postgres.new_database())) as store:
        held = await seated(store, "t1", "t2", "t3")
        await store.database.append([batch(lease, 0) for lease in held])  # prepares the statement
        driver = driver_of(store)
        sent: list[str] = []
        driver.add_query_logger(lambda query: sent.append(query.query))
        await store.database.append([batch(lease, 1, command="c") for lease in held])
        await asyncio.sleep(0)
        assert len(sent) == 1
        assert not driver.is_in_transaction(), "what was answered is committed"


async def test_an_idle_connection_that_postgresql_ended_is_made_again(postgres: Server) -> None:
    name = postgres.new_database()
    async with open_store(postgres.address(name)) as store:
        (lease,) = await seated(store, "t1")
        await store.log.append(batch(lease, 0))
        driver = driver_of(store)
        postgres.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        async with asyncio.timeout(60):
            while not driver.is_closed():
                await asyncio.sleep(0.01)
        assert (await store.log.append(batch(lease, 1))).newest == 2


async def test_a_new_owner_is_not_kept_waiting_by_an_append_of_another_table(postgres: Server) -> None:
    """Only the rows of a group are locked."""
    place = postgres.address(postgres.new_database())
    async with open_store(place) as store, open_store(place) as other:
        first, _ = await seated(store, "t1", "t2")
        async with other.database.write_transaction() as connection:
            await connection.exec_driver_sql("SELECT 1 FROM tables WHERE id = 't1' FOR UPDATE")
            appending = asyncio.create_task(store.database.append([batch(first, 0)]))
            lease = await leases.acquire(store.database, "t2", "node", 60)
            assert lease.epoch == 2
        await appending


def driver_of(store: Store) -> Any:
    log = store.database._postgres_log
    assert log is not None
    return log._driver


@pytest.mark.parametrize("count", [1, 500])
async def test_groups_of_any_size_are_written(place: str, count: int) -> None:
    async with open_store(place) as store:
        (lease,) = await seated(store, "t1")
        results, _ = await store.database.append([batch(lease, after) for after in range(count)])
        assert results[-1] == Receipt(count, b"")
        assert len(await whole_log(store, "t1")) == count
