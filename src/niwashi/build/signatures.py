"""The functions that Python calls, with the types of their arguments: `signatures.json`.

`python -m niwashi.build.signatures` writes the file anew. It makes the program do everything that it does (`tour`) and
notes what it calls. A type is a name: `int`, `float`, `bool`, a record by the module and name of its dtype, an array by
its items and a comma between dimensions in brackets. A list is a named tuple: its class, then its items.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias

import numba
import numpy as np
from numba.core import types

FILE = Path(__file__).parent / "signatures.json"
TypeName: TypeAlias = "str | list[TypeName]"
PLAIN = {"int": types.int64, "float": types.float64, "bool": types.boolean}


def read() -> dict[str, list[TypeName]]:
    """The argument types of each function, by its full name."""
    found: dict[str, list[TypeName]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def resolve(name: TypeName) -> Any:
    """Numba's type of this name."""
    if isinstance(name, list):
        first, *items = name
        assert isinstance(first, str)
        return types.NamedTuple([resolve(item) for item in items], _lookup(first))
    if name.endswith("]"):
        item, _, commas = name[:-1].partition("[")
        return types.Array(_item(item), len(commas) + 1, "C")
    return PLAIN[name] if name in PLAIN else numba.from_dtype(_lookup(name))


def _item(name: str) -> Any:
    return numba.from_dtype(_lookup(name) if ":" in name else np.dtype(name))


def _lookup(name: str) -> Any:
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


# -- recording ---------------------------------------------------------------------------------------------------------
def describe(value: object) -> TypeName:
    """The name of an argument's type."""
    match value:
        case bool() | np.bool():
            return "bool"
        case int() | np.integer():
            return "int"
        case float() | np.floating():
            return "float"
        case tuple():
            return [f"{type(value).__module__}:{type(value).__name__}", *map(describe, value)]
        case np.ndarray():
            commas = "," * (value.ndim - 1)
            return f"{_dtype_name(value.dtype)}[{commas}]"
        case np.void():
            return _dtype_name(value.dtype)
    raise TypeError(f"no kernel takes a {type(value).__name__}")


@cache
def _dtype_name(dtype: np.dtype[Any]) -> str:
    if dtype.names is None:
        return dtype.name
    for module in sorted(name for name in sys.modules if name.startswith("niwashi.")):
        for name, value in vars(sys.modules[module]).items():
            if isinstance(value, np.dtype) and value == dtype and _defines(module, name):
                return f"{module}:{name}"
    raise TypeError(f"no module has a dtype with the fields {', '.join(dtype.names)}")


def _defines(module: str, name: str) -> bool:
    """Rather than imports."""
    return re.search(rf"^{name}\b.*= np\.dtype\(", inspect.getsource(sys.modules[module]), re.MULTILINE) is not None


class Recorder:
    """Makes kernels that note the types of their first arguments."""

    def __init__(self) -> None:
        self.seen: dict[str, list[TypeName]] = {}

    def __call__(self, function: FunctionType, inline: bool) -> Callable[..., Any]:
        return _Noted(function, inline, self.seen)


class _Noted:
    def __init__(self, function: FunctionType, inline: bool, seen: dict[str, list[TypeName]]) -> None:
        from niwashi.core.kernel import jit, name_of

        self.py_func, self._dispatcher = function, jit(function, inline)
        self._name, self._seen = name_of(function), seen

    def __call__(self, *arguments: Any) -> Any:
        if self._name not in self._seen:
            self._seen[self._name] = [describe(argument) for argument in arguments]
        return self._dispatcher(*arguments)

    @property
    def _numba_type_(self) -> Any:
        return getattr(self._dispatcher, "_numba_type_")  # noqa: B009  # Numba's types do not know it


def main() -> None:
    from niwashi.core.kernel import use_compiler

    recorder = Recorder()
    use_compiler(recorder)  # before the games are imported, with which tour begins
    from niwashi.build.tour import take

    take(lambda part: print(part, flush=True))
    lines = [f"  {json.dumps(name)}: {json.dumps(recorder.seen[name])}" for name in sorted(recorder.seen)]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
