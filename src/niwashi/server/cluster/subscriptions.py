"""Other nodes' subscriptions to a table: each node receives every message once, numbered."""

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
    stream: str = field(default_factory=lambda: secrets.token_hex(4))
    number: int = 0
    """Messages sent so far. A node that has received fewer, or those of another stream, has missed some."""


class NodeSubscriptions:
    def __init__(self, table: str, cluster: Cluster, seconds: Callable[[], float]) -> None:
        self._table, self._cluster, self._seconds = table, cluster, seconds
        self._nodes: dict[str, NodeSubscription] = {}

    def __bool__(self) -> bool:
        return bool(self._nodes)

    @property
    def people(self) -> set[str]:
        return {person for subscription in self._nodes.values() for person in subscription.people}

    def people_of(self, node: str) -> frozenset[str]:
        return self._nodes[node].people if node in self._nodes else frozenset()

    def join(self, node: str, people: list[str]) -> NodeSubscription:
        """Somebody comes by this node. While a table is loaded one call may overtake another: nobody is dropped."""
        return self.renew(node, [*self.people_of(node), *people])

    def renew(self, node: str, people: list[str]) -> NodeSubscription:
        """A node reports who is connected to it; an empty list ends its subscription."""
        subscription = self._nodes.setdefault(node, NodeSubscription(frozenset(), 0.0))
        subscription.people, subscription.renewed_at = frozenset(people), self._seconds()
        if not people:
            del self._nodes[node]
        return subscription

    def send(self, payload: bytes, to: str | None = None, last: bool = False) -> None:
        for node, subscription in self._nodes.items():
            if to is None or to in subscription.people:
                subscription.number += 1
                message = TableMessage(
                    table=self._table,
                    stream=subscription.stream,
                    number=subscription.number,
                    payload=payload,
                    to=to,
                    last=last,
                )
                self._cluster.send(node, message)

    def drop_stale(self, seconds: float) -> None:
        """Drop nodes that have not renewed for so long."""
        limit = self._seconds() - seconds
        self._nodes = {node: one for node, one in self._nodes.items() if one.renewed_at > limit}
