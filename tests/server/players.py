"""Persistent players: they play on at any available node, resend unanswered requests, and record the answers."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.process import Guest, ServerProcess

AGAIN = 0.1


class Player:
    """At one table. `acknowledged` is a file with a line for each action that was answered with “done”."""

    def __init__(self, guest: Guest, nodes: list[ServerProcess], table: str, acknowledged: Path, seed: int) -> None:
        self.guest, self.nodes, self.table, self.acknowledged = guest, nodes, table, acknowledged
        self._rng = random.Random(seed)
        self._seq = -1
        self._choices: dict[str, Any] | None = None
        self._waiting: dict[str, Any] | None = None
        self.over = False
        self.resent = 0

    @property
    def done(self) -> bool:
        return self.over and not self._waiting

    async def play(self) -> None:
        while not self.done:
            with suppress(OSError, httpx.HTTPError, WebSocketException):
                await self._at_a_node()
            if not self.done:
                await self._move_on()

    async def _move_on(self) -> None:
        await asyncio.sleep(AGAIN)
        place = (self.nodes.index(self.guest.server) + 1) % len(self.nodes)
        self.guest.server = self.nodes[place]
        self.guest.follow()

    async def _at_a_node(self) -> None:
        ticket = await self.guest.ticket(self.table)
        since = f"&since={self._seq}" if self._seq >= 0 else ""
        url = f"{self.guest.server.address.replace('http', 'ws')}/api/tables/{self.table}/socket?ticket={ticket}{since}"
        async with connect(url, max_size=None) as connection:
            await self._send_waiting(connection)
            while not self.done:
                await self._hear(connection, json.loads(await asyncio.wait_for(connection.recv(), 20)))

    async def _send_waiting(self, connection: ClientConnection) -> None:
        if self._waiting:
            self.resent += 1
            await connection.send(json.dumps(self._waiting))

    async def _hear(self, connection: ClientConnection, message: dict[str, Any]) -> None:
        self._note(message)
        if message.get("error", {}).get("code", "").startswith("server/"):
            await asyncio.sleep(AGAIN)
            await self._send_waiting(connection)
        answer = message.get("answer", {})
        if self._waiting and answer.get("id") == self._waiting["id"]:
            self._write_down(self._waiting, answer)
            self._waiting = None
        if self._choices and not self._waiting:
            await self._act(connection, self._choices)

    def _note(self, message: dict[str, Any]) -> None:
        if snapshot := message.get("snapshot"):
            self._seq, self._choices = snapshot["seq"], snapshot.get("choices")
            self.over = snapshot["phase"] == "over"
        for news in message.get("news", ()):
            assert news["seq"] == self._seq + 1, "no news is missed and none comes twice"
            self._seq = news["seq"]
            self.over = self.over or (news["event"] or {}).get("event") == "ended"
        self._choices = message.get("choices", self._choices)

    def _write_down(self, request: dict[str, Any], answer: dict[str, Any]) -> None:
        if answer["answer"] == "done":
            line = json.dumps([request["seq"], request["action"], answer["seq"]])
            with self.acknowledged.open("a") as file:
                file.write(line + "\n")

    async def _act(self, connection: ClientConnection, choices: dict[str, Any]) -> None:
        self._choices = None
        action = self._rng.choice(choices["actions"])
        self._waiting = self.guest.request("act", seq=choices["seq"], action=action)
        await connection.send(json.dumps(self._waiting))

    def read_back(self) -> list[tuple[int, str, int]]:
        if not self.acknowledged.exists():
            return []
        return [tuple(json.loads(line)) for line in self.acknowledged.read_text().splitlines()]
