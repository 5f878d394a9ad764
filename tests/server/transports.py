"""A transport that records every message."""

from __future__ import annotations

from collections.abc import Callable


class RecordingTransport:
    on_writable: Callable[[], None]

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.is_free = True

    def write(self, message: bytes) -> bool:
        if self.is_free:
            self.heard.append(message)
        return self.is_free

    def free(self) -> None:
        self.is_free = True
        self.on_writable()
