"""The command line: one module for each command, and helpers beside them."""

import sys
from importlib import import_module

COMMANDS = (
    "play",
    "replay",
    "check",
    "analyse",
    "hint",
    "simulate",
    "arena",
    "data",
    "perft",
    "site",
    "rules",
    "score",
    "export",
    "import_",
    "backup",
    "serve",
    "worker",
    "admin",
)
"""The modules that define commands, in the order of `niwashi --help`."""

try:
    from niwashi.cli.main import main, run

    for _command in COMMANDS:
        import_module(f"niwashi.cli.{_command}")  # registers itself with the app
except KeyboardInterrupt:  # Ctrl-C during the imports, before `main` can handle it
    print("\nniwashi: stopped", file=sys.stderr)
    sys.exit(130)

__all__ = ["main", "run"]
