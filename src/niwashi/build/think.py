"""What a browser needs to compute bots, hints and reviews.

`python -m niwashi.build.think` writes it to `niwashi/server/think`.

For each game a WebAssembly module with the bots' loops and nothing else, and a file with all that a caller must know:
how to lay out memory, the weights, the constants of the levels. The client's part is web/src/think.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from niwashi.build import objects
from niwashi.build.build import Report, build_library, layout
from niwashi.build.c_interface import Export
from niwashi.build.libraries import CORE, Library, lower_all
from niwashi.build.targets import find_target
from niwashi.core.errors import NiwashiError
from niwashi.server.think_files import FOLDER, INDEX, held_files, problem, version

GAME_FUNCTIONS = (
    "legal",
    "to_act",
    "play",
    "evaluate_all",
    "gain_all",
    "seed_rollouts",
    "run_rollouts",
    "clear",
    "search",
    "count_actions_to_end",
    "open_frame",
    "resume_search",
    "pick_action",
    "pick_noisy_action",
    "draw",
    "reveal",
    "scores",
)
CORE_FUNCTIONS = ("exp", "uniform", "random_bit")


def main(words: list[str]) -> int:
    warnings.simplefilter("ignore")  # Numba's, about options of its own
    folder, began = Path(words[0]) if words else FOLDER, time.monotonic()

    def report(what: str) -> None:
        print(f"think: {time.monotonic() - began:5.1f} s  {what}", file=sys.stderr, flush=True)

    try:
        if problem(folder):
            write(lower_all(report, functions=GAME_FUNCTIONS + CORE_FUNCTIONS), folder, report)
    except NiwashiError as error:
        print(f"think: {error}", file=sys.stderr)
        return 2
    return 0


def write(libraries: Sequence[Library], folder: Path, report: Report) -> None:
    """Of lowered libraries, which may have more functions. The index comes last: with it the folder is complete. Of
    what was there before, only the files of the old index are deleted: the folder may be anybody's."""
    folder.mkdir(parents=True, exist_ok=True)
    held = held_files(folder)
    if not held and (folder / INDEX).exists():
        raise NiwashiError(
            "build/think", f"{folder / INDEX} is not an index of ours; delete it, or name another folder"
        )
    for name in held:
        (folder / name).unlink(missing_ok=True)
    objects.initialize()
    (core,) = (library for library in libraries if library.name == CORE)
    index = {library.name: _write_game(_chosen(library, core), folder) for library in libraries if library is not core}
    (folder / INDEX).write_text(json.dumps({"version": version(), "games": index}), encoding="utf-8")
    report(f"{folder.name}: {sum((folder / name).stat().st_size for name in held_files(folder)):,} bytes")


def _chosen(library: Library, core: Library) -> Library:
    """What browsers call, of the game and of the core, in one module."""
    exports = {**_only(library, GAME_FUNCTIONS), **_only(core, CORE_FUNCTIONS)}
    return Library(library.name, exports, objects.merge(export.lowered.module for export in exports.values()))


def _only(library: Library, functions: Sequence[str]) -> dict[str, Export]:
    return {name: export for name, export in library.exports.items() if export.name in functions}


def _write_game(library: Library, folder: Path) -> dict[str, dict[str, str]]:
    module = build_library(library, find_target("wasm32"), folder)
    facts = json.dumps(_facts(library), separators=(",", ":")).encode()
    return {
        "module": _name_by_hash(module, module.read_bytes()),
        "facts": _name_by_hash(folder / f"{library.name}.json", facts),
    }


def _name_by_hash(path: Path, content: bytes) -> dict[str, str]:
    """Writes a file named by its content, with the hash as browsers check it."""
    path.unlink(missing_ok=True)
    digest = hashlib.sha256(content).digest()
    named = path.with_name(f"{path.stem}-{digest.hex()[:12]}{path.suffix}")
    named.write_bytes(content)
    return {"file": named.name, "integrity": f"sha256-{base64.b64encode(digest).decode()}"}


# -- what a caller must know -----------------------------------------------------------------------------------------
def _facts(library: Library) -> dict[str, Any]:
    from niwashi.bots import LADDER
    from niwashi.engine import catalog

    rules = catalog.rules(library.name)
    return {
        "functions": layout([library])[library.name],
        "arrays": _arrays(rules),
        "fields": _fields(),
        "prospects": rules.has_prospects,
        "budgets": {rung.name: {"seconds": rung.budget.seconds, "nodes": rung.budget.nodes} for rung in LADDER},
        "constants": _constants(),
    }


def _arrays(rules: Any) -> dict[str, list[dict[str, Any]]]:
    """What the loops work in, argument by argument; names that are `like` another are the same memory."""
    from niwashi.bots.endgame import Solver
    from niwashi.bots.evaluator import Evaluator
    from niwashi.bots.halving import MAX_TRIALS
    from niwashi.bots.loops.mcts import new_tree
    from niwashi.core.rng import GENERATOR

    evaluator = Evaluator(rules)
    endgame = Solver(rules, evaluator).endgame._asdict()
    groups: dict[str, dict[str, Any]] = {
        "position": {"position": np.zeros(1, rules.position)},
        "rng": {"rng": np.zeros(1, GENERATOR)},
        "generators": {"generators": np.zeros(2 * MAX_TRIALS + 2, GENERATOR)},
        "scratch": evaluator.scratch._asdict(),
        "tree": {} if rules.has_prospects else new_tree()._asdict(),
        "endgame": endgame,
    }
    return {
        group: [_array(name, array, "positions" if name == "words" else "") for name, array in arrays.items()]
        for group, arrays in groups.items()
    }


def _array(name: str, array: Any, like: str) -> dict[str, Any]:
    content = base64.b64encode(array.tobytes()).decode() if name in ("net", "prospects_net") else ""
    described = {"name": name, "bytes": array.nbytes, "shape": list(array.shape)}
    return described | ({"like": like} if like else {}) | ({"base64": content} if content else {})


def _fields() -> dict[str, dict[str, int]]:
    """Where the fields lie that are read from outside, and how large a record is."""
    from niwashi.bots.loops.endgame import FRAME
    from niwashi.bots.loops.mcts import EDGE, NODE

    wanted = {
        "node": (NODE, ("first", "count")),
        "edge": (EDGE, ("total", "action", "visits")),
        "frame": (FRAME, ("best", "choice")),
    }
    found: dict[str, dict[str, int]] = {}
    for name, (dtype, fields) in wanted.items():
        places: Any = dtype.fields
        found[name] = {"size": dtype.itemsize} | {field: int(places[field][1]) for field in fields}
    return found


def _constants() -> dict[str, float]:
    """Of the levels, under names that say whose they are."""
    from niwashi.bots import budget_meter, endgame, halving, quick, tree
    from niwashi.bots.loops import endgame as solver
    from niwashi.bots.loops import mcts, rollout

    return {
        "temperature": quick.TEMPERATURE,
        "overlookedShare": quick.OVERLOOKED_SHARE,
        "compared": quick.COMPARED,
        "hastyShare": quick.HASTY_SHARE,
        "club": rollout.CLUB,
        "reserveSeconds": budget_meter.RESERVE_SECONDS,
        "halvingWidth": halving.MAX_WIDTH,
        "maxTrials": halving.MAX_TRIALS,
        "noise": halving.NOISE,
        "halvingHorizon": halving.HORIZON,
        "prior": halving.PRIOR,
        "trialsPerBatch": halving.TRIALS_PER_BATCH,
        "maxEdges": mcts.MAX_EDGES,
        "treeHorizon": tree.HORIZON,
        "solverShare": tree.SOLVER_SHARE,
        "maxSolverActions": tree.MAX_SOLVER_ACTIONS,
        "descentsPerCheck": tree.DESCENTS_PER_CHECK,
        "infiniteMargin": solver.INFINITE_MARGIN,
        "running": solver.RUNNING,
        "solved": solver.SOLVED,
        "chance": solver.CHANCE,
        "nodesPerCheck": endgame.NODES_PER_CHECK,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
