"""`niwashi export`, `import` and `backup`."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from niwashi import cli
from niwashi.core.errors import NiwashiError
from niwashi.store import exports
from tests.cli.process import niwashi, sentence
from tests.store.postgres import Server
from tests.store.test_archive import some_games


@pytest.fixture
def store(place: str) -> str:
    asyncio.run(some_games(place))
    return place


def test_a_store_moves_from_one_place_to_another(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = str(tmp_path / "games.jsonl"), str(tmp_path / "other.sqlite")
    assert cli.run(["export", file, "--store", store]) == 0
    assert capsys.readouterr().out.endswith(" holds 4 tables with 2,504 events; only its owner can read it\n")
    assert cli.run(["import", file, "--store", other]) == 0
    assert capsys.readouterr().out == "4 tables: 4 new, 0 extended, 0 unchanged; 2,504 events added\n"
    assert cli.run(["import", file, "--store", other, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"new": 0, "extended": 0, "same": 4, "events": 0}


def test_a_part_of_a_store(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    assert cli.run(["export", str(file), "--store", store, "--game", "edo-yashiki", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"tables": 1, "events": 0, "bytes": file.stat().st_size}
    records = tmp_path / "records.jsonl"
    assert cli.run(["export", str(records), "--store", store, "--table", "t1", "--records"]) == 0
    assert "holds 1 record;" in capsys.readouterr().out
    with pytest.raises(NiwashiError, match="“t9”"):
        cli.run(["export", str(tmp_path / "none.jsonl"), "--store", store, "--table", "t9"])


# -- secrets -----------------------------------------------------------------------------------------------------------
WRITERS = {"export": ["export"], "export of records": ["export", "--records"], "backup": ["backup"]}


@pytest.fixture
def umask() -> Iterator[None]:
    """A mask under which all users may read and write new files."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def programs(request: pytest.FixtureRequest, store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if store.startswith("postgresql"):
        postgres: Server = request.getfixturevalue("postgres")
        monkeypatch.setenv("PATH", f"{postgres.programs}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.usefixtures("umask", "programs")
@pytest.mark.parametrize("what", WRITERS)
def test_what_leaves_a_store_is_its_owners_and_nothing_is_replaced_unasked(
    what: str, store: str, tmp_path: Path
) -> None:
    file, words = tmp_path / "file", [*WRITERS[what], "--store", store]
    assert cli.run([*words, str(file)]) == 0
    assert stat.filemode(file.stat().st_mode) == "-rw-------"
    file.write_bytes(b"of last week")
    file.chmod(0o644)
    with pytest.raises(NiwashiError, match=r" exists; .* --force"):
        cli.run([*words, str(file)])
    assert file.read_bytes() == b"of last week"
    assert cli.run([*words, str(file), "--force"]) == 0
    assert stat.filemode(file.stat().st_mode) == "-rw-------"
    assert file.read_bytes() != b"of last week"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".niwashi")] == []


@pytest.mark.usefixtures("umask")
def test_a_copy_is_private_while_it_is_written(store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens it in that moment goes on reading."""
    modes = []

    def sync(file: Any) -> int:
        modes.append(os.fstat(file.fileno()).st_mode)
        return 0

    monkeypatch.setattr(exports, "_sync", sync)
    assert cli.run(["export", str(tmp_path / "games.jsonl"), "--store", store]) == 0
    assert [stat.filemode(mode) for mode in modes] == ["-rw-------"]


def test_a_pipe_is_written_to_and_keeps_its_permissions(store: str) -> None:
    before = os.stat("/dev/null").st_mode
    assert cli.run(["export", "/dev/null", "--store", store]) == 0
    assert os.stat("/dev/null").st_mode == before


def test_the_whole_way_as_people_go_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NIWASHI_DATA", str(tmp_path / "data"))
    asyncio.run(some_games(tmp_path / "data" / "niwashi.sqlite"))
    assert cli.run(["backup", "copy.sqlite"]) == 0
    assert "“copy.sqlite” holds" in capsys.readouterr().out
    assert cli.run(["export", "games.jsonl", "--store", "copy.sqlite"]) == 0
    assert "4 unchanged" in niwashi("import", "games.jsonl").out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.sqlite", "data", "games.jsonl"]


MISTAKES = {
    "a store that is not there": (["export", "x.jsonl", "--store", "missing.sqlite"], "missing.sqlite"),
    "a backup of one that is not there": (["backup", "x.sqlite", "--store", "missing.sqlite"], "missing.sqlite"),
    "an address of another kind": (["export", "x.jsonl", "--store", "mysql://root:pw@host/db"], "mysql://…@host/db"),
    "an unknown game": (["export", "x.jsonl", "--game", "go"], "“go”"),
    "a file that is not there": (["import", "x.jsonl", "--store", "new.sqlite"], "“x.jsonl”"),
    "a folder": (["import", ".", "--store", "new.sqlite"], "“.”"),
    "an empty name": (["export", "x.jsonl", "--store", "\0"], "cannot be named"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_in_one_sentence(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words, quoted = MISTAKES[what]
    with pytest.raises(NiwashiError) as error:
        cli.run(words)
    assert quoted in error.value.sentence
    assert not list(tmp_path.iterdir()), "a slip makes no files"


def test_a_mistake_ends_the_program_with_two(tmp_path: Path) -> None:
    (tmp_path / "hostile.jsonl").write_bytes(b"\x1b[2J\n")
    refused = niwashi("import", tmp_path / "hostile.jsonl", "--store", tmp_path / "new.sqlite", code=2)
    assert "line 1: not a line of an export" in sentence(refused)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "niwashi.store.exports", None)
    with pytest.raises(NiwashiError, match=r"pip install '\.\[server\]' in a clone"):
        cli.run(["export", "x.jsonl"])
