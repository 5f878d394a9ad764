"""What a host can set: on the command line, or as NIWASHI_… in the environment."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any

from niwashi.core.errors import BadOptions, quote
from niwashi.parallel.processes import cores
from niwashi.server.ops.rate_limits import Rate
from niwashi.server.settings_checks import check_settings, option_name

PREFIX = "NIWASHI_"
OTHER_VARIABLES = ("NIWASHI_DATA", "NIWASHI_CACHE", "NIWASHI_JIT")
"""Variables that are not the server's alone."""
YES_NO = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}


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
    """Seconds after which another node may take the tables of one that is not heard of."""
    heartbeat: float = 10.0
    """Seconds."""
    polling: float = 60.0
    """Seconds for which somebody counts as here who asks over HTTP and has no socket."""
    quiet: float = 120.0
    """Seconds after which a table need not stay in memory at which nobody is and nothing happens by itself."""
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
    log: str = "auto"
    """json, a line for each event; text, for people; auto is text in a terminal and else JSON."""
    log_level: str = "info"
    hints_per_person: Rate = field(default=Rate(0.2, 10))
    reviews_per_person: Rate = field(default=Rate(0.02, 5))
    studies_per_address: Rate = field(default=Rate(4, 40))
    """Records told again: replays, and every step of a lesson."""

    @property
    def owner(self) -> str:
        return self.node or f"{socket.gethostname()}:{self.port}"

    @property
    def worker_count(self) -> int:
        return self.workers or max(cores() - 1, 1)

    @property
    def secure_cookies(self) -> bool:
        """Where all our pages come over TLS, cookies go over nothing else."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)


def read_settings(
    environment: Mapping[str, str] | None = None, **given: str | tuple[str, ...] | bool | None
) -> Settings:
    """From the environment, and from options, which come first; None is not given, an empty variable is not set."""
    found = os.environ if environment is None else environment
    settings, named = Settings(), {}
    for one in fields(Settings):
        default, value = getattr(settings, one.name), given.get(one.name)
        variable, option = PREFIX + one.name.upper(), "--" + option_name(one.name)
        if value is not None:
            named[one.name] = option
            settings = replace(settings, **{one.name: _read(option, value, default)})
        elif found.get(variable):
            named[one.name] = variable
            settings = replace(settings, **{one.name: _read(variable, found[variable], default)})
    check_settings(settings, named)
    return replace(settings, base_path=settings.base_path.rstrip("/"))


def unknown_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables that look like settings and are none, each with the one that may be meant."""
    known = [one.name.upper() for one in fields(Settings)]
    ours = [
        name.removeprefix(PREFIX) for name in environment if name.startswith(PREFIX) and name not in OTHER_VARIABLES
    ]
    near = {name: get_close_matches(name, known, 1) for name in sorted(ours) if name not in known}
    return {PREFIX + name: PREFIX + found[0] if found else "" for name, found in near.items()}


def _read(name: str, given: Any, default: object) -> Any:
    """Options that are a list or a flag come as what they are; everything else as text."""
    if not isinstance(given, str):
        return given
    text = given.strip()
    try:
        match default:
            case bool():
                return YES_NO[text.lower()]
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
        raise BadOptions("options/setting", f"{name} is {_kind(default)}, not {quote(given)}") from None
    return text


def _kind(default: object) -> str:
    match default:
        case bool():
            return "yes or no"
        case Rate():
            return "like 20/60, so many a second and so many at once"
        case int():
            return "a whole number"
    return "a number"
