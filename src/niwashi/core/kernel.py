"""`@kernel`: a compiled function; with NIWASHI_JIT=0 plain Python runs the same source.

Wheels have libraries of kernels that were compiled ahead (`core.ahead`). Numba compiles what is not in them.

A kernel is a small function over a position. It allocates nothing, does not recurse and uses only numbers, records and
arrays, so a GPU compiler accepts the same source. Compiled code is cached in a folder named by a hash of all kernel
sources, because Numba's own cache does not notice a changed function in another file.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, cast

from niwashi.core import ahead

if TYPE_CHECKING:
    from collections.abc import Iterator

F = TypeVar("F", bound=Callable[..., Any])
Compiler: TypeAlias = Callable[[types.FunctionType, bool], Callable[..., Any]]
"""Makes a kernel of a function; the second argument says whether it is inlined into its callers."""

UNCOUNTED = ("env",)
"""Groups in which Numba counts no references to arrays. Kernels free nothing, and where loops hand twenty arrays around
for every game, atomic counts take four fifths of the time."""
MAX_CACHE_AGE_SECONDS = 30 * 24 * 3600
JIT = os.environ.get("NIWASHI_JIT", "1") != "0"
PACKAGE = ahead.PACKAGE
_CACHE_DIR_LOCK = threading.Lock()
NOTICE = "niwashi: compiling the rules for this machine; this happens once and takes about a minute …"


def kernel(function: F) -> F:
    """Compile on first use, inlined into its callers; with NIWASHI_JIT=0, return the function unchanged."""
    return _compile(function, inline=True) if JIT else function


def entry(function: F) -> F:
    """A copy of a kernel that is called instead of inlined. Long loops over a game compile faster with it."""
    if not JIT:
        return function
    source = cast(types.FunctionType, getattr(function, "py_func", function))
    return cast(F, _compile(_rename(source, source.__globals__, f"{source.__qualname__}_entry"), inline=False))


def bind(
    function: Callable[..., Any], kernels: Mapping[str, Any], name: str, inline: bool = True
) -> Callable[..., Any]:
    """Make a loop over the contract's names (`kernel_stubs`) a kernel of one game.

    The function's globals that `kernels` names are replaced. `name` keeps the games' compiled code apart in the cache.
    """
    assert isinstance(function, types.FunctionType), "a plain function"
    bound = _rename(function, {**function.__globals__, **kernels}, f"{function.__qualname__}_{name}")
    return _compile(bound, inline) if JIT else bound


def _rename(function: types.FunctionType, names: dict[str, Any], qualname: str) -> types.FunctionType:
    twin = types.FunctionType(function.__code__, names, function.__name__)
    twin.__qualname__ = qualname
    twin.__module__ = function.__module__
    return twin


def _compile(function: F, inline: bool) -> F:
    return cast(F, _compiler(cast(types.FunctionType, function), inline))


def use_compiler(compiler: Compiler) -> None:
    """Make all kernels that are defined from now on with another compiler: `niwashi.build` does, before it imports the
    games."""
    global _compiler
    _compiler = compiler


def find_or_compile(function: types.FunctionType, inline: bool) -> Callable[..., Any]:
    """A kernel that was compiled ahead, or one that is compiled on first use."""
    group = group_of(function.__module__)
    if ahead.is_current(group, sources_hash):
        return AheadKernel(function, inline, ahead.find(name_of(function), group, sources_hash))
    return jit(function, inline)


def jit(function: types.FunctionType, inline: bool) -> Callable[..., Any]:
    import numba

    _listen_to_numba()
    group = group_of(function.__module__)
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": group not in UNCOUNTED}
    with _cache_directory(cache_folder(group)):
        compiled: Callable[..., Any] = numba.njit(function, forceinline=inline, **options)
        return compiled


_compiler: Compiler = find_or_compile


class AheadKernel:
    """A kernel whose group was compiled ahead.

    Kernels that only other kernels call have no function of their own in the library. These, and calls with arguments
    of other types, are compiled when they are needed.
    """

    def __init__(self, function: types.FunctionType, inline: bool, compiled: Callable[..., Any] | None) -> None:
        self.py_func, self._inline = function, inline
        self._compiled = compiled or self._call_jit
        self._jit: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self._compiled(*arguments)
        except (TypeError, ValueError, BufferError):
            return self._call_jit(*arguments)

    def _call_jit(self, *arguments: Any) -> Any:
        return self.dispatcher(*arguments)

    @property
    def dispatcher(self) -> Any:
        if self._jit is None:
            self._jit = jit(self.py_func, self._inline)
        return self._jit

    @property
    def _numba_type_(self) -> Any:
        """Numba asks for it where a function that it compiles calls this kernel."""
        return self.dispatcher._numba_type_


def name_of(function: types.FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def is_compiled_ahead() -> bool:
    """Whether nothing that the program calls needs compiling here."""
    return ahead.covers_all(sources_hash)


def group_of(module: str) -> str:
    """The group of kernels that depend on the same sources: core, a game, or a package above the games."""
    game = re.match(r"niwashi\.(games\.\w+|bots\.loops|engine\.moments|\w+)", module)
    return game[1] if game else module.split(".")[0]


@cache
def sources_hash(group: str) -> str:
    """The version of a group's kernels. All depend on core, but not on what loads them; a game also on itself; any
    other group on itself, on all games and on the bots' loops."""
    seen, place = ["core/"], group.replace(".", "/")
    if group.startswith("games."):
        seen.append(f"{place}/")
    elif group != "core":
        seen += ["games/", "bots/loops/", f"{place}/", f"{place}.py"]
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).as_posix()
        if inside.startswith(tuple(seen)) and path != Path(ahead.__file__):
            digest.update(inside.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder(group: str) -> Path:
    """The folder of compiled kernels: in NIWASHI_CACHE, else in the user's cache, else in a temporary folder."""
    named = os.environ.get("NIWASHI_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for parent in (Path(named) if named else Path(home, "niwashi"), Path(tempfile.gettempdir(), "niwashi-cache")):
        folder = parent / f"{group}-{sources_hash(group)}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                _delete_old_caches(folder, group)
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="niwashi-"))


def _delete_old_caches(folder: Path, group: str) -> None:
    """Delete versions that are a month older than this one."""
    for other in folder.parent.glob(f"{group}-*"):
        if other.stat().st_mtime < folder.stat().st_mtime - MAX_CACHE_AGE_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


@contextmanager
def _cache_directory(folder: Path) -> Iterator[None]:
    """Set Numba's cache directory, which it reads when a function is decorated, and restore it afterwards.

    The setting is global, hence the lock: a concurrent restore would send our code to the wrong folder.
    """
    from numba import config

    with _CACHE_DIR_LOCK:
        before = vars(config)["CACHE_DIR"]
        vars(config)["CACHE_DIR"] = str(folder)
        try:
            yield
        finally:
            vars(config)["CACHE_DIR"] = before


# -- watching compilation ----------------------------------------------------------------------------------------------
class CompileWatcher(Protocol):
    """Notified of every kernel that is compiled, by name. Kernels that it calls are compiled in between."""

    def begin(self, part: str) -> None: ...
    def end(self, part: str) -> None: ...


class CompileNotice:
    """Prints once, on standard error, that compilation has begun: a silent minute looks like a hang."""

    printed = False

    def begin(self, part: str) -> None:
        if not self.printed:
            self.printed = True
            print(NOTICE, file=sys.stderr, flush=True)

    def end(self, part: str) -> None:
        pass


_watcher: CompileWatcher = CompileNotice()


def compile_watcher() -> CompileWatcher:
    return _watcher


def watch_compiling(watcher: CompileWatcher) -> None:
    """Make `watcher` the only watcher of this process."""
    global _watcher
    _watcher = watcher


@cache
def _listen_to_numba() -> None:
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            _watcher.begin(_name(event))

        def on_end(self, event: Any) -> None:
            _watcher.end(_name(event))

    event.register("numba:compile", Listener())


def _name(event: Any) -> str:
    return name_of(event.data["dispatcher"].py_func)
