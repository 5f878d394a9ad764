"""The server's settings: from command-line options, or from NIWASHI_… environment variables."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from niwashi.core.errors import BadOptions, quote
from niwashi.parallel.processes import cores
from niwashi.server.ops.rate_limits import Rate

PREFIX = "NIWASHI_"
OTHER_VARIABLES = ("NIWASHI_DATA", "NIWASHI_CACHE", "NIWASHI_COMPILED", "NIWASHI_JIT")
"""Variables that other parts of Niwashi read."""
YES_NO = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
RATE = "a rate such as 20/60: so many a second, and so many at once, at least one"

NODE_PATHS = "node"
"""A proxy leads /node/NAME/… to the node of this name."""
CORES_PER_PROCESS, MAX_DEFAULT_PROCESSES = 2, 8
"""Beside the tables, the front, the store's writer and the bots need cores."""


def _between(least: float, most: float) -> Meta:
    return Meta(ge=least, le=most, description=f"a number from {least:.9g} to {most:.9g}")


Host = Annotated[str, Meta(pattern=r"\S", description="an address or a name of this machine, such as 127.0.0.1")]
RedisAddress = Annotated[
    str, Meta(pattern=r"^(redis|rediss|unix)://", description="a Redis address: redis://, rediss:// or unix://…")
]
UrlPath = Annotated[
    str, Meta(pattern=r"^(/[!\"$->@-z|~]*)?\Z", description="a path that begins with /, such as /garden")
]
Origin = Annotated[
    str, Meta(pattern=r"^https?://[^/]*\Z", description="origins such as https://garden.example, without a path")
]
NodeName = Annotated[str, Meta(max_length=120, description="up to 120 printable characters")]


@dataclass(frozen=True)
class Settings:
    host: Host = "127.0.0.1"
    port: Annotated[int, _between(0, 65_535)] = 8000
    store: str | None = None
    """A file or postgresql://…; None is the file in the data folder."""
    redis: RedisAddress | None = None
    """Connects several nodes and their workers; None for a single node without workers."""
    base_path: UrlPath = ""
    """The URL prefix behind a proxy, such as /garden."""
    origins: tuple[Origin, ...] = ()
    """Origins whose pages may send requests; none means the server's own address."""
    behind_proxy: bool = False
    """Trust X-Forwarded-For and X-Forwarded-Proto."""
    proxy_rtt: bool = False
    """Trust X-Tcp-Rtt, by which the proxy tells the round trip to its client. Only if the proxy always sets it."""
    lag_cap: Annotated[int, _between(0, 250)] = 250
    """The most milliseconds of lag that a live grab compensates. A table may have less."""
    pong_lag: Annotated[int, _between(0, 250)] = 0
    """The same where only the client's own answers tell its lag: behind a proxy that does not report round trips."""
    node: NodeName = ""
    """This node's name as the owner of tables. It must not change at a restart, so that tables resume at once."""
    node_paths: bool = False
    """The proxy leads /node/NAME/… to the node of this name, so that sockets need not be relayed."""
    garden: str | None = None
    """A folder that `niwashi site` wrote. Browsers keep it for times without a line."""
    processes: Annotated[int, _between(1, 64)] | None = None
    """Processes that run tables; None is one for every two cores. More than one have a front process beside."""
    workers: Annotated[int, _between(0, 256)] = 0
    """Processes for jobs; 0 is one less than there are cores, at least one."""
    task_seconds: Annotated[float, _between(1, 3600)] = 15.0
    """How long a worker may take for a job before another worker gets it. The same on all nodes and workers."""
    lease: Annotated[float, _between(0.5, 3600)] = 30.0
    """Seconds after which another node may take over the tables of a node that no longer renews its leases."""
    heartbeat: Annotated[float, _between(0.05, 300)] = 10.0
    """Seconds between heartbeats."""
    polling: Annotated[float, _between(0.1, 3600)] = 60.0
    """Seconds for which an HTTP-only client counts as present after its last request."""
    quiet: Annotated[float, _between(0.1, 86_400)] = 120.0
    """Idle seconds before an empty table is unloaded from memory."""
    session_days: Annotated[float, _between(0.01, 3650)] = 90.0
    most_tables: Annotated[int, _between(1, 1_000_000)] = 2000
    """Tables in memory."""
    most_sockets: Annotated[int, _between(1, 1_000_000)] = 5000
    sockets_per_person: Annotated[int, _between(1, 1_000_000)] = 20
    sockets_per_address: Annotated[int, _between(1, 1_000_000)] = 200
    """A school or a company may have one address for everybody."""
    argon2_time: Annotated[int, _between(1, 100)] = 3
    argon2_memory: Annotated[int, _between(8, 4_194_304)] = 65536
    """KiB."""
    per_connection: Rate = field(default=Rate(20, 60))
    """Messages over one socket."""
    per_person: Rate = field(default=Rate(20, 80))
    per_address: Rate = field(default=Rate(40, 200))
    sessions_per_address: Rate = field(default=Rate(0.2, 30))
    passwords_per_address: Rate = field(default=Rate(0.1, 10))
    passwords_per_account: Rate = field(default=Rate(0.05, 20))
    """Log-ins with one name, from whatever address."""
    tables_per_person: Rate = field(default=Rate(0.05, 20))
    chat_per_person: Rate = field(default=Rate(0.5, 8))
    log: Literal["auto", "json", "text"] = "auto"
    """json writes one object per line, text is for people; auto is text in a terminal and JSON elsewhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    hints_per_person: Rate = field(default=Rate(0.2, 10))
    reviews_per_person: Rate = field(default=Rate(0.02, 5))
    studies_per_address: Rate = field(default=Rate(4, 40))
    """Replays, and steps of a lesson."""

    @property
    def owner(self) -> str:
        return self.node or f"{socket.gethostname()}:{self.port}"

    @property
    def process_count(self) -> int:
        return self.processes or max(min(cores() // CORES_PER_PROCESS, MAX_DEFAULT_PROCESSES), 1)

    @property
    def worker_count(self) -> int:
        return self.workers or max(cores() - 1, 1)

    @property
    def secure_cookies(self) -> bool:
        """Whether all origins use TLS, so that cookies need not travel without it."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)


def read_settings(
    environment: Mapping[str, str] | None = None, **given: str | tuple[str, ...] | bool | None
) -> Settings:
    """Options take precedence over variables. None is an option not given; an empty variable is not set."""
    variables = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for one in fields(Settings):
        option, variable = given.get(one.name), PREFIX + one.name.upper()
        if option is not None:
            values[one.name] = _read(one.name, "--" + option_name(one.name), option)
        elif variables.get(variable):
            values[one.name] = _read(one.name, variable, variables[variable])
    settings = replace(Settings(), **values)
    return replace(settings, base_path=settings.base_path.rstrip("/"))


def unknown_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables with our prefix that are not settings, each with the setting that was probably meant, or ""."""
    known = [one.name.upper() for one in fields(Settings)]
    ours = [name for name in environment if name.startswith(PREFIX) and name not in OTHER_VARIABLES]
    unknown = sorted(name.removeprefix(PREFIX) for name in ours if name.removeprefix(PREFIX) not in known)
    near = {name: get_close_matches(name, known, 1) for name in unknown}
    return {PREFIX + name: PREFIX + matches[0] if matches else "" for name, matches in near.items()}


def option_name(name: str) -> str:
    """The command-line option of a setting, without the dashes."""
    return "origin" if name == "origins" else name.replace("_", "-")


def redact_address(address: str) -> str:
    """Remove user and password, for people and logs."""
    scheme, separator, rest = address.partition("://")
    return scheme + separator + rest.rpartition("@")[2] if separator else address.rpartition("@")[2]


# -- reading one setting -----------------------------------------------------------------------------------------------
def _read(name: str, source: str, given: Any) -> Any:
    """`source` is the option or variable that the value came from. Raises BadOptions that names it."""
    default, kind = _sample(name), _types()[name]
    try:
        value = _parse(given, default)
    except (KeyError, ValueError):
        raise BadOptions("options/setting", _refusal(name, source, _syntax(default), given)) from None
    if not _is_allowed(value, kind):
        raise BadOptions(f"options/{option_name(name)}", _refusal(name, source, _allowed(kind), given))
    return value


def _sample(name: str) -> object:
    """A value of the type that is read: the default, or a number where that is None."""
    default = getattr(Settings(), name)
    is_number = any(getattr(one, "__origin__", one) is int for one in get_args(_types()[name]))
    return 1 if default is None and is_number else default


@cache
def _types() -> dict[str, Any]:
    return get_type_hints(Settings, include_extras=True)


def _parse(given: Any, default: object) -> Any:
    """Lists and flags on the command line arrive with their type, everything else as text."""
    if not isinstance(given, str):
        return given
    text = given.strip()
    match default:
        case bool():
            return YES_NO[text.lower()]
        case tuple():
            return tuple(text.replace(",", " ").split())
        case Rate():
            per_second, _, burst = text.partition("/")
            return Rate(float(per_second), float(burst or per_second))
        case int():
            return int(text)
        case float():
            return float(text)
    return text


def _syntax(default: object) -> str:
    match default:
        case bool():
            return "yes or no"
        case Rate():
            return RATE
        case int():
            return "a whole number"
    return "a number"


def _is_allowed(value: Any, kind: Any) -> bool:
    if isinstance(value, Rate):
        return value.is_valid
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return kind is not NodeName or value.isprintable()


def _allowed(kind: Any) -> str:
    """The accepted values, by a field's type."""
    if kind is Rate:
        return RATE
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(get_args(kind))
    metas = [one for one in getattr(kind, "__metadata__", ()) if isinstance(one, Meta)]
    if metas:
        return metas[0].description or ""
    return next(filter(None, map(_allowed, get_args(kind))), "")


def _refusal(name: str, source: str, accepted: str, given: Any) -> str:
    text = " ".join(given) if isinstance(given, tuple) else str(given)
    return f"{source} must be {accepted}; got {quote(redact_address(text) if name == 'redis' else text)}"
