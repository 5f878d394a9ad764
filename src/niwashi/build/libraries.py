"""What is built: a library for each game and one for the core, each with the functions that are called from outside."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import FunctionType
from typing import Any

from niwashi.build import signatures
from niwashi.build.c_interface import Export
from niwashi.build.lowering import dispatcher, lower, lowering_only
from niwashi.build.objects import merge
from niwashi.core.errors import NiwashiError, quote

CORE = "core"


class LoweredKernel:
    """A kernel in the builder: compiled code may call it, Python may not."""

    def __init__(self, function: FunctionType, inline: bool) -> None:
        self.py_func, self._inline = function, inline
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any) -> Any:
        raise AssertionError("the builder lowers kernels and calls none")

    @property
    def _numba_type_(self) -> Any:
        if self._dispatcher is None:
            self._dispatcher = dispatcher(self.py_func, self._inline)
        return self._dispatcher._numba_type_


@dataclass
class Library:
    """Functions by their full names, and the code of all of them."""

    name: str
    exports: dict[str, Export] = field(default_factory=dict)
    bitcode: bytes = b""


def lower_all(
    report: Callable[[str], object],
    only: tuple[str, ...] = (),
    functions: tuple[str, ...] = (),
    for_gpu: bool = False,
) -> list[Library]:
    """All libraries and functions, or those named. Call it once in a process, before anything imports the games."""
    kernels = _collect()
    libraries: dict[str, Library] = {}
    known = signatures.read()
    if for_gpu:
        from niwashi.build.step_entries import step_signatures  # imports the games

        known |= step_signatures()
    if gone := sorted(known.keys() - kernels.keys()):
        command = "python -m niwashi.build.signatures"
        raise NiwashiError("build/signatures", f"there is no kernel {quote(gone[0])} any more; run: {command}")
    with lowering_only():
        for name, arguments in known.items():
            library = library_of(name)
            if only and library not in only:
                continue
            into = libraries.setdefault(library, Library(library))
            types = tuple(signatures.resolve(argument) for argument in arguments)
            symbol = symbol_of(name, into)
            if functions and symbol not in functions:
                continue
            into.exports[name] = Export(symbol, types, lower(kernels[name].py_func, types))
            report(f"{library}: {name.rpartition('.')[2]}")
    for made in libraries.values():
        made.bitcode = merge(export.lowered.module for export in made.exports.values())
        report(f"{made.name}: lowered")
    return list(libraries.values())


def _collect() -> dict[str, LoweredKernel]:
    """Every kernel by its full name. Imports all modules and binds all loops."""
    from niwashi.core.kernel import name_of, use_compiler

    kernels: dict[str, LoweredKernel] = {}

    def collect(function: FunctionType, inline: bool) -> LoweredKernel:
        return kernels.setdefault(name_of(function), LoweredKernel(function, inline))

    use_compiler(collect)
    import niwashi.games
    from niwashi.batch.loops import loops
    from niwashi.batch.ranges import range_loops
    from niwashi.bots.loops.endgame import endgame_loops
    from niwashi.bots.loops.mcts import mcts_loops, uct_loops
    from niwashi.engine import catalog
    from niwashi.engine.moments import steps
    from niwashi.env.loops import loops as step_loops

    for module in pkgutil.walk_packages(niwashi.games.__path__, "niwashi.games."):
        import_module(module.name)
    import_module("niwashi.core.floats")
    for game in catalog.names():
        for make in (loops, range_loops, step_loops, steps, mcts_loops, uct_loops, endgame_loops):
            make(game)
    return kernels


def library_of(name: str) -> str:
    """A game's functions lie in its folder, or have its name behind theirs."""
    from niwashi.engine import catalog

    for game in catalog.names():
        if name.startswith(f"niwashi.games.{game}.") or f"_{game}" in name.rpartition(".")[2]:
            return game
    return CORE


def symbol_of(name: str, library: Library) -> str:
    """A function's name in C: its own, without the game; `listed_games` is `random_games` with another way to pick."""
    module, _, short = name.rpartition(".")
    short = short.replace(f"random_games_{library.name}_listed", "listed_games").replace(f"_{library.name}", "")
    taken = {export.name for export in library.exports.values()}
    return f"{module.rpartition('.')[2]}_{short}" if short in taken else short
