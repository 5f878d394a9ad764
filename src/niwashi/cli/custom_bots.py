"""Bots that are named as module:factory on the command line."""

from __future__ import annotations

import os
import sys


def is_custom(name: str) -> bool:
    return ":" in name


def register_if_custom(name: str) -> str:
    """Returns the name, under which a custom bot is registered from now on."""
    if is_custom(name):
        from niwashi import bots

        add_cwd_to_path()
        bots.register_imported(name)
    return name


def add_cwd_to_path() -> None:
    """Modules in the current folder can then be imported."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
