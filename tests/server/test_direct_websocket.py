"""`DirectWebSocketProtocol` extends a private class of uvicorn. An upgrade that changes that class fails here first."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest
import uvicorn
from litestar import Litestar
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.protocol import State

from niwashi.server.realtime.direct_websocket import DirectWebSocketProtocol

ATTRIBUTES = {
    "transport": object,
    "loop": asyncio.AbstractEventLoop,
    "writable": asyncio.Event,
    "queue": asyncio.Queue,
    "read_paused": bool,
    "conn": object,
    "handshake_complete": bool,
    "close_sent": bool,
}
METHODS = {"run_asgi": True, "send": True, "on_task_complete": False, "resume_writing": False}
"""What we override, and whether it is a coroutine."""
ADVICE = f"uvicorn {uvicorn.__version__} is not what realtime/direct_websocket.py was written for"


async def _protocol() -> WebSocketsSansIOProtocol:
    config = uvicorn.Config(Litestar([]), lifespan="off", log_config=None)
    return WebSocketsSansIOProtocol(config, ServerState(), {})


@pytest.mark.parametrize(("name", "kind"), ATTRIBUTES.items())
async def test_uvicorn_has_the_attributes_that_we_use(name: str, kind: type) -> None:
    protocol = await _protocol()
    assert hasattr(protocol, name), f"{ADVICE}: {name} is gone"
    value = getattr(protocol, name)
    assert value is None or isinstance(value, kind), f"{ADVICE}: {name} is now {value!r}"


@pytest.mark.parametrize(("name", "is_coroutine"), METHODS.items())
def test_uvicorn_has_the_methods_that_we_override(name: str, is_coroutine: bool) -> None:
    method: Any = vars(WebSocketsSansIOProtocol).get(name)
    assert method is not None, f"{ADVICE}: {name} is gone"
    assert inspect.iscoroutinefunction(method) is is_coroutine, f"{ADVICE}: {name} is called in another way"
    ours, theirs = (inspect.signature(vars(one)[name]) for one in (DirectWebSocketProtocol, WebSocketsSansIOProtocol))
    assert list(ours.parameters) == list(theirs.parameters), f"{ADVICE}: {name} has other parameters"


def test_uvicorn_uses_the_scope_and_the_sink_that_we_use() -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol)
    for used in (
        "self.scope",
        "self.conn.send_text(",
        "self.conn.data_to_send()",
        "self.writable.clear()",
        "self.queue.put_nowait(",
        "if not self.read_paused:",
    ):
        assert used in source, f"{ADVICE}: it no longer has {used}"


async def test_a_connection_knows_whether_it_is_open() -> None:
    conn = (await _protocol()).conn
    assert conn.state is State.CONNECTING, f"{ADVICE}: conn.state is {conn.state!r}"


def test_uvicorn_remembers_the_signals_that_ended_it() -> None:
    """main.py clears them, so that a graceful end is not raised again as a signal."""
    server = uvicorn.Server(uvicorn.Config(Litestar([]), log_config=None))
    assert server._captured_signals == [], f"{ADVICE}: _captured_signals is not a list of signals"
