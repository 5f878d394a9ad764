"""The addresses at which other devices on the network reach this machine. Sends no packet to find out."""

from __future__ import annotations

import socket
import struct
import sys
from ipaddress import ip_address
from urllib.parse import urlsplit

from niwashi.server.settings import Settings

PROBE_ADDRESS = ("198.51.100.1", 9)
"""A documentation address that does not exist: the system tells which interface it would use to reach it."""
GET_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915
"""SIOCGIFADDR."""
BRIDGES = ("docker", "br-", "veth", "virbr", "podman", "cni", "lxc")
"""Interfaces to containers and virtual machines on this machine, which no phone can reach."""
ALL_INTERFACES = ("0.0.0.0", "::", "")  # compared with, not bound


def page_address(settings: Settings, host: str) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{settings.port}{settings.base_path}/"


def own_page(settings: Settings) -> str:
    """For a browser on this machine."""
    if settings.host not in ALL_INTERFACES:
        return page_address(settings, settings.host)
    return page_address(settings, "::1" if settings.host == "::" else "127.0.0.1")


def shared_pages(settings: Settings) -> list[str]:
    """For other devices, the likeliest first; empty if the server listens on this machine only."""
    public = [origin for origin in settings.origins if not is_local(urlsplit(origin).hostname or "")]
    if public:
        return [f"{origin}{settings.base_path}/" for origin in public]
    if settings.host in ALL_INTERFACES:
        return [page_address(settings, address) for address in network_addresses()]
    return [] if is_local(settings.host) else [page_address(settings, settings.host)]


def is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def network_addresses() -> list[str]:
    """IPv4 addresses: the default route's interface first, those for containers last."""
    preferred = _preferred_address()
    found = sorted(_interface_addresses(), key=lambda pair: (pair[1] != preferred, pair[0].startswith(BRIDGES)))
    addresses = [preferred] if preferred else []
    return [one for one in dict.fromkeys([*addresses, *(address for _, address in found)]) if is_reachable(one)]


def is_reachable(address: str) -> bool:
    """Whether another device can use it: not loopback, and not self-assigned."""
    known = ip_address(address)
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def _preferred_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(PROBE_ADDRESS)  # a datagram socket sends nothing here
            return str(asked.getsockname()[0])
        except OSError:  # no route anywhere
            return None


def _interface_addresses() -> list[tuple[str, str]]:
    """Pairs of interface name and address."""
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asked, GET_ADDRESS, struct.pack("256s", name.encode()[:15]))
            except OSError:  # an interface without an address
                continue
            found.append((name, socket.inet_ntoa(answer[20:24])))
    return found
