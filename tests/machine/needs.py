"""What the chosen tests need of the machine, prepared before the first of them runs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from typing import Protocol

import hatch_build
from tests.machine.browser import NoBrowser, chromium
from tests.machine.redis import NoRedis, redis_server

BY_FIXTURE = {"chromium": "browser", "built_client": "client", "redis": "redis"}
START_PROGRAMS = ("tests/cli", "tests/docs", "tests/server", "tests/store", "tests/web")
"""Here programs are started and waited for, so they should find everything compiled. Elsewhere a test compiles the few
kernels that it is about."""


class Unprepared(Exception):
    """Says what is missing."""


class Chosen(Protocol):
    """A collected test."""

    @property
    def nodeid(self) -> str: ...


def needs_of(items: Iterable[Chosen]) -> set[str]:
    found = set()
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        found |= {need for fixture, need in BY_FIXTURE.items() if fixture in fixtures}
        if item.nodeid.startswith(START_PROGRAMS):
            found.add("kernels")
    return found


def prepare(needs: Iterable[str]) -> None:
    """What may be missing comes first, and what is slow last."""
    for need, do in PREPARED.items():
        if need in needs:
            try:
                do()
            except (NoBrowser, NoRedis) as error:
                raise Unprepared(str(error)) from None
            except subprocess.CalledProcessError as error:
                reason = f"the {need} could not be prepared (status {error.returncode}); the reason stands above"
                raise Unprepared(reason) from None


def _kernels() -> None:
    from tests.machine.kernels import compile_kernels

    compile_kernels()


PREPARED: dict[str, Callable[[], object]] = {
    "browser": chromium,
    "redis": redis_server,
    "client": hatch_build.build,
    "kernels": _kernels,
}
EVERYTHING = frozenset(PREPARED)
