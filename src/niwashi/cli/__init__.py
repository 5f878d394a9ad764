"""The command line: `niwashi play`, `replay`, `check`, `analyse`, `simulate`, `serve`, `admin` and the others."""

from importlib import import_module

from niwashi.cli.program import main, run

__all__ = ["main", "run"]

for _commands in ("playing", "reviewing", "simulating", "meeting", "looking_up", "hosting", "administering"):
    import_module(f"niwashi.cli.{_commands}")  # hangs them on the app, in the order of the help
