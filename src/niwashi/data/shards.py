"""Shards: the decisions of many games as Parquet files for supervised learning, the same for any number of workers."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from niwashi.batch.simulate import SimulationPlan, play_games
from niwashi.core.errors import BadOptions, BadRecord, NiwashiError, quote
from niwashi.core.files import atomic_write, os_reason
from niwashi.core.record import Record, read_record
from niwashi.data.decisions import GameDecisions, encode_masks, encode_observations, mask_bytes, read_decisions
from niwashi.data.parquet import ROW_GROUP_BYTES, open_parquet
from niwashi.data.record_files import record_lines
from niwashi.engine import catalog
from niwashi.env.reading import read_at_least
from niwashi.parallel.processes import map_in_order

GAMES_PER_SHARD = 1000
GAME = b"niwashi.game"
"""The key under which a shard's file names its game."""


class NumberedLine(NamedTuple):
    """A record and its place in what it came from: its number, counted from 0, and where that is, for errors."""

    number: int
    where: str
    line: bytes


class Shard(NamedTuple):
    """The content of a file."""

    content: bytes
    games: int
    decisions: int
    unfinished: int
    """Games that are not over, and so have no decisions here."""


@dataclass
class ShardCounts:
    """What has been written."""

    shards: int = 0
    games: int = 0
    decisions: int = 0
    unfinished: int = 0

    def add(self, shard: Shard) -> None:
        """Count one more."""
        self.shards += 1
        self.games += shard.games
        self.decisions += shard.decisions
        self.unfinished += shard.unfinished

    def __str__(self) -> str:
        left_out = f"; {self.unfinished:,} more were left out, since they are not over" if self.unfinished else ""
        return f"{self.decisions:,} decisions of {self.games:,} games in {self.shards:,} files{left_out}"


Progress = Callable[[int], None]


# -- writing shards ----------------------------------------------------------------------------------------------------
def write_shards(
    source: str | Path,
    folder: str | Path,
    *,
    games_per_shard: int = GAMES_PER_SHARD,
    processes: int = 1,
    progress: Progress = lambda games: None,
    counts: ShardCounts | None = None,
    ray: str | None = None,
) -> ShardCounts:
    """Write the decisions of a file of records, all of one game, to a new folder.

    With several processes, a script must call this below `if __name__ == "__main__":`, since workers import it.
    `ray` is the address of a Ray cluster, which then does the work. Shards that are finished stay when an error or
    Ctrl-C ends this; `counts` then says what there is.
    """
    games_per_shard = read_at_least("data/games_per_shard", games_per_shard, 1)
    processes = read_at_least("data/processes", processes, 1)
    lines = (NumberedLine(number, *line) for number, line in enumerate(record_lines(source)))
    first = next(lines, None)
    if first is None:
        raise BadRecord("record/empty", f"{quote(str(source))} has no records")
    game = _read_line(first).game
    groups, make = _groups(first, lines, games_per_shard), partial(make_shard, game)
    made = map_in_order(make, groups, processes, prepare=partial(make, [first]), ray=ray)
    return _write_all(made, folder, progress, counts)


def write_simulated_shards(
    plan: SimulationPlan,
    folder: str | Path,
    *,
    games_per_shard: int = GAMES_PER_SHARD,
    processes: int = 1,
    progress: Progress = lambda games: None,
    counts: ShardCounts | None = None,
    ray: str | None = None,
) -> ShardCounts:
    """Simulate games and write their decisions, as if their records had been written and read."""
    games_per_shard = read_at_least("data/games_per_shard", games_per_shard, 1)
    processes = read_at_least("data/processes", processes, 1)
    ranges = (range(first, min(first + games_per_shard, plan.games)) for first in range(0, plan.games, games_per_shard))
    make = partial(simulate_shard, plan)
    made = map_in_order(make, ranges, processes, prepare=partial(make, range(1)), ray=ray)
    return _write_all(made, folder, progress, counts)


def _groups(first: NumberedLine, rest: Iterator[NumberedLine], size: int) -> Iterator[list[NumberedLine]]:
    group = [first, *islice(rest, size - 1)]
    while group:
        yield group
        group = list(islice(rest, size))


def _write_all(
    made: Generator[Shard, None, None], folder: str | Path, progress: Progress, counts: ShardCounts | None
) -> ShardCounts:
    place, counts = make_folder(folder), counts or ShardCounts()
    with closing(made) as shards:
        for shard in shards:
            atomic_write(place / f"{counts.shards:05}.parquet", shard.content)
            counts.add(shard)
            progress(shard.games + shard.unfinished)
    return counts


def make_folder(folder: str | Path) -> Path:
    """A new folder, or an empty one that is there already."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        full = any(place.iterdir())
    except (OSError, ValueError) as error:
        raise BadOptions("data/folder", f"cannot write to {quote(str(folder))}: {os_reason(error)}") from None
    if full:
        sentence = f"{quote(str(folder))} is not empty; choose a new folder, so that shards are not mixed with others"
        raise BadOptions("data/folder", sentence)
    return place


# -- one shard ---------------------------------------------------------------------------------------------------------
def simulate_shard(plan: SimulationPlan, numbers: range) -> Shard:
    records = play_games(replace(plan, records=True), numbers).records
    return make_shard(plan.game, [NumberedLine(n, f"game {n}", line) for n, line in zip(numbers, records)])


def make_shard(game: str, lines: Iterable[NumberedLine]) -> Shard:
    """A shard of these games. It depends on nothing else."""
    unfinished = 0
    with closing(ShardWriter(game)) as writer:
        for line in lines:
            found = _decisions_of(game, line)
            if found is None:
                unfinished += 1
            else:
                writer.write(line.number, found)
    return Shard(writer.content, writer.games, writer.decisions, unfinished)


def _decisions_of(game: str, line: NumberedLine) -> GameDecisions | None:
    record = _read_line(line)
    if record.game != game:
        sentence = (
            f"{line.where} is a game of {quote(record.game)}; all others before are of {game}, and shards hold one game"
        )
        raise BadRecord("data/games", sentence)
    try:
        return read_decisions(record)
    except NiwashiError as error:
        raise BadRecord(error.code, f"{line.where}: {error.sentence}") from None


def _read_line(line: NumberedLine) -> Record:
    try:
        return read_record(line.line)
    except NiwashiError as error:
        raise BadRecord(error.code, f"{line.where}: {error.sentence}") from None


def shard_schema(game: str) -> pa.Schema:
    rules = catalog.rules(game)
    columns = [
        ("game", pa.int64()),
        ("ply", pa.int32()),
        ("seat", pa.int8()),
        ("action", pa.int32()),
        ("scores", pa.list_(pa.int32())),
        ("returns", pa.list_(pa.float32())),
        ("mask", pa.binary(mask_bytes(rules))),
        ("observation", pa.binary(rules.encoded_bytes)),
    ]
    return pa.schema(columns, {GAME: rules.name.encode()})


class ShardWriter:
    """Writes games to memory, a row group whenever enough bytes have come together."""

    def __init__(self, game: str) -> None:
        self.games = self.decisions = 0
        self._schema = shard_schema(game)
        self._buffer = io.BytesIO()
        self._parquet = open_parquet(self._buffer, self._schema)
        self._waiting: list[pa.RecordBatch] = []
        self._bytes = 0

    def write(self, number: int, found: GameDecisions) -> None:
        batch = _batch(self._schema, number, found)
        self._waiting.append(batch)
        self._bytes += batch.nbytes
        self.games += 1
        self.decisions += batch.num_rows
        if self._bytes >= ROW_GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._parquet.write_table(pa.Table.from_batches(self._waiting))
        self._waiting, self._bytes = [], 0

    def close(self) -> None:
        self._flush()
        self._parquet.close()

    @property
    def content(self) -> bytes:
        """The file, once the writer is closed."""
        return self._buffer.getvalue()


def _batch(schema: pa.Schema, number: int, found: GameDecisions) -> pa.RecordBatch:
    rules, decisions, scores, returns = found
    rows = len(decisions)
    masks, observations = encode_masks(rules, decisions), encode_observations(rules, decisions)
    columns = [
        pa.array([number] * rows, pa.int64()),
        pa.array(range(rows), pa.int32()),
        pa.array([decision.seat for decision in decisions], pa.int8()),
        pa.array([decision.action for decision in decisions], pa.int32()),
        pa.array([scores] * rows, schema.field("scores").type),
        pa.array([returns] * rows, schema.field("returns").type),
        _fixed(masks.tobytes(), mask_bytes(rules), rows),
        _fixed(observations.tobytes(), rules.encoded_bytes, rows),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _fixed(content: bytes, width: int, rows: int) -> pa.FixedSizeBinaryArray:
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), rows, [None, pa.py_buffer(content)])
