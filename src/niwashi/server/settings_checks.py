"""Settings that make no sense are refused before anything is opened: which, what was said, and what is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

from niwashi.core.errors import BadOptions, quote
from niwashi.server.ops.rate_limits import Rate

if TYPE_CHECKING:
    from niwashi.server.settings import Settings

LONGEST_NODE = 128
LOGS = ("auto", "json", "text")
REDIS = ("redis://", "rediss://", "unix://")
LEVELS = ("debug", "info", "warning", "error")


def _between(least: float, most: float) -> tuple[Callable[[Any], bool], str]:
    return lambda value: least <= value <= most, f"a number from {least:.9g} to {most:.9g}"


def _one_of(words: tuple[str, ...]) -> tuple[Callable[[Any], bool], str]:
    return lambda value: value in words, "one of " + ", ".join(words)


def _is_path(path: str) -> bool:
    return not path or (path.startswith("/") and path.isascii() and path.isprintable() and not set(path) & set(" ?#{}"))


def _are_origins(origins: tuple[str, ...]) -> bool:
    return all(one.startswith(("http://", "https://")) and one.count("/") == 2 for one in origins)


def _is_rate(rate: Rate) -> bool:
    return all(isfinite(part) and part > 0 for part in (rate.per_second, rate.burst)) and rate.burst >= 1


RIGHT: dict[str, tuple[Callable[[Any], bool], str]] = {
    "host": (lambda host: bool(host.strip()), "an address or a name of this machine, like 127.0.0.1"),
    "port": _between(0, 65_535),
    "base_path": (_is_path, "a path that begins with /, like /garden"),
    "origins": (_are_origins, "like https://garden.example, without a path"),
    "node": (lambda node: len(node) <= LONGEST_NODE and node.isprintable(), f"up to {LONGEST_NODE} letters"),
    "redis": (lambda address: address.startswith(REDIS), f"a Redis, {', '.join(REDIS)}…"),
    "workers": _between(0, 256),
    "task_seconds": _between(1, 3600),
    "lease": _between(0.5, 3600),
    "heartbeat": _between(0.05, 300),
    "polling": _between(0.1, 3600),
    "quiet": _between(0.1, 86_400),
    "session_days": _between(0.01, 3650),
    "most_tables": _between(1, 1_000_000),
    "most_sockets": _between(1, 1_000_000),
    "argon2_time": _between(1, 100),
    "argon2_memory": _between(8, 4_194_304),
    "log": _one_of(LOGS),
    "log_level": _one_of(LEVELS),
}
A_RATE = (_is_rate, "like 20/60, so many a second and so many at once, at least one")


def check_settings(settings: Settings, named: Mapping[str, str]) -> None:
    """`named` says how each was given, as an option or a variable."""
    for name, given in named.items():
        value = getattr(settings, name)
        is_right, right = A_RATE if isinstance(value, Rate) else RIGHT.get(name, (lambda _: True, ""))
        if not is_right(value):
            said = _said(redact_address(value) if name == "redis" else value)
            raise BadOptions(f"options/{option_name(name)}", f"{given} is {right}, not {said}")


def option_name(name: str) -> str:
    """A setting as the command line says it."""
    return "origin" if name == "origins" else name.replace("_", "-")


def redact_address(address: str) -> str:
    """For people and logs: without user and password."""
    scheme, found, rest = address.partition("://")
    return scheme + found + rest.rpartition("@")[2] if found else address.rpartition("@")[2]


def _said(value: object) -> str:
    if isinstance(value, Rate):
        return quote(f"{value.per_second:g}/{value.burst:g}")
    return quote(" ".join(value) if isinstance(value, tuple) else str(value))
