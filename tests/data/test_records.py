"""Records in Parquet: nothing is lost, other programs can query them, and a bad file is one sentence."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import niwashi
from niwashi.core.errors import NiwashiError, quote
from niwashi.core.record import Record
from niwashi.data import record_files
from niwashi.data.record_files import convert
from tests.conformance.games import played
from tests.conformance.variants import Variant, each_variant
from tests.data import samples


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return samples.lines_of_all_kinds()


@pytest.fixture
def source(tmp_path: Path, lines: list[bytes]) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def there_and_back(source: Path) -> bytes:
    between, back = source.with_suffix(".parquet"), source.with_name("back.jsonl")
    games = convert(source, between)
    assert convert(between, back) == games
    return back.read_bytes()


# -- nothing is lost ---------------------------------------------------------------------------------------------------
def test_records_of_every_kind_come_back_byte_for_byte(source: Path) -> None:
    assert there_and_back(source) == source.read_bytes()


@each_variant
def test_golden_games_come_back_byte_for_byte(variant: Variant, tmp_path: Path) -> None:
    played(variant, 0).record.save(tmp_path / "game.jsonl")
    assert there_and_back(tmp_path / "game.jsonl") == (tmp_path / "game.jsonl").read_bytes()


def test_row_groups_are_written_as_they_fill(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyarrow import parquet

    from niwashi.data import record_parquet

    monkeypatch.setattr(record_parquet, "ROW_GROUP_BYTES", 2_000)
    assert there_and_back(source) == source.read_bytes()
    groups = parquet.ParquetFile(source.with_suffix(".parquet")).metadata.num_row_groups
    assert groups > 10


def test_a_record_over_several_lines_becomes_one_line(tmp_path: Path) -> None:
    record = samples.own_box("miyabi")
    (tmp_path / "game.json").write_text(json.dumps(json.loads(record.to_json()), indent=2))
    assert there_and_back(tmp_path / "game.json") == record.to_json() + b"\n"


def test_records_of_parquet_are_checked_like_others(source: Path) -> None:
    convert(source, source.with_suffix(".parquet"))
    found = list(record_files.check_records(source.with_suffix(".parquet")))
    assert [finding.as_dict() | {"where": ""} for finding in found] == [
        finding.as_dict() | {"where": ""} for finding in record_files.check_records(source)
    ]
    assert all(finding.ok for finding in found)


# -- what others can ask -----------------------------------------------------------------------------------------------
def test_the_columns_say_what_the_records_say(source: Path, lines: list[bytes]) -> None:
    from pyarrow import parquet

    convert(source, source.with_suffix(".parquet"))
    for row, line in zip(parquet.read_table(source.with_suffix(".parquet")).to_pylist(), lines, strict=True):
        game, fields = niwashi.loads(line), json.loads(line)
        assert (row["game"], row["rules"], row["seed"]) == (game.name, game.rules.version, game.seed)
        assert (row["seats"], row["names"]) == (game.seats, fields.get("names", []))
        assert {name: value for name, value in row["options"].items() if value is not None} == game.options.as_dict()
        assert row["components"] in (game.components.name, None)
        assert (row["scores"] is not None) == (row["winners"] is not None) == (fields.get("result") is not None)
        if row["scores"] is not None:
            assert (tuple(row["scores"]), tuple(row["winners"])) == (game.scores, game.winners)
        assert [[event["who"], event["what"]] for event in row["events"]] == [
            [str(who), what] for who, what in fields["events"]
        ]
        assert row["actions"] == sum(isinstance(who, int) for who, _ in fields["events"])


def test_duckdb_queries_a_file_and_what_it_selects_is_a_file_of_records(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb

    convert(source, source.with_suffix(".parquet"))
    monkeypatch.chdir(source.parent)
    question = "SELECT count(*) FROM 'games.parquet' WHERE options.specialists AND len(scores) >= 3"
    (expected,) = duckdb.sql(question).fetchall()[0]
    assert expected > 0
    duckdb.sql(
        "COPY (SELECT record FROM 'games.parquet' WHERE options.specialists AND len(scores) >= 3) TO 'some.parquet'"
    )
    assert convert("some.parquet", "some.jsonl") == expected
    for game in niwashi.load_all("some.jsonl"):
        assert game.options.as_dict()["specialists"] is True


# -- bad input ---------------------------------------------------------------------------------------------------------
def refusal(source: Path, target: Path) -> NiwashiError:
    """Nothing is written."""
    before = sorted(os.listdir(target.parent)) if target.parent.is_dir() else []
    with pytest.raises(NiwashiError) as caught:
        convert(source, target)
    assert "\n" not in caught.value.sentence
    assert (sorted(os.listdir(target.parent)) if target.parent.is_dir() else []) == before
    return caught.value


def test_a_line_that_is_no_record_is_named(source: Path) -> None:
    with source.open("ab") as file:
        file.write(b'{"niwashi":1}\n')
    last = len(source.read_bytes().splitlines())
    error = refusal(source, source.with_suffix(".parquet"))
    assert error.sentence.startswith(f"{source}, line {last}: not a Niwashi record:")


def wrong_fields() -> list[tuple[dict[str, Any], str]]:
    return [
        ({"game": "chess"}, "chess"),
        ({"options": {"seats": 9}}, "2 to 4 seats, not 9"),
        ({"options": {"colour": 1}}, "no option “colour”"),
        ({"rules": 1 << 40}, "1099511627776 is too large"),
        ({"result": {"scores": [1 << 62, 1], "winners": [0]}}, "is too large"),
    ]


@pytest.mark.parametrize(("fields", "words"), wrong_fields(), ids=lambda value: str(value)[:30])
def test_a_record_that_fits_no_column_is_refused(tmp_path: Path, fields: dict[str, Any], words: str) -> None:
    record = {**json.loads(samples.own_box("miyabi").to_json()), **fields}
    (tmp_path / "game.jsonl").write_text(json.dumps(record))
    assert words in refusal(tmp_path / "game.jsonl", tmp_path / "game.parquet").sentence


def with_seed(folder: Path, seed: str) -> Path:
    record = {**json.loads(samples.own_box("miyabi").to_json()), "seed": seed}
    (folder / "game.jsonl").write_text(json.dumps(record) + "\n")
    return folder / "game.jsonl"


@pytest.mark.parametrize("seed", ["\x00", "\u2028", "💠", '"\\'])
def test_strange_characters_are_kept(tmp_path: Path, seed: str) -> None:
    source = with_seed(tmp_path, seed)
    assert there_and_back(source) == source.read_bytes()


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    source = with_seed(tmp_path, "\ud800")
    assert "game.jsonl: " in refusal(source, source.with_suffix(".parquet")).sentence


def test_a_parquet_file_of_something_else_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    for columns in ({"price": [1]}, {"record": [1]}):
        parquet.write_table(pa.table(columns), tmp_path / "prices.parquet")
        error = refusal(tmp_path / "prices.parquet", tmp_path / "games.jsonl")
        assert error.code == "data/columns"
        assert next(iter(columns)) in error.sentence
    parquet.write_table(pa.table({"record": pa.array([None, "{"], pa.string())}), tmp_path / "prices.parquet")
    assert "prices.parquet, row 0: " in refusal(tmp_path / "prices.parquet", tmp_path / "games.jsonl").sentence


def spoiled(raw: bytes) -> dict[str, bytes]:
    middle = len(raw) // 2
    return {
        "empty": b"",
        "no Parquet": b"hello",
        "cut off": raw[:middle],
        "without its beginning": raw[middle:],
        "overwritten": raw[: middle - 2000] + b"\xff" * 2000 + raw[middle:],
        "a footer of rubbish": raw[:-200] + b"\x07" * 192 + raw[-8:],
    }


@pytest.mark.parametrize("how", spoiled(bytes(10_000)))
def test_a_damaged_parquet_file_is_refused(source: Path, how: str) -> None:
    good = source.with_suffix(".parquet")
    convert(source, good)
    (source.parent / "bad.parquet").write_bytes(spoiled(good.read_bytes())[how])
    error = refusal(source.parent / "bad.parquet", source.parent / "other.jsonl")
    assert error.sentence.startswith(
        f"{quote(str(source.parent / 'bad.parquet'))} is no Parquet file, or it is damaged"
    )
    assert len(error.sentence) < 300
    assert error.sentence.isprintable()


def test_a_disk_that_is_full_is_one_sentence(source: Path, tmp_path: Path) -> None:
    (tmp_path / "full.parquet").symlink_to("/dev/full")
    assert "No space left" in refusal(source, tmp_path / "full.parquet").sentence


def test_places_that_cannot_be_read_or_written_are_named(source: Path) -> None:
    folder = source.parent
    assert "No such file" in refusal(folder / "none.parquet", folder / "x.jsonl").sentence
    assert "cannot read" in refusal(folder, folder / "x.parquet").sentence
    assert "cannot write" in refusal(source, folder / "no" / "folder" / "x.parquet").sentence
    assert "cannot write" in refusal(source, Path("/proc/sys/x.parquet")).sentence
    assert "is the file to read" in refusal(source, source).sentence


def test_without_pyarrow_one_sentence_says_what_to_install(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith(("pyarrow", "niwashi.data.record_parquet"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("niwashi.data.record_parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    error = refusal(source, source.with_suffix(".parquet"))
    said = "this needs pyarrow, which comes with the extra [data]: pip install '.[data]' in a clone, or"
    assert error.sentence.startswith(said)
    assert convert(source, source.with_name("copy.jsonl")) > 0
    assert isinstance(next(record_files.read_records(source))[1], Record)
