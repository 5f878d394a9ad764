"""Work that runs at once, and a table that judges a command in the call that brings it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from niwashi.core.errors import NiwashiError
from niwashi.server.eager import run_eagerly
from niwashi.table import Command
from niwashi.wire import Answer, TableSettings, requests
from tests.server.test_upgrades import keeping
from tests.table.owners import Owner


async def test_work_runs_at_once_until_it_must_wait() -> None:
    waits: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    done = list[int]()

    async def work() -> None:
        done.append(1)
        done.append(await waits)
        await asyncio.sleep(0)
        done.append(3)

    run_eagerly(work())
    assert done == [1]
    waits.set_result(2)
    for _ in range(3):
        await asyncio.sleep(0)
    assert done == [1, 2, 3]


async def test_what_it_waits_for_may_fail() -> None:
    waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    failed = asyncio.Event()

    async def work() -> None:
        try:
            await waits
        except ValueError:
            failed.set()

    run_eagerly(work())
    waits.set_exception(ValueError())
    await asyncio.wait_for(failed.wait(), 60)


async def test_a_command_is_judged_in_the_call_that_brings_it_unless_another_waits_for_the_disk(tmp_path: Path) -> None:
    owner = Owner("miyabi", seats=2, settings=TableSettings(grace=None))
    owner.begin(2)
    async with keeping(tmp_path / "store.sqlite", {"t": tuple(owner.bodies)}) as (registry, _):
        actor = await registry.find_here("t")
        await actor.submit(lambda table, now: table.set_presence("aki", True, now))
        answers, answered = list[str](), asyncio.Event()

        def reply(answer: Answer | NiwashiError | None) -> None:
            answers.append(type(answer).__name__)
            if len(answers) == 3:
                answered.set()

        actor.handle(Command(requests.Resume(id="r1"), "aki"), reply)
        assert answers == ["Refused"], "nothing is to be stored, so nothing is waited for"
        actor.handle(Command(requests.Resign(id="r2"), "aki"), reply)
        actor.handle(Command(requests.Resign(id="r3"), "aki"), reply)
        assert answers == ["Refused"], "it is not durable yet, and the next command depends on it"
        await asyncio.wait_for(answered.wait(), 60)
        assert answers == ["Refused", "Done", "Refused"]
