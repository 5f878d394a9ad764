"""Which process of a node runs a table. It follows from the table's id, so that every process knows it by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

SEPARATOR = "#"
"""Between a node's name and the number of one of its processes."""


_PROCESS = re.compile(rf"{SEPARATOR}[0-9]+\Z")


def node_of(owner: str) -> str:
    """The node to which an owner of tables belongs."""
    return _PROCESS.sub("", owner)


@dataclass(frozen=True)
class Placement:
    node: str
    processes: int = 1

    @property
    def names(self) -> list[str]:
        """The owners of tables; a node with one process owns them itself."""
        if self.processes == 1:
            return [self.node]
        return [f"{self.node}{SEPARATOR}{number}" for number in range(1, self.processes + 1)]

    def owner_of(self, table: str) -> str:
        if self.processes == 1:
            return self.node
        return f"{self.node}{SEPARATOR}{crc32(table.encode('utf-8', 'replace')) % self.processes + 1}"
