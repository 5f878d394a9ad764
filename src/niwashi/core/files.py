"""Files: opened with readable errors, and written whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from niwashi.core.errors import BadRecord, quote


def printable(text: str) -> str:
    """Text that does nothing to a terminal but stand there."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


@contextmanager
def open_file(path: str | Path) -> Iterator[BinaryIO]:
    if not isinstance(path, str | os.PathLike):  # a number would be another program's open file
        raise BadRecord("record/file", f"a file is named by a text or a path, not {quote(path)}")
    try:
        file = io.BufferedReader(io.FileIO(path))
    except (OSError, ValueError, TypeError) as error:
        raise _unreadable(path, error) from None
    with file:
        try:
            yield file
        except OSError as error:
            raise _unreadable(path, error) from None


def _unreadable(path: object, error: Exception) -> BadRecord:
    return BadRecord("record/file", f"cannot read {quote(str(path))}: {os_reason(error)}")


def os_reason(error: Exception) -> str:
    """What the system says, without its number and the path, which may be long."""
    return printable(error.strerror or str(error) if isinstance(error, OSError) else str(error))


def atomic_write(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    with atomic_file(path) as file:
        file.write(content)


@contextmanager
def atomic_file(path: str | Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file that is written beside its place and moved there at the end, so that nobody ever sees half of it.

    Its permissions are `mode` less the umask, also where it replaces another file. Pipes and devices are written to as
    they stand: a file moved there would take their place.
    """
    try:
        target = Path(path)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        aside = not target.exists() or target.is_file()
        target = Path(os.path.realpath(target)) if aside else target
        place = target.with_name(f".niwashi-{uuid.uuid4().hex}.part") if aside else target
    except (OSError, ValueError, TypeError) as error:
        raise BadRecord("record/write", f"cannot write {quote(str(path))}: {os_reason(error)}") from None
    try:
        with open(place, "xb" if aside else "wb", opener=partial(os.open, mode=mode)) as file:
            yield file
        if aside:
            place.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadRecord("record/write", f"cannot write {quote(str(path))}: {os_reason(error)}") from None
    finally:
        if aside:
            with suppress(OSError):
                place.unlink()
