"""Reads what loaders of other systems read of a library: of a DLL, and of a Mach-O file with its signature."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from typing import NamedTuple

AMD64, ARM64 = 0x8664, 0x0100000C
DLL, DYLIB = 0x2000, 6
SIGNATURE, CODE_DIRECTORY, SHA256 = 0xFADE0CC0, 0xFADE0C02, 2


class Header(NamedTuple):
    """What every library says of itself."""

    machine: int
    is_library: bool
    exports: set[str]
    imports: set[str]
    """The names of other libraries."""
    symbols: set[str]
    """What it wants of them."""


def text(content: bytes, at: int) -> str:
    return content[at : content.index(b"\0", at)].decode()


# -- Windows -----------------------------------------------------------------------------------------------------------
def read_dll(content: bytes) -> Header:
    (start,) = struct.unpack_from("<I", content, 0x3C)
    assert content[start : start + 4] == b"PE\0\0"
    machine, sections, optional_size, flags = struct.unpack_from("<HH12xHH", content, start + 4)
    optional = start + 24
    assert struct.unpack_from("<H", content, optional) == (0x20B,), "64 bits"
    table = [struct.unpack_from("<IIII", content, optional + optional_size + 40 * i + 8) for i in range(sections)]

    def at(address: int) -> int:
        offsets = (raw + address - first for size, first, _, raw in table if first <= address < first + size)
        return int(next(offsets))

    exports, _, imports, _ = struct.unpack_from("<4I", content, optional + 112)
    count, *_, names = struct.unpack_from("<III", content, at(exports) + 24)
    exported = struct.unpack_from(f"<{count}I", content, at(names))
    libraries, symbols = set[str](), set[str]()
    for thunks, name in _imported(content, at(imports)):
        libraries.add(text(content, at(name)))
        symbols |= {text(content, at(address) + 2) for address in _addresses(content, at(thunks))}
    return Header(machine, bool(flags & DLL), {text(content, at(name)) for name in exported}, libraries, symbols)


def _imported(content: bytes, place: int) -> Iterator[tuple[int, int]]:
    """Of each library the addresses of what is wanted of it, and of its name."""
    while any(found := struct.unpack_from("<5I", content, place)):
        yield found[0], found[3]
        place += 20


def _addresses(content: bytes, place: int) -> Iterator[int]:
    while (found := struct.unpack_from("<Q", content, place)[0]) != 0:
        yield found
        place += 8


# -- macOS -------------------------------------------------------------------------------------------------------------
def commands(content: bytes) -> Iterator[tuple[int, int]]:
    """The kinds of the load commands, and where they lie."""
    (count,), place = struct.unpack_from("<I", content, 16), 32
    for _ in range(count):
        kind, size = struct.unpack_from("<II", content, place)
        yield kind, place
        place += size


def read_macho(content: bytes) -> Header:
    magic, machine, _, kind = struct.unpack_from("<4I", content)
    assert magic == 0xFEEDFACF
    libraries, symbols, undefined = set[str](), set[str](), set[str]()
    for command, place in commands(content):
        if command == 0xC:  # LC_LOAD_DYLIB
            libraries.add(text(content, place + struct.unpack_from("<I", content, place + 8)[0]))
        if command == 0x2:  # LC_SYMTAB
            first, count, names, _ = struct.unpack_from("<4I", content, place + 8)
            for i in range(count):
                name, flags = struct.unpack_from("<IB", content, first + 16 * i)
                if flags & 1:  # external
                    (symbols if flags & 0xE else undefined).add(text(content, names + name).removeprefix("_"))
    return Header(machine, kind == DYLIB, symbols, libraries, undefined)


def wrong_pages(content: bytes) -> list[int]:
    """Pages that differ from the hashes of the file's signature: macOS ends a process that touches one."""
    place = next(place for command, place in commands(content) if command == 0x1D)  # LC_CODE_SIGNATURE
    begin, _ = struct.unpack_from("<II", content, place + 8)
    magic, _, count = struct.unpack_from(">III", content, begin)
    assert magic == SIGNATURE
    blobs = [begin + struct.unpack_from(">II", content, begin + 12 + 8 * i)[1] for i in range(count)]
    (directory,) = (blob for blob in blobs if struct.unpack_from(">I", content, blob) == (CODE_DIRECTORY,))
    hashes, _, _, pages, limit, size, kind, _, shift = struct.unpack_from(">5IBBBB", content, directory + 16)
    assert (kind, limit) == (SHA256, begin), "all that comes before the signature is signed"
    found = [hashlib.sha256(content[i << shift : min((i + 1) << shift, limit)]).digest() for i in range(pages)]
    known = [content[directory + hashes + size * i :][:size] for i in range(pages)]
    assert pages << shift >= limit
    return [i for i in range(pages) if found[i] != known[i]]
