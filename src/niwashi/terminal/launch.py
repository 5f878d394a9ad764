"""Decides between the full screen and lines, and starts the full screen."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from niwashi.core.errors import NiwashiError
from niwashi.parallel.extras import install

if TYPE_CHECKING:
    from textual.screen import Screen

    from niwashi.core.record import Record
    from niwashi.terminal.tables.table import Table

PLAIN = "NIWASHI_PLAIN"
MISSING = f"the full screen needs the extra [terminal] ({install('terminal')}); here the game is in lines"


def at_terminal() -> bool:
    """Whether a person sits at a terminal that can show a full screen."""
    plain = os.environ.get(PLAIN, "0") not in ("", "0")
    return not plain and sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def has_full_screen() -> bool:
    """Whether the packages are there."""
    return all(find_spec(package) is not None for package in ("textual", "websockets"))


def require_full_screen(plain: bool) -> None:
    """For what has no line mode."""
    if plain or not at_terminal():
        raise NiwashiError("terminal/plain", "a table of a server needs a terminal with the full screen, not lines")
    if not has_full_screen():
        sentence = f"a table of a server needs the extra [terminal]: {install('terminal')}"
        raise NiwashiError("terminal/missing", sentence)


def show_table(table: Table) -> str:
    from niwashi.terminal.screens.play_screen import PlayScreen

    return _show(PlayScreen(table))


def show_start() -> str:
    from niwashi.terminal.screens.start_screen import StartScreen

    return _show(StartScreen())


def show_replay(record: Record) -> str:
    from niwashi.terminal.screens.replay_screen import ReplayScreen

    return _show(ReplayScreen(record))


def _show(screen: Screen[None]) -> str:
    """Returns what is to be said on leaving, unless the program ends here because something is still computed."""
    from niwashi.terminal.app import NiwashiApp
    from niwashi.terminal.tables.background import end_if_at_work

    farewell = NiwashiApp(screen).run() or ""
    end_if_at_work(farewell)
    return farewell
