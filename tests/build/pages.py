"""Runs the conformance script in a real browser, inside a worker, and measures it there."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser

from tests.build.runners import WASM

WORKER = """
import { run } from './wasm.mjs'
const read = async (name) => (await fetch(name)).json()
const load = async (game) => WebAssembly.compile(await (await fetch(`${game}.wasm`)).arrayBuffer())
onmessage = async ({ data: seconds }) => {
  postMessage(await run(load, await read('manifest.json'), await read('script.json'), seconds))
}
"""
ASK = """(seconds) => new Promise((settle, fail) => {
  const worker = new Worker('worker.mjs', { type: 'module' })
  worker.onmessage = ({ data }) => settle(data)
  worker.onerror = ({ message }) => fail(new Error(message))
  worker.postMessage(seconds)
})"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def by_browser(browser: Browser, modules: Path, script: Path, seconds: float = 0) -> list[str]:
    """As `runners.by_node`."""
    with tempfile.TemporaryDirectory(prefix="niwashi-page-") as name:
        folder = Path(name)
        for file in (*modules.iterdir(), WASM):
            shutil.copy(file, folder)
        shutil.copy(script, folder / "script.json")
        (folder / "index.html").write_text("<!doctype html><title>Conformance</title>")
        (folder / "worker.mjs").write_text(WORKER)
        with served(folder) as address:
            page = browser.new_page()
            page.goto(address)
            lines: list[str] = page.evaluate(ASK, seconds)
            page.close()
    return lines
