"""What the chosen tests need of the machine, prepared before the first of them runs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
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
    """What has to be fetched comes first, all at the same time; what is slow comes last."""
    fetched = {need: do for need, do in FETCHED.items() if need in needs}
    if {"browser", "client"} & fetched.keys():
        hatch_build.find_node()  # for both, so that it is fetched once
    with ThreadPoolExecutor() as threads:
        for done in [threads.submit(_prepare, need, do) for need, do in fetched.items()]:
            done.result()
    if "kernels" in needs:
        _prepare("kernels", _kernels)


def _prepare(need: str, do: Callable[[], object]) -> None:
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


FETCHED: dict[str, Callable[[], object]] = {"browser": chromium, "redis": redis_server, "client": hatch_build.build}
EVERYTHING = frozenset(FETCHED) | {"kernels"}
