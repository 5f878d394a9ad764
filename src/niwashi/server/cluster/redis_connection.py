"""Redis as all nodes and workers of one application share it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from niwashi.core.errors import BadOptions, quote
from niwashi.server.errors import cluster_unavailable
from niwashi.server.settings_checks import redact_address

TIMEOUT_SECONDS = 5.0
FAILURES = (RedisError, OSError)


def connect(url: str) -> Redis:
    """Nothing is opened yet."""
    try:
        return Redis.from_url(
            url, retry=no_retry(), socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS
        )
    except ValueError:
        raise BadOptions("options/redis", f"{quote(redact_address(url))} is no address of a Redis") from None


def no_retry() -> Retry:
    """No second attempt of the client's own: what is sent twice would be told twice, and who waits must hear of it."""
    return Retry(NoBackoff(), 0)


def prefix_of(redis: Redis) -> str:
    """Channels belong to all of a Redis' databases, so the database's number is in their names."""
    return f"niwashi:{redis.connection_pool.connection_kwargs.get('db') or 0}"


def channel_of(prefix: str, node: str) -> str:
    return f"{prefix}:node:{node}"


@contextmanager
def translate_errors() -> Iterator[None]:
    """What Redis' client raises, as one of ours."""
    try:
        yield
    except FAILURES as error:
        raise cluster_unavailable() from error


async def check_reachable(redis: Redis, url: str) -> None:
    """At the start: a slip in the address is told at once."""
    try:
        await redis.ping()
    except FAILURES as error:
        raise BadOptions(
            "options/redis", f"cannot reach {quote(redact_address(url))}: {describe_error(error)}"
        ) from None


def describe_error(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
