"""The command line: `niwashi play`, `replay`, `check`, `analyse`, `simulate`, `serve`, `admin` and the others."""

import sys
from importlib import import_module

try:
    from niwashi.cli.program import main, run

    for _commands in ("playing", "reviewing", "simulating", "meeting", "looking_up", "hosting", "administering"):
        import_module(f"niwashi.cli.{_commands}")  # hangs them on the app, in the order of the help
except KeyboardInterrupt:  # before `main` could hear of it
    print("\nniwashi: stopped", file=sys.stderr)
    sys.exit(130)

__all__ = ["main", "run"]
