"""Entries of the vector environment's loops for a GPU: a thread steps one game.

The loop is called for a single game with arrays of one row, which begin at the game's row. What a step works in most
lies in the thread's local memory and is copied there and back: the generator; and, unless they are large, the position
and the mask. Positions that are copied lie in tiles of 32 games, in which the same word of all games lies together, so
that a warp copies them in whole lines.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

from niwashi.build.c_interface import Export, Writer, c_types, item_size, numba_arguments
from niwashi.build.entries import call, call_places, define, dimensions, named_leaves, number_thread, words_of
from niwashi.build.signatures import TypeName, describe
from niwashi.core.game import Rules
from niwashi.core.rng import GENERATOR
from niwashi.engine import catalog
from niwashi.env.loops import LOOPS, OWN, SHARED
from niwashi.env.memory import TILE_GAMES, make_games

STEPS = {loop.__name__: loop for loop in LOOPS}
WORD_BYTES = 8
MOST_COPIED_BYTES = 1024
"""A step of a game with a larger position uses little of it, so copying all of it would take longer."""
IN_FLIGHT = 16
"""Words that are loaded before the first of them is stored."""
REFUSED = "refused.0"
"""The last parameter of every entry: where the first game with an illegal action is noted; nothing is stepped then."""
NUMBERS = {"first": 0, "end": 1, "thread": 0}


def step_signatures() -> dict[str, list[TypeName]]:
    """The argument types of the loops, by their full names. What a GPU has no entry of is not compiled ahead."""
    found: dict[str, list[TypeName]] = {}
    for game in catalog.names():
        rules = catalog.rules(game)
        games = describe(make_games(rules, max(rules.seats), 1, 1, [], [], np.zeros))
        generators = describe(np.zeros(1, GENERATOR))
        arguments: dict[str, list[TypeName]] = {
            "step_games": [games, "int64[]", "int", "int", "int", "int"],
            "begin_games": [games, "uint8[]", "int", "int", "int"],
            "find_illegal": [games, "int64[]", "int", "int", "int"],
            "sample_actions": [games, generators, "int64[]", "int", "int"],
        }
        found |= {f"niwashi.env.loops.{name}_{game}": types for name, types in arguments.items()}
    return found


def step_dimensions(export: Export) -> list[int]:
    """As `entries.range_dimensions`."""
    return [*(dimensions(leaf) for name, leaf in _named(export) if not _is_own(name)), 1]


def has_tiles(rules: Rules) -> bool:
    return rules.position.itemsize <= MOST_COPIED_BYTES


def step_entry(game: str, export: Export) -> str:
    """One game's step, unless some action has been refused; or the check of its action."""
    out, checks = Writer(), export.name == "find_illegal"
    index, inside = number_thread(out)
    copied = {name: f"alloca [{size} x i8], align 16" for name, size in _copied_bytes(game).items()}
    copied = {name: out.value(code) for name, code in copied.items()}
    places = call_places(out, export)
    out.do(f"br i1 {inside}, label %check, label %end")
    out.label("check")
    refused = out.value(f"load i64, ptr %{REFUSED}, align 8")
    allowed = "true" if checks else out.value(f"icmp eq i64 {refused}, -1")
    out.do(f"br i1 {allowed}, label %run, label %end")
    out.label("run")
    rows = dict(_rows(out, game, export, index))
    if checks:
        copied = {name: place for name, place in copied.items() if _is_own(name)}
    _copy(out, game, rows, copied, back=False)
    call(out, export, places, _passed(out, game, export, rows | copied))
    if checks:
        _note_refusal(out, index, places[0])
    else:
        _copy(out, game, rows, copied, back=True)
        out.do("br label %end")
    out.label("end")
    out.do("ret void")
    return define(export.name, _parameters(export), out)


# -- parameters and arguments ------------------------------------------------------------------------------------------
def _parameters(export: Export) -> list[str]:
    listed = [
        f"{kind} {word}"
        for name, leaf in _named(export)
        if not _is_own(name)
        for kind, word in zip(c_types(leaf), words_of(name, leaf))
    ]
    return ["i64 %count", *listed, f"ptr %{REFUSED}", "i64 %refused.1"]


def _rows(out: Writer, game: str, export: Export, index: str) -> Iterator[tuple[str, str]]:
    """Where the row of this game begins in each array, in tiles its first word."""
    for name, leaf in _named(export):
        if _is_own(name) or not dimensions(leaf):
            continue
        first, *shape = words_of(name, leaf)
        if name in SHARED:
            yield name, first
            continue
        if name == "games.positions" and has_tiles(catalog.rules(game)):
            offset = _tile_offset(out, index, leaf)
        else:
            size = out.value(f"mul i64 {shape[1]}, {item_size(leaf)}") if len(shape) > 1 else str(item_size(leaf))
            offset = out.value(f"mul i64 {index}, {size}")
        yield name, out.value(f"getelementptr i8, ptr {first}, i64 {offset}")


def _tile_offset(out: Writer, index: str, leaf: Any) -> str:
    """Of a game's first word; its others follow at distances of a whole tile."""
    tile = out.value(f"udiv i64 {index}, {TILE_GAMES}")
    before = out.value(f"mul i64 {tile}, {TILE_GAMES * item_size(leaf)}")
    place = out.value(f"urem i64 {index}, {TILE_GAMES}")
    return out.value(f"add i64 {before}, {out.value(f'mul i64 {place}, {WORD_BYTES}')}")


def _passed(out: Writer, game: str, export: Export, at: dict[str, str]) -> list[str]:
    """The arguments of the call: arrays have one row."""
    passed, sizes = [], _copied_bytes(game)
    for name, leaf in _named(export):
        if name in NUMBERS:
            passed.append(f"i64 {NUMBERS[name]}")
        elif not dimensions(leaf):
            passed += numba_arguments(out, leaf, words_of(name, leaf))
        elif _is_own(name):
            passed += numba_arguments(out, leaf, [at[name], "1", str(sizes[name] // WORD_BYTES)])
        else:
            lengths = words_of(name, leaf)[1:]
            lengths = lengths if name in SHARED else ["1", *lengths[1:]]
            passed += numba_arguments(out, leaf, [at[name], *lengths])
    return passed


def _named(export: Export) -> Iterator[tuple[str, Any]]:
    return named_leaves(inspect.signature(STEPS[export.name]).parameters, export)


def _is_own(name: str) -> bool:
    return name in NUMBERS or name in OWN


# -- local memory ------------------------------------------------------------------------------------------------------
def _copied_bytes(game: str) -> dict[str, int]:
    """What lies in a thread's local memory: what only a thread needs, and copies of what is small enough."""
    rules = catalog.rules(game)
    games = make_games(rules, max(rules.seats), 1, 1, [], [], np.zeros)
    own = {name: getattr(games, name.removeprefix("games.")).nbytes for name in OWN}
    copied = {"games.generators": games.generators.nbytes, "generators": GENERATOR.itemsize}
    if games.mask.nbytes <= MOST_COPIED_BYTES:
        copied["games.mask"] = games.mask.nbytes
    if has_tiles(rules):
        copied["games.positions"] = games.positions.nbytes
    return own | copied


def _copy(out: Writer, game: str, rows: dict[str, str], copied: dict[str, str], back: bool) -> None:
    for name, size in _copied_bytes(game).items():
        if name in rows and name in copied:
            distance = TILE_GAMES * WORD_BYTES if name == "games.positions" else WORD_BYTES
            outside, inside = (rows[name], distance), (copied[name], WORD_BYTES)
            _copy_words(out, size // WORD_BYTES, *((inside, outside) if back else (outside, inside)))


def _copy_words(out: Writer, words: int, source: tuple[str, int], target: tuple[str, int]) -> None:
    """By addresses, and distances of words in bytes."""

    def at(place: tuple[str, int], word: int) -> str:
        return out.value(f"getelementptr i8, ptr {place[0]}, i64 {place[1] * word}")

    for first in range(0, words, IN_FLIGHT):
        some = range(first, min(first + IN_FLIGHT, words))
        loaded = [out.value(f"load i64, ptr {at(source, word)}, align 8") for word in some]
        for word, value in zip(some, loaded):
            out.do(f"store i64 {value}, ptr {at(target, word)}, align 8")


def _note_refusal(out: Writer, index: str, result: str) -> None:
    """Of several refused games the first."""
    found = out.value(f"load i64, ptr {result}, align 8")
    out.do(f"br i1 {out.value(f'icmp eq i64 {found}, 0')}, label %note, label %end")
    out.label("note")
    out.do(f"{out.new()} = atomicrmw umin ptr %{REFUSED}, i64 {index} monotonic")
    out.do("br label %end")
