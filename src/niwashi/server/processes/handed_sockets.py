"""What the front remembers of a socket that it handed over, so that limits, log-outs and bans cover it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from niwashi.core.errors import NiwashiError
from niwashi.server.access.accounts import Person
from niwashi.server.error_status import public_sentence, status_of
from niwashi.server.processes.messages import SocketClose
from niwashi.server.realtime.connections import Connection
from niwashi.server.realtime.outbox import Outbox

SendClose: TypeAlias = Callable[[SocketClose], None]


class _HandedOutbox(Outbox):
    """Messages are sent by the process that has the socket; only its end is decided here."""

    def __init__(self, number: int, send: SendClose) -> None:
        super().__init__()
        self._number, self._send = number, send

    def offer(self, message: bytes) -> None:
        pass

    def close(self) -> None:
        self._send(SocketClose(id=self._number))


class HandedConnection(Connection):
    def __init__(self, number: int, process: str, person: Person, address: str, table: str, send: SendClose) -> None:
        super().__init__(person, address, table, _HandedOutbox(number, send))
        self.number, self.process, self._send = number, process, send

    def close(self, error: NiwashiError) -> None:
        sentence, status = public_sentence(error), status_of(error)
        self._send(SocketClose(id=self.number, code=error.code, sentence=sentence, status=status))
