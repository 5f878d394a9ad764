"""Shards: every decision with what was seen, possible, done and won, the same for any number of workers."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import niwashi
from niwashi.batch.simulate import SimulationPlan, simulate
from niwashi.core.errors import NiwashiError
from niwashi.core.record import Record
from niwashi.data.decisions import read_decisions
from niwashi.engine import catalog
from niwashi.env.returns import win_shares
from tests.conformance.variants import each_game, mixed
from tests.data import samples

if TYPE_CHECKING:
    from niwashi.data.shard_reader import Decisions


def save(path: Path, records: list[Record]) -> Path:
    path.write_bytes(b"".join(record.to_json() + b"\n" for record in records))
    return path


def write(source: Path, folder: Path, **settings: Any) -> Any:
    from niwashi.data.shards import write_shards

    return write_shards(source, folder, **{"processes": 1, **settings})


def rows(folder: Path) -> Decisions:
    """All of them."""
    from niwashi.data.shard_reader import Decisions, read_shards

    return Decisions(*(np.concatenate(parts) for parts in zip(*read_shards(folder))))


def contents(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def plan(game: str, games: int, **options: Any) -> SimulationPlan:
    rules = catalog.rules(game)
    chosen = rules.options(options)
    return SimulationPlan(game, chosen, rules.box, ("greedy",) * chosen.seats, games, "seed")


# -- what is in them ---------------------------------------------------------------------------------------------------
@each_game
def test_a_row_is_a_decision_of_the_game_as_it_is_replayed(game: str, tmp_path: Path) -> None:
    records = samples.some_games(game)
    write(save(tmp_path / "games.jsonl", records), tmp_path / "shards", games_per_shard=3)
    found = rows(tmp_path / "shards")
    row = 0
    for number, record in enumerate(records):
        table = niwashi.new(game, chance="told", components=None, **record.options)
        over = niwashi.loads(record.to_json())
        for who, what in record.events:
            if isinstance(who, int):
                bits = np.unpackbits(found.mask_bits[row].view(np.uint8), count=table.rules.actions, bitorder="little")
                assert np.array_equal(bits, table.mask(who))
                assert np.array_equal(found.observation[row], table.encode(who))
                assert (found.game[row], found.seat[row]) == (number, who)
                assert table.rules.action_text(table.position, who, int(found.action[row])) == what
                assert tuple(found.scores[row][: over.seats]) == over.scores
                assert found.returns[row][: over.seats] == pytest.approx(win_shares(over.winners, over.seats))
                assert not found.scores[row][over.seats :].any()
                assert not found.returns[row][over.seats :].any()
                row += 1
            table.apply((who, what))
        assert found.ply[found.game == number].tolist() == list(range(int((found.game == number).sum())))
    assert row == len(found.action)


@each_game
def test_what_was_taken_back_is_left_out(game: str) -> None:
    record = samples.taken_back(game)
    found = read_decisions(record)
    assert found is not None
    table = niwashi.new(game, seed=2)
    for position, seat, action in found.decisions:
        assert np.array_equal(table.position, position)
        table.play(action, seat)
    assert table.over
    assert (table.scores, len(found.decisions)) == (found.scores, sum(type(who) is int for who, _ in table.events))
    assert len(found.decisions) < sum(type(who) is int for who, _ in record.events)


def test_who_resigns_has_lost() -> None:
    found = read_decisions(samples.resigned("miyabi"))
    assert found is not None
    assert found.returns == [-0.5, 0.5]


def test_games_that_are_not_over_are_counted_and_left_out(tmp_path: Path) -> None:
    records = [samples.own_box("miyabi"), *samples.some_games("miyabi", 2)]
    counts = write(save(tmp_path / "games.jsonl", records), tmp_path / "shards")
    assert (counts.games, counts.unfinished, counts.shards) == (2, 1, 1)
    assert set(rows(tmp_path / "shards").game.tolist()) == {1, 2}


# -- always the same ---------------------------------------------------------------------------------------------------
@each_game
def test_shards_are_the_same_for_any_number_of_workers(game: str, tmp_path: Path) -> None:
    source = save(tmp_path / "games.jsonl", samples.some_games(game, 5))
    for processes in (1, 2, 3):
        write(source, tmp_path / str(processes), processes=processes, games_per_shard=2)
    assert len(contents(tmp_path / "1")) == 3
    assert contents(tmp_path / "1") == contents(tmp_path / "2") == contents(tmp_path / "3")


@each_game
def test_simulated_shards_are_those_of_the_simulated_records(game: str, tmp_path: Path) -> None:
    from niwashi.data.record_files import convert
    from niwashi.data.shards import write_simulated_shards

    lines: list[bytes] = []
    kept = SimulationPlan(**{**plan(game, 7, seats=3).__dict__, "records": True})
    simulate(kept, lambda games: None, lines.append, [])
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines))
    convert(tmp_path / "games.jsonl", tmp_path / "games.parquet")
    write(tmp_path / "games.parquet", tmp_path / "recorded", games_per_shard=3)
    for processes in (1, 2):
        folder = tmp_path / f"simulated {processes}"
        write_simulated_shards(plan(game, 7, seats=3), folder, games_per_shard=3, processes=processes)
        assert contents(folder) == contents(tmp_path / "recorded")


def test_row_groups_are_small_and_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from niwashi.data import shards

    source = save(tmp_path / "games.jsonl", samples.some_games("miyabi", 6))
    write(source, tmp_path / "one")
    monkeypatch.setattr(shards, "ROW_GROUP_BYTES", 50_000)
    write(source, tmp_path / "two")
    one, two = rows(tmp_path / "one"), rows(tmp_path / "two")
    assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in one._fields)


# -- bad input ---------------------------------------------------------------------------------------------------------
def refusal(source: Path, folder: Path, **settings: Any) -> str:
    with pytest.raises(NiwashiError) as caught:
        write(source, folder, **settings)
    assert "\n" not in caught.value.sentence
    return caught.value.sentence


@pytest.mark.parametrize("processes", [1, 2])
def test_a_record_that_does_not_replay_is_named_and_earlier_shards_stay(tmp_path: Path, processes: int) -> None:
    records = samples.some_games("miyabi", 4)
    records[3].events[7] = (0, "m1a")
    source = save(tmp_path / "games.jsonl", records)
    sentence = refusal(source, tmp_path / "shards", games_per_shard=2, processes=processes)
    assert sentence.startswith(f"{source}, line 4: event 7 ")
    assert os.listdir(tmp_path / "shards") == ["00000.parquet"]
    assert set(rows(tmp_path / "shards").game.tolist()) == {0, 1}


def test_a_result_that_the_events_do_not_lead_to_is_refused(tmp_path: Path) -> None:
    record = samples.some_games("miyabi", 1)[0]
    assert record.result is not None
    record.result.scores[0] += 1
    assert "the record says scores" in refusal(save(tmp_path / "game.json", [record]), tmp_path / "shards")


def test_two_games_in_one_file_are_refused(tmp_path: Path) -> None:
    records = [samples.some_games(game, 1)[0] for game in catalog.names()]
    sentence = refusal(save(tmp_path / "games.jsonl", records), tmp_path / "shards")
    assert "line 2 is a game of “miyabi”" in sentence
    assert "shards hold one game" in sentence


def test_folders_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    source = save(tmp_path / "games.jsonl", samples.some_games("miyabi", 1))
    assert "is not empty; choose a new folder" in refusal(source, tmp_path)
    assert "cannot write to" in refusal(source, source)
    assert "cannot write to" in refusal(source, Path("/proc/shards"))
    assert "at least 1, not 0" in refusal(source, tmp_path / "shards", games_per_shard=0)
    assert "at least 1, not -1" in refusal(source, tmp_path / "shards", processes=-1)
    assert not (tmp_path / "shards").exists()


def test_a_source_without_records_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table({"record": pa.array([], pa.string())}), tmp_path / "none.parquet")
    assert "has no records" in refusal(tmp_path / "none.parquet", tmp_path / "shards")
    assert not (tmp_path / "shards").exists()


def test_only_shards_are_read_as_shards(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    from niwashi.data.record_files import convert
    from niwashi.data.shards import shard_schema

    def sentence(path: Path) -> str:
        with pytest.raises(NiwashiError) as caught:
            rows(path)
        return caught.value.sentence

    source = save(tmp_path / "games.jsonl", samples.some_games("miyabi", 1))
    assert "no Parquet file" in sentence(source)
    assert "cannot read" in sentence(tmp_path / "none")
    convert(source, tmp_path / "records.parquet")
    assert "is no shard of decisions" in sentence(tmp_path / "records.parquet")
    table = pa.table({"ply": [1]}).replace_schema_metadata(shard_schema("miyabi").metadata)
    parquet.write_table(table, tmp_path / "old.parquet")
    assert "encodings of another version of miyabi" in sentence(tmp_path / "old.parquet")
    (tmp_path / "empty").mkdir()
    assert "has no shards" in sentence(tmp_path / "empty")


def test_variants_of_one_game_share_shards() -> None:
    """`some_games` are of several, so the tests above see them together."""
    assert len({variant.options.seats for variant in mixed("miyabi", 4)}) > 1
