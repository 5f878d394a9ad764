"""`niwashi data`, and Parquet wherever a command writes or reads records; Ctrl-C keeps what is finished."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from niwashi.data.record_files import check_records, count_records
from tests.cli.process import TIMEOUT_SECONDS, niwashi, sentence, start, wait_for

pytestmark = pytest.mark.usefixtures("data_packages")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games as JSON lines and as Parquet."""
    folder = tmp_path_factory.mktemp("games")
    for name in ("games.jsonl", "games.parquet"):
        niwashi("simulate", "miyabi", "--games", "12", "--seats", "3", "--seed", "1", "--records", folder / name)
    return folder


# -- records -----------------------------------------------------------------------------------------------------------
def test_convert_goes_both_ways(games: Path, tmp_path: Path) -> None:
    done = niwashi("data", "convert", games / "games.parquet", "back.jsonl", cwd=tmp_path)
    assert done.out == "“back.jsonl” holds 12 records\n"
    assert (tmp_path / "back.jsonl").read_bytes() == (games / "games.jsonl").read_bytes()
    niwashi("data", "convert", games / "games.jsonl", "again.parquet", cwd=tmp_path)
    assert (tmp_path / "again.parquet").read_bytes() == (games / "games.parquet").read_bytes()


def test_commands_that_read_records_read_parquet(games: Path) -> None:
    path = games / "games.parquet"
    assert niwashi("check", "-q", path).lines == ["12 good, 0 broken"]
    shown = [niwashi("replay", file, "--line", "3").out for file in (path, games / "games.jsonl")]
    assert shown[0] == shown[1]
    assert "has no record number 13" in sentence(niwashi("replay", path, "--line", "13", code=2))


def test_the_arena_writes_parquet(tmp_path: Path) -> None:
    words = ("arena", "beginner", "casual", "--game", "edo_yashiki", "--games", "4", "--nodes", "1", "--seed", "1")
    niwashi(*words, "--records", "games.parquet", cwd=tmp_path)
    assert [finding.ok for finding in check_records(tmp_path / "games.parquet")] == [True] * 4


@pytest.mark.parametrize("name", ["games.jsonl", "games.parquet"])
def test_ctrl_c_keeps_every_finished_game_in_a_readable_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with start("simulate", "miyabi", "--games", "1000000", "--seed", "1", "--records", path) as process:
        wait_for(lambda: any(part.stat().st_size > 1_000_000 for part in tmp_path.glob(".niwashi-*.part")))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert (process.returncode, b"Traceback" in err) == (130, False), err
    assert os.listdir(tmp_path) == [name]
    finished = int(out.split()[0])
    assert finished <= count_records(path) < finished + 250, "statistics are of whole chunks"
    assert f"the {finished:,} games that were finished are above; “" in err.decode()
    assert next(check_records(path)).ok


def test_bad_files_are_one_sentence(games: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"PAR1")
    assert "“bad.parquet” is no Parquet file, or it is damaged" in sentence(
        niwashi("data", "convert", "bad.parquet", "x.jsonl", cwd=tmp_path, code=2)
    )
    assert "“bad.parquet” exists" in sentence(
        niwashi("data", "convert", games / "games.jsonl", "bad.parquet", cwd=tmp_path, code=2)
    )
    assert "cannot write" in sentence(niwashi("data", "convert", games / "games.jsonl", "/proc/x.parquet", code=2))
    assert "“bad.parquet” is no Parquet file" in sentence(niwashi("check", "bad.parquet", cwd=tmp_path, code=2))
    assert "“none.parquet”: No such file" in sentence(niwashi("check", "none.parquet", cwd=tmp_path, code=2))
    assert os.listdir(tmp_path) == ["bad.parquet"]


# -- shards ------------------------------------------------------------------------------------------------------------
def test_shards_of_a_file_are_those_of_the_simulation(games: Path, tmp_path: Path) -> None:
    recorded = niwashi("data", "shards", games / "games.parquet", "a", "--games-per-shard", "5", cwd=tmp_path)
    words = ("miyabi", "b", "--games", "12", "--seats", "3", "--seed", "1", "--games-per-shard", "5")
    simulated = niwashi("data", "shards", *words, cwd=tmp_path)
    assert recorded.out.startswith("“a” holds ")
    assert recorded.out.endswith(" decisions of 12 games in 3 files\n")
    assert simulated.out == recorded.out.replace("“a”", "“b”").replace("files\n", "files, seed 1\n")
    names = ["00000.parquet", "00001.parquet", "00002.parquet"]
    assert sorted(os.listdir(tmp_path / "a")) == names
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in names)


def test_ctrl_c_keeps_finished_shards(tmp_path: Path) -> None:
    folder = tmp_path / "shards"
    words = ("miyabi", folder, "--games", "1000000", "--games-per-shard", "50", "--seed", "1")
    with start("data", "shards", *words) as process:
        wait_for(lambda: (folder / "00001.parquet").exists())
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert (process.returncode, b"Traceback" in err) == (130, False), err
    names = sorted(os.listdir(folder))
    assert names == [f"{number:05}.parquet" for number in range(len(names))]
    assert f"niwashi: stopped; “{folder}"[:50] in err.decode()
    assert f"holds {len(names)} finished shards" in err.decode()
    from niwashi.data.shard_reader import read_shards

    assert max(int(part.game.max()) for part in read_shards(folder)) == 50 * len(names) - 1


def test_what_cannot_be_is_one_sentence(games: Path, tmp_path: Path) -> None:
    def refused(*words: str | Path) -> str:
        return sentence(niwashi("data", "shards", *words, cwd=tmp_path, code=2))

    assert "“none.jsonl”: No such file" in refused("none.jsonl", "out")
    assert "“--seats” is for games to simulate" in refused(games / "games.jsonl", "out", "--seats", "3")
    assert "has no option “--colour”" in refused("miyabi", "out", "--colour", "3")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    assert "“full” is not empty" in refused("miyabi", "full")
    assert "cannot write to “full/x”" in refused("miyabi", "full/x")
    assert niwashi("data").out.startswith("Usage: niwashi data")
