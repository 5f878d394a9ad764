"""Where the loops of `ranges` run: on all cores of the CPU, or on a GPU."""

from __future__ import annotations

import inspect
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from niwashi.batch.ranges import LOOPS, NETWORKS, range_loops, scratch_arrays
from niwashi.core.ahead import PACKAGE
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.game import Rules
from niwashi.core.kernel import sources_hash
from niwashi.parallel.extras import install
from niwashi.parallel.processes import cores

PARAMETERS = {loop.__name__: tuple(inspect.signature(loop).parameters) for loop in LOOPS}
THREADS_PER_BLOCK = 128
CUDA_MANIFEST = "manifest.json"
CUDA_GROUPS = ("batch", "env")
"""The groups of kernels whose loops a GPU has entries of."""
BUILD = "make it with: python -m niwashi.build ptx FOLDER, and set NIWASHI_CUDA=FOLDER"


class Device(Protocol):
    """Arrays of a device, and the loops over them. Arrays of records are arrays of bytes on a GPU."""

    name: str

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any: ...
    def upload(self, array: NDArray[Any]) -> Any: ...
    def download(self, array: Any, dtype: Any) -> NDArray[Any]: ...
    def run(self, loop: str, games: int, *arguments: Any) -> None:
        """Runs a loop for this many games; the arguments are its own between `last` and the scratch arrays."""


def open_device(name: str, rules: Rules) -> Device:
    if name == "cpu":
        return Cpu(rules)
    if name == "cuda":
        return Cuda(rules)
    raise NiwashiError("batch/device", f"there is no device {quote(name)}; the devices are cpu and cuda")


class Cpu:
    """Every core takes a range of the games."""

    name = "cpu"

    def __init__(self, rules: Rules) -> None:
        self._loops = range_loops(rules.name)
        self._scratch = [scratch_arrays(rules) for _ in range(cores())]

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        return np.zeros(shape, dtype)

    def upload(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy()

    def download(self, array: NDArray[Any], dtype: Any) -> NDArray[Any]:
        return array.copy()

    def run(self, loop: str, games: int, *arguments: Any) -> None:
        compiled, threads = getattr(self._loops, loop), min(len(self._scratch), games)
        names = [name for name in PARAMETERS[loop] if name in self._scratch[0]]
        bounds = [games * i // threads for i in range(threads + 1)]

        def run(thread: int) -> None:
            own = [self._scratch[thread][name] for name in names]
            compiled(bounds[thread], bounds[thread + 1], *arguments, *own)

        if threads == 1:
            run(0)
            return
        with ThreadPoolExecutor(threads) as pool:
            for _ in pool.map(run, range(threads)):
                pass


class Cuda:
    """Every thread of an NVIDIA GPU takes a game. CuPy loads the PTX that `niwashi.build` makes."""

    name = "cuda"

    def __init__(self, rules: Rules) -> None:
        self._cupy = import_cupy()
        code, manifest = find_cuda(rules)
        self._entries: dict[str, list[int]] = manifest["entries"][rules.name]
        self.tiles: bool = manifest["tiles"][rules.name]
        """Whether positions of a vector environment lie in tiles: `niwashi.build.step_entries`."""
        self._module = self._cupy.RawModule(path=str(code))
        scratch = scratch_arrays(rules)["scratch"]
        self._networks = [self.upload(getattr(scratch, name)) for name in NETWORKS]

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        dtype = np.dtype(dtype)
        if dtype.names is None:
            return self._cupy.zeros(shape, dtype)
        return self._cupy.zeros((shape, dtype.itemsize), np.uint8)

    def upload(self, array: NDArray[Any]) -> Any:
        if array.dtype.names is not None:
            array = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
        return self._cupy.asarray(array)

    def download(self, array: Any, dtype: Any) -> NDArray[Any]:
        got: NDArray[Any] = self._cupy.asnumpy(array)
        return got if np.dtype(dtype).names is None else got.view(dtype)[:, 0]

    def take(self, array: Any) -> Any:
        """Another library's array of this GPU, without a copy."""
        return array if isinstance(array, self._cupy.ndarray) else self._cupy.from_dlpack(array)

    def run(self, loop: str, games: int, *arguments: Any) -> None:
        entry = self._module.get_function(loop)
        if "scratch" in PARAMETERS.get(loop, ()):
            arguments = (*arguments, *self._networks)
        flat = [np.int64(games)]
        for argument, dimensions in zip(arguments, self._entries[loop], strict=True):
            flat += _flatten(argument, dimensions)
        blocks = -(-games // THREADS_PER_BLOCK)
        entry((blocks,), (THREADS_PER_BLOCK,), tuple(flat))


def _flatten(argument: Any, dimensions: int) -> list[Any]:
    """As the entries take it: an array by its address and its dimensions, where a record counts as one item."""
    if dimensions:
        return [argument, *map(np.int64, argument.shape[:dimensions])]
    return [np.float64(argument) if isinstance(argument, float) else np.int64(argument)]


def import_cupy() -> Any:
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        raise NiwashiError("batch/cupy", f"the device cuda needs CuPy; install it with: {install('gpu')}") from None
    except Exception as error:  # CuPy's own, which exist only where it is installed
        raise NiwashiError("batch/gpu", f"there is no usable NVIDIA GPU here: {error}") from None
    return cupy


def find_cuda(rules: Rules) -> tuple[Path, dict[str, Any]]:
    """The file with the PTX of a game's entries, and the manifest."""
    folder = cuda_folder()
    try:
        manifest = json.loads((folder / CUDA_MANIFEST).read_text(encoding="utf-8"))
        code = folder / f"{rules.name}.ptx"
        code.stat()
    except OSError:
        raise NiwashiError("batch/ptx", f"there is no GPU code in {folder}; {BUILD}") from None
    except ValueError:
        raise NiwashiError("batch/ptx", f"{folder / CUDA_MANIFEST} is damaged; {BUILD}") from None
    if manifest.get("hashes") != {group: sources_hash(group) for group in CUDA_GROUPS}:
        raise NiwashiError("batch/ptx", f"the GPU code in {folder} was made from other rules; {BUILD}")
    return code, manifest


def cuda_folder() -> Path:
    """NIWASHI_CUDA names another folder than the package's."""
    return Path(os.environ.get("NIWASHI_CUDA") or PACKAGE / "compiled" / "cuda")
