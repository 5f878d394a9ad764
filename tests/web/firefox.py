"""Runs Firefox for Playwright: `python -m tests.web.firefox FIREFOX ARGUMENT…`, its executable as Playwright sees it.

Playwright drives an ordinary Firefox over WebDriver BiDi, and sends commands that the long-term releases lack. This
program stands between the two and answers those commands itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

LISTENS = "WebDriver BiDi listening on "
"""Firefox prints this with its address, and Playwright reads it."""
LACKING = {
    "emulation.setMediaFeaturesOverride": {},
    "network.addDataCollector": {"collector": "none"},
    "browser.setDownloadBehavior": {},
    "emulation.setScreenOrientationOverride": {},
    "emulation.setScreenSettingsOverride": {},
}
"""With their answers. A test sets the theme by the client's own preferences, and none turns a screen or asks for what
is loaded."""
HOST = "127.0.0.1"


def find() -> str | None:
    """The path of an installed Firefox."""
    named = os.environ.get("NIWASHI_FIREFOX")
    return named or next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)


def write_launcher(folder: Path, firefox: str) -> Path:
    """A program that Playwright can start as its Firefox."""
    launcher = folder / "firefox"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {__spec__.name} "{firefox}" "$@"\n')
    launcher.chmod(0o755)
    return launcher


async def _run(program: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(*program, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr
    try:
        async for line in firefox.stderr:
            text = line.decode(errors="replace").strip()
            if LISTENS in text:
                asyncio.get_running_loop().create_task(_relay(text.partition(LISTENS)[2]))
            else:
                print(text, file=sys.stderr, flush=True)
        return await firefox.wait()
    finally:
        if firefox.returncode is None:
            firefox.kill()


async def _relay(address: str) -> None:
    async def meet(playwright: ServerConnection) -> None:
        async with connect(f"{address}/session", max_size=None, ping_interval=None) as firefox:
            back = asyncio.create_task(_answer(firefox, playwright))
            await _ask(playwright, firefox)
            back.cancel()

    async with serve(meet, HOST, 0, max_size=None, ping_interval=None) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        print(f"{LISTENS}ws://{HOST}:{port}", file=sys.stderr, flush=True)
        await server.serve_forever()


async def _ask(playwright: ServerConnection, firefox: ClientConnection) -> None:
    async for message in playwright:
        command = json.loads(message)
        if command["method"] in LACKING:
            answer = {"type": "success", "id": command["id"], "result": LACKING[command["method"]]}
            await playwright.send(json.dumps(answer))
        else:
            await firefox.send(message, text=True)


async def _answer(firefox: ClientConnection, playwright: ServerConnection) -> None:
    async for message in firefox:
        await playwright.send(message, text=True)


if __name__ == "__main__":
    sys.exit(asyncio.run(_run(sys.argv[1:])))
