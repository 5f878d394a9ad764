"""The line that says what happens; while the rules are compiled it says that instead, with the seconds so far."""

from __future__ import annotations

from typing import Any

from textual.widgets import Static

from niwashi.core.kernel import compile_watcher, watch_compiling
from niwashi.parallel.progress import CompileProgress

REDRAW_SECONDS = 0.5


class CompilingLine(Static):
    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.progress = CompileProgress()
        self._text = ""

    def on_mount(self) -> None:
        self._before = compile_watcher()
        watch_compiling(self.progress)
        self.set_interval(REDRAW_SECONDS, self._redraw)

    def on_unmount(self) -> None:
        watch_compiling(self._before)

    def say(self, text: str) -> None:
        self._text = text
        self._redraw()

    def _redraw(self) -> None:
        progress = self.progress
        compiling = f"compiling the rules for this machine, once: {progress.parts}, {progress.seconds} s"
        self.update(compiling if progress.compiling else self._text)
