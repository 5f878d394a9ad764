"""What the kernel knows of a TCP connection. No program on the other side can make these times longer."""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from typing import Any

BYTES = 192
SMOOTHED_AT, RETRANSMITTED_AT, SHORTEST_AT, SEGMENTS_SENT_AT = 68, 100, 148, 156
"""Where `struct tcp_info` of linux/tcp.h has tcpi_rtt, tcpi_total_retrans, tcpi_min_rtt and tcpi_data_segs_out."""
UNKNOWN = 0xFFFFFFFF


def read_shortest(connected: Any) -> int | None:
    """The shortest round trip in microseconds, or else the usual one; None where the kernel tells neither."""
    fields = _read(connected, SMOOTHED_AT, SHORTEST_AT)
    if fields is None:
        return None
    smoothed, shortest = fields
    return smoothed if shortest in (0, UNKNOWN) else shortest


def read_handshake(connected: Any) -> int | None:
    """How long the handshake took, in microseconds, if nothing has been sent over the connection since.

    The other side's kernel answers a handshake at once. Answers to data may wait for its program, for up to 40 ms.
    """
    fields = _read(connected, SMOOTHED_AT, RETRANSMITTED_AT, SEGMENTS_SENT_AT)
    if fields is None:
        return None
    smoothed, retransmitted, sent = fields
    return smoothed if smoothed and not retransmitted and not sent else None


def _read(connected: Any, *offsets: int) -> list[int] | None:
    with suppress(OSError, AttributeError, struct.error):  # only Linux has it
        info = connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, BYTES)
        return [int(struct.unpack_from("=I", info, at)[0]) for at in offsets]
    return None
