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
from niwashi.server.workers.jobs import HintJob, Job, bot_move_job, run_job

log = structlog.get_logger()
LOG_SECONDS, POLL_SECONDS = 15.0, 0.5
THINKING_PARTS = 99
"""Kernels that `compile_all` compiles where the rules are compiled already, as they were last counted."""
LEVELS = ("club", "strong", "expert")
"""Between them they use all kernels that bots have."""


def warmup_jobs() -> Iterator[Job]:
    """Whoever has done these has compiled, or loaded, all that thinking takes. Bots first: they are waited for most."""
    games = [new(name) for name in catalog.names()]
    for game in games:
        yield from bot_jobs(game)
    for game in games:
        yield hint_job(game)


def bot_jobs(game: Game) -> Iterator[Job]:
    return (bot_move_job(game, game.to_act[0], level) for level in LEVELS)


def hint_job(game: Game) -> Job:
    record = msgspec.structs.replace(game.record(), notes={})
    return HintJob(record=record.to_json(), seat=game.to_act[0])


def is_compiled() -> bool:
    return not JIT or _marker_path().exists()


def compile_all() -> None:
    """At once where this machine has done it before."""
    if is_compiled():
        return
    for task in warmup_jobs():
        run_job(task)
    _marker_path().touch()


@asynccontextmanager
async def precompile_in_background(compiled: asyncio.Event, progress: CompileProgress) -> AsyncIterator[None]:
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
        coming.add_done_callback(lambda done: _report(done, progress, compiled, ending.is_set()))
        try:
            async with log_progress(progress):
                yield
        finally:
            ending.set()


def _compile_quietly() -> None:
    os.nice(10)
    compile_all()


def _report(done: asyncio.Future[None], progress: CompileProgress, compiled: asyncio.Event, ending: bool) -> None:
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
async def log_progress(progress: CompileProgress) -> AsyncIterator[None]:
    """While this is open, and something is compiled, the log says now and then how far it is."""
    logging = asyncio.create_task(_log_forever(progress))
    try:
        yield
    finally:
        logging.cancel()


async def _log_forever(progress: CompileProgress) -> None:
    while True:
        if progress.compiling:
            log.info("compiling", what=progress.what, parts=progress.done, of=progress.of, seconds=progress.seconds)
        await asyncio.sleep(LOG_SECONDS if progress.compiling else POLL_SECONDS)


def _marker_path() -> Path:
    """For these sources and this kind of processor: an image that was made elsewhere may have been for another."""
    from llvmlite.binding import get_host_cpu_name

    return cache_folder("analysis") / f"all-{get_host_cpu_name()}-{sources_hash('bots')}"
