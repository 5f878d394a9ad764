"""Where the games of a vector environment are stepped: on the cores of the CPU, or on an NVIDIA GPU."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from niwashi.batch.devices import Cuda
from niwashi.core.errors import BadOptions, NiwashiError, quote
from niwashi.core.game import Rules
from niwashi.env.loops import OWN, Games, loops
from niwashi.env.memory import TILE_GAMES

NAMES = ("cpu", "cuda")
GAMES_PER_THREAD = 128
"""With fewer, handing them to a thread takes longer than stepping them."""
NONE_REFUSED = -1
ON_GPU = (2, 13)
"""DLPack's numbers of a GPU's memory, and of memory that it shares with the host."""


class Stepper(Protocol):
    """A device's arrays, and the loops over all games. Arrays of records are arrays of bytes on a GPU."""

    threads: int

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any: ...
    def read(self, array: Any) -> Any:
        """An array on this device, if it is one already; or else of the host."""

    def upload(self, array: NDArray[Any]) -> Any: ...
    def download(self, array: Any) -> NDArray[Any]: ...
    def make_games(self, made: Games) -> Games:
        """The memory as the device needs it."""

    def write_opening(self, games: Games, opening: NDArray[np.void]) -> None: ...
    def write_rows(self, array: Any, rows: NDArray[np.int64], records: NDArray[np.void]) -> None: ...
    def position(self, games: Games, game: int) -> NDArray[np.void]: ...
    def protect(self, array: Any) -> Any:
        """A view that cannot be written to, where the device has such."""

    def step(self, games: Games, actions: Any) -> int:
        """Steps all games; or none, if an action is refused: returns the first such game, or NONE_REFUSED."""

    def begin(self, games: Games, chosen: Any) -> None: ...
    def sample(self, games: Games, generators: Any, out: Any) -> None: ...
    def close(self) -> None: ...


def open_stepper(device: object, rules: Rules, count: int, threads: int) -> Stepper:
    if device not in NAMES:
        raise BadOptions("env/device", f"there is no device {quote(device)}; the devices are {', '.join(NAMES)}")
    return GpuStepper(rules, count) if device == "cuda" else CpuStepper(rules, count, threads)


class CpuStepper:
    """Every thread takes a range of the games."""

    def __init__(self, rules: Rules, count: int, threads: int) -> None:
        self._rules, self._count = rules, count
        self._loops = loops(rules.name)
        self.threads = max(1, min(threads, count // GAMES_PER_THREAD))
        self._pool = ThreadPoolExecutor(self.threads, "niwashi-env") if self.threads > 1 else None

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> NDArray[Any]:
        return np.zeros(shape, dtype)

    def read(self, array: Any) -> NDArray[Any]:
        return as_array(array)

    def upload(self, array: NDArray[Any]) -> NDArray[Any]:
        """Numba would compile the loops anew for an array that is read-only, as JAX's are, or has gaps."""
        return np.require(array, requirements=["C", "A", "W"])

    def download(self, array: NDArray[Any]) -> NDArray[Any]:
        return array

    def make_games(self, made: Games) -> Games:
        return made

    def write_opening(self, games: Games, opening: NDArray[np.void]) -> None:
        games.opening[:] = opening

    def write_rows(self, array: NDArray[np.void], rows: NDArray[np.int64], records: NDArray[np.void]) -> None:
        array[rows] = records

    def position(self, games: Games, game: int) -> NDArray[np.void]:
        return games.positions[game : game + 1].copy()

    def protect(self, array: NDArray[Any]) -> NDArray[Any]:
        view = array.view()
        view.flags.writeable = False
        return view

    def step(self, games: Games, actions: NDArray[np.int64]) -> int:
        step_games, find_illegal, most = self._loops.step_games, self._loops.find_illegal, self._rules.actions
        if self._pool is None:
            return step_games(games, actions, most, 0, self._count, 0)
        found = self._in_parts(lambda first, end, _: find_illegal(games, actions, most, first, end))
        refused = next((game for game in found if game != NONE_REFUSED), NONE_REFUSED)
        if refused == NONE_REFUSED:
            self._in_parts(lambda first, end, part: step_games(games, actions, 0, first, end, part))
        return refused

    def begin(self, games: Games, chosen: NDArray[np.uint8]) -> None:
        self._in_parts(lambda first, end, part: self._loops.begin_games(games, chosen, first, end, part))

    def sample(self, games: Games, generators: NDArray[np.void], out: NDArray[np.int64]) -> None:
        self._in_parts(lambda first, end, part: self._loops.sample_actions(games, generators, out, first, end))

    def _in_parts(self, do: Callable[[int, int, int], Any]) -> list[Any]:
        """Ranges of games, one for each thread; the last one in this thread. Returns what each returns, in order."""
        if self._pool is None:
            return [do(0, self._count, 0)]
        parts = self.threads
        ends = [self._count * part // parts for part in range(parts + 1)]
        others = [self._pool.submit(do, ends[part], ends[part + 1], part) for part in range(parts - 1)]
        last = do(ends[-2], ends[-1], parts - 1)
        return [*(other.result() for other in others), last]

    def __reduce__(self) -> tuple[Any, ...]:
        """Threads stay in their process."""
        return CpuStepper, (self._rules, self._count, self.threads)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class GpuStepper:
    """A thread of the GPU steps a game. The loops are entries of the code that `niwashi.build` makes."""

    def __init__(self, rules: Rules, count: int) -> None:
        self._rules, self._count = rules, count
        self._cuda = Cuda(rules)
        self.threads = 1  # each has its own local memory
        self._refused = self._cuda.upload(np.array([NONE_REFUSED], np.int64))

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        return self._cuda.zeros(shape, dtype)

    def read(self, array: Any) -> Any:
        return self._cuda.take(array) if _is_on_gpu(array) else as_array(array)

    def upload(self, array: Any) -> Any:
        return array if _is_on_gpu(array) else self._cuda.upload(array)

    def download(self, array: Any) -> NDArray[Any]:
        return self._cuda.download(array, array.dtype)

    def make_games(self, made: Games) -> Games:
        """The positions in tiles, where the code has them so. Their memory is made by whole warps."""
        settings, players = self.upload(made.settings), self.upload(made.players)
        games = made._replace(settings=settings, players=players)
        if not self._cuda.tiles:
            return games
        tiles, words = -(-self._count // TILE_GAMES), self._rules.position.itemsize // 8
        return games._replace(positions=self.zeros((tiles, words, TILE_GAMES), np.uint64))

    def write_opening(self, games: Games, opening: NDArray[np.void]) -> None:
        games.opening[:] = self.upload(opening)

    def write_rows(self, array: Any, rows: NDArray[np.int64], records: NDArray[np.void]) -> None:
        array[self.upload(rows)] = self.upload(records)

    def position(self, games: Games, game: int) -> NDArray[np.void]:
        rows = games.positions
        row = rows[game // TILE_GAMES, :, game % TILE_GAMES] if self._cuda.tiles else rows[game]
        content: NDArray[np.void] = np.ascontiguousarray(self.download(row)).view(self._rules.position)
        return content

    def protect(self, array: Any) -> Any:
        return array

    def step(self, games: Games, actions: Any) -> int:
        """Both entries are queued at once, and the second one does nothing if the first one has refused an action."""
        self._run("find_illegal", games, actions, self._rules.actions)
        self._run("step_games", games, actions, 0)
        refused = int(self.download(self._refused)[0])
        if refused != NONE_REFUSED:
            self._refused.fill(NONE_REFUSED)
        return refused

    def begin(self, games: Games, chosen: Any) -> None:
        self._run("begin_games", games, chosen)

    def sample(self, games: Games, generators: Any, out: Any) -> None:
        self._run("sample_actions", games, generators, out)

    def _run(self, loop: str, games: Games, *arguments: Any) -> None:
        arrays = [array for name, array in games._asdict().items() if f"games.{name}" not in OWN]
        self._cuda.run(loop, self._count, *arrays, *arguments, self._refused)

    def __reduce__(self) -> tuple[Any, ...]:
        raise NiwashiError("env/pickle", "an environment on a GPU cannot be sent elsewhere; make it where it is to run")

    def close(self) -> None:
        pass


def _is_on_gpu(array: Any) -> bool:
    return hasattr(array, "__dlpack_device__") and array.__dlpack_device__()[0] in ON_GPU


def as_array(array: Any) -> NDArray[Any]:
    try:
        return np.asarray(array)
    except ValueError:  # rows of different lengths
        return np.asarray(array, object)
