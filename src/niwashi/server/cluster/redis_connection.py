"""The connection to the Redis that all nodes and workers of an installation share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from niwashi.core.errors import BadOptions, quote
from niwashi.server.errors import cluster_unavailable
from niwashi.server.settings import redact_address

TIMEOUT_SECONDS = 5.0
FAILURES = (RedisError, OSError)


def connect(url: str) -> Redis:
    """Opens no connection yet."""
    try:
        return Redis.from_url(
            url, retry=no_retry(), socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS
        )
    except ValueError:
        raise BadOptions("options/redis", f"{quote(redact_address(url))} is not a valid Redis address") from None


def no_retry() -> Retry:
    """The client must not repeat a publish on its own: the message could arrive twice."""
    return Retry(NoBackoff(), 0)


def prefix_of(redis: Redis) -> str:
    """Pub/sub channels are shared by all databases of a Redis, so the database's number is part of their names."""
    return f"niwashi:{redis.connection_pool.connection_kwargs.get('db') or 0}"


def channel_of(prefix: str, node: str) -> str:
    return f"{prefix}:node:{node}"


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise the Redis client's errors as `ClusterUnavailable`."""
    try:
        yield
    except FAILURES as error:
        raise cluster_unavailable() from error


async def check_reachable(redis: Redis, url: str) -> None:
    """Report a wrong address at start-up."""
    try:
        await redis.ping()
    except FAILURES as error:
        sentence = f"cannot reach {quote(redact_address(url))}: {describe_error(error)}"
        raise BadOptions("options/redis", sentence) from None


def describe_error(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
