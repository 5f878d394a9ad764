"""Bots of one's own on the command line: module:factory."""

from __future__ import annotations

import os
import sys


def is_own(name: str) -> bool:
    return ":" in name


def known_bot(name: str) -> str:
    """The name, under which a bot of one's own is known from now on."""
    if is_own(name):
        from niwashi import bots

        look_here_for_modules()
        bots.register_imported(name)
    return name


def look_here_for_modules() -> None:
    """A module may lie where the command is given."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
