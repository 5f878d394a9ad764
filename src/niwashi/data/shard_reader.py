"""Reads shards as NumPy arrays, batch by batch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from niwashi.core.errors import BadRecord, quote
from niwashi.core.game import Rules
from niwashi.data.decisions import mask_bytes
from niwashi.data.parquet import read_batches, read_parquet
from niwashi.data.shards import GAME, shard_schema
from niwashi.engine import catalog


class Decisions(NamedTuple):
    """Some decisions, one row each."""

    observation: NDArray[np.uint8]
    """(rows, bytes): what the seat saw, as `Game.encode` writes it."""
    mask_bits: NDArray[np.uint64]
    """(rows, words): bit n % 64 of word n // 64 is action n."""
    action: NDArray[np.int32]
    seat: NDArray[np.int8]
    scores: NDArray[np.int32]
    """(rows, seats): final points, with zeros for seats that the game does not have."""
    returns: NDArray[np.float32]
    """(rows, seats): shares of the win less a fair share, likewise."""
    game: NDArray[np.int64]
    """The number of the game."""
    ply: NDArray[np.int32]
    """The number of the decision in its game."""


def read_shards(folder: str | Path) -> Iterator[Decisions]:
    """The decisions of a folder of shards, or of one shard, in their order and a few at a time."""
    place = Path(folder)
    files = sorted(place.glob("*.parquet")) if place.is_dir() else [place]
    if not files:
        raise BadRecord("data/folder", f"{quote(str(folder))} has no shards: no file of it ends with .parquet")
    for file in files:
        yield from _read_shard(file)


def _read_shard(path: Path) -> Iterator[Decisions]:
    with read_parquet(path) as file:
        rules = _rules_of(path, file.schema_arrow)
        for batch in read_batches(file, file.schema_arrow.names):
            yield _decisions(rules, batch)


def _rules_of(path: Path, schema: pa.Schema) -> Rules:
    game = (schema.metadata or {}).get(GAME, b"").decode(errors="replace")
    if game not in catalog.names():
        raise BadRecord(
            "data/columns", f"{quote(str(path))} is no shard of decisions; `niwashi data shards` writes them"
        )
    if not schema.equals(shard_schema(game)):
        sentence = f"{quote(str(path))} has encodings of another version of {game}; write it again from its records"
        raise BadRecord("data/columns", sentence)
    return catalog.rules(game)


def _decisions(rules: Rules, batch: pa.RecordBatch) -> Decisions:
    seats = max(rules.seats)
    return Decisions(
        observation=_bytes(batch.column("observation"), rules.encoded_bytes),
        mask_bits=_bytes(batch.column("mask"), mask_bytes(rules)).view(np.uint64),
        action=batch.column("action").to_numpy(),
        seat=batch.column("seat").to_numpy(),
        scores=_padded(batch.column("scores"), seats, np.int32),
        returns=_padded(batch.column("returns"), seats, np.float32),
        game=batch.column("game").to_numpy(),
        ply=batch.column("ply").to_numpy(),
    )


def _bytes(column: pa.FixedSizeBinaryArray, width: int) -> NDArray[np.uint8]:
    """Without a copy."""
    content = np.frombuffer(column.buffers()[1], np.uint8)
    return content[column.offset * width :][: len(column) * width].reshape(len(column), width)


def _padded(column: pa.ListArray, width: int, dtype: Any) -> NDArray[Any]:
    """Rows of several lengths, with zeros at their ends."""
    lengths = column.value_lengths().to_numpy()
    out = np.zeros((len(column), width), dtype)
    out[np.arange(width) < lengths[:, None]] = column.flatten().to_numpy()
    return out
