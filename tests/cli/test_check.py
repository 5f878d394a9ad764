"""`niwashi check` and `niwashi replay`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

import niwashi as api
from tests.cli.process import niwashi, sentence


@pytest.mark.more
def test_check_tells_good_records_from_broken_ones(records: Path) -> None:
    good = niwashi("check", "good.json", "unsigned.json", "games.jsonl", cwd=records)
    assert [line[:8] for line in good.lines] == ["ok      "] * 5 + ["5 good, "]
    assert "chance follows from the seed" in good.lines[0]
    assert "no seed, so chance cannot be checked" in good.lines[1]
    bad = niwashi("check", "good.json", "rigged.json", "result.json", "illegal.json", "no.json", cwd=records, code=1)
    place = [number for number, event in enumerate(api.load(records / "good.json").events) if event[0] == "chance"][1]
    assert bad.lines[1].startswith(f"BROKEN  rigged.json: event {place}: chance brought “deal ")
    assert bad.lines[2].startswith("BROKEN  result.json: the record says scores [1, 2]; its events lead to [")
    assert bad.lines[3].startswith("BROKEN  illegal.json: event 21: m1a: ")
    assert bad.lines[4].startswith("BROKEN  no.json: not a Niwashi record")
    assert bad.lines[5] == "1 good, 4 broken"
    quiet = niwashi("check", "--quiet", "good.json", "illegal.json", "games.jsonl", cwd=records, code=1)
    assert quiet.lines == [bad.lines[3], "4 good, 1 broken"]


def test_check_goes_on_after_a_file_that_it_cannot_read(records: Path) -> None:
    done = niwashi("check", "good.json", "nope.json", ".", "illegal.json", "good.json", cwd=records, code=2)
    assert [line[:6] for line in done.lines[:-1]] == ["ok    ", "BROKEN", "ok    "]
    assert done.lines[-1] == "2 good, 1 broken, 2 not read"
    first, second = done.err.splitlines()
    assert first.startswith("niwashi: cannot read “nope.json”")
    assert second.startswith("niwashi: cannot read “.”")


def test_check_speaks_json(records: Path) -> None:
    findings = [
        json.loads(line) for line in niwashi("check", "--json", "good.json", "illegal.json", cwd=records, code=1).lines
    ]
    assert [(finding["ok"], finding["event"]) for finding in findings] == [(True, None), (False, 21)]
    assert findings[1]["code"].startswith("miyabi/")


@pytest.mark.skipif(sys.platform == "darwin", reason="there every file name is UTF-8")
def test_check_takes_any_file_name(records: Path, tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff.json")
    (tmp_path / name).write_bytes((records / "good.json").read_bytes())
    assert "1 good" in niwashi("check", name, cwd=tmp_path).out


def test_check_takes_a_pipe(records: Path) -> None:
    piped = niwashi("check", "/dev/stdin", stdin=(records / "games.jsonl").read_bytes())
    assert "3 good, 0 broken" in piped.out


def test_replay_tells_a_game_in_lines_or_json(records: Path) -> None:
    game = api.load(records / "good.json")
    told = niwashi("replay", "good.json", cwd=records)
    assert told.lines[0].split() == ["0", "the", "start"]
    assert told.lines[2].split()[:3] == ["2", "Aki:", str(game.events[1][1])]
    assert str(game) in told.out
    assert str(game.sheet()) in told.out
    frames = [json.loads(line) for line in niwashi("replay", "games.jsonl", "--line", "3", "--json", cwd=records).lines]
    assert [frame["number"] for frame in frames] == list(range(len(game.events) + 1))
    assert [frame["event"] for frame in frames[1:]] == game.events
    assert frames[-1]["scores"] == list(game.scores)
    assert frames[-1]["view"] == game.view()


def test_replay_tells_a_broken_game_up_to_where_it_breaks(records: Path) -> None:
    told = niwashi("replay", "illegal.json", cwd=records, code=2)
    assert len(told.lines) == 22
    assert sentence(told).startswith("event 21 [")
    assert "no record number 4" in sentence(niwashi("replay", "games.jsonl", "--line", "4", cwd=records, code=2))
