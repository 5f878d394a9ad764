"""The process that table processes are forked from: its rules are loaded, so that a new one is ready at once."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable

from niwashi.server.cluster.channel import Channel, MessageChannel, OnMessage
from niwashi.server.processes.messages import ForkOrder, encode

MODULE = "niwashi.server.table_process"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""A process may be forked safely only while it has a single thread."""


class Template:
    """Ends with its socket. Table processes are its children, but they end with the front, not with it."""

    def __init__(self, on_lost: Callable[[], None]) -> None:
        self._on_lost = on_lost
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None

    def start(self) -> None:
        self._reap()
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", MODULE, str(theirs.fileno())]
            environment = {**os.environ, **ONE_THREAD}
            try:
                self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)
            except OSError:
                ours.close()
                raise
        self._channel = Channel(ours, lambda *_: None, self._on_closed)

    @property
    def running(self) -> bool:
        return self._channel is not None

    def fork(self, order: ForkOrder, on_message: OnMessage, on_closed: Callable[[], None]) -> MessageChannel:
        """A new process. The channel to it closes when it ends, or at once if it cannot be forked."""
        if self._channel is None:
            self.start()
        assert self._channel is not None, "it has been started"
        ours, theirs = socket.socketpair()
        opened = Channel(ours, on_message, on_closed)
        self._channel.send(encode(order), theirs.detach())
        return opened

    def _on_closed(self) -> None:
        self._channel = None
        self._on_lost()

    def _reap(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self._on_lost = lambda: None
        if self._channel is not None:
            self._channel.close()
        self._reap()
