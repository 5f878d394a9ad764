"""Checks on every request: the origin, the client's address, and the security headers of the response."""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from socket import getfqdn, gethostname
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from niwashi.core.errors import NiwashiError, quote
from niwashi.core.files import printable
from niwashi.server.settings import Settings
from niwashi.store.bans import IPV6_PREFIX_BITS

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# No referrer: a private table's URL is the key to it.
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
STRICT_TRANSPORT = ("strict-transport-security", "max-age=31536000")
HOME_NETWORKS = ("local", "lan", "home", "home.arpa", "internal", "fritz.box")
"""What routers and multicast DNS put behind a machine's own name."""
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class Forbidden(NiwashiError):
    """The page or the person may not do this."""


def security_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    headers = [*HEADERS.items(), *([STRICT_TRANSPORT] if settings.secure_cookies else [])]
    return [(name.encode(), value.encode()) for name, value in headers]


def check_origin(connection: AnyConnection, settings: Settings) -> None:
    """Refuse cross-site requests. Browsers always send these headers and no page can suppress them; other clients need
    not send them."""
    if connection.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none", "same-site"):
        raise Forbidden("origin/foreign", "cross-site request refused")
    origin = connection.headers.get("origin")
    if origin is not None and not _is_ours(origin, connection, settings):
        right = (
            "" if settings.origins else f"; if the site is yours, start the server with --origin {printable(origin)}"
        )
        raise Forbidden("origin/foreign", f"requests from pages of {quote(origin)} are not allowed{right}")


def _is_ours(origin: str, connection: AnyConnection, settings: Settings) -> bool:
    if settings.origins:
        return origin in settings.origins
    try:
        page = urlsplit(origin)
        return page.netloc == connection.headers.get("host") and _is_this_machine(page.hostname or "")
    except ValueError:
        return False


def _is_this_machine(name: str) -> bool:
    """Only names that nobody else can give to this address: any site could let its own name point here."""
    with suppress(ValueError):
        return bool(ip_address(name))
    return name in ("localhost", *_own_names())


@cache
def _own_names() -> frozenset[str]:
    host = gethostname().casefold()
    return frozenset({host, getfqdn().casefold(), *(f"{host}.{network}" for network in HOME_NETWORKS)})


def client_address(connection: AnyConnection) -> str:
    """For IPv6 the network, because one household has 2⁶⁴ addresses."""
    return address_of(connection.client)


def address_of(client: tuple[str, int] | None) -> str:
    """The same of what ASGI says of a client."""
    return _address(client[0] if client else "unknown")


@lru_cache(maxsize=10_000)
def _address(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:  # IPv4 on a dual-stack socket
        return str(address.ipv4_mapped)
    return str(ip_network((address, IPV6_PREFIX_BITS), strict=False))
