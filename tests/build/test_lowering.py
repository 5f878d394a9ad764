"""What the builder uses of Numba that is private: a new Numba that breaks it fails here first, and says so."""

from __future__ import annotations

import subprocess
import sys

import pytest

BROKEN = "Numba has changed what niwashi/build/lowering.py relies on: "
LOWER = """
import warnings; warnings.simplefilter("ignore")
import numpy as np
from numba.core import types
from niwashi.build.lowering import dispatcher, lower, lowering_only

def twice(x):
    return 2 * x

twice = dispatcher(twice, inline=True)

def first_twice(numbers, flag):
    return twice(numbers[0]), flag

with lowering_only():
    lowered = lower(first_twice, (types.Array(types.int64, 1, "C"), types.boolean))
function = lowered.module.get_function(lowered.symbol)
print([str(argument.type) for argument in function.arguments])
print(lowered.result)
functions = list(lowered.module.functions)
print([f.name for f in functions if f.is_declaration and not f.name.startswith(("llvm.", "NRT_"))])
print([f.name for f in functions if not f.is_declaration and "@NRT_MemInfo" in str(f)])
"""


@pytest.fixture(scope="module")
def lowered() -> list[str]:
    done = subprocess.run([sys.executable, "-c", LOWER], capture_output=True, text=True, check=False)
    assert done.returncode == 0, BROKEN + done.stderr
    return done.stdout.splitlines()


def test_arguments_are_passed_as_the_c_interface_expects(lowered: list[str]) -> None:
    """The result, the exception, then of an array: its two owners, items, size of one, data, shape, strides."""
    array = ["ptr", "ptr", "i64", "i64", "ptr", "i64", "i64"]
    assert lowered[0] == str(["ptr", "ptr", *array, "i8"]), BROKEN + "the calling convention"


def test_results_have_their_type(lowered: list[str]) -> None:
    assert lowered[1] == "Tuple(int64, bool)", BROKEN + "types of results"


def test_a_lowered_function_contains_everything_that_it_calls(lowered: list[str]) -> None:
    assert lowered[2] == "[]", BROKEN + "functions that are called are not linked"


def test_nothing_counts_references(lowered: list[str]) -> None:
    assert lowered[3] == "[]", BROKEN + "NRT_incref and NRT_decref"
