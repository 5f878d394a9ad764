"""Records as JSON lines: every line as it is written, and files that keep what was finished before Ctrl-C."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from niwashi.core.errors import BadRecord, quote
from niwashi.core.files import atomic_file, open_file
from niwashi.core.record import MAX_RECORD_BYTES, has_several, read_record

Line = tuple[str, bytes]
"""The place of a record, for errors, and its JSON in one line, without the line break."""
COUNTED_BYTES = 1 << 20


def read_lines(path: str | Path) -> Iterator[Line]:
    """Every record of a file, lazily. None of them has been read yet, so they may be wrong."""
    with open_file(path) as file:
        head = file.read(MAX_RECORD_BYTES + 1)
        if len(head) <= MAX_RECORD_BYTES and not has_several(head):
            yield str(path), _single_line(path, head)
            return
        for number, line in enumerate(_lines(head, file), 1):
            if line.strip():
                yield f"{path}, line {number}", line.removesuffix(b"\n")


def _single_line(path: str | Path, raw: bytes) -> bytes:
    """A file's only record may be spread over several lines."""
    line = raw.strip(b"\n")
    if not line.strip():
        raise BadRecord("record/empty", f"{quote(str(path))} is empty; a record is one JSON object")
    return read_record(line).to_json() if b"\n" in line else line


def _lines(head: bytes, rest: BinaryIO) -> Iterator[bytes]:
    """No line is much longer than a record may be."""
    for line in io.BytesIO(head):
        yield line if line.endswith(b"\n") else line + rest.readline(MAX_RECORD_BYTES + 1)
    while line := rest.readline(MAX_RECORD_BYTES + 1):
        yield line


def count_lines(path: str | Path) -> int:
    """For progress: 0 where it cannot be known, as of a pipe, which can be read only once."""
    if not Path(path).is_file():
        return 0
    with open_file(path) as file:
        return sum(part.count(b"\n") for part in iter(lambda: file.read(COUNTED_BYTES), b""))


@contextmanager
def line_writer(path: Path | None) -> Iterator[Callable[[bytes], None]]:
    """Writes lines to a file that appears when all are written, or on Ctrl-C with the complete lines so far."""
    if path is None:
        yield lambda line: None
        return
    interrupted, complete = False, 0

    def write(line: bytes) -> None:
        nonlocal complete
        file.write(line)
        complete += len(line)

    with atomic_file(path) as file:
        try:
            yield write
        except KeyboardInterrupt:
            if not complete:
                raise
            interrupted = True
            with suppress(OSError):  # a pipe
                file.truncate(complete)
    if interrupted:
        raise KeyboardInterrupt(f"{quote(str(path))} holds the games played before")
