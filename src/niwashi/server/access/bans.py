"""Bans in memory, because every request is checked. A notice reloads them after a change."""

from __future__ import annotations

from collections import defaultdict
from ipaddress import ip_network

from niwashi.core.errors import NiwashiError
from niwashi.server.clock import Clock
from niwashi.store import Database, bans
from niwashi.store.bans import Ban


class Banned(NiwashiError):
    """The account or address is banned."""

    def __init__(self, code: str = "people/banned", sentence: str = "you are banned from this server") -> None:
        super().__init__(code, sentence)


class Bans:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._accounts: dict[str, Ban] = {}
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}
        """By IP version and prefix length, so that a check takes one lookup per length rather than one per ban."""

    async def reload(self, database: Database) -> None:
        accounts, networks = {}, defaultdict[tuple[int, int], dict[int, Ban]](dict)
        for ban in await bans.list_active(database):
            if ban.kind == "account":
                accounts[ban.subject] = ban
            else:
                network = ip_network(ban.subject)
                networks[network.version, network.prefixlen][int(network.network_address)] = ban
        self._accounts, self._networks = accounts, dict(networks)

    def check(self, address: str, account: str | None = None) -> None:
        """Raises Banned."""
        if self.is_banned(address, account):
            raise Banned

    def is_banned(self, address: str, account: str | None = None) -> bool:
        return self._is_active(self._accounts.get(account or "")) or any(
            map(self._is_active, self._network_bans(address))
        )

    def _is_active(self, ban: Ban | None) -> bool:
        return ban is not None and (ban.until is None or ban.until > self._clock.now())

    def _network_bans(self, address: str) -> list[Ban | None]:
        if not self._networks:
            return []
        try:
            network = ip_network(address)
        except ValueError:  # a Unix socket has no address
            return []
        number, bits = int(network.network_address), network.max_prefixlen
        return [
            found.get(number >> (bits - length) << (bits - length))
            for (version, length), found in self._networks.items()
            if version == network.version and length <= network.prefixlen
        ]
