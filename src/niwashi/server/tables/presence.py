"""Presence at a table: a person is present with an open socket, or for a while after an HTTP request."""

from __future__ import annotations

from collections.abc import Callable

from niwashi.server.tables.stream import TableStream
from niwashi.table import Table


class Presence:
    def __init__(self, table: Table, stream: TableStream, seconds: Callable[[], float], polling: float) -> None:
        self._table, self._stream, self._seconds, self._polling = table, stream, seconds, polling
        self._connected: set[str] = set()
        self._last_request_at: dict[str, float] = {}

    def touch(self, person: str) -> bool:
        """Note an HTTP request. Returns whether the person was absent until now."""
        self._last_request_at[person] = self._seconds()
        return person not in self._table.present

    def connection_changes(self) -> dict[str, bool]:
        """Seated people who connected (True) or disconnected (False) since the last call."""
        connected = self._stream.people
        changed, self._connected = connected ^ self._connected, connected
        return {
            person: person in connected for person in sorted(changed.intersection(filter(None, self._table.people)))
        }

    def deadlines(self) -> dict[str, float]:
        """When each present person without a socket becomes absent.

        A person who was present before this node ran the table gets the full time to connect.
        """
        connected, now = self._stream.people, self._seconds()
        without_socket = [person for person in self._table.present if person not in connected]
        return {person: self._last_request_at.setdefault(person, now) + self._polling for person in without_socket}

    def expire(self) -> list[str]:
        """Remove and return everyone whose deadline has passed."""
        expired = [person for person, deadline in self.deadlines().items() if deadline <= self._seconds()]
        for person in expired:
            self._last_request_at.pop(person, None)
        return expired
