"""A stand-in for CuPy whose device is this machine: it launches the loops themselves in place of a GPU's entries.

So everything around the entries is tested where there is no GPU. The entries themselves: `python -m tests.env.cuda`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from niwashi.batch.devices import PARAMETERS
from niwashi.batch.ranges import NETWORKS, range_loops, scratch_arrays
from niwashi.core.game import Rules
from niwashi.core.rng import GENERATOR
from niwashi.engine import catalog
from niwashi.env.devices import NONE_REFUSED
from niwashi.env.loops import OWN, Games, loops
from niwashi.env.memory import TILE_GAMES, make_games

FIELDS = [field for field in Games._fields if f"games.{field}" not in OWN]
DIMENSIONS = {"step_games": [1, 0], "begin_games": [1], "find_illegal": [1, 0], "sample_actions": [1, 1]}
"""Of the arguments behind the games."""
NUMBERS, ROWS = ("rounds", "policy", "noise"), ("points", "observations", "masks", "rows")
"""Arguments of the loops over ranges that have no dimension, and two; all others have one."""
OF_A_THREAD = ("work", "state", "buffer", "bits")
TILED = ("miyabi",)


class DeviceArray(np.ndarray):
    """Says that it lies on a GPU, and is no argument of NumPy's own functions there."""

    def __dlpack_device__(self) -> Any:
        return 2, 0


class RawModule:
    def __init__(self, path: str) -> None:
        self.game = Path(path).stem

    def get_function(self, loop: str) -> Any:
        def launch(blocks: tuple[int], threads: tuple[int], flat: tuple[Any, ...]) -> None:
            assert blocks[0] * threads[0] >= flat[0], "every game has a thread"
            if loop in PARAMETERS:
                run_range(catalog.rules(self.game), loop, int(flat[0]), flat[1:])
                return
            arrays = [np.asarray(item) for item in flat if isinstance(item, np.ndarray)]
            run(catalog.rules(self.game), loop, int(flat[0]), arrays)

        return launch


def run(rules: Rules, loop: str, count: int, arrays: list[Any]) -> None:
    """What the entry does, for all threads."""
    given, (*arguments, refused) = dict(zip(FIELDS, arrays)), arrays[len(FIELDS) :]
    if refused[0] != NONE_REFUSED and loop != "find_illegal":
        return
    made = make_games(rules, given["rewards"].shape[1], count, 1, given["settings"].tolist(), [], np.zeros)
    positions = positions_of(rules, given["positions"], count)
    records = {"opening": given["opening"].view(rules.position)[:, 0], "positions": positions}
    records["generators"] = given["generators"].view(GENERATOR)[:, 0]
    games, compiled = made._replace(**{**given, **records}), getattr(loops(rules.name), loop)
    if loop == "find_illegal":
        refused[0] = compiled(games, *arguments, rules.actions, 0, count)
    elif loop == "sample_actions":
        compiled(games, arguments[0].view(GENERATOR)[:, 0], arguments[1], 0, count)
    elif loop == "step_games":
        compiled(games, *arguments, 0, 0, count, 0)
    else:
        compiled(games, *arguments, 0, count, 0)
    if rules.name in TILED:
        words = np.zeros((len(given["positions"]) * TILE_GAMES, positions.dtype.itemsize // 8), np.uint64)
        words[:count] = positions.view(np.uint64).reshape(count, -1)
        given["positions"][:] = words.reshape(-1, TILE_GAMES, words.shape[1]).transpose(0, 2, 1)


def run_range(rules: Rules, loop: str, count: int, flat: tuple[Any, ...]) -> None:
    """What the entry of a loop over ranges does, for all threads."""
    records = {"positions": rules.position, "blank": rules.position, "generators": GENERATOR}
    records["setup"] = rules.setup(rules.options({}), rules.box).dtype
    names, own = passed_names(loop), scratch_arrays(rules)
    given = dict(zip((*names, *NETWORKS), unflatten(flat, range_dimensions(rules, loop))))
    arguments = [given[name].view(records[name])[:, 0] if name in records else given[name] for name in names]
    if "scratch" in PARAMETERS[loop]:
        own["scratch"] = own["scratch"]._replace(**{name: given[name] for name in NETWORKS})
    compiled = getattr(range_loops(rules.name), loop)
    compiled(0, count, *arguments, *(own[name] for name in PARAMETERS[loop] if name in own))


def passed_names(loop: str) -> list[str]:
    """Of the arguments that the host passes, without the networks."""
    return [name for name in PARAMETERS[loop] if name not in ("first", "last", "scratch", *OF_A_THREAD)]


def range_dimensions(rules: Rules, loop: str) -> list[int]:
    own = [0 if name in NUMBERS else 2 if name in ROWS else 1 for name in passed_names(loop)]
    scratch = scratch_arrays(rules)["scratch"]
    return own + [getattr(scratch, name).ndim for name in NETWORKS if "scratch" in PARAMETERS[loop]]


def unflatten(flat: tuple[Any, ...], dimensions: list[int]) -> Iterator[Any]:
    """The arguments; an array is followed by its lengths."""
    rest = iter(flat)
    for count in dimensions:
        item = next(rest)
        lengths = [int(next(rest)) for _ in range(count)]
        assert not count or lengths == list(item.shape[:count])
        yield np.asarray(item) if count else item.item()
    assert not list(rest)


def positions_of(rules: Rules, stored: Any, count: int) -> Any:
    if rules.name not in TILED:
        return stored.view(rules.position)[:, 0]
    rows = stored.transpose(0, 2, 1).reshape(len(stored) * TILE_GAMES, -1)[:count]
    return np.ascontiguousarray(rows).view(rules.position)[:, 0]


def module() -> ModuleType:
    """What stands in for the module `cupy`."""
    cupy: Any = ModuleType("cupy")
    cupy.ndarray, cupy.RawModule = DeviceArray, RawModule
    cupy.zeros = lambda shape, dtype: np.zeros(shape, dtype).view(DeviceArray)
    cupy.asarray = lambda array: np.array(array).view(DeviceArray)
    cupy.asnumpy = lambda array: np.array(array)
    cupy.from_dlpack = lambda array: np.asarray(array).view(DeviceArray)
    cupy.cuda = SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=lambda: 1))
    found: ModuleType = cupy
    return found


def write_manifest(folder: Path, hashes: dict[str, str]) -> None:
    """As `niwashi.build` does."""
    entries, tiles = {}, {}
    for game in catalog.names():
        rules = catalog.rules(game)
        games = make_games(rules, 2, 1, 1, [], [], np.zeros)._asdict()
        own = [games[field].ndim for field in FIELDS]
        entries[game] = {loop: [*own, *more, 1] for loop, more in DIMENSIONS.items()}
        entries[game] |= {loop: range_dimensions(rules, loop) for loop in PARAMETERS}
        tiles[game] = game in TILED
        (folder / f"{game}.ptx").touch()
    content = {"hashes": hashes, "entries": entries, "tiles": tiles}
    (folder / "manifest.json").write_text(json.dumps(content), encoding="utf-8")
