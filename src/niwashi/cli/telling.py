"""What `niwashi serve` tells the person at the terminal; its log is for the host."""

from __future__ import annotations

import sys
import threading
import webbrowser

from niwashi.cli.status import Status
from niwashi.core.kernel import watch_compiling
from niwashi.server.addresses import own_page, shared_pages
from niwashi.server.main import ServerCallbacks
from niwashi.server.settings import Settings


def telling(open_browser: bool) -> ServerCallbacks:
    """On standard output. Where the log goes to the terminal, it says how far compiling is, and we do not."""
    status = Status(lambda: sys.stdout)
    watcher = status.progress if sys.stderr.isatty() else status
    watch_compiling(watcher)

    def listening(settings: Settings) -> None:
        for line in where(settings):
            status.say(line)
        if open_browser:
            # A browser in a terminal would not return before it is closed.
            threading.Thread(target=webbrowser.open, args=(own_page(settings),), daemon=True).start()

    def ready() -> None:
        if status.progress.begun:
            status.say(f"The rules are compiled ({status.progress.seconds} s); the garden is open.")

    return ServerCallbacks(listening, ready, status.close, status.progress)


def where(settings: Settings) -> list[str]:
    lines = [f"Niwashi is at {own_page(settings)} (Ctrl-C ends it)"]
    first, *others = shared_pages(settings) or [""]
    if first and first != own_page(settings):
        lines.append(f"On other devices: {first}{''.join(f' or {one}' for one in others)}")
    return lines
