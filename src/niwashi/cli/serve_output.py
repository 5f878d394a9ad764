"""The messages of `niwashi serve` for the person at the terminal. The log is separate, on standard error."""

from __future__ import annotations

import sys
import threading
import webbrowser

from niwashi.cli.status import Status
from niwashi.core.kernel import watch_compiling
from niwashi.server.addresses import own_page, shared_pages
from niwashi.server.main import ServerCallbacks
from niwashi.server.settings import Settings


def watch_server(open_browser: bool) -> ServerCallbacks:
    """Prints to standard output. Leaves the progress of compiling to the log where the log goes to the terminal."""
    status = Status(lambda: sys.stdout)
    watcher = status.progress if sys.stderr.isatty() else status
    watch_compiling(watcher)

    def listening(settings: Settings) -> None:
        for line in address_lines(settings):
            status.print_line(line)
        if open_browser:
            # In a thread: a text browser does not return until it is closed.
            threading.Thread(target=webbrowser.open, args=(own_page(settings),), daemon=True).start()

    def ready() -> None:
        if status.progress.begun:
            status.print_line(f"The rules are compiled ({status.progress.seconds} s); the garden is open.")

    return ServerCallbacks(listening, ready, status.close, status.progress)


def address_lines(settings: Settings) -> list[str]:
    lines = [f"Niwashi is at {own_page(settings)} (Ctrl-C ends it)"]
    first, *others = shared_pages(settings) or [""]
    if first and first != own_page(settings):
        lines.append(f"On other devices: {first}{''.join(f' or {one}' for one in others)}")
    return lines
