"""Lowers Python functions to LLVM IR through Numba, without optimising or running them.

Everything private of Numba that the builder needs is in this module; `tests/build/test_lowering.py` says what broke
when a new Numba changes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

import llvmlite.binding as llvm
import numba
from numba.core import compiler
from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target

STAND_INS = """
define linkonce_odr void @NRT_incref(ptr %p) alwaysinline { ret void }
define linkonce_odr void @NRT_decref(ptr %p) alwaysinline { ret void }
declare double @llvm.sqrt.f64(double)
define linkonce_odr double @sqrt(double %x) alwaysinline {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
"""
"""Kernels allocate nothing, so nothing is counted and freed. Every target has an instruction for square roots."""
REPLACED = r"(?ms)^(declare|define)[^\n]*@(NRT_incref|NRT_decref|sqrt|llvm\.sqrt\.f64)\([^\n]*?(\{$.*?^\}$|\n)"


@dataclass(frozen=True)
class Lowered:
    """A function in LLVM IR, by Numba's calling convention: status(result, exception, flattened arguments …)."""

    module: llvm.ModuleRef
    symbol: str
    result: Any
    """Numba's type of what it returns."""


@contextmanager
def lowering_only() -> Iterator[None]:
    """Inside, Numba neither optimises for this CPU nor makes machine code. Nothing lowered here can be run."""
    with ExitStack() as patches:
        for owner, name, stand_in in (
            (CPUCodeLibrary, "_optimize_functions", lambda self, module: None),
            (CPUCodeLibrary, "_optimize_final_module", lambda self: None),
            (CPUCodeLibrary, "_finalize_final_module", _mark_as_finalized),
            (CPUContext, "get_executable", _no_executable),
        ):
            assert hasattr(owner, name), f"this Numba has no {owner.__name__}.{name}"
            patches.enter_context(patch.object(owner, name, stand_in))
        yield


def _no_executable(context: Any, library: Any, description: Any, environment: Any) -> Any:
    """Numba knows functions by what it returns, so it is something built in that no other function has."""
    return [].append


def _mark_as_finalized(library: Any) -> None:
    library._finalized = True


def dispatcher(function: Any, inline: bool) -> Any:
    """A function that other lowered functions may call."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "forceinline": inline}
    return numba.njit(function, nogil=True, error_model="numpy", **options)


def lower(function: Any, arguments: Sequence[Any]) -> Lowered:
    """Inside `lowering_only`."""
    flags: Any = compiler.Flags()
    flags.no_cpython_wrapper, flags.no_cfunc_wrapper, flags.nrt, flags.error_model = True, True, True, "numpy"
    typing, context = cpu_target.typing_context, cpu_target.target_context
    typing.refresh()
    context.refresh()
    with global_compiler_lock:
        done = compiler.compile_extra(typing, context, function, tuple(arguments), None, flags, {})
        done.library.finalize()  # links what it calls
    return Lowered(_plain(done.library._final_module), done.fndesc.llvm_func_name, done.signature.return_type)


def _plain(module: llvm.ModuleRef) -> llvm.ModuleRef:
    """Without calls into Numba's runtime and the C library."""
    return llvm.parse_assembly(re.sub(REPLACED, "", str(module)) + STAND_INS)
