"""What a host can set: on the command line, or as NIWASHI_… in the environment."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from niwashi.core.errors import BadOptions, quote
from niwashi.processes import cores
from niwashi.server.limits import Rate

PREFIX = "NIWASHI_"
REDIS = ("redis://", "rediss://", "unix://")


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    store: str | None = None
    """A file or postgresql://…; None is the file in the data folder."""
    redis: str | None = None
    """redis://…, where several nodes meet and workers take their tasks; None for one node that does everything."""
    base_path: str = ""
    """What a proxy puts before our addresses: /garden."""
    origins: tuple[str, ...] = ()
    """Pages that may talk to us, as https://garden.example; none means pages from our own address."""
    behind_proxy: bool = False
    """Believe X-Forwarded-For and X-Forwarded-Proto."""
    node: str = ""
    """Who holds the leases of tables. The same after a restart, so that tables come back at once."""
    workers: int = 0
    """Processes in which tasks are done; 0 is one less than there are cores, and at least one."""
    task_seconds: float = 15.0
    """After so long a task that a worker took and did not finish is another's. The same for all nodes and workers."""
    lease: float = 30.0
    heartbeat: float = 10.0
    session_days: float = 90.0
    most_tables: int = 2000
    """Tables in memory."""
    most_sockets: int = 5000
    argon2_time: int = 3
    argon2_memory: int = 65536
    """KiB."""
    per_connection: Rate = field(default=Rate(20, 60))
    """Messages a second over one socket, and how many at once."""
    per_person: Rate = field(default=Rate(20, 80))
    per_address: Rate = field(default=Rate(40, 200))
    sessions_per_address: Rate = field(default=Rate(0.2, 30))
    passwords_per_address: Rate = field(default=Rate(0.1, 10))
    tables_per_person: Rate = field(default=Rate(0.05, 20))
    chat_per_person: Rate = field(default=Rate(0.5, 8))
    hints_per_person: Rate = field(default=Rate(0.2, 10))
    reviews_per_person: Rate = field(default=Rate(0.02, 5))

    @property
    def owner(self) -> str:
        return self.node or f"{socket.gethostname()}:{self.port}"

    @property
    def thinkers(self) -> int:
        return self.workers or max(cores() - 1, 1)

    @property
    def secure_cookies(self) -> bool:
        """Where all our pages come over TLS, cookies go over nothing else."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)


def read_settings(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """From the environment, then from what was given; None is not given."""
    found = os.environ if environment is None else environment
    settings = Settings()
    for one in fields(Settings):
        text = found.get(PREFIX + one.name.upper())
        if text is not None:
            settings = replace(settings, **{one.name: _read(one.name, text, getattr(settings, one.name))})
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    return _checked(settings)


def _read(name: str, text: str, default: object) -> Any:
    try:
        match default:
            case bool():
                return {"1": True, "yes": True, "true": True, "0": False, "no": False, "false": False}[text.lower()]
            case tuple():
                return tuple(text.replace(",", " ").split())
            case Rate():
                each, _, burst = text.partition("/")
                return Rate(float(each), float(burst or each))
            case int():
                return int(text)
            case float():
                return float(text)
    except (KeyError, ValueError):
        raise BadOptions("options/setting", f"{PREFIX}{name.upper()} cannot be {quote(text)}") from None
    return text


def _checked(settings: Settings) -> Settings:
    path = settings.base_path.rstrip("/")
    if path and not path.startswith("/"):
        raise BadOptions("options/base-path", f"a base path begins with /, unlike {quote(settings.base_path)}")
    if not 0 <= settings.port <= 65535:
        raise BadOptions("options/port", f"a port is a number from 0 to 65535, not {settings.port}")
    if settings.redis is not None and not settings.redis.startswith(REDIS):
        sentence = f"a Redis is redis://…, rediss://… or unix://…, unlike {quote(shown_address(settings.redis))}"
        raise BadOptions("options/redis", sentence)
    for origin in settings.origins:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise BadOptions("options/origin", f"an origin is like https://garden.example, unlike {quote(origin)}")
    return replace(settings, base_path=path)


def shown_address(address: str) -> str:
    """For people and logs: without user and password."""
    scheme, found, rest = address.partition("://")
    return scheme + found + rest.rpartition("@")[2] if found else address.rpartition("@")[2]
