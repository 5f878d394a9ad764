"""Backup and restore during play, by the commands of docs/hosting.md with other folders and users."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.process import WIDE_OPEN, Guest, ServerProcess, Socket
from tests.server.tables import started
from tests.store.postgres import running_server

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
TABLES = 3
Acknowledged = dict[tuple[str, int], str]


def drill(section: str = "## Backup and restore") -> list[str]:
    """The section's commands, line by line."""
    part = PAGE.split(section)[1].split("\n## ")[0]
    return [line for block in re.findall(r"```sh\n(.*?)```", part, re.DOTALL) for line in block.splitlines()]


BACKUP, *SQLITE = drill()[:6]
POSTGRESQL = drill()[6:]
STOP, START = "systemctl stop niwashi", "systemctl start niwashi"


def test_the_page_has_the_drill() -> None:
    assert [line.split()[0] for line in (BACKUP, *SQLITE)] == [
        "niwashi",
        "niwashi",
        "systemctl",
        "rm",
        "install",
        "systemctl",
    ]
    assert [words.split(" -- ")[-1].split()[0] for words in POSTGRESQL] == [
        *("createdb", "pg_restore", "niwashi"),
        *("systemctl", "psql", "systemctl"),
    ]


def here(line: str, folder: Path) -> str:
    """With temporary folders, and without users that this machine may not have."""
    line = re.sub(r"runuser -u \w+ -- |-o niwashi -g niwashi ", "", line)
    for place, ours in {"/var/backups/niwashi": "backups", "/var/lib/niwashi": "data"}.items():
        (folder / ours).mkdir(exist_ok=True)
        line = line.replace(place, str(folder / ours))
    return line


async def shell(line: str, folder: Path, environment: dict[str, str]) -> str:
    programs = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    variables = {**os.environ, **environment, "PATH": f"{environment.get('PATH', '')}:{programs}"}
    done = await asyncio.to_thread(
        subprocess.run, ["sh", "-c", line], cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (line, done.stderr)
    return done.stdout


# -- people who play ---------------------------------------------------------------------------------------------------
async def play_on(socket: Socket, table: str, acknowledged: Acknowledged) -> None:
    """Record acknowledged actions until cancelled or until the game is over."""
    while not socket.over:
        if socket.choices is None:
            await socket.hear()
            continue
        choices, socket.choices = socket.choices, None
        action = choices["actions"][len(acknowledged) % len(choices["actions"])]
        answer = await socket.ask("act", seq=choices["seq"], action=action)
        if answer.get("answer") == "done":
            acknowledged[table, choices["seq"]] = action


class Load:
    """Games that are played while the context is open."""

    def __init__(self, server: ServerProcess) -> None:
        self.server, self.acknowledged = server, Acknowledged()
        self._over = asyncio.Event()
        self._games: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Load:
        self._games = [asyncio.create_task(self._game()) for _ in range(TABLES)]
        while len(self.acknowledged) < 5 * TABLES:
            await asyncio.sleep(0.01)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._over.set()
        await asyncio.gather(*self._games)

    async def _game(self) -> None:
        """One after the other, if there is time for several."""
        while not self._over.is_set():
            table, aki, bo = await started(self.server)
            async with aki.socket(table) as first, bo.socket(table) as second:
                people = [asyncio.create_task(play_on(one, table, self.acknowledged)) for one in (first, second)]
                waiting = asyncio.create_task(self._over.wait())
                await asyncio.wait([*people, waiting], return_when=asyncio.FIRST_COMPLETED)
                for task in (*people, waiting):
                    task.cancel()
                await asyncio.gather(*people, waiting, return_exceptions=True)


async def all_there(server: ServerProcess, acknowledged: Acknowledged) -> None:
    guest = await Guest.arrive(server, "Cleo")
    for table in {table for table, _ in acknowledged}:
        news: list[dict[str, Any]] = (await guest.http.get(f"/api/tables/{table}/news")).json()
        assert [one["seq"] for one in news] == list(range(len(news)))
        acted = {one["seq"]: one["event"]["what"] for one in news if one["event"] and "who" in one["event"]}
        for (where, opened), action in acknowledged.items():
            if where == table:
                later = [what for seq, what in acted.items() if seq > opened]
                assert action in later, f"{action} was acknowledged before the backup and is gone"


# -- the drill ---------------------------------------------------------------------------------------------------------
@pytest.mark.more
async def test_a_backup_under_load_restores_to_everything_acknowledged(tmp_path: Path) -> None:
    check, *between = SQLITE
    data = tmp_path / "data"
    data.mkdir()
    server = ServerProcess(tmp_path, str(data / "niwashi.sqlite"))
    server.start()
    environment = {"NIWASHI_DATA": str(data)}
    async with Load(server) as load:
        before = dict(load.acknowledged)
        await shell(here(BACKUP, tmp_path), tmp_path, environment)
    assert len(load.acknowledged) > len(before), "they played on meanwhile"
    assert "; 0 differ" in await shell(here(check, tmp_path), tmp_path, environment)
    assert [between[0], between[-1]] == [STOP, START]
    server.kill()
    assert Path(f"{server.place}-wal").exists(), "what the old store had not yet put into its file"
    for line in between[1:-1]:
        await shell(here(line, tmp_path), tmp_path, environment)
    await serves_all(server, before)


async def serves_all(server: ServerProcess, acknowledged: Acknowledged) -> None:
    server.start()
    try:
        await all_there(server, acknowledged)
    finally:
        assert server.end() == 0


@pytest.mark.full
async def test_the_same_with_postgresqls_own_programs(tmp_path: Path) -> None:
    create, restore, check, stop, exchange, start = POSTGRESQL
    with running_server() as postgres:
        postgres.ask("CREATE ROLE niwashi")
        postgres.ask("CREATE DATABASE niwashi")
        server = ServerProcess(tmp_path, postgres.address("niwashi"))
        environment = {"PGHOST": str(postgres.folder), "PGUSER": "postgres", "PATH": str(postgres.programs)}
        environment["NIWASHI_STORE"] = server.place
        server.start()
        async with Load(server) as load:
            before = dict(load.acknowledged)
            await shell(here(BACKUP, tmp_path), tmp_path, environment)
        for line in (create, restore):
            await shell(here(line, tmp_path), tmp_path, environment)
        check = check.replace("postgresql://niwashi@/restored?host=/run/postgresql", postgres.address("restored"))
        assert "; 0 differ" in await shell(check, tmp_path, {**environment, **WIDE_OPEN})
        assert [stop, start] == [STOP, START]
        assert server.end() == 0
        await shell(here(exchange, tmp_path), tmp_path, environment)
        await serves_all(server, before)
