"""`@kernel`: one source that Numba compiles, or that plain Python runs with NIWASHI_JIT=0.

A kernel is a small function over a position. It allocates nothing, recurses never and knows no object beyond numbers,
records and arrays, so that a GPU compiler takes the same source. Compiled code is cached under a folder named by a hash
of every kernel source, because Numba's own cache does not notice a changed function in another file.
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
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

F = TypeVar("F", bound=Callable[..., Any])

MAX_CACHE_AGE_SECONDS = 30 * 24 * 3600
JIT = os.environ.get("NIWASHI_JIT", "1") != "0"
PACKAGE = Path(__file__).parent.parent
_CACHE_DIR_LOCK = threading.Lock()
NOTICE = "niwashi: compiling the rules for this machine; this happens once and takes about a minute …"


def kernel(function: F) -> F:
    """Compile on first use, and into whatever calls it; with NIWASHI_JIT=0 the function as it stands."""
    return _compile(function, inline=True) if JIT else function


def entry(function: F) -> F:
    """A kernel's twin that is called, not copied into its callers: long loops over a game compile faster with it."""
    if not JIT:
        return function
    source = cast(types.FunctionType, vars(function).get("py_func", function))
    return cast(F, _compile(_rename(source, source.__globals__, f"{source.__qualname__}_entry"), inline=False))


def bind(
    function: Callable[..., Any], kernels: Mapping[str, Any], name: str, inline: bool = True
) -> Callable[..., Any]:
    """A loop written over the contract's names, made a kernel of one game.

    The function's globals that `kernels` names are replaced; `name` keeps the games' compiled code apart in the cache.
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
    import numba

    _listen_to_numba()
    with _cache_directory(cache_folder(group_of(function.__module__))):
        return cast(F, numba.njit(function, cache=True, nogil=True, error_model="numpy", forceinline=inline))


def group_of(module: str) -> str:
    """Kernels that see the same sources: core's, a game's, or those of a package above the games."""
    game = re.match(r"niwashi\.(games\.\w+|bots\.loops|engine\.moments|\w+)", module)
    return game[1] if game else module.split(".")[0]


@cache
def sources_hash(group: str) -> str:
    """Names a version of a group's kernels: all see core; a game sees itself; the rest see themselves, all games and
    what bots do with them."""
    seen, place = ["core/"], group.replace(".", "/")
    if group.startswith("games."):
        seen.append(f"{place}/")
    elif group != "core":
        seen += ["games/", "bots/loops/", f"{place}/", f"{place}.py"]
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).as_posix()
        if inside.startswith(tuple(seen)):
            digest.update(inside.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder(group: str) -> Path:
    """Where compiled kernels live: NIWASHI_CACHE, else the user's cache, else (unwritable) a temporary folder."""
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
    """Other versions that were last compiled a month before this one."""
    for other in folder.parent.glob(f"{group}-*"):
        if other.stat().st_mtime < folder.stat().st_mtime - MAX_CACHE_AGE_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


@contextmanager
def _cache_directory(folder: Path) -> Iterator[None]:
    """Numba reads its cache directory when a function is decorated; others' functions keep theirs.

    One thread at a time: the setting is global, and another's restoring it would send our code to the wrong folder.
    """
    from numba import config

    with _CACHE_DIR_LOCK:
        before = vars(config)["CACHE_DIR"]
        vars(config)["CACHE_DIR"] = str(folder)
        try:
            yield
        finally:
            vars(config)["CACHE_DIR"] = before


# -- telling that something is compiled --------------------------------------------------------------------------------
class CompileWatcher(Protocol):
    """Is told of every kernel that is compiled, by its name. Kernels that it calls are compiled in between."""

    def begin(self, part: str) -> None: ...
    def end(self, part: str) -> None: ...


class CompileNotice:
    """Says once, on standard error, that a compile has begun: silence for a minute looks like a hang."""

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
    """From now on this process tells `watcher`, and nobody else, what it compiles."""
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
    function = event.data["dispatcher"].py_func
    return f"{function.__module__}.{function.__qualname__}"
