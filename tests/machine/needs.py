"""Prepares what the selected tests need: a browser, Redis, the built client, packages, compiled kernels."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Protocol

import hatch_build
from tests.machine.browser import NoBrowser, chromium
from tests.machine.packages import MODULES, NoPackages, fetch_packages, fixture_of
from tests.machine.redis import NoRedis, redis_server

BY_FIXTURE = {"chromium": "browser", "built_client": "client", "redis": "redis"} | {
    fixture_of(extra): fixture_of(extra) for extra in MODULES
}
START_PROGRAMS = (
    "tests/cli",
    "tests/docs",
    "tests/kills",
    "tests/parallel",
    "tests/server",
    "tests/store",
    "tests/web",
)
"""These tests start programs and wait for them, so all kernels are compiled first. Other tests compile the few kernels
that they use."""


class PreparationError(Exception):
    """The message says what is missing."""


class CollectedTest(Protocol):
    @property
    def nodeid(self) -> str: ...


def needs_of(items: Iterable[CollectedTest]) -> set[str]:
    needs = set()
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        needs |= {need for fixture, need in BY_FIXTURE.items() if fixture in fixtures}
        if item.nodeid.startswith(START_PROGRAMS):
            needs.add("kernels")
    return needs


def prepare(needs: Iterable[str]) -> None:
    """Looks for the browser first, since a machine may have none; then fetches while the kernels are compiled."""
    fetched = {need: do for need, do in FETCHED.items() if need in needs}
    if {"browser", "client"} & fetched.keys():
        hatch_build.find_node()  # used by both: fetch it only once
    if "browser" in fetched:
        _prepare("browser", fetched.pop("browser"))
    with _compiling("kernels" in needs), ThreadPoolExecutor() as threads:
        for done in [threads.submit(_prepare, need, do) for need, do in fetched.items()]:
            done.result()


@contextmanager
def _compiling(needed: bool) -> Iterator[None]:
    """Compiles meanwhile, waits for the end, and stops at once after a failure in the block."""
    if not needed:
        yield
        return
    from tests.machine.kernels import Compilation

    compilation = Compilation()
    try:
        yield
    except BaseException:
        compilation.stop()
        raise
    _prepare("kernels", compilation.finish)


def _prepare(need: str, do: Callable[[], object]) -> None:
    try:
        do()
    except (NoBrowser, NoPackages, NoRedis) as error:
        raise PreparationError(str(error)) from None
    except subprocess.CalledProcessError as error:
        reason = f"the {need} could not be prepared (status {error.returncode}); the reason is above"
        raise PreparationError(reason) from None


FETCHED: dict[str, Callable[[], object]] = {
    "browser": chromium,
    "redis": redis_server,
    "client": hatch_build.build,
    **{fixture_of(extra): partial(fetch_packages, extra) for extra in MODULES},
}
EVERYTHING = frozenset(FETCHED) | {"kernels"}
LONGER_RUNS_ONLY = {fixture_of("linker"), fixture_of("ray")}
"""They are large, 100 and 200 MB."""
