"""Calls to other nodes that wait for their responses."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from niwashi.core.errors import NiwashiError
from niwashi.server.cluster.interface import OnResponse, RemoteError
from niwashi.server.cluster.messages import RpcResponse
from niwashi.server.errors import NotOwner, RetryLater, rpc_timeout

NOT_OWNER = "server/moved"


@dataclass(frozen=True)
class _PendingCall:
    node: str
    response: asyncio.Future[bytes]
    on_response: OnResponse


class PendingCalls:
    def __init__(self) -> None:
        self._pending: dict[str, _PendingCall] = {}

    async def wait(self, call_id: str, seconds: float, on_response: OnResponse = None, node: str = "") -> bytes:
        """Wait for the response of this id, from whichever node or worker sends it."""
        pending = _PendingCall(node, asyncio.get_running_loop().create_future(), on_response)
        self._pending[call_id] = pending
        try:
            async with asyncio.timeout(seconds):
                return await pending.response
        except TimeoutError:
            raise rpc_timeout() from None
        finally:
            self._pending.pop(call_id, None)

    def resolve(self, response: RpcResponse) -> None:
        pending = self._pending.get(response.id)
        if pending is None or pending.response.done():
            return
        if response.code is not None:
            pending.response.set_exception(_error(response))
            return
        if pending.on_response:
            pending.on_response(response.body)
        pending.response.set_result(response.body)

    def fail(self, call_id: str, error: Exception) -> None:
        pending = self._pending.get(call_id)
        if pending is not None and not pending.response.done():
            pending.response.set_exception(error)

    def fail_all(self, error: Exception, node: str | None = None) -> None:
        """Those to one node, or all."""
        for call_id, pending in list(self._pending.items()):
            if node in (None, pending.node):
                self.fail(call_id, error)


def _error(response: RpcResponse) -> NiwashiError:
    code = response.code or ""
    if code == NOT_OWNER:
        return NotOwner("server/again", response.sentence)
    if code.startswith("server/"):
        return RetryLater(code, response.sentence)
    return RemoteError(code, response.sentence, response.status)
