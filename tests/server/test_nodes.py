"""People at different nodes play at the same table as if there were one node."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

import niwashi
from tests.server.cluster import Cluster, apart
from tests.server.process import PATIENCE, Guest, Socket
from tests.server.tables import ask_for_hint, reviewed, to_act
from tests.server.test_games import _grab_along


def _says(socket: Socket, what: str) -> Any:
    return socket.until(lambda message: what in message)


async def test_people_at_two_nodes_play_a_game_and_others_look_on_at_both(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster, visibility="public")
    await aki.done(table, "start")
    cleo, dan = await Guest.arrive(cluster.a, "Cleo"), await Guest.arrive(cluster.b, "Dan")
    *_, third, fourth = await asyncio.gather(*(guest.finish(table) for guest in (aki, bo, cleo, dan)))
    assert not any("choices" in message for message in [*third, *fourth])
    for page in ("record", "news"):
        here, there = [(await guest.http.get(f"/api/tables/{table}/{page}")).content for guest in (cleo, dan)]
        assert here == there
    assert niwashi.loads((await dan.http.get(f"/api/tables/{table}/record")).content).over


async def test_a_resent_command_is_answered_the_same_at_another_node(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    request = aki.request("start")
    answers = []
    for node in (cluster.b, cluster.a, cluster.b):
        aki.server = node
        aki.follow()
        answers.append((await aki.http.post(f"/api/tables/{table}/requests", json=request)).json())
    assert answers[0]["answer"] == "done"
    assert answers == [answers[0]] * 3
    await bo.done(table, "resign")


async def test_a_ticket_of_one_node_opens_a_door_of_another_once(cluster: Cluster) -> None:
    table, aki, _ = await apart(cluster)
    ticket = await aki.ticket(table)
    for node, code in ((cluster.b, None), (cluster.a, "ticket/void")):
        async with connect(f"ws://127.0.0.1:{node.port}/api/tables/{table}/socket?ticket={ticket}") as connection:
            message = json.loads(await connection.recv())
            assert message.get("error", {}).get("code") == code


def _relayed(metrics: str) -> list[str]:
    calls = ('what="Subscribe"', 'what="Execute"')
    return [line for line in metrics.splitlines() if "niwashi_forwarded_total{" in line and any(map(line.count, calls))]


async def test_a_ticket_leads_to_the_node_that_runs_the_table_where_nothing_is_relayed(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    before = [_relayed((await guest.http.get("/metrics")).text) for guest in (aki, bo)]
    found = (await bo.http.post("/api/tickets", json={"table": table})).json()
    assert found["path"] == "node/node-a/"
    url = f"ws://127.0.0.1:{cluster.a.port}/{found['path']}api/tables/{table}/socket?ticket={found['ticket']}"
    async with connect(url) as connection:
        socket = Socket(bo, connection)
        assert "snapshot" in await socket.hear()
        assert (await socket.ask("resign"))["answer"] == "done"
    assert [_relayed((await guest.http.get("/metrics")).text) for guest in (aki, bo)] == before


async def test_any_node_serves_the_path_of_another(cluster: Cluster) -> None:
    """The table may have moved, or a proxy is set up wrongly."""
    table, _, bo = await apart(cluster)
    found = (await bo.http.post("/api/tickets", json={"table": table})).json()
    url = f"ws://127.0.0.1:{cluster.b.port}/{found['path']}api/tables/{table}/socket?ticket={found['ticket']}"
    async with connect(url) as connection:
        assert "snapshot" in json.loads(await connection.recv())


async def test_the_path_of_a_node_leads_to_sockets_of_tables_and_nothing_else(cluster: Cluster) -> None:
    """Proxies hide only /metrics itself."""
    aki = await Guest.arrive(cluster.a, "Aki")
    assert (await aki.http.post("/api/tickets", json={})).json()["path"] == "", "any node has the lobby"
    assert (await aki.http.post("/api/tickets", json={"table": "tnowhere"})).json()["path"] == "", "nobody runs it"
    for path in ("metrics", "readyz", "api/session", "api/games"):
        assert (await aki.http.get(f"/node/node-a/{path}")).status_code == 404, path
    with pytest.raises(InvalidStatus):
        async with connect(f"ws://127.0.0.1:{cluster.a.port}/node/node-a/api/lobby/socket?ticket=x"):
            pass


async def test_presence_chat_and_mutes_reach_the_other_node(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    async with aki.socket(table) as first:
        async with bo.socket(table) as second:
            await second.hear()
            line = (await bo.http.post(f"/api/tables/{table}/chat", json={"text": "hello"})).json()
            assert (await _says(first, "chat"))["chat"] == line
            aki.server = cluster.b
            aki.follow()
            (await aki.http.put(f"/api/tables/{table}/mutes/{line['author']}")).raise_for_status()
            await bo.http.post(f"/api/tables/{table}/chat", json={"text": "do you hear me?"})
            assert (await _says(second, "chat"))["chat"]["text"] == "hello"
            assert (await _says(second, "chat"))["chat"]["text"] == "do you hear me?"
        went = await first.until(lambda m: any((n["event"] or {}).get("event") == "went" for n in m.get("news", ())))
        assert went
    assert [message["chat"]["text"] for message in first.heard if "chat" in message] == ["hello"]


async def test_the_lobby_hears_of_tables_at_other_nodes(cluster: Cluster) -> None:
    aki, bo = await Guest.arrive(cluster.a, "Aki"), await Guest.arrive(cluster.b, "Bo")
    async with bo.socket(None) as lobby:
        await lobby.hear()
        table = await aki.open(visibility="public")
        await lobby.until(lambda message: message.get("table", {}).get("table") == table)


async def test_whoever_looks_elsewhere_hears_that_it_is_their_turn(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    async with aki.socket(None) as first, bo.socket(None) as second:
        await _says(first, "turns"), await _says(second, "turns")
        await aki.done(table, "start")
        mover, _, _ = await to_act(table, aki, bo)
        told = await _says(first if mover is aki else second, "turn")
        assert (told["turn"]["table"], told["turn"]["yours"]) == (table, True)


async def test_who_asks_another_node_over_http_is_here(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    async with bo.socket(table) as second:
        await second.hear()
    end = time.monotonic() + PATIENCE
    while await _absent(aki, table) != ["Bo"]:
        assert time.monotonic() < end
        await asyncio.sleep(0.05)
    await bo.http.get(f"/api/tables/{table}/news")
    assert await _absent(aki, table) == []


async def _absent(guest: Guest, table: str) -> list[str]:
    seats = (await guest.http.get(f"/api/tables/{table}")).json()["seats"]
    return [seat["name"] for seat in seats if not seat.get("here", True)]


async def test_a_rematch_is_told_at_the_other_node(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    async with bo.socket(table) as second:
        await bo.done(table, "resign")
        asked = await aki.ask(table, "rematch")
        await bo.done(table, "agree", seq=asked["seq"])
        moved = (await _says(second, "rematch"))["rematch"]
    seats = (await bo.http.get(f"/api/tables/{moved}")).json()["seats"]
    assert {seat["name"] for seat in seats} == {"Aki", "Bo"}


def _grabs(socket: Socket) -> list[dict[str, Any]]:
    events = [news["event"] or {} for message in socket.heard for news in message.get("news", ())]
    return [event for event in events if str(event.get("what", "")).startswith("grab ")]


async def test_cards_are_grabbed_live_from_two_nodes(cluster: Cluster) -> None:
    options = {"seats": 2, "grab": "live"}
    table, aki, bo = await apart(cluster, "edo_yashiki", options=options, settings={"auto_ready": True, "look": 1})
    async with aki.socket(table) as first, bo.socket(table) as second:
        await aki.done(table, "start")
        playing = [asyncio.create_task(_grab_along(one)) for one in (first, second)]
        end = time.monotonic() + PATIENCE
        while len({event["who"] for event in _grabs(first)}) < 2:
            assert time.monotonic() < end
            assert not any(task.done() for task in playing)
            await asyncio.sleep(0.05)
        for task in playing:
            task.cancel()
        lags = [seat["lag"] for seat in (await bo.http.get(f"/api/tables/{table}")).json()["seats"]]
        assert None not in lags, "pings go out to both nodes, and pongs come back"


async def test_heartbeats_carry_the_owners_newest_number(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    async with bo.socket(table) as second:
        await second.hear()
        seen = second.seq
        await second.until(lambda message: message.get("heartbeat", {}).get("seq", -1) >= seen)


async def test_a_wrong_request_is_refused_the_same_at_either_node(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    early = [await guest.http.get(f"/api/tables/{table}/record") for guest in (aki, bo)]
    assert [found.status_code for found in early] == [400, 400]
    assert early[0].json() == early[1].json()
    unknown = [await guest.http.get("/api/tables/nothing") for guest in (aki, bo)]
    assert [found.status_code for found in unknown] == [404, 404]


# -- workers ---------------------------------------------------------------------------------------------------------
async def test_a_bot_thinks_in_a_worker(cluster: Cluster) -> None:
    bo = await Guest.arrive(cluster.b, "Bo")
    table = await bo.open()
    await bo.done(table, "sit", name="")
    await bo.done(table, "bot", seat=1, level="club")
    await bo.done(table, "start")
    bo.server = cluster.a
    bo.follow()
    await bo.finish(table)


@pytest.mark.more
async def test_advice_is_to_be_had_at_either_node(cluster: Cluster) -> None:
    table, aki, bo = await apart(cluster)
    await aki.done(table, "start")
    mover, other, actions = await to_act(table, aki, bo)
    hints = []
    for node in (cluster.b, cluster.a):
        mover.server = node
        mover.follow()
        hints.append((await ask_for_hint(mover, table)).json())
    assert hints[0]["action"] in actions
    assert hints[0] == hints[1]
    refused = await other.http.post(f"/api/tables/{table}/hints")
    assert (refused.status_code, refused.json()["code"]) == (400, "hint/turn")
    async with aki.socket(table) as first, bo.socket(table) as second:
        await asyncio.gather(first.play(2), second.play(2))
    await bo.done(table, "resign")
    review = await reviewed(bo, table)
    assert (await aki.http.get(f"/api/tables/{table}/analysis")).json()["review"] == review
