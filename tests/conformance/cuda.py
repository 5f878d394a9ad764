"""The conformance file on a GPU, which is run by hand where there is one:

python -m niwashi.build ptx FOLDER
python -m tests.conformance.cuda script FOLDER/script.json         # on any machine where kernels are compiled
NIWASHI_JIT=0 python -m tests.conformance.cuda run FOLDER          # on one with CuPy; needs no Numba

With a number behind FOLDER, only so many option sets of each game.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.conformance import targets
from tests.conformance.variants import ALL

GAMES = sorted({variant.game for variant in ALL})
STREAMS = 64
RESULT_BYTES = 64
ALIGNED = 256


def write_script(file: Path) -> None:
    file.write_text(json.dumps(targets.script(ALL)), encoding="utf-8")


class Case:
    """One case of the script in the memory of the device. All its calls are queued before anything is waited for."""

    def __init__(self, cupy: Any, case: dict[str, Any], layout: dict[str, Any]) -> None:
        self.cupy, self.case, self.layout = cupy, case, layout
        self.arrays = {name: self._upload(array) for name, array in case["arrays"].items()}
        self.results = cupy.zeros((len(case["calls"]), RESULT_BYTES), np.uint8)

    def _upload(self, array: dict[str, Any]) -> Any:
        content = np.zeros(-(-array["bytes"] // ALIGNED) * ALIGNED, np.uint8)
        if "base64" in array:
            content[: array["bytes"]] = np.frombuffer(base64.b64decode(array["base64"]), np.uint8)
        return self.cupy.asarray(content)

    def queue(self, module: Any) -> None:
        for number, (name, arguments) in enumerate(self.case["calls"]):
            flat = [self.results[number]]
            for argument, kind in zip(arguments, self.layout[name]["arguments"], strict=True):
                flat += self._flatten(argument, kind)
            module.get_function(f"{name}_entry")((1,), (1,), tuple(flat))

    def _flatten(self, argument: Any, kind: str) -> list[Any]:
        if not isinstance(argument, str):
            return [np.float64(argument) if kind == "float64" else np.int64(argument)]
        if argument.startswith("*"):
            return [self.arrays[argument[1:]]]
        return [self.arrays[argument], np.int64(self.case["arrays"][argument]["items"])]

    def hash(self) -> str:
        digest = hashlib.sha256()
        for (name, _), result in zip(self.case["calls"], self.cupy.asnumpy(self.results)):
            digest.update(result[: 8 * len(self.layout[name]["items"])].tobytes())
        for word in self.case["hashed"]:
            name, _, count = word.partition(":")
            length = int(count) * 8 if count else self.case["arrays"][name]["bytes"]
            digest.update(self.cupy.asnumpy(self.arrays[name])[:length].tobytes())
        return digest.hexdigest()[: targets.HASH_LETTERS]


def lines(folder: Path, names: set[str]) -> Iterator[str]:
    """Of the option sets of these names, as many at a time as there are streams."""
    import cupy

    layout = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["functions"]
    modules = {game: cupy.RawModule(path=str(folder / f"{game}.ptx")) for game in GAMES}
    streams = [cupy.cuda.Stream(non_blocking=True) for _ in range(STREAMS)]
    script = json.loads((folder / "script.json").read_text(encoding="utf-8"))
    wanted = [variant for variant in script if variant["name"] in names]
    for first in range(0, len(wanted), STREAMS):
        queued = []
        for variant, stream in zip(wanted[first : first + STREAMS], streams):
            cases = [Case(cupy, case, layout[variant["game"]]) for case in variant["cases"]]
            cupy.cuda.get_current_stream().synchronize()
            with stream:
                for case in cases:
                    case.queue(modules[variant["game"]])
            queued.append((variant["name"], cases))
        cupy.cuda.Device().synchronize()
        for name, cases in queued:
            yield " ".join([name, *(case.hash() for case in cases)])


def main(words: list[str]) -> int:
    command, place, *count = words
    if command == "script":
        write_script(Path(place))
        return 0
    names = {str(variant) for variant in (targets.some(int(count[0])) if count else ALL)}
    expected, began, wrong, found = set(targets.read()), time.perf_counter(), 0, 0
    for found, line in enumerate(lines(Path(place), names), 1):
        if line not in expected:
            wrong += 1
            print(f"  different: {line}", flush=True)
        if found % STREAMS == 0:
            print(f"{found} option sets after {time.perf_counter() - began:.0f} s", flush=True)
    print(f"{found} of {len(names)} option sets, {wrong} different from the conformance file")
    return bool(wrong) or found != len(names)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
