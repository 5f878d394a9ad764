"""Compiles the kernels of bots and hints ahead of use: on a new machine that takes minutes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import structlog

from niwashi import Game, new
from niwashi.core.kernel import JIT, cache_folder, is_compiled_ahead, sources_hash
from niwashi.engine import catalog
from niwashi.parallel.processes import defer_sigint, worker_pool
from niwashi.parallel.progress import CompileProgress
from niwashi.server.workers.jobs import HintJob, Job, bot_move_job, run_job

log = structlog.get_logger()
LOG_SECONDS, POLL_SECONDS = 15.0, 0.5
THINKING_PARTS = 99
"""Kernels that `compile_all` compiles if the rules are compiled already, as last counted."""
LEVELS = ("club", "strong", "expert")
"""Together these use all kernels of the bots."""


def warmup_jobs() -> Iterator[Job]:
    """Jobs that together load or compile every kernel of bots and hints. Bots first, because games wait for them."""
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
    return not JIT or is_compiled_ahead() or _marker_path().exists()


def compile_all() -> None:
    """Returns immediately if this machine has done it before."""
    if is_compiled():
        return
    for job in warmup_jobs():
        run_job(job)
    _marker_path().touch()


@asynccontextmanager
async def precompile_in_background(compiled: asyncio.Event, progress: CompileProgress) -> AsyncIterator[None]:
    """Compile in a process of low priority while the context is open; `compiled` is set at the end."""
    if is_compiled():
        yield
        return
    compiled.clear()
    progress.expect("bots and hints", of=THINKING_PARTS)
    with worker_pool(1) as helper:
        with defer_sigint():  # only the server handles Ctrl-C
            compiling = asyncio.wrap_future(helper.submit(_compile_quietly))
        ending = asyncio.Event()
        compiling.add_done_callback(lambda done: _report(done, progress, compiled, ending.is_set()))
        try:
            async with log_progress(progress):
                yield
        finally:
            ending.set()


def _compile_quietly() -> None:
    os.nice(10)
    compile_all()


def _report(done: asyncio.Future[None], progress: CompileProgress, compiled: asyncio.Event, ending: bool) -> None:
    """After a failure hints work all the same, but the first ones are slow."""
    failed = None if done.cancelled() else done.exception()
    if ending:
        log.info("stopped compiling", what=progress.what, why="the server is shutting down; the next start continues")
    elif failed:
        log.warning("not compiled", what=progress.what, reason=str(failed) or type(failed).__name__)
    else:
        log_compiled(progress)
    compiled.set()


def log_compiled(progress: CompileProgress) -> None:
    log.info("compiled", what=progress.what, parts=progress.done, seconds=progress.seconds)


@asynccontextmanager
async def log_progress(progress: CompileProgress) -> AsyncIterator[None]:
    """Log the progress of compilation periodically while the context is open."""
    task = asyncio.create_task(_log_forever(progress))
    try:
        yield
    finally:
        task.cancel()


async def _log_forever(progress: CompileProgress) -> None:
    while True:
        if progress.compiling:
            log.info("compiling", what=progress.what, parts=progress.done, of=progress.of, seconds=progress.seconds)
        await asyncio.sleep(LOG_SECONDS if progress.compiling else POLL_SECONDS)


def _marker_path() -> Path:
    """Marks these sources and this CPU as compiled. The CPU matters because an image may be built elsewhere."""
    from llvmlite.binding import get_host_cpu_name

    return cache_folder("analysis") / f"all-{get_host_cpu_name()}-{sources_hash('bots')}"
