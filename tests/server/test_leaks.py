"""Nothing secret over the wire or in the log before its time: seeds, tokens, tickets, other people's ids."""

from __future__ import annotations

import asyncio
import json
import sqlite3

from tests.server.process import Guest, ServerProcess
from tests.server.tables import started


def _seed(server: ServerProcess, table: str) -> str:
    """As only the store knows it."""
    with sqlite3.connect(server.store) as connection:
        (body,) = connection.execute("SELECT body FROM events WHERE table_id = ? AND sequence = 1", (table,)).fetchone()
    connection.close()
    return str(json.loads(body)["seed"])


async def test_the_seed_is_told_at_the_end_and_not_before(server: ServerProcess) -> None:
    table, aki, bo = await started(server, visibility="public")
    cleo = await Guest.arrive(server, "Cleo")
    seed = _seed(server, table)
    async with aki.socket(table) as first, bo.socket(table) as second, cleo.socket(table) as third:
        await asyncio.gather(first.play(5), second.play(5))
        pages = [f"/api/tables/{table}", f"/api/tables/{table}/news", f"/api/tables/{table}/record", "/metrics"]
        over_http = [(await cleo.http.get(page)).text for page in pages]
        traffic = json.dumps([first.heard, second.heard, third.heard, over_http])
        assert seed not in traffic
        await aki.done(table, "resign")
        ended = await third.until(lambda message: any((n["event"] or {}).get("seed") for n in message.get("news", ())))
        assert seed in json.dumps(ended)


async def test_tokens_tickets_and_seeds_are_not_in_the_log(server: ServerProcess) -> None:
    table, aki, _ = await started(server)
    ticket = await aki.ticket(table)
    async with aki.socket(table) as socket:
        await socket.hear()
    (token,) = aki.http.cookies.values()
    log = server.log.read_text()
    for secret in (token, ticket, _seed(server, table), table):
        assert secret not in log


async def test_ids_of_people_are_not_told(server: ServerProcess) -> None:
    table, aki, bo = await started(server)
    await bo.http.post(f"/api/tables/{table}/chat", json={"text": "hello"})
    with sqlite3.connect(server.store) as connection:
        ids = [row[0] for row in connection.execute("SELECT account_id FROM seats WHERE table_id = ?", (table,))]
    connection.close()
    pages = [f"/api/tables/{table}", f"/api/tables/{table}/news", f"/api/tables/{table}/chat", "/api/tables/mine"]
    told = "".join([(await aki.http.get(page)).text for page in pages])
    assert len(ids) == 2
    assert not [one for one in ids if one in told]
