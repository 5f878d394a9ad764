"""Parquet files: written in row groups and whole, read in batches, with errors that name the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
from pyarrow import parquet

from niwashi.core.errors import BadRecord, quote
from niwashi.core.files import open_file, printable

ROW_GROUP_BYTES = 8 << 20
"""What a writer keeps in memory before it writes a row group, roughly, and a reader takes into memory at once."""
COMPRESSION = "zstd"
MAX_REASON_LENGTH = 120
READ_ROWS = 1024


def open_parquet(file: BinaryIO, schema: pa.Schema) -> parquet.ParquetWriter:
    return parquet.ParquetWriter(file, schema, compression=COMPRESSION)


def close_parquet(writer: parquet.ParquetWriter) -> None:
    """Once, also where the end of the file cannot be written: otherwise it would be tried again, and reported."""
    try:
        writer.close()
    finally:
        writer.is_open = False


@contextmanager
def read_parquet(path: str | Path) -> Iterator[parquet.ParquetFile]:
    """A Parquet file open for reading. Whatever is wrong with it, here and inside the block, becomes a BadRecord."""
    with open_file(path) as file:
        try:
            yield parquet.ParquetFile(file)
        except pa.ArrowException as error:
            raise _damaged(path, error) from None
        except OSError as error:
            if error.errno is not None:
                raise
            raise _damaged(path, error) from None


def read_batches(file: parquet.ParquetFile, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """A few rows at a time, in order."""
    yield from file.iter_batches(READ_ROWS, columns=list(columns))


def _damaged(path: str | Path, error: Exception) -> BadRecord:
    reason = printable(" ".join(str(error).split()))
    reason = reason if len(reason) <= MAX_REASON_LENGTH else reason[: MAX_REASON_LENGTH - 1] + "…"
    return BadRecord("data/parquet", f"{quote(str(path))} is no Parquet file, or it is damaged: {reason}")
