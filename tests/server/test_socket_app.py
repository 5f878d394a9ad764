"""The application of sockets: clients that go early, addresses that are not sockets, and our own mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from niwashi.server.application import Application
from niwashi.server.http import socket_app
from niwashi.server.http.socket_app import SocketApp
from niwashi.server.settings import Settings

TABLE = "/api/tables/t1/socket"


async def opened(tmp_path: Path, path: str) -> list[Any]:
    """What the server sends."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": "websocket", "path": path, "headers": [], "query_string": b"", "client": ("10.0.0.1", 1)}
    await SocketApp(Application(Settings(store=str(tmp_path / "store.sqlite"))))(scope, receive, send)
    return sent


async def test_a_client_that_has_gone_before_it_was_accepted_is_nobodys_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def accept(*_: Any) -> None:
        raise ClientDisconnected

    monkeypatch.setattr(socket_app, "table_socket", accept)
    assert await opened(tmp_path, TABLE) == []
    assert "Traceback" not in capsys.readouterr().out


@pytest.mark.parametrize("path", ["/api/tables/socket", "/api/tables/t1/t2/socket", "/api/tables/t1", "/", "/socket"])
async def test_what_is_not_a_socket_is_refused(tmp_path: Path, path: str) -> None:
    assert await opened(tmp_path, path) == [{"type": "websocket.close", "code": 4400, "reason": "http/404"}]


async def test_a_mistake_of_ours_closes_the_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(socket_app, "table_socket", fail)
    assert await opened(tmp_path, TABLE) == [{"type": "websocket.close", "code": 4500, "reason": "server/mistake"}]
