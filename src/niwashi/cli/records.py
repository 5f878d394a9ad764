"""Records that a command is given as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from niwashi.core.errors import BadRecord, NiwashiError, quote

if TYPE_CHECKING:
    from niwashi.core.record import Record


def load_record(file: Path, line: int) -> Record:
    """Number `line` of the file's records, counted from 1."""
    from niwashi.data.record_files import read_records

    for number, (where, found) in enumerate(read_records(file), 1):
        if number == line:
            if isinstance(found, NiwashiError):
                raise BadRecord(found.code, f"{where}: {found.sentence}")
            return found
    raise BadRecord("record/line", f"{quote(str(file))} has no record number {line}")
