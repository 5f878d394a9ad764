"""What bots and hints think with takes minutes to compile on a new machine: it is done ahead, while people come in."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import structlog

from niwashi import Game, new
from niwashi.core.kernel import JIT, cache_folder, sources_hash
from niwashi.engine import catalog
from niwashi.parallel.processes import defer_sigint, worker_pool
from niwashi.parallel.progress import CompileProgress
from niwashi.server.workers.jobs import Advise, Task, carry_out, decision_for

log = structlog.get_logger()
LOG_SECONDS, LOOK_SECONDS = 15.0, 0.5
THINKING_PARTS = 99
"""Kernels that `compile_all` compiles where the rules are compiled already, as they were last counted."""
LEVELS = ("club", "strong", "expert")
"""Between them they use all kernels that bots have."""


def tasks_of_every_kind() -> Iterator[Task]:
    """Whoever has done these has compiled, or loaded, all that thinking takes. Bots first: they are waited for most."""
    games = [new(name) for name in catalog.names()]
    for game in games:
        yield from bots_tasks(game)
    for game in games:
        yield hint_task(game)


def bots_tasks(game: Game) -> Iterator[Task]:
    return (decision_for(game, game.to_act[0], level) for level in LEVELS)


def hint_task(game: Game) -> Task:
    record = msgspec.structs.replace(game.record(), notes={})
    return Advise(record=record.to_json(), seat=game.to_act[0])


def is_compiled() -> bool:
    return not JIT or _mark().exists()


def compile_all() -> None:
    """At once where this machine has done it before."""
    if is_compiled():
        return
    for task in tasks_of_every_kind():
        carry_out(task)
    _mark().touch()


@asynccontextmanager
async def compiling_ahead(compiled: asyncio.Event, progress: CompileProgress) -> AsyncIterator[None]:
    """In a process of its own, after everybody else's work; the event is set when it is done."""
    if is_compiled():
        yield
        return
    compiled.clear()
    progress.expect("bots and hints", of=THINKING_PARTS)
    with worker_pool(1) as helper:
        with defer_sigint():  # Ctrl-C is the server's to heed
            coming = asyncio.wrap_future(helper.submit(_compile_quietly))
        ending = asyncio.Event()
        coming.add_done_callback(lambda done: _say(done, progress, compiled, ending.is_set()))
        try:
            async with logged(progress):
                yield
        finally:
            ending.set()


def _compile_quietly() -> None:
    os.nice(10)
    compile_all()


def _say(done: asyncio.Future[None], progress: CompileProgress, compiled: asyncio.Event, ending: bool) -> None:
    """Should it have failed, hints are made all the same, as slowly as that is."""
    failed = None if done.cancelled() else done.exception()
    if ending:
        log.info("stopped compiling", what=progress.what, why="the server ends; its next start goes on with it")
    elif failed:
        log.warning("not compiled", what=progress.what, reason=str(failed) or type(failed).__name__)
    else:
        log_compiled(progress)
    compiled.set()


def log_compiled(progress: CompileProgress) -> None:
    log.info("compiled", what=progress.what, parts=progress.done, seconds=progress.seconds)


@asynccontextmanager
async def logged(progress: CompileProgress) -> AsyncIterator[None]:
    """While this is open, and something is compiled, the log says now and then how far it is."""
    logging = asyncio.create_task(_log(progress))
    try:
        yield
    finally:
        logging.cancel()


async def _log(progress: CompileProgress) -> None:
    while True:
        if progress.compiling:
            log.info("compiling", what=progress.what, parts=progress.done, of=progress.of, seconds=progress.seconds)
        await asyncio.sleep(LOG_SECONDS if progress.compiling else LOOK_SECONDS)


def _mark() -> Path:
    """For these sources and this kind of processor: an image that was made elsewhere may have been for another."""
    from llvmlite.binding import get_host_cpu_name

    return cache_folder("analysis") / f"all-{get_host_cpu_name()}-{sources_hash('bots')}"
