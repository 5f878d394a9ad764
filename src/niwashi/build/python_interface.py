"""Wraps exported functions for Python: an extension module in LLVM IR, by the stable ABI of Python 3.11 and newer.

Arrays and records come in by the buffer protocol. The module needs neither Numba nor a C compiler, and one file serves
all versions of Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numba.core import types

from niwashi.build.c_interface import (
    Export,
    Writer,
    c_return,
    c_types,
    item_size,
    items_of,
    leaves,
    returns_tuple,
)

METH_FASTCALL = 0x80
PYBUF_SIMPLE, PYBUF_ND = 0, 8
STABLE_API = 3
BUFFER_BYTES = 80
"""The size of a Py_buffer where pointers have 64 bits."""

HEADER = """
%Py_buffer = type { ptr, ptr, i64, i64, i32, i32, ptr, ptr, ptr, ptr, ptr }
%Method = type { ptr, ptr, i32, ptr }
%Module = type { i64, ptr, ptr, i64, ptr, ptr, ptr, i64, ptr, ptr, ptr, ptr, ptr }
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @PyLong_AsLongLong(ptr)
declare double @PyFloat_AsDouble(ptr)
declare i32 @PyObject_IsTrue(ptr)
declare ptr @PyErr_Occurred()
declare i32 @PyErr_BadArgument()
declare ptr @PyTuple_GetItem(ptr, i64)
declare i32 @PyObject_GetBuffer(ptr, ptr, i32)
declare void @PyBuffer_Release(ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare ptr @Py_BuildValue(ptr, ...)
declare ptr @PyBool_FromLong(i32)
declare ptr @PyModule_Create2(ptr, i32)
"""
PYTHON_SYMBOLS = sorted(word.split("@")[1].split("(")[0] for word in HEADER.splitlines() if "@Py" in word)


class _Wrapper(Writer):
    """Writes the wrapper of one function. Every failure leads to one block, which releases the buffers."""

    def __init__(self, export: Export) -> None:
        super().__init__()
        self.export = export
        self.passed: list[str] = []
        self.buffers: list[str] = []
        self._labels = 0
        self._total = sum(isinstance(leaf, types.Record | types.Array) for leaf in export.leaves)

    def go_on_if(self, condition: str, otherwise: str = "fail") -> None:
        self._labels += 1
        self.do(f"br i1 {condition}, label %l{self._labels}, label %{otherwise}")
        self.label(f"l{self._labels}")

    def write(self) -> str:
        self.label("entry")
        for _ in range(self._total):
            self.buffers.append(self.value("alloca %Py_buffer"))
        tuple_memory = self.value("alloca [8 x i64]")
        for buffer in self.buffers:
            self.do(f"call void @llvm.memset.p0.i64(ptr {buffer}, i8 0, i64 {BUFFER_BYTES}, i1 false)")
        self._unused = iter(self.buffers)
        self.go_on_if(self.value(f"icmp eq i64 %count, {len(self.export.arguments)}"), "bad")
        for i, argument in enumerate(self.export.arguments):
            at = self.value(f"getelementptr ptr, ptr %arguments, i32 {i}")
            self._take(argument, self.value(f"load ptr, ptr {at}"))
        self._call(tuple_memory)
        self._fail()
        body = "\n".join(self.lines)
        name = f"python.{self.export.name}"
        return f'define internal ptr @"{name}"(ptr %self, ptr %arguments, i64 %count) {{\n{body}\n}}\n'

    def _take(self, argument: Any, given: str) -> None:
        if isinstance(argument, types.NamedTuple):
            for i, item in enumerate(argument.types):
                found = self.value(f"call ptr @PyTuple_GetItem(ptr {given}, i64 {i})")
                self.go_on_if(self.value(f"icmp ne ptr {found}, null"))
                self._take(item, found)
        elif isinstance(argument, types.Record):
            self._take_record(argument, given)
        elif isinstance(argument, types.Array):
            self._take_array(argument, given)
        elif argument == types.boolean:
            truth = self.value(f"call i32 @PyObject_IsTrue(ptr {given})")
            self.go_on_if(self.value(f"icmp sge i32 {truth}, 0"))
            self.passed.append(f"i64 {self.value(f'sext i32 {truth} to i64')}")
        else:
            self._take_number(c_types(argument)[0], given)

    def _take_number(self, kind: str, given: str) -> None:
        read, wrong = ("PyLong_AsLongLong", "icmp ne i64") if kind == "i64" else ("PyFloat_AsDouble", "fcmp une double")
        number = self.value(f"call {kind} @{read}(ptr {given})")
        minus_one = "-1" if kind == "i64" else "-1.0"
        sure = self.value(f"{wrong} {number}, {minus_one}")
        error = self.value("call ptr @PyErr_Occurred()")
        self.go_on_if(self.value(f"or i1 {sure}, {self.value(f'icmp eq ptr {error}, null')}"))
        self.passed.append(f"{kind} {number}")

    def _open(self, given: str, flags: int) -> str:
        buffer = next(self._unused)
        status = self.value(f"call i32 @PyObject_GetBuffer(ptr {given}, ptr {buffer}, i32 {flags})")
        self.go_on_if(self.value(f"icmp eq i32 {status}, 0"))
        return buffer

    def _field(self, buffer: str, number: int, kind: str) -> str:
        at = self.value(f"getelementptr %Py_buffer, ptr {buffer}, i32 0, i32 {number}")
        return self.value(f"load {kind}, ptr {at}")

    def _take_record(self, record: Any, given: str) -> None:
        buffer = self._open(given, PYBUF_SIMPLE)
        self.go_on_if(self.value(f"icmp eq i64 {self._field(buffer, 2, 'i64')}, {record.size}"), "bad")
        self.passed.append(f"ptr {self._field(buffer, 0, 'ptr')}")

    def _take_array(self, array: Any, given: str) -> None:
        buffer = self._open(given, PYBUF_ND)
        self.go_on_if(self.value(f"icmp eq i64 {self._field(buffer, 3, 'i64')}, {item_size(array)}"), "bad")
        self.go_on_if(self.value(f"icmp eq i32 {self._field(buffer, 5, 'i32')}, {array.ndim}"), "bad")
        self.passed.append(f"ptr {self._field(buffer, 0, 'ptr')}")
        shape = self._field(buffer, 7, "ptr")
        for i in range(array.ndim):
            at = self.value(f"getelementptr i64, ptr {shape}, i32 {i}")
            self.passed.append(f"i64 {self.value(f'load i64, ptr {at}')}")

    def _call(self, memory: str) -> None:
        """Without Python's lock: a search takes seconds."""
        given = [f"ptr {memory}", *self.passed] if returns_tuple(self.export) else self.passed
        thread = self.value("call ptr @PyEval_SaveThread()")
        call = f'call {c_return(self.export)} @"{self.export.name}"({", ".join(given)})'
        result = "" if c_return(self.export) == "void" else self.value(call)
        if not result:
            self.do(call)
        self.do(f"call void @PyEval_RestoreThread(ptr {thread})")
        self._release()
        self.do(f"ret ptr {self._boxed(result, memory)}")

    def _boxed(self, result: str, memory: str) -> str:
        if self.export.lowered.result == types.boolean:
            return self.value(f"call ptr @PyBool_FromLong(i32 {self.value(f'trunc i64 {result} to i32')})")
        kinds = items_of(self.export.lowered.result)
        values = [result] if result else []
        if returns_tuple(self.export):
            cells = [self.value(f"getelementptr i64, ptr {memory}, i32 {i}") for i in range(len(kinds))]
            values = [self.value(f"load {kind}, ptr {cell}") for kind, cell in zip(kinds, cells)]
        given = "".join(f", {kind} {value}" for kind, value in zip(kinds, values))
        return self.value(f'call ptr (ptr, ...) @Py_BuildValue(ptr @"format.{format_of(self.export)}"{given})')

    def _release(self) -> None:
        for buffer in self.buffers:
            self.do(f"call void @PyBuffer_Release(ptr {buffer})")

    def _fail(self) -> None:
        self.label("bad")
        self.value("call i32 @PyErr_BadArgument()")
        self.do("br label %fail")
        self.label("fail")
        self._release()
        self.do("ret ptr null")


def format_of(export: Export) -> str:
    """What `Py_BuildValue` makes of the result. N is not used: nothing of Python's is passed."""
    result = export.lowered.result
    codes = "".join(_code(item) for item in (result.types if returns_tuple(export) else leaves(result)))
    return f"({codes})" if returns_tuple(export) else codes


def _code(item: Any) -> str:
    if item == types.none:
        return ""
    if item == types.float64:
        return "d"
    return "L" if getattr(item, "signed", True) else "K"


def python_module(name: str, exports: Mapping[str, Export]) -> str:
    """The extension module `name` with these functions, in LLVM IR."""
    formats = sorted({format_of(export) for export in exports.values()})
    parts = [HEADER, *(_text(f"format.{one}", one) for one in formats), _text("module name", name)]
    methods = []
    for known, export in exports.items():
        parts += [_text(f"name.{known}", known), _Wrapper(export).write()]
        methods.append(f'%Method {{ ptr @"name.{known}", ptr @"python.{export.name}", i32 {METH_FASTCALL}, ptr null }}')
    methods.append("%Method zeroinitializer")
    parts.append(f"@methods = internal global [{len(methods)} x %Method] [{', '.join(methods)}]\n")
    nothing = ", ".join(["ptr null"] * 4)
    parts.append(
        "@module = internal global %Module { i64 1, ptr null, ptr null, i64 0, ptr null, "
        f'ptr @"module name", ptr null, i64 -1, ptr @methods, {nothing} }}\n'
        f"define ptr @PyInit_{name}() {{\n  %made = call ptr @PyModule_Create2(ptr @module, i32 {STABLE_API})\n"
        "  ret ptr %made\n}\n"
    )
    return "\n".join(parts)


def _text(name: str, content: str) -> str:
    return f'@"{name}" = internal constant [{len(content.encode()) + 1} x i8] c"{content}\\00"\n'
