"""A Unix socket between two processes of a server: whole messages in order, some of them with an open connection."""

from __future__ import annotations

import asyncio
import os
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeAlias

LENGTH_BYTES = 4
WITH_DESCRIPTOR = 1 << 31
"""Set in the length of a message that a descriptor belongs to."""
CHUNK_BYTES, MAX_DESCRIPTORS = 1 << 18, 8
"""Read at once."""
MAX_WAITING_BYTES = 64 << 20
"""A process that leaves so much unread is given up."""
OnMessage: TypeAlias = Callable[[bytes, int | None], None]


class MessageChannel(Protocol):
    """One end of a connection to another process."""

    closed: bool

    def send(self, message: bytes, descriptor: int | None = None) -> None:
        """Never waits. What is sent to a process that has gone is dropped."""

    def close(self) -> None:
        """The other end is told, and so is this one."""


OpenChannel: TypeAlias = Callable[[OnMessage, Callable[[], None]], MessageChannel]
"""Opens this end: takes what to call with each message, and at the end."""


class Channel:
    """Descriptors that are sent are closed here; whoever receives one closes it."""

    def __init__(self, connected: socket.socket, on_message: OnMessage, on_closed: Callable[[], None]) -> None:
        connected.setblocking(False)
        self._socket, self._on_message, self._on_closed = connected, on_message, on_closed
        self._loop = asyncio.get_running_loop()
        self._outgoing: deque[tuple[bytes, int | None]] = deque()
        self._waiting_bytes = 0
        self._flushing = self._blocked = False
        self._reader = FrameReader()
        self.closed = False
        self._loop.add_reader(connected.fileno(), self._read)

    # -- sending -----------------------------------------------------------------------------------------------------
    def send(self, message: bytes, descriptor: int | None = None) -> None:
        """Never waits. Everything that is sent in one turn of the event loop goes out together."""
        if self.closed:
            _close_descriptor(descriptor)
            return
        frame = encode_frame(message, descriptor is not None)
        self._outgoing.append((frame, descriptor))
        self._waiting_bytes += len(frame)
        if self._waiting_bytes > MAX_WAITING_BYTES:
            self.close()
        elif not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        if self.closed:
            return
        try:
            while self._outgoing:
                self._send_some()
        except BlockingIOError:
            self._blocked = True
            self._loop.add_writer(self._socket.fileno(), self._flush)
        except OSError:
            self.close()
        else:
            self._flushing = False
            if self._blocked:
                self._blocked = False
                self._loop.remove_writer(self._socket.fileno())

    def _send_some(self) -> None:
        frame, descriptor = self._outgoing[0]
        if descriptor is None:
            frame = self._gather()
            sent = self._socket.send(frame)
        else:
            sent = socket.send_fds(self._socket, [frame], [descriptor])
            _close_descriptor(descriptor)
        self._waiting_bytes -= sent
        self._outgoing.popleft()
        if sent < len(frame):
            self._outgoing.appendleft((frame[sent:], None))

    def _gather(self) -> bytes:
        """Join the frames up to the next descriptor into one."""
        frames = []
        while self._outgoing and self._outgoing[0][1] is None:
            frames.append(self._outgoing.popleft()[0])
        frame = frames[0] if len(frames) == 1 else b"".join(frames)
        self._outgoing.appendleft((frame, None))
        return frame

    # -- receiving ---------------------------------------------------------------------------------------------------
    def _read(self) -> None:
        try:
            more = self._reader.receive(self._socket)
        except BlockingIOError:
            return
        except OSError:
            more = False
        for message, descriptor in self._reader.messages():
            self._on_message(message, descriptor)
        if not more:
            self.close()

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        for one in (self._loop.remove_reader, self._loop.remove_writer):
            one(self._socket.fileno())
        self._socket.close()
        for _, descriptor in self._outgoing:
            _close_descriptor(descriptor)
        self._outgoing.clear()
        self._reader.close()
        self._on_closed()


class FrameReader:
    """Puts messages together again, each with its descriptor: both arrive in the order in which they were sent."""

    def __init__(self) -> None:
        self._received = bytearray()
        self._descriptors: deque[int] = deque()

    def receive(self, connected: socket.socket) -> bool:
        """Returns False at the end of the stream."""
        data, descriptors, _, _ = socket.recv_fds(connected, CHUNK_BYTES, MAX_DESCRIPTORS)
        self._received += data
        self._descriptors.extend(descriptors)
        return bool(data)

    def messages(self) -> list[tuple[bytes, int | None]]:
        """All that are complete."""
        found: list[tuple[bytes, int | None]] = []
        start = 0
        while len(self._received) - start >= LENGTH_BYTES:
            length = int.from_bytes(self._received[start : start + LENGTH_BYTES], "big")
            end = start + LENGTH_BYTES + (length & ~WITH_DESCRIPTOR)
            if len(self._received) < end:
                break
            descriptor = self._descriptors.popleft() if length & WITH_DESCRIPTOR else None
            found.append((bytes(self._received[start + LENGTH_BYTES : end]), descriptor))
            start = end
        del self._received[:start]
        return found

    def close(self) -> None:
        while self._descriptors:
            _close_descriptor(self._descriptors.popleft())


def encode_frame(message: bytes, with_descriptor: bool = False) -> bytes:
    length = len(message) | (WITH_DESCRIPTOR if with_descriptor else 0)
    return length.to_bytes(LENGTH_BYTES, "big") + message


def _close_descriptor(descriptor: int | None) -> None:
    if descriptor is not None:
        with suppress(OSError):
            os.close(descriptor)
