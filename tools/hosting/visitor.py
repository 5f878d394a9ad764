"""`python -m tools.hosting.visitor ADDRESS`: people who play at a site, through its proxy if it has one.

Prints what was seen, and at the end the tables as JSON. SSL_CERT_FILE names the certificates to trust. All names lead
to this machine, which stands in for a domain name.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import sys
import time
from typing import Any, cast
from urllib.parse import urlsplit

import httpx

from tests.server.process import Guest, ServerProcess, Socket

LOCAL = "127.0.0.1"
GAMES: dict[str, dict[str, Any]] = {"miyabi": {"seats": 2}, "edo_yashiki": {"seats": 2, "grab": "calm"}}
ACTIONS = 6
"""Of a person against a bot, in each game."""
SMALL, LARGE = 250 << 10, 400 << 10
"""Bodies that a proxy lets through, and that it does not."""


class Site:
    """In place of a server's process: people need only its address."""

    def __init__(self, address: str) -> None:
        self.address = address


async def main(address: str) -> None:
    lead_all_names_here()
    server = cast(ServerProcess, Site(address))
    tables = {"whole": await play_whole_game(server), "open": await play_with_a_bot(server, "miyabi")}
    await play_with_a_bot(server, "edo_yashiki")
    await register(address)
    await look_at_pages(address)
    if address.startswith("https:"):
        await try_the_proxy(address)
    print(json.dumps(tables))


def lead_all_names_here() -> None:
    ask = socket.getaddrinfo
    socket.getaddrinfo = lambda host, *rest, **more: ask(LOCAL, *rest, **more)


def say(what: str) -> None:
    print(f"visitor: {what}")


# -- play --------------------------------------------------------------------------------------------------------------
async def play_whole_game(server: ServerProcess) -> str:
    """Two people with a socket each."""
    began = time.monotonic()
    hana, bo = [await Guest.arrive(server, name) for name in ("Hana", "Bo")]
    table = await hana.open(options=GAMES["miyabi"], visibility="public")
    await hana.done(table, "sit", name="Hana")
    await bo.done(table, "sit", name="Bo")
    await hana.done(table, "start")
    origin = {"Origin": server.address}
    async with hana.socket(table, headers=origin) as first, bo.socket(table, headers=origin) as second:
        counts = await asyncio.gather(first.play(), second.play())
    record = (await hana.http.get(f"/api/tables/{table}/record")).json()
    assert record["result"], record
    say(f"a whole game of two people, {sum(counts)} actions, over WebSockets: {time.monotonic() - began:.1f} s")
    return table


async def play_with_a_bot(server: ServerProcess, game: str) -> str:
    began = time.monotonic()
    guest = await Guest.arrive(server, "Cleo")
    table = await guest.open(game, options=GAMES[game], seats=[{"you": True}, {"bot": "beginner"}])
    async with guest.socket(table, headers={"Origin": server.address}) as connection:
        await play_or_say(connection)
    await guest.http.post(f"/api/tables/{table}/chat", json={"text": "a line that is to be deleted"})
    say(f"{ACTIONS} actions of {game} against a bot: {time.monotonic() - began:.1f} s")
    return table


async def play_or_say(connection: Socket) -> None:
    done = await connection.play(ACTIONS)
    assert done == ACTIONS or connection.over, connection.heard[-1]


async def register(address: str) -> None:
    """The account that the page's examples name."""
    async with httpx.AsyncClient(base_url=address) as visitor:
        made = await visitor.post("/api/accounts", json={"name": "Aki", "password": "three sparrows on a wall"})
        assert made.status_code in (201, 409), made.text
        say("Aki has an account" if made.status_code == 201 else "Aki has an account already")


# -- pages -------------------------------------------------------------------------------------------------------------
async def look_at_pages(address: str) -> None:
    async with httpx.AsyncClient(base_url=address) as visitor:
        lobby = await visitor.get("/")
        assert "<title>Niwashi" in lobby.text, lobby.text[:300]
        for path in ("/healthz", "/readyz"):
            assert (await visitor.get(path)).status_code == 200, path
        say(
            f"the lobby: {len(lobby.content)} bytes, {lobby.http_version}, from {lobby.headers.get('server', 'nobody')}"
        )


async def try_the_proxy(address: str) -> None:
    host = urlsplit(address).hostname or ""
    say(f"by TLS the proxy speaks {protocol_of(host)}")
    async with httpx.AsyncClient(base_url=address) as visitor:
        for path in ("/metrics", "/metrics/"):
            status = (await visitor.get(path)).status_code
            assert status in (403, 404), (path, status)
        plain = await visitor.get(f"http://{host}/")
        assert plain.headers["location"].startswith("https://"), plain.headers
        foreign = await visitor.post("/api/session", json={"name": "Eve"}, headers={"Origin": "https://evil.example"})
        assert foreign.json()["code"] == "origin/foreign", foreign.text
        await visitor.post("/api/session", json={"name": "Dai"}, headers={"Origin": address})
        small, large = [await visitor.post("/api/study", json={"record": "r" * size}) for size in (SMALL, LARGE)]
        assert "code" in small.json(), small.text
        # Caddy forwards while it counts: if the server has closed the connection before, Caddy says 502.
        assert large.status_code in (413, 502), large.status_code
        codes = f"250 KiB answered {small.status_code} by the server, 400 KiB {large.status_code} by the proxy"
        say(f"hidden metrics, a foreign page refused, {codes}")


def protocol_of(host: str) -> str | None:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with socket.create_connection((host, 443)) as plain, context.wrap_socket(plain, server_hostname=host) as secure:
        return secure.selected_alpn_protocol()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1].rstrip("/")))
