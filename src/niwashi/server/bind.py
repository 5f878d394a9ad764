"""Binds the port before anything else, so that a port in use is reported at once."""

from __future__ import annotations

import errno
import socket

from niwashi.core.errors import BadOptions, quote
from niwashi.core.files import os_reason

BELOW_1024 = "ports below 1024 are reserved; use a higher one behind a proxy, or grant CAP_NET_BIND_SERVICE"
TAKEN = "the port is in use; choose another --port, or stop the other program (ss -ltnp shows it)"
REASONS = {
    errno.EADDRINUSE: TAKEN,
    errno.EACCES: BELOW_1024,
    errno.EADDRNOTAVAIL: "this machine does not have that address",
}


def bind_sockets(host: str, port: int) -> list[socket.socket]:
    """Bind every address of the host name to one port; if `port` is 0, to the same free port."""
    bound: list[socket.socket] = []
    failed: OSError | None = None
    for family, address in _resolve(host, port):
        try:
            bound.append(_bind(family, (address[0], bound[0].getsockname()[1] if bound else port, *address[2:])))
        except OSError as error:  # a name may resolve to an address that this machine lacks
            failed = error
            if error.errno != errno.EADDRNOTAVAIL:
                break
    if not bound or (failed and failed.errno != errno.EADDRNOTAVAIL):
        for one in bound:
            one.close()
        raise _refusal(host, port, failed)
    return bound


def _resolve(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[str, int]]]:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise _refusal(host, port, OSError(errno.EADDRNOTAVAIL, "")) from None
    return [(family, address) for family, _, _, _, address in dict.fromkeys(found)]  # type: ignore[misc]  # of the internet: pairs first


def _bind(family: socket.AddressFamily, address: tuple[str, int]) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except BaseException:
        bound.close()
        raise
    return bound


def _refusal(host: str, port: int, error: OSError | None) -> BadOptions:
    reason = REASONS.get(error.errno or 0, os_reason(error)) if error else "unknown error"
    return BadOptions("options/listen", f"cannot listen on {quote(host)}, port {port}: {reason}")
