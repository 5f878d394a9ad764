"""Other nodes where somebody looks on at a table of ours: each is told everything once, by numbered letters."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from niwashi.server.cluster.interface import Cluster
from niwashi.server.cluster.messages import TableMessage


@dataclass
class NodeSubscription:
    people: frozenset[str]
    renewed_at: float
    """When it last said who is there."""
    stream: str = field(default_factory=lambda: secrets.token_hex(4))
    number: int = 0
    """Letters written so far: a node that has fewer, or those of another stream, has missed something."""


class NodeSubscriptions:
    def __init__(self, table: str, cluster: Cluster, seconds: Callable[[], float]) -> None:
        self._table, self._cluster, self._seconds = table, cluster, seconds
        self._at: dict[str, NodeSubscription] = {}

    def __bool__(self) -> bool:
        return bool(self._at)

    @property
    def people(self) -> set[str]:
        return {person for subscription in self._at.values() for person in subscription.people}

    def renew(self, node: str, people: list[str]) -> NodeSubscription:
        """A node says who is there; where nobody is, it is told nothing more."""
        subscription = self._at.setdefault(node, NodeSubscription(frozenset(), 0.0))
        subscription.people, subscription.renewed_at = frozenset(people), self._seconds()
        if not people:
            del self._at[node]
        return subscription

    def send(self, message: bytes, to: str | None = None, last: bool = False) -> None:
        for node, subscription in self._at.items():
            if to is None or to in subscription.people:
                subscription.number += 1
                numbered = TableMessage(
                    table=self._table,
                    stream=subscription.stream,
                    number=subscription.number,
                    payload=message,
                    to=to,
                    last=last,
                )
                self._cluster.send(node, numbered)

    def drop_stale(self, seconds: float) -> None:
        """Nodes that have not been heard of for so long are gone, and with them whoever was there."""
        limit = self._seconds() - seconds
        self._at = {node: subscription for node, subscription in self._at.items() if subscription.renewed_at > limit}
